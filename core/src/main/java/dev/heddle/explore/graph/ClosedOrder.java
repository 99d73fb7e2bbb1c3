package dev.heddle.explore.graph;

/**
 * A strict partial order that is kept transitively closed while pairs are added, and that can go
 * back. Row b of the table is the set of elements before b.
 */
final class ClosedOrder {
  private final BitTrail before = new BitTrail();

  /** Whether nothing comes behind the newest element for sure. */
  private boolean isNewestLast;

  int size() {
    return before.rows();
  }

  int mark() {
    return before.mark();
  }

  void undoTo(int mark, int size) {
    before.undoTo(mark, size);
    isNewestLast = false;
  }

  /** An element in front of which there is more since the change of a number, from a mark on. */
  int changed(int change) {
    return before.changedRow(change);
  }

  /** A new element, which is not ordered. */
  int add() {
    isNewestLast = true;
    return before.addRow(size() + 1);
  }

  boolean isBefore(int a, int b) {
    return before.contains(b, a);
  }

  /** How many elements come before one: sorted by it, the elements are in a linear extension. */
  int countBefore(int b) {
    return before.count(b);
  }

  /**
   * Lets a come before b.
   *
   * @return false if that is a cycle; nothing is changed then
   */
  boolean order(int a, int b) {
    if (isBefore(a, b)) {
      return true;
    }
    if (a == b || isBefore(b, a)) {
      return false;
    }
    int newest = size() - 1;
    if (b != newest || !isNewestLast) {
      isNewestLast &= a != newest;
      for (int y = 0; y <= newest; y++) {
        if (isBefore(b, y)) {
          addRow(y, a);
        }
      }
    }
    addRow(b, a);
    return true;
  }

  private void addRow(int y, int a) {
    before.addAll(y, before, a);
    before.add(y, a);
  }

  /**
   * Lets each element of a set, a row of another table, come before b; false if that is a cycle.
   * The latest come first: they mostly have the others in front of them.
   */
  boolean orderAll(BitTrail sets, int row, int b) {
    for (int k = sets.words() - 1; k >= 0; k--) {
      long open = open(sets, row, b, k);
      while (open != 0) {
        if (!order((k << 6) + 63 - Long.numberOfLeadingZeros(open), b)) {
          return false;
        }
        open = open(sets, row, b, k);
      }
    }
    return true;
  }

  private long open(BitTrail sets, int row, int b, int k) {
    long set = sets.word(row, k);
    return set == 0 ? 0 : set & ~before.word(b, k);
  }
}
