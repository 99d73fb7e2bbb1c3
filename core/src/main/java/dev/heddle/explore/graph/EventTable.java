package dev.heddle.explore.graph;

import dev.heddle.machine.ThreadNode;
import java.util.Arrays;

/**
 * The events of a graph, numbered from 0 in the order in which they were added, and what each of
 * them is. A column is an array, and nobody but this class sees it.
 */
class EventTable {
  // ---- What an event does: bits of its type -------------------------------------------------

  static final int READ = 1;
  static final int WRITE = 2;
  static final int FENCE = 4;

  /** The source of an event that reads what was there before the first event. */
  static final int INITIAL = -1;

  /** The source of an event that reads nothing. */
  static final int NO_SOURCE = -2;

  /** How many events there are. */
  int length;

  private int[] thread = new int[64];
  private int[] index = new int[64];
  private int[] previous = new int[64];
  private int[] previousAccess = new int[64];
  private int[] source = new int[64];
  private int[] alternative = new int[64];
  private int[] slot = new int[64];
  private byte[] type = new byte[64];
  private byte[] order = new byte[64];
  private long[] observed = new long[64];
  private long[] written = new long[64];
  private short[] missing = new short[64];
  private Cell[] cell = new Cell[64];
  private ThreadNode[] before = new ThreadNode[64];
  private BranchPoint[] branch = new BranchPoint[64];
  private int[] mark = new int[64];

  // ---- One event ----------------------------------------------------------------------------

  int thread(int e) {
    return thread[e];
  }

  /** The number of the event in its thread, from 1. */
  int index(int e) {
    return index[e];
  }

  /** The event before this one in its thread, or -1. */
  int previous(int e) {
    return previous[e];
  }

  /** The access before this one of the same thread to the same cell, or -1. */
  int previousAccess(int e) {
    return previousAccess[e];
  }

  /** The event that it reads from, {@link #INITIAL} or {@link #NO_SOURCE}. */
  int source(int e) {
    return source[e];
  }

  int alternative(int e) {
    return alternative[e];
  }

  /** The slot of a write in its cell; below 0 if the event writes nothing. */
  int slot(int e) {
    return slot[e];
  }

  /** The cell that it accesses, or null. */
  Cell cell(int e) {
    return cell[e];
  }

  /** What the event gave its thread. */
  long observed(int e) {
    return observed[e];
  }

  long written(int e) {
    return written[e];
  }

  /** Which bytes of what it wrote are not initialised. */
  int missing(int e) {
    return missing[e] & 0xffff;
  }

  /** Its thread in front of the event. */
  ThreadNode before(int e) {
    return before[e];
  }

  /** Where the exploration may give the event another source; null where it may not. */
  BranchPoint branch(int e) {
    return branch[e];
  }

  /** How long the trail of mo was when the event was begun. */
  int mark(int e) {
    return mark[e];
  }

  /** What the event does: {@link #READ}, {@link #WRITE}, {@link #FENCE}. */
  int type(int e) {
    return type[e];
  }

  boolean reads(int e) {
    return (type[e] & READ) != 0;
  }

  boolean writes(int e) {
    return (type[e] & WRITE) != 0;
  }

  boolean isFence(int e) {
    return (type[e] & FENCE) != 0;
  }

  /** The orders of the event under the model, bits of {@link Ordering}. */
  int order(int e) {
    return order[e];
  }

  boolean isAtomic(int e) {
    return (order[e] & Ordering.ATOMIC) != 0;
  }

  boolean acquires(int e) {
    return (order[e] & Ordering.ACQUIRE) != 0;
  }

  boolean releases(int e) {
    return (order[e] & Ordering.RELEASE) != 0;
  }

  boolean isSequential(int e) {
    return (order[e] & Ordering.SEQUENTIAL) != 0;
  }

  // ---- What becomes known of an event -------------------------------------------------------

  void setAlternative(int e, int number) {
    alternative[e] = number;
  }

