package dev.heddle.cli;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** What the commands say about themselves, in the language of {@code man}. */
final class ManualPage {
  private final StringBuilder page = new StringBuilder();
  private final String version;

  ManualPage(String version) {
    this.version = version;
  }

  String text(CommandLine heddle) {
    CommandSpec spec = heddle.getCommandSpec();
    line(".TH HEDDLE 1 \"\" \"heddle " + escaped(version) + "\"");
    section("NAME");
    line("heddle \\- model checker for concurrent C programs");
    section("SYNOPSIS");
    for (CommandLine command : heddle.getSubcommands().values()) {
      for (String usage : command.getCommandSpec().usageMessage().customSynopsis()) {
        line(".br");
        line(escaped(usage.strip()));
      }
    }
    line(".br");
    line(escaped(CcCommand.SYNOPSIS));
    section("DESCRIPTION");
    line(escaped(plain(spec.usageMessage().description())));
    heddle.getSubcommands().values().forEach(command -> append(command.getCommandSpec()));
    section("EXIT STATUS");
    heddle
        .getSubcommands()
        .get("check")
        .getCommandSpec()
        .usageMessage()
        .exitCodeList()
        .forEach(this::item);
    section("ENVIRONMENT");
    item("JAVA_HOME", "the Java to run");
    item("HEDDLE_JAVA_OPTS", "further options for the virtual machine, such as -Xmx8g");
    item("NO_COLOR, TERM, COLUMNS", "as usual");
    return page.toString();
  }

  private void append(CommandSpec command) {
    UsageMessageSpec usage = command.usageMessage();
    section("HEDDLE " + command.name().toUpperCase(Locale.ROOT));
    line(escaped(plain(usage.header())));
    line(".PP");
    line(escaped(plain(usage.description())));
    for (OptionSpec option : command.options()) {
      if (!option.hidden()) {
        String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        item(String.join(", ", option.names()) + value, plain(option.description()));
      }
    }
    String[] examples = usage.footer();
    if (examples.length > 0) {
      line(".PP");
      line("Examples:");
      line(".nf");
      Stream.of(examples).filter(example -> !example.isBlank()).forEach(e -> line(escaped(e)));
      line(".fi");
    }
  }

  private void section(String name) {
    line(".SH " + name);
  }

  private void item(String term, String description) {
    line(".TP");
    line("\\fB" + escaped(term) + "\\fR");
    line(escaped(description));
  }

  private void line(String text) {
    page.append(text).append('\n');
  }

  /** Sentences that stood on several lines. */
  private static String plain(String... lines) {
    List<String> parts =
        Stream.of(lines).map(String::strip).filter(line -> !line.isEmpty()).toList();
    return String.join(" ", parts).replace("%n", " ").replaceAll("\\s+", " ");
  }

  /** A backslash would begin an escape; a dot or quote at the beginning, a request. */
  private static String escaped(String text) {
    String safe = text.replace("\\", "\\e").replace("-", "\\-");
    return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
  }
}
