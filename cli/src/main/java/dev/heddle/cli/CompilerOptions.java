package dev.heddle.cli;

import static dev.heddle.cli.OptionForms.text;
import static dev.heddle.cli.OptionForms.texts;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that go on to the compiler. */
final class CompilerOptions {
  private final OptionSpec definitions =
      texts("NAME[=VALUE]", "-D").description("define a macro").build();

  private final OptionSpec includeFolders =
      texts("DIR", "-I").description("look for headers in DIR").build();

  private final OptionSpec standard =
      text("STANDARD", "-std").description("C standard, such as c11 or gnu17").build();

  private final OptionSpec optimisation =
      text("LEVEL", "-O").description("optimise before checking: 0, 1, 2, 3").build();

  void addTo(CommandSpec command) {
    Subcommand.add(command, definitions, includeFolders, standard, optimisation);
  }

  /** What is wrong with the options, or null. */
  String problem() {
    String level = optimisation.getValue();
    return level == null || level.matches("[0-3sgz]")
        ? null
        : "-O takes a level right after it (-O0 to -O3), not '" + level + "'";
  }

  /** Arguments for the compiler, to which others may be added. */
  List<String> arguments() {
    List<String> clang = new ArrayList<>();
    if (standard.getValue() != null) {
      clang.add("-std=" + standard.<String>getValue());
    }
    if (optimisation.getValue() != null) {
      clang.add("-O" + optimisation.<String>getValue());
    }
    definitions.<List<String>>getValue().forEach(definition -> clang.add("-D" + definition));
    includeFolders.<List<String>>getValue().forEach(folder -> clang.add("-I" + folder));
    return clang;
  }
}