  void setObserved(int e, long value) {
    observed[e] = value;
  }

  /** The event writes a value, some bytes of which may not be initialised. */
  void setWritten(int e, long value, int missingBytes) {
    written[e] = value;
    missing[e] = (short) missingBytes;
  }

  void setSource(int e, int from) {
    source[e] = from;
  }

  void setSlot(int e, int number) {
    slot[e] = number;
  }

  /**
   * The event accesses a cell, behind an earlier access of its thread or, with -1, as its first.
   */
  void setCell(int e, Cell accessed, int earlier) {
    cell[e] = accessed;
    previousAccess[e] = earlier;
  }

  void setBranch(int e, BranchPoint point) {
    branch[e] = point;
  }

  // ---- All events ---------------------------------------------------------------------------

  /** A new event, which reads and writes nothing so far. */
  final int append(int t, int earlier, ThreadNode node, int types, int orders, int trail) {
    int e = length++;
    if (e == thread.length) {
      resize(2 * e);
    }
    thread[e] = t;
    previous[e] = earlier;
    index[e] = earlier < 0 ? 1 : index[earlier] + 1;
    previousAccess[e] = -1;
    source[e] = NO_SOURCE;
    alternative[e] = 0;
    slot[e] = -1;
    type[e] = (byte) types;
    order[e] = (byte) orders;
    observed[e] = 0;
    written[e] = 0;
    missing[e] = 0;
    cell[e] = null;
    before[e] = node;
    branch[e] = null;
    mark[e] = trail;
    return e;
  }

  /** How many events there is room for. */
  int capacity() {
    return thread.length;
  }

  private void resize(int size) {
    thread = Arrays.copyOf(thread, size);
    index = Arrays.copyOf(index, size);
    previous = Arrays.copyOf(previous, size);
    previousAccess = Arrays.copyOf(previousAccess, size);
    source = Arrays.copyOf(source, size);
    alternative = Arrays.copyOf(alternative, size);
    slot = Arrays.copyOf(slot, size);
    type = Arrays.copyOf(type, size);
    order = Arrays.copyOf(order, size);
    observed = Arrays.copyOf(observed, size);
    written = Arrays.copyOf(written, size);
    missing = Arrays.copyOf(missing, size);
    cell = Arrays.copyOf(cell, size);
    before = Arrays.copyOf(before, size);
    branch = Arrays.copyOf(branch, size);
    mark = Arrays.copyOf(mark, size);
  }

  // ---- Other numbers ------------------------------------------------------------------------

  /** Events that stay follow those that stay; their numbers are still the old ones. */
  void skipDropped(Renumbering numbers) {
    for (int e = 0; e < length; e++) {
      if (numbers.of(e) >= 0) {
        previous[e] = numbers.firstOf(previous[e], previous);
        previousAccess[e] = numbers.firstOf(previousAccess[e], previousAccess);
      }
    }
  }

  /** The latest access of those up to one that stays, or -1. */
  int latestKept(Renumbering numbers, int access) {
    return numbers.firstOf(access, previousAccess);
  }

  /** An event takes its new number, which is not above its old one. */
  void move(int e, Renumbering numbers) {
    int to = numbers.of(e);
    thread[to] = thread[e];
    index[to] = index[e];
    previous[to] = numbers.of(previous[e]);
    previousAccess[to] = numbers.of(previousAccess[e]);
    source[to] = numbers.of(source[e]);
    alternative[to] = alternative[e];
    slot[to] = slot[e];
    type[to] = type[e];
    order[to] = order[e];
    observed[to] = observed[e];
    written[to] = written[e];
    missing[to] = missing[e];
    cell[to] = cell[e];
    before[to] = before[e];
  }

  /** Only the first events are left. */
  void truncate(int kept) {
    Arrays.fill(before, kept, length, null);
    Arrays.fill(cell, kept, length, null);
    length = kept;
  }
}
