package dev.heddle.explore.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A location: bytes of memory that events access as one. Its writes have slots: 0 is what was there
 * before the first event, the others follow in the order in which they were added to the graph.
 *
 * <p>The modification order mo is kept as a partial order that is transitively closed: row i is the
 * set of slots that come before slot i. A read-modify-write comes right behind the write that it
 * reads from; the writes that hang together like this are a <em>chain</em>, and what comes before
 * or after one of them comes before or after all of them.
 */
final class Cell {
  static final int INITIAL = 0;

  final int number;
  final long position;
  final int bytes;

  private final List<Cell> overlapping = new ArrayList<>();

  /** Of cells with such others, the slots that writes to these have here; else null. */
  Shadows shadows;

  /** Whether writes to the others that were there before the cell have their slots. */
  boolean isFilled;

  /** Whether a write that is no read-modify-write is known ever to have been added to the cell. */
  boolean hasPlainWrites;

  /** Whether the search has relied on there being none. */
  boolean isTakenAsPure;

  /** How many slots are in use. */
  int slots = 1;

  /** How many pairs of them are not ordered. */
  int openPairs;

  private int[] event = {-1, 0, 0, 0};

  /** From how many slots on it is worth while to look for those that nobody reads any more. */
  int fullAt;

  /** Whether slots were dropped, so that nobody can read what was there first. */
  boolean isTrimmed;

  /** How many were. */
  private long dropped;

  /** Reads of the cell, read-modify-writes included, in the order in which they were added. */
  int readCount;

  private int[] reads = new int[4];

  private int[] lastAccess = {-1, -1, -1, -1};

  /**
   * For each thread, no plain access of it has an index above that; null if there are none. What
   * was noted stays when events are removed.
   */
  private int[] plainUpTo;

  private int[] consumer = new int[4];
  private int[] root = new int[4];
  private int[] chainPlace = new int[4];

  /** mo: bit a of row b says that slot a comes before slot b; rows are as long as they need be. */
  private long[][] before = {new long[1], new long[1], new long[1], new long[1]};

  Cell(int number, long position, int bytes) {
    this.number = number;
    this.position = position;
    this.bytes = bytes;
  }

  // ---- Other cells --------------------------------------------------------------------------

  boolean overlaps(Cell other) {
    return other != this
        && position < other.position + other.bytes
        && other.position < position + bytes;
  }

  /** Another cell has bytes in common with this one. */
  void addOverlap(Cell other) {
    if (!overlapping.contains(other)) {
      overlapping.add(other);
    }
  }

  boolean hasOverlaps() {
    return !overlapping.isEmpty();
  }

  /** The cells with bytes in common. */
  List<Cell> overlapping() {
    return overlapping;
  }

  // ---- Accesses -----------------------------------------------------------------------------

  /** The latest access of a thread, or -1. */
  int lastAccess(int t) {
    return t < lastAccess.length ? lastAccess[t] : -1;
  }

  void setLastAccess(int t, int e) {
    if (t >= lastAccess.length) {
      int known = lastAccess.length;
      lastAccess = Arrays.copyOf(lastAccess, Math.max(t + 1, 2 * known));
      Arrays.fill(lastAccess, known, lastAccess.length, -1);
    }
    lastAccess[t] = e;
  }

  /** A thread accesses the cell in a way that can race. */
  void notePlain(int t, int index) {
    if (plainUpTo == null || t >= plainUpTo.length) {
      plainUpTo = plainUpTo == null ? new int[t + 4] : Arrays.copyOf(plainUpTo, 2 * t);
    }
    plainUpTo[t] = Math.max(plainUpTo[t], index);
  }

  /** How many writes there have been, what was there first included. */
  long writes() {
    return dropped + slots;
  }

  boolean hasPlainAccesses() {
    return plainUpTo != null;
  }

  int plainUpTo(int t) {
    return plainUpTo != null && t < plainUpTo.length ? plainUpTo[t] : 0;
  }

