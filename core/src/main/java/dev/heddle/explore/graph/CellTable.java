package dev.heddle.explore.graph;

import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ValueDrivenThreads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The cells that events have accessed so far; they stay known when events are removed. */
final class CellTable {
  private final List<Cell> cells = new ArrayList<>();

  /** Cells by position and size, with open addressing; 0 is free, else the number plus 1. */
  private int[] table = new int[64];

  /** What this search and others of the program know. */
  final PlainWrites plainWrites;

  /** The cells that touch a word of memory. */
  private final Map<Long, List<Cell>> ofWord = new HashMap<>();

  private boolean hasOverlaps;

  CellTable() {
    this(new PlainWrites());
  }

  /** A table for a search of a program of which something is known. */
  CellTable(PlainWrites plainWrites) {
    this.plainWrites = plainWrites;
  }

  /** A table for a search that starts again, and knows what this one has learnt. */
  CellTable fresh() {
    plainWrites.restart();
    return new CellTable(plainWrites);
  }

  /** A thread at a node; operations on 16 bytes, or on some of them, are taken as a whole. */
  ThreadNode inFront(ValueDrivenThreads threads, int t, ThreadNode node) {
    if (!threads.code().hasWide()) {
      return node;
    }
    if (ValueDrivenThreads.beginsWide(node)) {
      ThreadNode whole = threads.whole(t, node);
      if (whole.isWide()) {
        plainWrites.meetWide(whole.wideAddress());
      }
      return whole;
    }
    boolean isAccess =
        node.status() == ThreadNode.Status.READY && OperationSemantics.isAccess(node);
    long wide = isAccess ? plainWrites.wideAt(node.address(), node.bytes()) : -1;
    return wide < 0 ? node : threads.part(node, wide);
  }

  private static long key(long position, int bytes) {
    return position << 5 | bytes;
  }

  /** Whether some cells have bytes in common. */
  boolean hasOverlaps() {
    return hasOverlaps;
  }

  int size() {
    return cells.size();
  }

  Cell get(int number) {
    return cells.get(number);
  }

  /** The cell at a position, or null if nobody has accessed it. */
  Cell find(long position, int bytes) {
    int at = place(position, bytes);
    return table[at] == 0 ? null : cells.get(table[at] - 1);
  }

  /** The cell at a position. */
  Cell of(long position, int bytes) {
    int at = place(position, bytes);
    if (table[at] != 0) {
      return cells.get(table[at] - 1);
    }
    Cell cell = new Cell(cells.size(), position, bytes);
    cells.add(cell);
    table[at] = cells.size();
    if (2 * cells.size() > table.length) {
      rehash();
    }
    for (long word = position >>> 3; word <= (position + bytes - 1) >>> 3; word++) {
      List<Cell> others = ofWord.computeIfAbsent(word, w -> new ArrayList<>());
      others.forEach(other -> noteOverlap(cell, other));
      others.add(cell);
    }
    return cell;
  }

  private void noteOverlap(Cell a, Cell b) {
    if (a.overlaps(b)) {
      hasOverlaps = true;
      a.addOverlap(b);
      b.addOverlap(a);
    }
  }

  private int place(long position, int bytes) {
    int mask = table.length - 1;
    int at = (int) PastHashes.mix(key(position, bytes)) & mask;
    while (table[at] != 0) {
      Cell cell = cells.get(table[at] - 1);
      if (cell.position == position && cell.bytes == bytes) {
        return at;
      }
      at = (at + 1) & mask;
    }
    return at;
  }

  private void rehash() {
    table = new int[2 * table.length];
    for (Cell cell : cells) {
      table[place(cell.position, cell.bytes)] = cell.number + 1;
    }
  }
}
