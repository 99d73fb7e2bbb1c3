package dev.heddle.cli;

/** Where and how often to leave what is left to explore: {@code FILE[,INTERVAL]}. */
record CheckpointPlace(String file, TimeSpan interval) {
  static final Converter<CheckpointPlace> CONVERTER = Converter.of(CheckpointPlace::parse);

  private static final TimeSpan USUAL = TimeSpan.parse("1m");

  /** As often as is usual. */
  static CheckpointPlace of(String file) {
    return new CheckpointPlace(file, USUAL);
  }

  static CheckpointPlace parse(String text) {
    int comma = text.lastIndexOf(',');
    return comma < 0
        ? of(text)
        : new CheckpointPlace(text.substring(0, comma), TimeSpan.parse(text.substring(comma + 1)));
  }
}
