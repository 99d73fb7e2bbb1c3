package dev.heddle.graph;

/**
 * How threads, locations and events are called in reports. Events are known by their label in the
 * input, else by their line, else by their number.
 */
public final class TraceNames {
  private final NameTable threads;
  private final NameTable locations;
  private final NameTable labels;
  private final int[] labelOf;
  private final int[] lineOf;

  /**
   * @param labelOf the index in {@code labels} by recorded event, -1 for none; null if there are
   *     none
   * @param lineOf the input line by recorded event; null if the input has no lines
   */
  TraceNames(
      NameTable threads, NameTable locations, NameTable labels, int[] labelOf, int[] lineOf) {
    this.threads = threads;
    this.locations = locations;
    this.labels = labels;
    this.labelOf = labelOf;
    this.lineOf = lineOf;
  }

  public int threads() {
    return threads.size();
  }

  public int locations() {
    return locations.size();
  }

  public String thread(int thread) {
    return threads.name(thread);
  }

  public String location(int location) {
    return locations.name(location);
  }

  /** The input gave labels to events. */
  public boolean hasLabels() {
    return labelOf != null;
  }

  /** The label of an event given by its recorded index, or null. */
  public String label(int recordedIndex) {
    return labelOf == null || labelOf[recordedIndex] < 0
        ? null
        : labels.name(labelOf[recordedIndex]);
  }

  /** The input line of an event given by its recorded index, from 1; 0 when there are no lines. */
  public int line(int recordedIndex) {
    return lineOf == null ? 0 : lineOf[recordedIndex];
  }

  /** What an event given by its recorded index is called in reports. */
  public String event(int recordedIndex) {
    String label = label(recordedIndex);
    if (label != null) {
      return label;
    }
    return lineOf == null ? "e" + (recordedIndex + 1) : "line " + lineOf[recordedIndex];
  }
}
