package dev.heddle.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** A length of time on the command line, such as {@code 500ms}, {@code 10s} or {@code 1.5m}. */
record TimeSpan(long nanoseconds) {
  private static final Pattern SYNTAX = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|s|m|h)?");

  /** Where {@link Long} nanoseconds end, with room for sums: about 140 years. */
  private static final double LONGEST = Long.MAX_VALUE / 2.0;

  static final Converter<TimeSpan> CONVERTER = Converter.of(TimeSpan::parse);

  static TimeSpan parse(String text) {
    Matcher matcher = SYNTAX.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a length of time; write it like 10s, 500ms, 2m or 1h");
    }
    double nanoseconds = Double.parseDouble(matcher.group(1)) * nanosecondsOf(matcher.group(2));
    if (nanoseconds < 1) {
      throw new TypeConversionException(
          "a limit of no time checks nothing; leave the option out for no limit");
    }
    if (nanoseconds > LONGEST) {
      throw new TypeConversionException(
          "'" + text + "' is too long; leave the option out for no limit");
    }
    return new TimeSpan((long) nanoseconds);
  }

  private static double nanosecondsOf(String unit) {
    if (unit == null) {
      return 1e9;
    }
    return switch (unit) {
      case "ms" -> 1e6;
      case "s" -> 1e9;
      case "m" -> 60e9;
      case "h" -> 3600e9;
      default -> throw new IllegalArgumentException(unit);
    };
  }
}
