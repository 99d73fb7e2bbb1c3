package dev.heddle.cli;

import picocli.CommandLine.TypeConversionException;

/** A whole number above zero on the command line. */
record Bound(long value) {
  static final Converter<Bound> OF_INT = Converter.of(text -> parse(text, Integer.MAX_VALUE));
  static final Converter<Bound> OF_LONG = Converter.of(text -> parse(text, Long.MAX_VALUE));

  private static Bound parse(String text, long largest) {
    long value;
    try {
      value = Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          "'" + text + "' is not a whole number between 1 and " + largest);
    }
    if (value == 0) {
      throw new TypeConversionException(
          "a limit of 0 checks nothing; leave the option out for no limit");
    }
    if (value < 0 || value > largest) {
      throw new TypeConversionException(
          "'" + text + "' is not a whole number between 1 and " + largest);
    }
    return new Bound(value);
  }

  /** By hand: the one that records get is put together by reflection, in ten milliseconds. */
  @Override
  public String toString() {
    return Long.toString(value);
  }
}
