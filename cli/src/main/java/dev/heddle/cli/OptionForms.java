package dev.heddle.cli;

import java.util.List;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The forms that options have, and how to read them. Options are objects and not annotated fields,
 * because looking for annotations would double the time that a command takes to start.
 */
final class OptionForms {
  private OptionForms() {}

  /** Any number of arguments that belong to no option. */
  static PositionalParamSpec arguments(String label, String description) {
    return PositionalParamSpec.builder()
        .paramLabel(label)
        .type(List.class)
        .auxiliaryTypes(String.class)
        .arity("0..*")
        .initialValue(List.of())
        .description(description)
        .build();
  }

  static OptionSpec.Builder flag(String name, String... others) {
    return OptionSpec.builder(name, others).type(boolean.class);
  }

  static OptionSpec.Builder text(String label, String name, String... others) {
    return OptionSpec.builder(name, others).paramLabel(label).type(String.class);
  }

  /** May be given several times. */
  static OptionSpec.Builder texts(String label, String name) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .type(List.class)
        .auxiliaryTypes(String.class)
        .initialValue(List.of());
  }

  static <T> OptionSpec.Builder value(
      String label, Class<T> type, Converter<T> converter, String name, String... others) {
    return OptionSpec.builder(name, others)
        .paramLabel(label)
        .type(type)
        .converters(converter)
        .completionCandidates(converter.words());
  }

  /** A number above zero that fits an int. */
  static OptionSpec.Builder count(String label, String name, String... others) {
    return value(label, Bound.class, Bound.OF_INT, name, others);
  }

  /** A number above zero. */
  static OptionSpec.Builder longCount(String label, String name) {
    return value(label, Bound.class, Bound.OF_LONG, name);
  }

  static OptionSpec.Builder time(String name) {
    return value("TIME", TimeSpan.class, TimeSpan.CONVERTER, name);
  }

  static OptionSpec.Builder memorySize(String name) {
    return value("SIZE", MemorySize.class, MemorySize.CONVERTER, name);
  }

  /** Something that people at a terminal like: auto, always or never. */
  static OptionSpec.Builder when(String name) {
    return value("WHEN", When.class, When.CHOICE.converter(), name).defaultValue("auto");
  }

  static boolean isSet(OptionSpec flag) {
    return Boolean.TRUE.equals(flag.<Boolean>getValue());
  }

  /** The number that the user gave, or {@code otherwise}. */
  static long number(OptionSpec count, long otherwise) {
    Bound bound = count.getValue();
    return bound == null ? otherwise : bound.value();
  }

  /** The time that the user gave, or 0 for none. */
  static long nanoseconds(OptionSpec time) {
    TimeSpan span = time.getValue();
    return span == null ? 0 : span.nanoseconds();
  }
}
