package dev.heddle.cli;

import java.util.List;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What a shell may offer in a place of a command line.
 *
 * @param words those that can stand there
 * @param isFile whether the name of a file can
 */
record Continuation(List<String> words, boolean isFile) {
  /** What can stand for the value of an option, or for an argument. */
  static Continuation of(ArgSpec place) {
    Iterable<String> candidates = place.completionCandidates();
    List<String> words =
        candidates == null
            ? List.of()
            : StreamSupport.stream(candidates.spliterator(), false).toList();
    return new Continuation(words, place.paramLabel().matches(".*\\b(FILE|DIR)\\b.*"));
  }

  /** What can stand for the first argument of a command. */
  static Continuation ofArgument(CommandSpec command) {
    return command.positionalParameters().isEmpty()
        ? new Continuation(List.of(), false)
        : of(command.positionalParameters().get(0));
  }
}
