package dev.heddle.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** An amount of memory on the command line, such as {@code 500M} or {@code 2GiB}. */
record MemorySize(long bytes) {
  private static final Pattern SYNTAX = Pattern.compile("([0-9]{1,9})(M|G)(i?B)?");

  static final Converter<MemorySize> CONVERTER = Converter.of(MemorySize::parse);

  static MemorySize parse(String text) {
    Matcher matcher = SYNTAX.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not an amount of memory; write it like 500M or 4G");
    }
    long bytes = Long.parseLong(matcher.group(1)) << (matcher.group(2).equals("M") ? 20 : 30);
    if (bytes == 0) {
      throw new TypeConversionException(
          "a limit of no memory checks nothing; leave the option out for no limit");
    }
    return new MemorySize(bytes);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%,d MiB", bytes >> 20);
  }
}
