package dev.heddle.cli;

import dev.heddle.frontend.llvm.Environment;
import picocli.CommandLine.TypeConversionException;

/** The environment of a program as the text that a witness keeps. */
final class EnvironmentText {
  private static final String SPURIOUS = " spurious-wakeups";

  private EnvironmentText() {}

  static String of(Environment environment) {
    String range = environment.low() + ".." + environment.high();
    return environment.spuriousWakeups() ? range + SPURIOUS : range;
  }

  /** The environment, or null if the text is of none. */
  static Environment parse(String text) {
    boolean spurious = text.endsWith(SPURIOUS);
    try {
      NumberRange range =
          NumberRange.parse(spurious ? text.substring(0, text.length() - SPURIOUS.length()) : text);
      return new Environment(range.low(), range.high(), spurious);
    } catch (TypeConversionException e) {
      return null;
    }
  }
}
