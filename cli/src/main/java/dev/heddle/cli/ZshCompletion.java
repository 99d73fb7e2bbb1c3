package dev.heddle.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A function for zsh that completes commands and options, with what they are for. */
final class ZshCompletion {
  private final StringBuilder script = new StringBuilder();

  String text(CommandLine heddle) {
    line("#compdef heddle");
    line("# Made by 'heddle completion zsh'.");
    line("_heddle_words_or_files() {");
    line("  compadd -- \"$@\"");
    line("  _files");
    line("}");
    line("_heddle() {");
    line("  local -a commands");
    line("  commands=(");
    heddle
        .getSubcommands()
        .forEach(
            (name, command) ->
                line("    " + quoted(name + ":" + header(command.getCommandSpec()))));
    line("  )");
    line("  if (( CURRENT == 2 )); then");
    line("    _describe command commands");
    line("    return");
    line("  fi");
    line("  case $words[2] in");
    heddle.getSubcommands().forEach((name, command) -> append(name, command.getCommandSpec()));
    line("  esac");
    line("}");
    line("_heddle \"$@\"");
    return script.toString();
  }

  private void append(String name, CommandSpec command) {
    line("    " + name + ")");
    line("      shift words; (( CURRENT-- ))");
    StringBuilder arguments = new StringBuilder("      _arguments -S");
    for (OptionSpec option : command.options()) {
      for (String spelling : option.names()) {
        arguments.append(" \\\n        ").append(quoted(specification(spelling, option)));
      }
    }
    String argument = "*:argument:" + action(Continuation.ofArgument(command));
    line(arguments.append(" \\\n        ").append(quoted(argument)).toString());
    line("      ;;");
  }

  /** Such as {@code *--model=[memory model]:NAME:}. */
  private static String specification(String spelling, OptionSpec option) {
    String description = String.join(" ", option.description()).replaceAll("%n|\\s+", " ");
    String safe = description.replaceAll("[\\[\\]]", "").replace(":", "\\:");
    String shown = spelling.startsWith("--") ? spelling : spelling + "+";
    if (option.arity().max() == 0) {
      return spelling + "[" + safe + "]";
    }
    String separator = spelling.startsWith("--") ? "=" : "";
    String place = option.paramLabel().replace(":", "\\:");
    return shown + separator + "[" + safe + "]:" + place + ":" + action(Continuation.of(option));
  }

  /** What offers the words and files. */
  private static String action(Continuation continuation) {
    String words = String.join(" ", continuation.words());
    if (continuation.words().isEmpty()) {
      return continuation.isFile() ? "_files" : "";
    }
    return continuation.isFile() ? " _heddle_words_or_files " + words : "(" + words + ")";
  }

  private static String header(CommandSpec command) {
    String[] header = command.usageMessage().header();
    return header.length == 0 ? "" : header[0];
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  private void line(String text) {
    script.append(text).append('\n');
  }
}
