package dev.heddle.report;

import dev.heddle.verdict.Violation.Choice;
import java.util.List;

/**
 * A violating execution to keep, and what must be the same for it to happen again.
 *
 * @param version of the Heddle that found it
 * @param file the program, as the user named it
 * @param source a hash of the file's content
 * @param program a hash of what the compiler made of it and of the options
 * @param clangArguments what the compiler was told
 * @param model the memory model's name on the command line
 * @param unroll the loop bound; 0 for none
 * @param environment what the program was told of the world it runs in
 * @param reductions how the program was made easier to explore
 * @param kind of the failure
 * @param place where it happens, as in {@code a.c:17}
 * @param sources for each step of the schedule what it reads from, as in {@link
 *     dev.heddle.verdict.Violation#sources}; empty if that follows from the order of the steps
 */
public record Witness(
    String version,
    String file,
    String source,
    String program,
    List<String> clangArguments,
    String model,
    int unroll,
    String environment,
    String reductions,
    String kind,
    String place,
    List<Choice> schedule,
    List<Integer> sources) {
  public Witness {
    clangArguments = List.copyOf(clangArguments);
    schedule = List.copyOf(schedule);
    sources = List.copyOf(sources);
  }
}
