package dev.heddle.cli;

import java.util.ArrayList;
import java.util.List;

/** A file with results, beside standard output. */
interface ResultFile {
  /** Why it could not be written, or null. */
  String problem();

  /** What to say about it once it is written, or null. */
  default String message() {
    return null;
  }

  /**
   * Says what became of the results of a run. Results that are lost are a failure, whatever they
   * were.
   *
   * @param problems of other files
   * @param files null for those that nobody asked for
   */
  static ExitCode settle(
      Terminal terminal, ExitCode code, List<String> problems, ResultFile... files) {
    List<String> all = new ArrayList<>(problems);
    List<String> messages = new ArrayList<>();
    for (ResultFile file : files) {
      if (file != null && file.problem() != null) {
        all.add(file.problem());
      } else if (file != null && file.message() != null) {
        messages.add(file.message());
      }
    }
    if (terminal.out().checkError()) {
      all.add("cannot write to standard output; results are lost");
    }
    all.forEach(terminal::complain);
    messages.forEach(terminal::complain);
    terminal.err().flush();
    return all.isEmpty() ? code : ExitCode.UNCHECKABLE;
  }
}
