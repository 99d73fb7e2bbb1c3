package dev.heddle.cli;

import static dev.heddle.cli.OptionForms.flag;
import static dev.heddle.cli.OptionForms.isSet;
import static dev.heddle.cli.OptionForms.text;
import static dev.heddle.cli.OptionForms.texts;

import dev.heddle.frontend.llvm.Environment;
import dev.heddle.report.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** The options that tell a program of the world it runs in. */
final class EnvironmentOptions {
  /** More than a program reads that is to be explored. */
  private static final int LARGEST_INPUT = 1 << 20;

  private static final String RAND = "rand";

  private final OptionSpec args =
      text("TEXT", "--args")
          .description("the arguments of main, as a shell would split them: --args '2 \"a b\"'")
          .build();

  private final OptionSpec stdin =
      text("FILE", "--stdin")
          .description("what the program reads from standard input (default: nothing)")
          .build();

  private final OptionSpec nondet =
      texts("LO..HI|rand", "--nondet")
          .description(
              "what __VERIFIER_nondet_int() and its relatives may give (default: 0..2); with "
                  + "'rand' so does rand(); a program that uses them is at most 'bounded'")
          .build();

  private final OptionSpec spuriousWakeups =
      flag("--spurious-wakeups")
          .description("waiting for a condition may end without a signal, once per thread")
          .build();

  private final OptionSpec mallocMayFail =
      flag("--malloc-may-fail")
          .description("malloc and its relatives may give null, each time")
          .build();

  private Environment environment = Environment.USUAL;

  void addTo(CommandSpec command) {
    Subcommand.add(command, args, stdin, nondet, spuriousWakeups, mallocMayFail);
  }

  /** Reads the options; gives what is wrong with them, or null. */
  String problem() {
    long low = Environment.USUAL.low();
    long high = Environment.USUAL.high();
    boolean randomIsAny = false;
    for (String text : nondet.<List<String>>getValue()) {
      if (text.equals(RAND)) {
        randomIsAny = true;
      } else {
        try {
          NumberRange range = NumberRange.parse(text);
          low = range.low();
          high = range.high();
        } catch (TypeConversionException e) {
          return "--nondet: " + e.getMessage();
        }
      }
    }
    String input = null;
    String file = stdin.getValue();
    if (file != null) {
      try {
        byte[] content = WholeFile.read(Path.of(file), LARGEST_INPUT);
        input = new String(content, StandardCharsets.ISO_8859_1);
      } catch (IOException | InvalidPathException e) {
        return "--stdin: cannot read " + file + ": " + e.getMessage();
      }
    }
    List<String> arguments = List.of();
    if (args.getValue() != null) {
      arguments = ArgumentText.split(args.getValue());
      if (arguments == null) {
        return "--args: a quotation mark is missing in: " + args.<String>getValue();
      }
    }
    environment =
        new Environment(
            low, high, isSet(spuriousWakeups), randomIsAny, isSet(mallocMayFail), arguments, input);
    return null;
  }

  /** What the options say, after {@link #problem} has found nothing. */
  Environment environment() {
    return environment;
  }
}
