package dev.heddle.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** What {@code --help} says about a subcommand, beside its options. */
final class HelpText {
  private final UsageMessageSpec usage;
  private final Map<String, String> codes = new LinkedHashMap<>();

  private HelpText(UsageMessageSpec usage) {
    this.usage = usage;
  }

  /** Begins the text of a command with a sentence, and how to call it. */
  static HelpText of(CommandSpec command, String header, String... synopsis) {
    UsageMessageSpec usage = command.usageMessage();
    usage.header(header, "");
    usage.customSynopsis(synopsis);
    return new HelpText(usage);
  }

  HelpText description(String... paragraphs) {
    String[] lines = new String[2 * paragraphs.length + 1];
    lines[0] = "";
    for (int i = 0; i < paragraphs.length; i++) {
      lines[2 * i + 1] = paragraphs[i];
      lines[2 * i + 2] = "";
    }
    usage.description(lines);
    return this;
  }

  /**
   * Says what the exit codes mean. That of internal errors is added.
   *
   * @param combination of several inputs; null if there is one
   */
  HelpText exitCodes(String combination, Map<ExitCode, String> meanings) {
    usage.exitCodeListHeading(
        "%nExit codes" + (combination == null ? "" : " (" + combination + ")") + ":%n");
    for (ExitCode code : ExitCode.values()) {
      if (meanings.containsKey(code)) {
        codes.put(String.valueOf(code.value()), meanings.get(code));
      }
    }
    codes.put(String.valueOf(ExitCode.INTERNAL_ERROR.value()), "internal error of Heddle");
    usage.exitCodeList(codes);
    return this;
  }

  void examples(String... lines) {
    usage.footerHeading("%nExamples:%n");
    String[] footer = new String[lines.length + 1];
    System.arraycopy(lines, 0, footer, 0, lines.length);
    footer[lines.length] = "";
    usage.footer(footer);
  }
}
