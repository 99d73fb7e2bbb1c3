package dev.heddle.report;

import java.util.Map;
import java.util.TreeMap;

/**
 * The columns of an interleaving, one per thread.
 *
 * <p>A row fills one column only, so columns may overlap: when they do not fit side by side, each
 * begins a few characters right of the one before, and a cell runs over the empty ones after it.
 * When there are too many threads even for that, one column holds all and a cell names its thread.
 */
final class Lanes {
  private static final int GAP = 2;

  /** What quoted source lines may ask of side-by-side columns, of overlapping ones, of cells. */
  private static final int SOURCE_BESIDE_COLUMNS = 32;

  private static final int SOURCE_BESIDE_OVERLAPPING = 40;
  private static final int SOURCE_BESIDE_CUT_CELLS = 24;

  /** The least distance of overlapping columns: the name of a thread and a space. */
  private static final int NARROW = 4;

  /** What a cell keeps at least before columns give way. */
  private static final int CELL = 20;

  private final Map<Integer, Integer> startOfThread;
  private final int width;
  private final String header;
  private final boolean named;

  private Lanes(Map<Integer, Integer> startOfThread, int width, String header, boolean named) {
    this.startOfThread = startOfThread;
    this.width = width;
    this.header = header;
    this.named = named;
  }

  int width() {
    return width;
  }

  String header() {
    return header;
  }

  /** The cell at its column, padded to {@link #width}. */
  String place(int thread, String cell) {
    int start = startOfThread.get(thread);
    String text = cut(named ? shortName(thread) + ": " + cell : cell, width - start);
    return " ".repeat(start) + text + " ".repeat(width - start - text.length());
  }

  /** The text, or as much of its beginning as fits. */
  static String cut(String text, int width) {
    if (text.length() <= width) {
      return text;
    }
    if (width < 4) {
      return "";
    }
    int end = width - 3;
    // Does not cut a character outside the basic plane in two.
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end)
        + "...";
  }

  private static String longName(int thread) {
    return thread == 0 ? "main" : "thread " + thread;
  }

  private static String shortName(int thread) {
    return "T" + thread;
  }

  /** Collects what the columns have to hold. */
  static final class Builder {
    private final Map<Integer, Integer> widthOfThread = new TreeMap<>();

    void add(int thread, String cell) {
      widthOfThread.merge(thread, Math.max(cell.length(), longName(thread).length()), Math::max);
    }

    /**
     * Columns within {@code available} characters.
     *
     * @param source the length of the longest source line to quote beside them
     */
    Lanes fit(int available, int source) {
      int threads = widthOfThread.size();
      int sideBySide = widthOfThread.values().stream().mapToInt(w -> w + GAP).sum() - GAP;
      if (sideBySide <= available - Math.min(source, SOURCE_BESIDE_COLUMNS)) {
        return sideBySide();
      }
      int widest = widthOfThread.values().stream().mapToInt(w -> w).max().orElse(0);
      int room = available - Math.min(source, SOURCE_BESIDE_OVERLAPPING);
      if (threads > 1 && (threads - 1) * NARROW + widest <= room) {
        int distance = (room - widest) / (threads - 1);
        return overlapping(distance, (threads - 1) * distance + widest);
      }
      room = available - Math.min(source, SOURCE_BESIDE_CUT_CELLS);
      if (threads > 1 && (threads - 1) * NARROW + CELL <= room) {
        return overlapping(NARROW, Math.min(room, (threads - 1) * NARROW + widest));
      }
      return single(Math.min(room, widest + shortName(threads).length() + 2));
    }

    private Lanes sideBySide() {
      Map<Integer, Integer> starts = new TreeMap<>();
      StringBuilder header = new StringBuilder();
      int end = 0;
      for (Map.Entry<Integer, Integer> lane : widthOfThread.entrySet()) {
        starts.put(lane.getKey(), end);
        header.append(" ".repeat(end - header.length())).append(longName(lane.getKey()));
        end += lane.getValue() + GAP;
      }
      return new Lanes(starts, end - GAP, header.toString(), false);
    }

    private Lanes overlapping(int distance, int width) {
      Map<Integer, Integer> starts = new TreeMap<>();
      StringBuilder header = new StringBuilder();
      for (int thread : widthOfThread.keySet()) {
        int start = starts.size() * distance;
        starts.put(thread, start);
        header.append(" ".repeat(Math.max(0, start - header.length()))).append(shortName(thread));
      }
      return new Lanes(starts, width, header.toString(), false);
    }

    private Lanes single(int width) {
      Map<Integer, Integer> starts = new TreeMap<>();
      widthOfThread.keySet().forEach(thread -> starts.put(thread, 0));
      return new Lanes(starts, width, "", true);
    }
  }
}
