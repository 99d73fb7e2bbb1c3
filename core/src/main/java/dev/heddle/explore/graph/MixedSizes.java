package dev.heddle.explore.graph;

import dev.heddle.machine.WideNumbers;
import dev.heddle.program.Location;

/**
 * Accesses of different sizes to the same bytes. They are given a meaning where happens-before
 * orders them: a write casts its {@link Shadows} on the cells that it overlaps.
 */
final class MixedSizes {
  private final EventGraph graph;

  MixedSizes(EventGraph graph) {
    this.graph = graph;
  }

  /** The event that wrote a byte as it is after a slot of a cell, or {@link EventGraph#INITIAL}. */
  int byteSource(Cell c, int s, int offset) {
    return c.isShadow(s) ? c.shadows.source(s, offset) : c.event(s);
  }

  /** Whether slot a comes before slot b in mo, and not only because shadows fall one by one. */
  boolean isBefore(Cell c, int a, int b) {
    boolean areOwn = c.shadows == null || (!c.isShadow(a) && !c.isShadow(b));
    return c.isBefore(a, b) && (areOwn || graph.happensBefore(c.event(a), c.event(b)));
  }

  /**
   * Refuses a new event that is not ordered with accesses of other sizes, and casts its shadows.
   *
   * @param isPossible whether happens-before orders accesses of different sizes at all
   */
  void added(int e, boolean isPossible) {
    if (graph.cell(e).bytes == WideNumbers.BYTES) {
      checkParts(e, isPossible);
    }
    if (graph.cell(e).hasOverlaps()) {
      check(e, graph.cell(e), isPossible);
      cast(e);
    }
  }

  /**
   * Refuses an event that conflicts with an access of another size and is not ordered behind it by
   * what comes before the event. What it reads itself does not count: it could come earlier, and
   * read something else, but the search tries that for accesses of one size only.
   */
  private void check(int e, Cell cell, boolean isPossible) {
    boolean reads = graph.reads(e);
    int source = reads ? graph.sourceSlot(e) : Cell.INITIAL;
    if (cell.isShadow(source) && cell.shadows.isUnclear(source)) {
      throw UnsupportedUnderModelException.at(
          graph.threads.code(),
          graph.before(e),
          "a read of atomics in another size than that in which threads wrote them at once",
          "sc");
    }
    for (Cell other : cell.overlapping()) {
      checkWidth(e, cell, other);
      for (int t = 0; t < graph.threadCount; t++) {
        int known = isPossible ? graph.clocks.hbBefore(e, t) : 0;
        for (int x = other.lastAccess(t); x >= 0 && graph.index(x) > known; ) {
          boolean writes = ((graph.type(x) | graph.type(e)) & EventGraph.WRITE) != 0;
          if (t != graph.thread(e) && writes) {
            throw refusal(e, x);
          }
          x = graph.previousAccess(x);
        }
      }
    }
  }

  /**
   * Of 16 bytes that are one location, a write to some of them is taken as one that reads the
   * others. That makes no difference if happens-before orders it with all that others do there.
   */
  private void checkParts(int e, boolean isPossible) {
    boolean isPart = graph.before(e).writesPartOnly();
    if (isPart && !isPossible) {
      throw refusal(e, e);
    }
    for (int t = 0; t < graph.threadCount; t++) {
      int x = t == graph.thread(e) ? -1 : graph.cell(e).lastAccess(t);
      int known = isPossible ? graph.clocks.hbBefore(e, t) : 0;
      for (; x >= 0 && graph.index(x) > known; x = graph.previousAccess(x)) {
        if (isPart || graph.before(x).writesPartOnly()) {
          throw refusal(e, x);
        }
      }
    }
  }

  private UnsupportedUnderModelException refusal(int e, int other) {
    Location place = graph.threads.code().userLocation(graph.before(other));
    return UnsupportedUnderModelException.at(
        graph.threads.code(),
        graph.before(e),
        "an access that is not ordered with one of another size to the same bytes, at " + place,
        "sc");
  }

  /** Nothing reaches into 16 bytes that are one location, and beyond. */
  private void checkWidth(int e, Cell a, Cell b) {
    if (a.bytes == WideNumbers.BYTES || b.bytes == WideNumbers.BYTES) {
      throw refusal(e, e);
    }
  }

  /** A cell that is new has the shadows of the writes that are there. */
  void fill(Cell cell) {
    if (!cell.hasOverlaps()) {
      return;
    }
    for (int e = 0; e < graph.length; e++) {
      if (graph.slot(e) >= 0 && cell.overlaps(graph.cell(e))) {
        checkWidth(e, cell, graph.cell(e));
        cast(e, cell);
      }
    }
  }

  /** A write, which is ordered behind all conflicting ones, casts its shadows. */
  private void cast(int e) {
    Cell own = graph.cell(e);
    for (Cell cell : own.overlapping()) {
      if (cell.isFilled && graph.slot(e) >= 0) {
        cast(e, cell);
      }
    }
  }

  private void cast(int e, Cell cell) {
    Cell own = graph.cell(e);
    int latest = latest(own, cell);
    boolean isUnclear = isUnclear(e, cell, latest);
    int base = Math.max(latest, Cell.INITIAL);
    long content = graph.content(cell, base);
    int missing = graph.missing(cell, base);
    int slot = cell.addShadow(e);
    for (int k = 0; k < cell.bytes; k++) {
      long offset = cell.position + k - own.position;
      boolean isWritten = offset >= 0 && offset < own.bytes;
      if (isWritten) {
        long value = graph.written(e) >>> (8 * offset) & 0xff;
        content = (content & ~(0xffL << (8 * k))) | value << (8 * k);
        missing = (missing & ~(1 << k)) | (graph.missing(e) >>> offset & 1) << k;
      }
      cell.shadows.setSource(slot, k, isWritten ? e : byteSource(cell, base, k));
    }
    cell.shadows.put(slot, content, missing, isUnclear);
  }

  /** Whether it is open what a cell contains after a write to another one. */
  private boolean isUnclear(int e, Cell cell, int latest) {
    Cell own = graph.cell(e);
    for (int s = 1; s < cell.slots; s++) {
      Cell other = graph.cell(cell.event(s));
      boolean isCommon = other == own || other.overlaps(own);
      if (isCommon && !graph.happensBefore(cell.event(s), e)) {
        return true;
      }
    }
    return latest < 0
        || (!covers(own, cell) && cell.isShadow(latest) && cell.shadows.isUnclear(latest));
  }

  private static boolean covers(Cell own, Cell cell) {
    return own.position <= cell.position && cell.position + cell.bytes <= own.position + own.bytes;
  }

  /** The slot behind all others, which says what the bytes contain that a write leaves alone. */
  private static int latest(Cell own, Cell cell) {
    for (int s = cell.slots - 1; s >= 0; s--) {
      if (covers(own, cell) || cell.countBefore(s) == cell.slots - 1) {
        return s;
      }
    }
    return -1;
  }

  /** The event is removed: its shadows are the latest slots where they are. */
  static void remove(int e, Cell own) {
    for (Cell cell : own.overlapping()) {
      if (cell.slots > 1 && cell.event(cell.slots - 1) == e) {
        cell.removeShadow();
      }
    }
  }
}
