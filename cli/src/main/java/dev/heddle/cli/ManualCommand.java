package dev.heddle.cli;

import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** {@code heddle manual}: the manual page, made of what the commands say about themselves. */
final class ManualCommand implements Subcommand {
  private final Terminal terminal;
  private final Supplier<CommandLine> heddle;

  /**
   * @param heddle gives the whole command line, with all commands
   */
  ManualCommand(Terminal terminal, Supplier<CommandLine> heddle) {
    this.terminal = terminal;
    this.heddle = heddle;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
    HelpText.of(spec, "Prints the manual page, for man.", "heddle manual")
        .examples("  heddle manual >heddle.1 && man ./heddle.1");
    return spec;
  }

  @Override
  public int run(List<String> afterDashes) {
    terminal.out().print(new ManualPage(VersionText.number()).text(heddle.get()));
    return ExitCode.NO_VIOLATION.value();
  }
}
