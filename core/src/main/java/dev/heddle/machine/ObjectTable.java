package dev.heddle.machine;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Global;
import dev.heddle.program.Program;
import java.util.Arrays;

/**
 * The objects of a program: which addresses belong to them, where their bytes are in memory, which
 * of them are alive, and what they are. Every kind of exploration has this table, whatever its
 * executions say about what memory contains.
 *
 * <p>Objects made at run time are known by (thread, number) once and for all, so that an object met
 * again in another execution has the same address and mostly the same storage.
 */
final class ObjectTable {
  private static final byte UNBORN = 0;
  private static final byte LIVE = 1;
  private static final byte FREED = 2;

  // One entry per object; the globals come first.
  private int objects;
  private long[] address = new long[64];
  private int[] firstWord = new int[64];
  private int[] capacity = new int[64];
  private int[] size = new int[64];
  private byte[] life = new byte[64];
  private boolean[] constant = new boolean[64];
  private boolean[] heap = new boolean[64];

  /** The instruction that made the object; below 0 for globals and thread-local ones. */
  private int[] site = new int[64];

  private int liveOnHeap;

  /** Object of each slot of a global, or -1. */
  private final int[] objectOfSlot;

  /** Object made by a thread with a number, plus 1. */
  private int[][] dynamicObject = new int[8][];

  private final SharedMemory memory;
  private final Program program;
  private final Layout layout;

  /** The globals of a program come to life with their first content. */
  ObjectTable(Program program, SharedMemory memory) {
    this.program = program;
    this.memory = memory;
    this.layout = new Layout(program);
    objectOfSlot = new int[layout.slots()];
    Arrays.fill(objectOfSlot, -1);
    for (int g = 0; g < program.globals().size(); g++) {
      Global global = program.globals().get(g);
      int object = newObject(layout.addressOf(g));
      constant[object] = global.constant();
      Arrays.fill(
          objectOfSlot,
          layout.firstSlot(g),
          layout.firstSlot(g) + Addresses.slots(global.bytes().length),
          object);
      birth(object, global.bytes().length, true);
      fill(object, global);
    }
  }

  // ---- Life ---------------------------------------------------------------------------------

  /** The object that {@code thread} makes as its {@code number}-th. */
  int dynamicObject(int thread, int number) {
    if (thread >= dynamicObject.length) {
      dynamicObject = Arrays.copyOf(dynamicObject, Math.max(thread + 1, 2 * thread));
    }
    int[] ofThread = dynamicObject[thread];
    if (ofThread == null || number >= ofThread.length) {
      ofThread = ofThread == null ? new int[Math.max(8, number + 1)] : ofThread;
      ofThread = Arrays.copyOf(ofThread, Math.max(number + 1, 2 * ofThread.length));
      dynamicObject[thread] = ofThread;
    }
    if (ofThread[number] == 0) {
      ofThread[number] = newObject(Addresses.ofDynamic(thread, number)) + 1;
    }
    return ofThread[number] - 1;
  }

  private int newObject(long at) {
    if (objects == address.length) {
      int grown = 2 * objects;
      address = Arrays.copyOf(address, grown);
      firstWord = Arrays.copyOf(firstWord, grown);
      capacity = Arrays.copyOf(capacity, grown);
      size = Arrays.copyOf(size, grown);
      life = Arrays.copyOf(life, grown);
      constant = Arrays.copyOf(constant, grown);
      heap = Arrays.copyOf(heap, grown);
      site = Arrays.copyOf(site, grown);
    }
    address[objects] = at;
    site[objects] = -1;
    return objects++;
  }

  private void birth(int object, int bytes, boolean zeroed) {
    int needed = (bytes + 7) >>> 3;
    if (needed > capacity[object] || firstWord[object] == 0) {
      firstWord[object] = memory.reserve(needed);
      capacity[object] = needed;
    }
    memory.clear(firstWord[object], needed, zeroed);
    size[object] = bytes;
    life[object] = LIVE;
  }

