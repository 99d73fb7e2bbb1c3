package dev.heddle.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** Whole numbers from one to another on the command line, such as {@code -1..3}. */
record NumberRange(long low, long high) {
  private static final Pattern SYNTAX = Pattern.compile("([-+]?[0-9]+)\\.\\.([-+]?[0-9]+)");

  /** As many alternatives as the machine can tell apart at one place. */
  private static final long MAX = 10_000;

  static final Converter<NumberRange> CONVERTER = Converter.of(NumberRange::parse);

  static NumberRange parse(String text) {
    Matcher matcher = SYNTAX.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a range of numbers; write it like 0..3 or -1..1");
    }
    long low = number(matcher.group(1));
    long high = number(matcher.group(2));
    if (low > high) {
      throw new TypeConversionException("'" + text + "' is an empty range; the lower number first");
    }
    if (high - low < 0 || high - low >= MAX) {
      throw new TypeConversionException("'" + text + "' has more than " + MAX + " numbers");
    }
    return new NumberRange(low, high);
  }

  private static long number(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + digits + "' is too large for a 64-bit number");
    }
  }
}
