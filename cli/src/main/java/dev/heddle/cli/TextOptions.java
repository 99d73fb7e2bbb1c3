package dev.heddle.cli;

import static dev.heddle.cli.OptionForms.flag;
import static dev.heddle.cli.OptionForms.isSet;
import static dev.heddle.cli.OptionForms.when;

import dev.heddle.report.ConsoleReport;
import dev.heddle.report.Ink;
import java.io.PrintStream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that say how much is told in words, and in which colours. */
final class TextOptions {
  private final OptionSpec quiet;

  /** Null where there is no more to tell than usual. */
  private final OptionSpec verbose;

  private final OptionSpec color = when("--color").description("auto, always, never").build();

  /**
   * @param least what {@code --quiet} leaves
   * @param most what {@code --verbose} adds; null for nothing
   */
  TextOptions(String least, String most) {
    quiet = flag("-q", "--quiet").description(least).build();
    verbose = most == null ? null : flag("-v", "--verbose").description(most).build();
  }

  void addTo(CommandSpec command) {
    command.addOption(quiet);
    if (verbose != null) {
      command.addOption(verbose);
    }
    command.addOption(color);
  }

  /** What is wrong with the options, or null. */
  String problem() {
    return quiet() && verbose()
        ? "--quiet and --verbose contradict each other; leave one out"
        : null;
  }

  boolean quiet() {
    return isSet(quiet);
  }

  boolean verbose() {
    return verbose != null && isSet(verbose);
  }

  /**
   * What tells results in words.
   *
   * @param seen whether a person sees {@code out} directly
   */
  ConsoleReport report(Terminal terminal, PrintStream out, boolean seen) {
    boolean coloured = color.<When>getValue().given(seen && terminal.colourful());
    ConsoleReport.Style style =
        new ConsoleReport.Style(detail(), coloured ? Ink.COLOURED : Ink.PLAIN, terminal.width());
    return new ConsoleReport(out, terminal.err(), style);
  }

  private ConsoleReport.Detail detail() {
    if (quiet()) {
      return ConsoleReport.Detail.VERDICTS;
    }
    return verbose() ? ConsoleReport.Detail.EVERYTHING : ConsoleReport.Detail.USUAL;
  }
}
