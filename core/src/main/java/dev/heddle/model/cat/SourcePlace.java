package dev.heddle.model.cat;

/** Where something stands in a model file. */
record SourcePlace(String file, int line, int column) {
  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}