  void addRead(int e) {
    if (readCount == reads.length) {
      reads = Arrays.copyOf(reads, 2 * readCount);
    }
    reads[readCount++] = e;
  }

  /** One of the reads, from 0. */
  int read(int i) {
    return reads[i];
  }

  /** The latest read is removed. */
  void removeRead() {
    readCount--;
  }

  // ---- Slots --------------------------------------------------------------------------------

  /** The event of a slot; -1 for slot 0. */
  int event(int slot) {
    return event[slot];
  }

  /** The slot that the read-modify-write with a slot's content wrote, or 0. */
  int consumer(int slot) {
    return consumer[slot];
  }

  /** The first slot of a slot's chain. */
  int root(int slot) {
    return root[slot];
  }

  /** The place of a slot in its chain, from 0. */
  int chainPlace(int slot) {
    return chainPlace[slot];
  }

  /** A slot's write reads from another one, whose chain it prolongs. */
  void chain(int source, int slot) {
    consumer[source] = slot;
    root[slot] = root[source];
    chainPlace[slot] = chainPlace[source] + 1;
  }

  /** The read-modify-write with a slot's content is removed. */
  void release(int source) {
    consumer[source] = 0;
  }

  void removeSlot() {
    slots--;
  }

  /** A new slot, which is not ordered. */
  int addSlot(int e) {
    int slot = slots++;
    if (slot == event.length) {
      int grown = 2 * slot;
      event = Arrays.copyOf(event, grown);
      consumer = Arrays.copyOf(consumer, grown);
      root = Arrays.copyOf(root, grown);
      chainPlace = Arrays.copyOf(chainPlace, grown);
      before = Arrays.copyOf(before, grown);
      for (int i = slot; i < grown; i++) {
        before[i] = new long[1];
      }
    }
    if (shadows != null) {
      shadows.clear(slot);
    }
    event[slot] = e;
    consumer[slot] = 0;
    root[slot] = slot;
    chainPlace[slot] = 0;
    Arrays.fill(before[slot], 0);
    return slot;
  }

  /** A new slot for a write to another cell, behind all slots that are there. */
  int addShadow(int e) {
    int slot = addSlot(e);
    if (shadows == null) {
      shadows = new Shadows(bytes);
    }
    shadows.reserve(slot);
    if (before[slot].length < (slot + 63) >> 6) {
      before[slot] = new long[2 * ((slot + 63) >> 6)];
    }
    for (int s = 0; s < slot; s++) {
      before[slot][s >> 6] |= 1L << s;
    }
    return slot;
  }

  void removeShadow() {
    shadows.clear(--slots);
  }

  boolean isShadow(int slot) {
    return shadows != null && shadows.isShadow(slot);
  }

  /** The latest shadow, which nothing that comes later is before or reads past; or 0. */
  int floor() {
    if (shadows == null) {
      return INITIAL;
    }
    int slot = slots - 1;
    while (slot > INITIAL && !shadows.isShadow(slot)) {
      slot--;
    }
    return slot;
  }

  /** The slot of a write, be it to this cell or another one; -1 if it has none here. */
  int slotOf(int e) {
    for (int s = slots - 1; s > INITIAL; s--) {
      if (event[s] == e) {
        return s;
      }
    }
    return -1;
  }

  // ---- mo -----------------------------------------------------------------------------------

  /** How many words the set of slots before a slot has. */
  int words(int slot) {
    return before[slot].length;
  }

  /** 64 of the slots that come before a slot. */
  long word(int slot, int k) {
    return before[slot][k];
  }

  void setWord(int slot, int k, long bits) {
    before[slot][k] = bits;
  }

  /** Makes room for a word. */
  void reserveWord(int slot, int k) {
    if (k >= before[slot].length) {
      before[slot] = Arrays.copyOf(before[slot], Math.max(k + 1, 2 * before[slot].length));
    }
  }

  /** Adds the slots that come before one to a set, as far as that reaches. */
  void addBefore(int slot, long[] set) {
    long[] row = before[slot];
    for (int k = 0; k < Math.min(row.length, set.length); k++) {
      set[k] |= row[k];
    }
  }

