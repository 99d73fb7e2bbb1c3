package dev.heddle.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A function for bash that completes commands, options, their values and names of files. */
final class BashCompletion {
  private static final String BEGINNING =
      """
      # Made by 'heddle completion bash'.
      _heddle() {
        local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
        local words='' files='' IFS=$' \\t\\n'
        # Bash takes --option=value for three words.
        if [[ $current == = ]]; then
          current=''
        elif [[ $before == = ]]; then
          before=${COMP_WORDS[COMP_CWORD-2]}
        fi
        local command=${COMP_WORDS[1]}
        (( COMP_CWORD > 1 )) || command=''
        case "$command $before" in
      """;

  private static final String END =
      """
        esac
        COMPREPLY=( $(compgen -W "$words" -- "$current") )
        if [[ $files ]]; then
          compopt -o filenames 2>/dev/null
          IFS=$'\\n'
          COMPREPLY+=( $(compgen -f -- "$current") )
        fi
      }
      complete -F _heddle heddle
      """;

  private final StringBuilder script = new StringBuilder(BEGINNING);

  String text(CommandLine heddle) {
    List<String> commands = new ArrayList<>(heddle.getSubcommands().keySet());
    heddle.getCommandSpec().options().forEach(option -> commands.addAll(List.of(option.names())));
    offer("' '*", commands, false);
    heddle.getSubcommands().forEach((name, command) -> append(name, command.getCommandSpec()));
    return script.append(END).toString();
  }

  private void append(String name, CommandSpec command) {
    List<String> options = new ArrayList<>();
    for (OptionSpec option : command.options()) {
      options.addAll(List.of(option.names()));
      if (option.arity().max() > 0) {
        Continuation value = Continuation.of(option);
        for (String spelling : option.names()) {
          offer("'" + name + " " + spelling + "'", value.words(), value.isFile());
        }
      }
    }
    // What begins with a dash is an option, and anything else an argument.
    Continuation argument = Continuation.ofArgument(command);
    script.append("    '").append(name).append(" '*)\n      if [[ $current == -* ]]; then\n");
    script.append("        words='").append(String.join(" ", options)).append("'\n      else\n");
    script.append("        words='").append(String.join(" ", argument.words())).append("'");
    script.append(argument.isFile() ? " files=1" : "").append("\n      fi ;;\n");
  }

  private void offer(String place, List<String> words, boolean isFile) {
    script.append("    ").append(place).append(") words='").append(String.join(" ", words));
    script.append(isFile ? "' files=1 ;;\n" : "' ;;\n");
  }
}
