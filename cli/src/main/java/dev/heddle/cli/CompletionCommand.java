package dev.heddle.cli;

import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;

/** {@code heddle completion}: what makes a shell complete command lines. */
final class CompletionCommand implements Subcommand {
  /** The shells that have completion. */
  enum Shell {
    BASH,
    ZSH;

    static final Choice<Shell> CHOICE =
        new Choice<>("shell", List.of(values()), Choice::label, shell -> true);
  }

  private final Terminal terminal;
  private final Supplier<CommandLine> heddle;
  private CommandSpec spec;

  private final PositionalParamSpec shell =
      PositionalParamSpec.builder()
          .paramLabel("SHELL")
          .type(Shell.class)
          .converters(Shell.CHOICE.converter())
          .completionCandidates(Shell.CHOICE.availableLabels())
          .arity("0..1")
          .description("bash or zsh")
          .build();

  /**
   * @param heddle gives the whole command line, with all commands
   */
  CompletionCommand(Terminal terminal, Supplier<CommandLine> heddle) {
    this.terminal = terminal;
    this.heddle = heddle;
  }

  @Override
  public CommandSpec spec() {
    spec = CommandSpec.wrapWithoutInspection(this);
    spec.addPositional(shell);
    HelpText.of(
            spec, "Prints what makes a shell complete command lines.", "heddle completion bash|zsh")
        .examples(
            "  source <(heddle completion bash)                  in this shell, or in ~/.bashrc",
            "  heddle completion zsh >~/.zfunc/_heddle           a folder of $fpath");
    return spec;
  }

  @Override
  public int run(List<String> afterDashes) {
    Shell chosen = shell.getValue();
    if (chosen == null) {
      throw new ParameterException(
          spec.commandLine(), "for which shell? as in: heddle completion bash");
    }
    terminal
        .out()
        .print(
            switch (chosen) {
              case BASH -> new BashCompletion().text(heddle.get());
              case ZSH -> new ZshCompletion().text(heddle.get());
            });
    return ExitCode.NO_VIOLATION.value();
  }
}
