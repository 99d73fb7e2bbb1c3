package dev.heddle.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What {@code heddle} can be told to do; one class each. */
interface Subcommand {
  /** Its options and help. Made once. */
  CommandSpec spec();

  /**
   * Does it, once the options hold their values, and gives the exit code.
   *
   * @param afterDashes what followed {@code --} on the command line
   */
  int run(List<String> afterDashes);

  /** Makes options part of a command, to be shown in this order. */
  static void add(CommandSpec command, OptionSpec... options) {
    for (OptionSpec option : options) {
      command.addOption(option);
    }
  }
}
