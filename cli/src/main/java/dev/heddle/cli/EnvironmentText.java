package dev.heddle.cli;

import dev.heddle.frontend.llvm.Environment;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.TypeConversionException;

/**
 * The environment of a program as the text that a witness keeps: words with blanks between, of
 * which the first is the range of numbers.
 */
final class EnvironmentText {
  private static final String ANY = "any";
  private static final String SPURIOUS = "spurious-wakeups";
  private static final String RANDOM = "rand";
  private static final String NO_MEMORY = "malloc-may-fail";
  private static final String DEPENDENCIES = "dependencies";
  private static final String ARGUMENT = "argument=";
  private static final String INPUT = "stdin=";

  private EnvironmentText() {}

  static String of(Environment environment) {
    List<String> words = new ArrayList<>();
    words.add(environment.isWhole() ? ANY : environment.low() + ".." + environment.high());
    if (environment.spuriousWakeups()) {
      words.add(SPURIOUS);
    }
    if (environment.randomIsAny()) {
      words.add(RANDOM);
    }
    if (environment.mallocMayFail()) {
      words.add(NO_MEMORY);
    }
    if (environment.keepsDependencies()) {
      words.add(DEPENDENCIES);
    }
    environment.arguments().forEach(argument -> words.add(ARGUMENT + encoded(argument)));
    if (environment.input() != null) {
      words.add(INPUT + encoded(environment.input()));
    }
    return String.join(" ", words);
  }

  /** The environment, or null if the text is of none. */
  static Environment parse(String text) {
    String[] words = text.split(" ", -1);
    boolean spurious = false;
    boolean random = false;
    boolean noMemory = false;
    boolean dependencies = false;
    List<String> arguments = new ArrayList<>();
    String input = null;
    try {
      NumberRange range =
          words[0].equals(ANY)
              ? new NumberRange(Environment.WHOLE.low(), Environment.WHOLE.high())
              : NumberRange.parse(words[0]);
      for (int i = 1; i < words.length; i++) {
        String word = words[i];
        if (word.equals(SPURIOUS)) {
          spurious = true;
        } else if (word.equals(RANDOM)) {
          random = true;
        } else if (word.equals(NO_MEMORY)) {
          noMemory = true;
        } else if (word.equals(DEPENDENCIES)) {
          dependencies = true;
        } else if (word.startsWith(ARGUMENT)) {
          arguments.add(decoded(word.substring(ARGUMENT.length())));
        } else if (word.startsWith(INPUT)) {
          input = decoded(word.substring(INPUT.length()));
        } else {
          return null;
        }
      }
      return new Environment(
          range.low(), range.high(), spurious, random, noMemory, arguments, input, dependencies);
    } catch (TypeConversionException | IllegalArgumentException e) {
      return null;
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
