package dev.heddle.explore.rsmc;

import dev.heddle.machine.Addresses;
import dev.heddle.machine.DataflowThread;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.program.Global;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The locations of a program. Beside bytes of memory these are the life of an object, to which
 * freeing it is a store, and the beginning and end of a thread, through which it is started and
 * joined.
 */
final class ProgramCells implements CommitLocations {
  private static final int STARTS = 1;
  private static final int ENDS = 2;

  /** Behind all addresses. */
  private static final long MARKS = 1L << 62;

  private final ValueDrivenThreads threads;
  private final Map<Key, Integer> numbers = new HashMap<>();
  private final List<Key> keys = new ArrayList<>();

  /** The locations that touch a word of memory. */
  private final Map<Long, List<Key>> ofWord = new HashMap<>();

  /** How many locations stand for the lives of objects. */
  private int lives;

  private CommitState state;

  private record Key(long address, int bytes) {
    // What records have by themselves is slow to get ready.

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && address == key.address && bytes == key.bytes;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(31 * address + bytes);
    }
  }

  ProgramCells(ValueDrivenThreads threads) {
    this.threads = threads;
  }

  /** Objects come to life as threads are fetched. */
  void watch(CommitState fetched) {
    state = fetched;
  }

  /** An address that stands for the start of a thread. */
  static long startOf(int thread) {
    return MARKS + 8L * thread + STARTS;
  }

  /** An address that stands for the end of a thread. */
  static long endOf(int thread) {
    return MARKS + 8L * thread + ENDS;
  }

  private static boolean isMark(long address) {
    return address >= MARKS;
  }

  boolean isStart(int location) {
    return location >= 0 && isMark(address(location)) && (address(location) & 7) == STARTS;
  }

  boolean isEnd(int location) {
    return location >= 0 && isMark(address(location)) && (address(location) & 7) == ENDS;
  }

  /** The location that stands for the life of the object that a location lies in; -1 for none. */
  int lifeAround(int location) {
    if (lives == 0 || location < 0 || keys.get(location).bytes == 0) {
      return -1;
    }
    long address = address(location);
    DataflowThread maker = maker(address);
    int object = maker == null ? -1 : maker.bornAround(address);
    int there = object >= 0 ? -1 : threads.memory().objectAt(address);
    long base =
        object >= 0 ? maker.bornAt(object) : there >= 0 ? threads.memory().address(there) : 0;
    Integer life = numbers.get(new Key(base, 0));
    return life == null ? -1 : life;
  }

  /** Which bytes of a location are not initialised before the first store. */
  int missing(int location) {
    Key key = keys.get(location);
    DataflowThread maker = maker(key.address);
    int object = maker == null ? -1 : maker.bornAround(key.address);
    if (object >= 0) {
      return maker.bornAs(object) == DataflowThread.UNINITIALIZED ? (1 << key.bytes) - 1 : 0;
    }
    return threads.missingAt(key.address, key.bytes);
  }

  @Override
  public int count() {
    return keys.size();
  }

  long address(int location) {
    return keys.get(location).address;
  }

  /** 0 for the life of an object, or of a thread. */
  int bytes(int location) {
    return keys.get(location).bytes;
  }

  /**
   * @param bytes 0 for the life of the object that begins at the address
   */
  @Override
  public int at(long address, int bytes) {
    if (!isMark(address) && !exists(address, bytes)) {
      return STRAY;
    }
    Key key = new Key(address, bytes);
    Integer known = numbers.get(key);
    return known != null ? known : add(key);
  }

  private int add(Key key) {
    if (key.bytes > 0) {
      for (long word = key.address >>> 3; word <= (key.address + key.bytes - 1) >>> 3; word++) {
        List<Key> others = ofWord.computeIfAbsent(word, w -> new ArrayList<>());
        for (Key other : others) {
          if (key.address < other.address + other.bytes
              && other.address < key.address + key.bytes) {
            throw new MixedSizesException(name(key.address), key.bytes, other.bytes);
          }
        }
        others.add(key);
      }
    }
    if (key.bytes == 0 && !isMark(key.address)) {
      lives++;
    }
    numbers.put(key, keys.size());
    keys.add(key);
    if (!isMark(key.address) && !isVariable(key)) {
      state.noteHazard();
    }
    return keys.size() - 1;
  }

  /** Whether all accesses to a location are in order: it was there first, with a content. */
  private boolean isVariable(Key key) {
    int object = maker(key.address) == null ? threads.memory().objectAt(key.address) : -1;
    return object >= 0
        && key.bytes > 0
        && !threads.isHeap(object)
        && !threads.isConstant(object)
        && threads.missingAt(key.address, key.bytes) == 0;
  }

  private String name(long address) {
    int object = threads.memory().objectAt(address);
    return object >= 0 && isGlobal(object)
        ? globals().get(object).name()
        : "0x" + Long.toHexString(address);
  }

  private boolean isGlobal(int object) {
    return object < globals().size();
  }

  private List<Global> globals() {
    return threads.code().program().globals();
  }

  private boolean exists(long address, int bytes) {
    DataflowThread maker = maker(address);
    int object = maker == null ? -1 : maker.bornAround(address);
    if (object >= 0) {
      return bytes == 0
          ? address == maker.bornAt(object)
          : address + bytes <= maker.bornAt(object) + maker.bornSize(object);
    }
    int there = threads.memory().objectAt(address);
    return there >= 0
        && (bytes == 0
            ? !isGlobal(there) && threads.memory().address(there) == address
            : threads.memory().contains(address, bytes));
  }

  private DataflowThread maker(long address) {
    if (!Addresses.isDynamic(address)) {
      return null;
    }
    FetchPoint point = state.point(Addresses.threadOf(address));
    return point == null ? null : ((ProgramPoint) point).state;
  }

  @Override
  public long initial(int location) {
    Key key = keys.get(location);
    if (key.bytes == 0) {
      return 0;
    }
    DataflowThread maker = maker(key.address);
    int object = maker == null ? -1 : maker.bornAround(key.address);
    if (object < 0) {
      return threads.memory().read(key.address, key.bytes);
    }
    int as = maker.bornAs(object);
    if (as < 0) {
      return 0;
    }
    byte[] content = globals().get(as).bytes();
    int offset = (int) (key.address - maker.bornAt(object));
    long value = 0;
    for (int i = key.bytes - 1; i >= 0; i--) {
      value = value << 8 | (content[offset + i] & 0xff);
    }
    return value;
  }

  @Override
  public long stored(long value, int bytes) {
    return value;
  }

  @Override
  public long signed(long content, int bytes) {
    return content;
  }
}
