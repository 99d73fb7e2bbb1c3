package dev.heddle.cli;

import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;

/** Turns what stands on the command line into a value. */
final class Converter<T> implements ITypeConverter<T> {
  private final Function<String, T> conversion;

  private Converter(Function<String, T> conversion) {
    this.conversion = conversion;
  }

  /**
   * A converter.
   *
   * @param conversion throws a {@link picocli.CommandLine.TypeConversionException} for what it
   *     cannot read
   */
  static <T> Converter<T> of(Function<String, T> conversion) {
    return new Converter<>(conversion);
  }

  @Override
  public T convert(String text) {
    return conversion.apply(text);
  }
}