  /** Whether slot a comes before slot b in mo. */
  boolean isBefore(int a, int b) {
    long[] row = before[b];
    return a >> 6 < row.length && (row[a >> 6] >>> a & 1) != 0;
  }

  /** Whether mo, as far as it is known, leaves open which of two slots comes first. */
  boolean isOpen(int a, int b) {
    return !isBefore(a, b) && !isBefore(b, a);
  }

  boolean isSameChain(int a, int b) {
    return root[a] == root[b];
  }

  /** The last slot of a slot's chain. */
  int chainEnd(int slot) {
    int end = slot;
    while (consumer[end] != 0) {
      end = consumer[end];
    }
    return end;
  }

  /** Whether slot a may come before slot b, or is b, as far as is known. */
  boolean mayComeBefore(int a, int b) {
    if (isSameChain(a, b)) {
      return chainPlace[a] <= chainPlace[b];
    }
    return !isBefore(b, a);
  }

  /** Whether all slots but a slot itself and one other, if that is above 0, come before it. */
  boolean isLast(int slot, int other) {
    return countBefore(slot) == slots - (other > 0 ? 2 : 1);
  }

  /** How many slots come before a slot; in a total order, its place. */
  int countBefore(int slot) {
    int count = 0;
    for (long word : before[slot]) {
      count += Long.bitCount(word);
    }
    return count;
  }

  /**
   * Drops slots, and numbers the others anew.
   *
   * @param dropped those to drop, as bits; slot 0 stays
   * @param first if above 0, a slot that now follows right behind slot 0, with the rest of its
   *     chain
   * @param events their slots are kept up; 0 for those that are gone
   */
  void drop(long[] dropped, int first, EventTable events) {
    int[] renamed = new int[slots];
    int kept = 1;
    for (int s = 1; s < slots; s++) {
      boolean isDropped = (dropped[s >> 6] >>> s & 1) != 0;
      renamed[s] = isDropped ? 0 : kept++;
      events.setSlot(event[s], renamed[s]);
    }
    if (kept == slots) {
      return;
    }
    isTrimmed = true;
    int behindInitial = first;
    if (first == 0) {
      behindInitial = consumer[INITIAL];
      while (behindInitial != 0 && renamed[behindInitial] == 0) {
        behindInitial = consumer[behindInitial];
      }
    }
    consumer[INITIAL] = renamed[behindInitial];
    int joined = first > 0 ? root[first] : INITIAL;
    int[] newRoot = new int[slots];
    for (int s = 1; s < slots; s++) {
      int to = renamed[s];
      if (to > 0) {
        event[to] = event[s];
        consumer[to] = renamed[consumer[s]];
        chainPlace[to] = chainPlace[s];
        // The first that is left of a chain is its root.
        boolean isJoined = root[s] == INITIAL || root[s] == joined;
        if (!isJoined && newRoot[root[s]] == 0) {
          newRoot[root[s]] = to;
        }
        root[to] = isJoined ? INITIAL : newRoot[root[s]];
        before[to] = renamed(before[s], renamed);
      }
    }
    this.dropped += slots - kept;
    slots = kept;
  }

  /** Events have other numbers. That there are reads stays known. */
  void renumber(Renumbering numbers, EventTable events) {
    for (int s = 1; s < slots; s++) {
      event[s] = numbers.of(event[s]);
    }
    for (int t = 0; t < lastAccess.length; t++) {
      lastAccess[t] = numbers.of(events.latestKept(numbers, lastAccess[t]));
    }
    readCount = Math.min(readCount, 1);
  }

  /** A row of mo with other numbers. */
  private static long[] renamed(long[] row, int[] renamed) {
    long[] result = new long[row.length];
    for (int k = 0; k < row.length; k++) {
      for (long bits = row[k]; bits != 0; bits &= bits - 1) {
        int a = renamed[(k << 6) + Long.numberOfTrailingZeros(bits)];
        result[a >> 6] |= 1L << a;
      }
    }
    return result;
  }
}
