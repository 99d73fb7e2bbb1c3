package dev.heddle.cli;

import static dev.heddle.cli.OptionForms.flag;
import static dev.heddle.cli.OptionForms.isSet;
import static dev.heddle.cli.OptionForms.text;

import dev.heddle.cli.Inputs.Input;
import dev.heddle.frontend.llvm.CompilationUnit;
import dev.heddle.report.CompileCommands;
import dev.heddle.report.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that make one program of several files. */
final class LinkOptions {
  /** More than a build of this world has. */
  private static final int LARGEST_DATABASE = 256 << 20;

  /** Where CMake puts the objects of a target. */
  private static final Pattern TARGET = Pattern.compile("(?:^|/)CMakeFiles/([^/]+)\\.dir/");

  /** Shown of what there is to choose from. */
  private static final int MAX_SHOWN = 10;

  /** Cannot be done as asked for; the message says why and what to do. */
  static final class MistakenException extends Exception {
    MistakenException(String message) {
      super(message);
    }
  }

  private final OptionSpec link =
      flag("--link").description("all inputs, and all files of a folder, are one program").build();

  private final OptionSpec compileCommands =
      text("FILE", "--compile-commands")
          .description(
              "check a program of a build: compile_commands.json, as CMake and Bear make it")
          .build();

  private final OptionSpec target =
      text("NAME|FILE", "--target")
          .description("of the build, this target, or the program whose main is in FILE")
          .build();

  void addTo(CommandSpec command) {
    Subcommand.add(command, link, compileCommands, target);
  }

  /** Whether inputs can do without being named. */
  boolean hasBuild() {
    return compileCommands.getValue() != null;
  }

  boolean isLinking() {
    return hasBuild() || isSet(link);
  }

  /** What is wrong with the options, or null. */
  String problem() {
    return target.getValue() != null && !hasBuild()
        ? "--target chooses from a build; name that with --compile-commands"
        : null;
  }

  /** The inputs that the arguments stand for. */
  List<Input> inputs(List<String> arguments) throws MistakenException {
    List<Input> files = Inputs.of(arguments);
    if (!isLinking()) {
      return files;
    }
    List<CompilationUnit> units = new ArrayList<>();
    for (Input file : files) {
      if (!file.isCheckable()) {
        return List.of(file);
      }
      units.add(new CompilationUnit(file.path(), List.of()));
    }
    if (!hasBuild()) {
      return List.of(Input.linked(String.join(" ", arguments), units, null));
    }
    return List.of(ofBuild(compileCommands.getValue(), units));
  }

  private Input ofBuild(String database, List<CompilationUnit> more) throws MistakenException {
    Map<Path, CompileCommands.Entry> entries = new LinkedHashMap<>();
    try {
      byte[] content = WholeFile.read(Path.of(database), LARGEST_DATABASE);
      for (CompileCommands.Entry entry :
          CompileCommands.parse(new String(content, StandardCharsets.UTF_8))) {
        entries.put(entry.path(), entry);
      }
    } catch (IOException | InvalidPathException e) {
      throw new MistakenException("--compile-commands: " + database + ": " + e.getMessage());
    }
    String wanted = target.getValue();
    Path main = wanted == null ? null : fileNamed(wanted, entries);
    List<CompilationUnit> units = new ArrayList<>(more);
    for (CompileCommands.Entry entry : entries.values()) {
      if (wanted == null || main != null || wanted.equals(targetOf(entry))) {
        units.add(unit(entry));
      }
    }
    if (units.isEmpty()) {
      throw new MistakenException(
          ("--target: no file of " + database + " belongs to '" + wanted + "'") + known(entries));
    }
    return Input.linked(wanted == null ? database : wanted, units, main);
  }

  private static Path fileNamed(String wanted, Map<Path, CompileCommands.Entry> entries) {
    Path exact = Path.of(wanted).toAbsolutePath().normalize();
    if (entries.containsKey(exact)) {
      return exact;
    }
    for (Path file : entries.keySet()) {
      if (file.endsWith(wanted)) {
        return file;
      }
    }
    return null;
  }

  private static String targetOf(CompileCommands.Entry entry) {
    Matcher matcher = TARGET.matcher(entry.output());
    return matcher.find() ? matcher.group(1) : "";
  }

  private static String known(Map<Path, CompileCommands.Entry> entries) {
    TreeSet<String> targets = new TreeSet<>();
    entries.values().forEach(entry -> targets.add(targetOf(entry)));
    targets.remove("");
    return targets.isEmpty()
        ? "; name the file that has its main"
        : "; there are " + targets.stream().limit(MAX_SHOWN).toList();
  }

  private static CompilationUnit unit(CompileCommands.Entry entry) throws MistakenException {
    List<String> words =
        entry.arguments().isEmpty() ? ArgumentText.split(entry.command()) : entry.arguments();
    if (words == null) {
      throw new MistakenException("a quotation mark is missing in the command of " + entry.path());
    }
    List<String> flags =
        new ArrayList<>(
            CompilerArguments.parse(words.subList(Math.min(1, words.size()), words.size()))
                .flags());
    flags.add("-working-directory=" + entry.directory());
    return new CompilationUnit(entry.path(), flags);
  }
}
