package dev.heddle.explore.graph;

import java.util.Arrays;

/**
 * Grows the modification orders of all cells and takes growth back. What has been changed since a
 * {@link #mark} is on a trail.
 */
final class ModificationOrders {
  private Cell[] cells = new Cell[64];
  private int[] slots = new int[64];
  private int[] words = new int[64];
  private long[] contents = new long[64];
  private int length;

  /** How many pairs of writes to the same cell are not ordered. */
  private int openPairs;

  int openPairs() {
    return openPairs;
  }

  /** A point to which {@link #undoTo} can go back. */
  int mark() {
    return length;
  }

  void undoTo(int mark) {
    while (length > mark) {
      length--;
      open(cells[length], Long.bitCount(added(length)));
      cells[length].setWord(slots[length], words[length], contents[length]);
    }
  }

  /** Nothing will be taken back of what was done so far. */
  void forgetTrail() {
    length = 0;
  }

  // ---- What has been added since a mark -------------------------------------------------------

  /** The cell of a change. */
  Cell cell(int change) {
    return cells[change];
  }

  /** The slot in front of which slots have come. */
  int slot(int change) {
    return slots[change];
  }

  /** The first of the 64 slots that the bits of {@link #added} stand for. */
  int firstSlot(int change) {
    return words[change] << 6;
  }

  /** Which slots have come in front of the slot, with this change or later ones. */
  long added(int change) {
    return cells[change].word(slots[change], words[change]) & ~contents[change];
  }

  // ---- Growing --------------------------------------------------------------------------------

  /**
   * Lets slot a, with its chain, come before slot b.
   *
   * @return false if that contradicts what is known; nothing is changed then
   */
  boolean order(Cell cell, int a, int b) {
    if (cell.isSameChain(a, b)) {
      return cell.chainPlace(a) <= cell.chainPlace(b);
    }
    if (cell.isBefore(a, b)) {
      return true;
    }
    if (cell.isBefore(b, a)) {
      return false;
    }
    int end = cell.chainEnd(a);
    int root = cell.root(b);
    for (int y = 0; y < cell.slots; y++) {
      if (y == root || cell.isBefore(root, y)) {
        addRow(cell, y, end);
      }
    }
    return true;
  }

  /** All that comes before a slot, and the slot itself, comes before y. */
  private void addRow(Cell cell, int y, int slot) {
    for (int k = 0; k < cell.words(slot); k++) {
      set(cell, y, k, cell.word(slot, k));
    }
    set(cell, y, slot >> 6, 1L << slot);
  }

  private void set(Cell cell, int slot, int word, long more) {
    cell.reserveWord(slot, word);
    long old = cell.word(slot, word);
    if ((old | more) != old) {
      if (length == words.length) {
        cells = Arrays.copyOf(cells, 2 * length);
        slots = Arrays.copyOf(slots, 2 * length);
        words = Arrays.copyOf(words, 2 * length);
        contents = Arrays.copyOf(contents, 2 * length);
      }
      cells[length] = cell;
      slots[length] = slot;
      words[length] = word;
      contents[length++] = old;
      cell.setWord(slot, word, old | more);
      open(cell, -Long.bitCount(more & ~old));
    }
  }

  /** So many pairs of a cell more are not ordered. */
  private void open(Cell cell, int pairs) {
    cell.openPairs += pairs;
    openPairs += pairs;
  }

  /** A new slot, which is not ordered. */
  int addSlot(Cell cell, int e) {
    open(cell, cell.slots);
    return cell.addSlot(e);
  }

  /** Removes the newest slot, which is not ordered any more. */
  void removeSlot(Cell cell) {
    cell.removeSlot();
    open(cell, -cell.slots);
  }

  /** A new slot comes behind what was there first, with its chain, and is unordered otherwise. */
  int add(Cell cell, int e) {
    int slot = addSlot(cell, e);
    addRow(cell, slot, cell.chainEnd(Cell.INITIAL));
    return slot;
  }

  /** A new slot, whose write reads from another one, comes right behind that one. */
  void chain(Cell cell, int source, int slot) {
    addRow(cell, slot, source);
    for (int y = 0; y < cell.slots; y++) {
      if (cell.isBefore(source, y) && y != slot) {
        set(cell, y, slot >> 6, 1L << slot);
      }
    }
    cell.chain(source, slot);
  }
}
