package dev.heddle.cli;

import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;

/** Turns what stands on the command line into a value. */
final class Converter<T> implements ITypeConverter<T> {
  private final Function<String, T> conversion;

  /** What can be written, if that is a few words. */
  private final List<String> words;

  private Converter(Function<String, T> conversion, List<String> words) {
    this.conversion = conversion;
    this.words = words;
  }

  /**
   * A converter.
   *
   * @param conversion throws a {@link picocli.CommandLine.TypeConversionException} for what it
   *     cannot read
   */
  static <T> Converter<T> of(Function<String, T> conversion) {
    return new Converter<>(conversion, List.of());
  }

  /** The same for words that shells complete. */
  Converter<T> among(List<String> known) {
    return new Converter<>(conversion, known);
  }

  List<String> words() {
    return words;
  }

  @Override
  public T convert(String text) {
    return conversion.apply(text);
  }
}
