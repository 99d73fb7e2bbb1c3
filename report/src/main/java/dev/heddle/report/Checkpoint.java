package dev.heddle.report;

import java.util.List;

/**
 * What is known of an exploration that can be taken up again: all that must be the same for its
 * state to mean the same.
 *
 * @param version of the Heddle that left it
 * @param file the program, as the user named it
 * @param source a hash of the file's content
 * @param program a hash of what the compiler made of it and of the options
 * @param clangArguments what the compiler was told
 * @param model the memory model's name on the command line
 * @param algorithm the algorithm's name on the command line
 * @param unroll the loop bound; 0 for none
 * @param environment what the program was told of the world it runs in
 * @param reductions how the program was made easier to explore
 * @param keepGoing whether the exploration goes on after a violation
 * @param checkLiveness whether livelocks are violations
 * @param checkRaces whether data races are violations
 * @param interval nanoseconds between two states
 */
public record Checkpoint(
    String version,
    String file,
    String source,
    String program,
    List<String> clangArguments,
    String model,
    String algorithm,
    int unroll,
    String environment,
    String reductions,
    boolean keepGoing,
    boolean checkLiveness,
    boolean checkRaces,
    long interval) {
  public Checkpoint {
    clangArguments = List.copyOf(clangArguments);
  }
}
