package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;
import java.util.Arrays;

/**
 * How far a thread has been fetched, perhaps past loads that have no value yet. Registers hold
 * values of a {@link DataflowGraph}, and so do the bytes of memory that no other thread can reach.
 *
 * <p>A copy shares everything that is not written to in place.
 */
public final class DataflowThread {
  private static final long[] NO_LOADS = {};

  /** A byte that has never been written. */
  private static final long NO_BYTE = -1;

  /**
   * What an object contains that has just been made: nothing, zeros, or the content of a global.
   */
  public static final int UNINITIALIZED = -1;

  public static final int ZEROED = -2;

  final int number;

  /** Its registers are numbers of values. */
  final ThreadState state;

  /**
   * The bytes of private objects: value, size of what was stored, and which of its bytes this is.
   */
  private long[][] bytes;

  /** The objects that the thread has made behind its first state and that others can reach. */
  private int born;

  private long[] bornAt = {};
  private int[] bornSize = {};
  private int[] bornAs = {};

  /** Loads behind the conditions of branches taken since they were asked for. */
  private long[] conditions = NO_LOADS;

  /** Loads behind the addresses of private memory accessed since they were asked for. */
  private long[] addresses = NO_LOADS;

  /** The value that must be known before the thread goes on, or below 0. */
  int awaited = -1;

  Status status = Status.READY;

  /** What a thread that has ended returns. */
  int returned;

  DataflowThread(int number, ThreadState state) {
    this.number = number;
    this.state = state;
    this.bytes = new long[4][];
  }

  private DataflowThread(DataflowThread that) {
    number = that.number;
    state = that.state.copy();
    bytes = that.bytes.clone();
    born = that.born;
    bornAt = that.bornAt;
    bornSize = that.bornSize;
    bornAs = that.bornAs;
    conditions = that.conditions;
    addresses = that.addresses;
    awaited = that.awaited;
    status = that.status;
    returned = that.returned;
  }

  public DataflowThread copy() {
    return new DataflowThread(this);
  }

  public int number() {
    return number;
  }

  /** READY while there is something to fetch, or something to wait for. */
  public Status status() {
    return status;
  }

  /** The value that must be known before the thread goes on, or below 0. */
  public int awaited() {
    return awaited;
  }

  /** The thread goes on only when a value is known. */
  public void await(int value) {
    awaited = value;
  }

  /** What a thread that has ended returns. */
  public int returned() {
    return returned;
  }

  /** Ends the thread here, because what it is about to do goes wrong. */
  public void fail() {
    status = Status.FAILED;
  }

  // ---- Dependencies -------------------------------------------------------------------------

  void addCondition(long[] loads) {
    conditions = DataflowGraph.union(conditions, loads);
  }

  void addAddress(long[] loads) {
    addresses = DataflowGraph.union(addresses, loads);
  }

  /** The loads behind the branches taken since the last call. */
  public long[] takeConditions() {
    long[] taken = conditions;
    conditions = NO_LOADS;
    return taken;
  }

  /** The loads behind the addresses of private accesses since the last call. */
  public long[] takeAddresses() {
    long[] taken = addresses;
    addresses = NO_LOADS;
    return taken;
  }

  // ---- Objects that others can reach --------------------------------------------------------

  void bear(long address, int size, int as) {
    // Copies share the arrays, so they are written to only behind what others see.
    if (born == bornAt.length || bornAt[born] != 0) {
      int room = Math.max(4, 2 * born);
      bornAt = Arrays.copyOf(Arrays.copyOf(bornAt, born), room);
      bornSize = Arrays.copyOf(Arrays.copyOf(bornSize, born), room);
      bornAs = Arrays.copyOf(Arrays.copyOf(bornAs, born), room);
    }
    bornAt[born] = address;
    bornSize[born] = size;
    bornAs[born++] = as;
  }

  /** Whether the thread has made objects that others can reach. */
  public boolean hasBorn() {
    return born > 0;
  }

  /** The object of the thread in which an address lies, or -1. */
  public int bornAround(long address) {
    for (int i = born - 1; i >= 0; i--) {
      if (address >= bornAt[i] && address < bornAt[i] + Math.max(1, bornSize[i])) {
        return i;
      }
    }
    return -1;
  }

  public long bornAt(int object) {
    return bornAt[object];
  }

  public int bornSize(int object) {
    return bornSize[object];
  }

  /** {@link #ZEROED}, {@link #UNINITIALIZED}, or the number of the global that it is a copy of. */
  public int bornAs(int object) {
    return bornAs[object];
  }

  // ---- Private memory -----------------------------------------------------------------------

  int allocatePrivate(int size) {
    int object = state.allocatePrivate(size);
    if (object >= bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * object);
    }
    bytes[object] = new long[size];
    Arrays.fill(bytes[object], NO_BYTE);
    return object;
  }

  /** Takes over private memory whose content is known. */
  void takePrivate(ThreadState from, DataflowGraph values) {
    for (int object = 0; from.hasPrivate(object, 0, 0); object++) {
      int size = from.privateSize(object);
      if (object >= bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * object);
      }
      bytes[object] = new long[size];
      Arrays.fill(bytes[object], NO_BYTE);
      for (int i = 0; i < size; i++) {
        if (from.isPrivateInitialized(object, i, 1)) {
          write(object, i, 1, values.constant(from.readPrivate(object, i, 1)));
        }
      }
    }
  }

  void write(int object, int offset, int size, int value) {
    long[] content = bytes[object].clone();
    for (int i = 0; i < size; i++) {
      content[offset + i] = (long) value << 8 | size << 4 | i;
    }
    bytes[object] = content;
  }

  /** Which bytes have never been written, bit 0 being the first. */
  int missing(int object, int offset, int size) {
    int missing = 0;
    for (int i = 0; i < size; i++) {
      missing |= (bytes[object][offset + i] == NO_BYTE ? 1 : 0) << i;
    }
    return missing;
  }

  /** The value of some bytes; those that were never written read as 0. */
  int read(int object, int offset, int size, DataflowGraph values) {
    long first = bytes[object][offset];
    boolean isWhole = first != NO_BYTE && (first & 0xff) == size << 4;
    for (int i = 1; i < size && isWhole; i++) {
      isWhole = bytes[object][offset + i] == first + i;
    }
    if (isWhole) {
      return (int) (first >> 8);
    }
    int result = values.constant(0);
    for (int i = 0; i < size; i++) {
      long part = bytes[object][offset + i];
      if (part != NO_BYTE) {
        int shift = 8 * i;
        int from = 8 * (int) (part & 15);
        result =
            values.operation(
                (a, b, c) -> a | (b >>> from & 0xff) << shift, result, (int) (part >> 8));
      }
    }
    return result;
  }
}