  /**
   * An object comes to life. What it is depends on the execution: another one can make something
   * else as its thread's object of that number.
   */
  void birth(int object, int bytes, boolean zeroed, boolean onHeap, int bornAt) {
    birth(object, bytes, zeroed);
    heap[object] = onHeap;
    site[object] = bornAt;
    if (onHeap) {
      liveOnHeap++;
    }
  }

  /** An object comes to life as a copy of the first content of a global. */
  void birthCopy(int object, int global) {
    Global template = program.globals().get(global);
    birth(object, template.bytes().length, true);
    heap[object] = false;
    site[object] = -1;
    fill(object, template);
  }

  void unbirth(int object) {
    if (heap[object]) {
      liveOnHeap--;
    }
    life[object] = UNBORN;
  }

  private void fill(int object, Global global) {
    long position = (long) firstWord[object] << 3;
    byte[] bytes = global.bytes();
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] != 0) {
        memory.write(position + i, 1, bytes[i]);
      }
    }
    for (Global.Relocation relocation : global.relocations()) {
      memory.write(position + relocation.offset(), 8, layout.valueOf(relocation.target()));
    }
  }

  void free(int object) {
    life[object] = FREED;
    liveOnHeap--;
  }

  void unfree(int object) {
    life[object] = LIVE;
    liveOnHeap++;
  }

  // ---- What objects are -----------------------------------------------------------------------

  /** How many heap objects there are that have not been freed. */
  int liveOnHeap() {
    return liveOnHeap;
  }

  int objects() {
    return objects;
  }

  boolean isLive(int object) {
    return life[object] == LIVE;
  }

  int site(int object) {
    return site[object];
  }

  boolean isFreed(int object) {
    return life[object] == FREED;
  }

  boolean isHeap(int object) {
    return heap[object];
  }

  boolean isConstant(int object) {
    return constant[object];
  }

  int size(int object) {
    return size[object];
  }

  long address(int object) {
    return address[object];
  }

  long position(int object) {
    return (long) firstWord[object] << 3;
  }

  // ---- Addresses ----------------------------------------------------------------------------

  /** The object that an address belongs to, or -1. */
  int objectAt(long at) {
    if (Addresses.isDynamic(at)) {
      int thread = Addresses.threadOf(at);
      int number = Addresses.numberOf(at);
      if (thread < dynamicObject.length
          && dynamicObject[thread] != null
          && number < dynamicObject[thread].length) {
        // A large object owns the numbers behind its own.
        for (int n = number; n >= 0; n--) {
          int object = dynamicObject[thread][n] - 1;
          if (object >= 0) {
            return object;
          }
        }
      }
      return -1;
    }
    long slot = at >>> Addresses.SLOT_BITS;
    return slot < objectOfSlot.length ? objectOfSlot[(int) slot] : -1;
  }

  /** Where the bytes of a thread's next operation are; as {@link #locate(int, long, int)}. */
  long locate(ThreadNode node) {
    return locate(node.object(this), node.address, node.bytes);
  }

  /**
   * Finds the position of an address of {@code bytes} bytes in {@code object}, even if it is freed.
   *
   * @return the position, or {@code -1 - ordinal} of the {@link FailureKind} of such an access
   */
  long locate(int object, long at, int bytes) {
    if (object < 0) {
      return failure(at >= 0 && at < 4096 ? FailureKind.NULL_ACCESS : FailureKind.INVALID_ACCESS);
    }
    if (life[object] == UNBORN) {
      return failure(FailureKind.INVALID_ACCESS);
    }
    long offset = at - address[object];
    if (offset < 0 || offset + bytes > size[object]) {
      return failure(FailureKind.OUT_OF_BOUNDS);
    }
    return ((long) firstWord[object] << 3) + offset;
  }

  private static long failure(FailureKind kind) {
    return -1L - kind.ordinal();
  }
}
