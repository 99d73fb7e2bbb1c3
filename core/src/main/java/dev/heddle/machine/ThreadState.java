package dev.heddle.machine;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.LongUnaryOperator;

/**
 * Where a thread stands: the registers of its frames, the calls under way, and the memory that it
 * alone can reach. A copy shares that memory until one side writes to it.
 */
final class ThreadState {
  /**
   * Ints per call under way: return address, caller's base, result register, private objects,
   * shared local objects.
   */
  private static final int CALL = 5;

  private static final long[] NO_LOCALS = {};

  private static final int DEEPEST = 1 << 16;

  int pc;

  /** The current frame is from here on up to {@link #top} in {@link #registers()}. */
  int base;

  int top;
  private long[] registers;

  private int[] calls;
  private int depth;

  private byte[][] privateBytes;
  private byte[][] privateInitialized;
  private boolean[] privateShared;
  private int privateObjects;

  /** The addresses of the local objects that others can reach, the innermost frame's last. */
  private long[] locals;

  private int localCount;

  /** How many objects the thread has made at run time, and how many threads it has started. */
  int allocations;

  int spawns;

  /** How many threads it has waited for. */
  int joins;

  /** Whether it has been through an iteration of a loop that did nothing, where such count. */
  boolean hasIdled;

  /** Whether it has come by a loop in which it may look at something, since its last event. */
  boolean isLooking;

  /** How many atomic sections, one inside the other, the thread is in. */
  int sections;

  ThreadState(int pc, int frameSize) {
    this.pc = pc;
    this.top = frameSize;
    this.registers = new long[frameSize];
    this.calls = new int[0];
    this.locals = NO_LOCALS;
    this.privateBytes = new byte[0][];
    this.privateInitialized = new byte[0][];
    this.privateShared = new boolean[0];
  }

  private ThreadState(ThreadState that) {
    pc = that.pc;
    base = that.base;
    top = that.top;
    registers = Arrays.copyOf(that.registers, top);
    depth = that.depth;
    calls = Arrays.copyOf(that.calls, depth * CALL);
    allocations = that.allocations;
    spawns = that.spawns;
    joins = that.joins;
    hasIdled = that.hasIdled;
    isLooking = that.isLooking;
    sections = that.sections;
    localCount = that.localCount;
    locals = localCount == 0 ? NO_LOCALS : Arrays.copyOf(that.locals, localCount);
    privateObjects = that.privateObjects;
    if (privateObjects == 0) {
      privateBytes = new byte[0][];
      privateInitialized = privateBytes;
      privateShared = new boolean[0];
    } else {
      privateBytes = Arrays.copyOf(that.privateBytes, privateObjects);
      privateInitialized = Arrays.copyOf(that.privateInitialized, privateObjects);
      Arrays.fill(that.privateShared, 0, privateObjects, true);
      privateShared = Arrays.copyOf(that.privateShared, privateObjects);
    }
  }

  ThreadState copy() {
    return new ThreadState(this);
  }

  // ---- Registers ----------------------------------------------------------------------------

  /** A register of the current frame. */
  long register(int number) {
    return registers[base + number];
  }

  void setRegister(int number, long value) {
    registers[base + number] = value;
  }

  /**
   * The registers of all frames. The interpreter holds on to them while it runs the thread, up to
   * the next call or return; everybody else only reads them.
   */
  long[] registers() {
    return registers;
  }

  /** Gives the registers of all frames other values. */
  void mapRegisters(LongUnaryOperator mapping) {
    for (int i = 0; i < top; i++) {
      registers[i] = mapping.applyAsLong(registers[i]);
    }
  }

  // ---- Frames -------------------------------------------------------------------------------

  int depth() {
    return depth;
  }

  /** The instruction at which the call at {@code level} was made; level 0 is the outermost. */
  int callSite(int level) {
    return calls[level * CALL];
  }

  /**
   * Enters a function.
   *
   * @param callSite the call; control comes back behind it
   * @param resultRegister where in the caller's frame the result goes
   */
  void call(int callSite, int entry, int frameSize, int resultRegister) {
    if ((depth + 1) * CALL > calls.length) {
      if (depth >= DEEPEST) {
        throw new MachineException("calls are nested more than " + DEEPEST + " deep");
      }
      calls = Arrays.copyOf(calls, Math.max(4 * CALL, 2 * calls.length));
    }
    int at = depth++ * CALL;
    calls[at] = callSite;
    calls[at + 1] = base;
    calls[at + 2] = resultRegister;
    calls[at + 3] = privateObjects;
    calls[at + 4] = localCount;
    base = top;
    top += frameSize;
    if (top > registers.length) {
      registers = Arrays.copyOf(registers, Math.max(top, 2 * registers.length));
    }
    Arrays.fill(registers, base, top, 0);
    pc = entry;
  }

  /** Leaves the current function; gives the call it came from. */
  int ret(long value) {
    int at = --depth * CALL;
    top = base;
    base = calls[at + 1];
    privateObjects = calls[at + 3];
    registers[base + calls[at + 2]] = value;
    return calls[at];
  }

  /** Leaves all functions up to the one that made the call at {@code level}. */
  void unwind(int level) {
    int at = level * CALL;
    top = level + 1 == depth ? base : calls[at + CALL + 1];
    depth = level;
    base = calls[at + 1];
    privateObjects = calls[at + 3];
  }

  // ---- Equality -----------------------------------------------------------------------------

  /** Clears the registers that will never be read, so that they do not tell states apart. */
  void clearDead(Code code) {
    clearDead(code.liveAt(pc), base, top);
    int to = base;
    for (int at = (depth - 1) * CALL; at >= 0; at -= CALL) {
      int from = calls[at + 1];
      clearDead(code.liveAt(calls[at]), from, to);
      to = from;
    }
  }

  private void clearDead(BitSet live, int from, int to) {
    for (int i = live.nextClearBit(0); from + i < to; i = live.nextClearBit(i + 1)) {
      registers[from + i] = 0;
    }
  }

  /** Equal states have equal hashes; the content of private memory does not count. */
  int hash() {
    long hash = pc + 31L * (depth + 31L * (allocations + 31L * spawns));
    for (int i = 0; i < top; i++) {
      hash = (hash ^ registers[i]) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    return (int) (hash ^ (hash >>> 32));
  }

  /** Whether a thread in either state will do the same from here on. */
  boolean isSame(ThreadState that) {
    return pc == that.pc
        && base == that.base
        && top == that.top
        && depth == that.depth
        && allocations == that.allocations
        && spawns == that.spawns
        && joins == that.joins
        && hasIdled == that.hasIdled
        && isLooking == that.isLooking
        && sections == that.sections
        && localCount == that.localCount
        && privateObjects == that.privateObjects
        && Arrays.equals(registers, 0, top, that.registers, 0, top)
        && Arrays.equals(calls, 0, depth * CALL, that.calls, 0, depth * CALL)
        && Arrays.equals(locals, 0, localCount, that.locals, 0, localCount)
        && isSamePrivately(that);
  }

  private boolean isSamePrivately(ThreadState that) {
    for (int i = 0; i < privateObjects; i++) {
      if (privateBytes[i] != that.privateBytes[i]
          && !(Arrays.equals(privateBytes[i], that.privateBytes[i])
              && Arrays.equals(privateInitialized[i], that.privateInitialized[i]))) {
        return false;
      }
    }
    return true;
  }

  // ---- Local objects that others can reach --------------------------------------------------

  void addLocal(long address) {
    if (localCount == locals.length) {
      locals = Arrays.copyOf(locals, Math.max(4, 2 * localCount));
    }
    locals[localCount++] = address;
  }

  /** Whether the current frame, or else any frame, has such an object. */
  boolean hasLocal(boolean ofAnyFrame) {
    int others = ofAnyFrame || depth == 0 ? 0 : calls[(depth - 1) * CALL + 4];
    return localCount > others;
  }

  /** Whether a function that the call at {@code level} led to has such an object. */
  boolean hasLocalBehind(int level) {
    return localCount > calls[level * CALL + 4];
  }

  long lastLocal() {
    return locals[localCount - 1];
  }

  void removeLastLocal() {
    localCount--;
  }

  // ---- Private memory -----------------------------------------------------------------------

  /** A new object in the current frame; gives its number. */
  int allocatePrivate(int size) {
    if (privateObjects == privateBytes.length) {
      int grown = Math.max(4, 2 * privateObjects);
      privateBytes = Arrays.copyOf(privateBytes, grown);
      privateInitialized = Arrays.copyOf(privateInitialized, grown);
      privateShared = Arrays.copyOf(privateShared, grown);
    }
    privateBytes[privateObjects] = new byte[size];
    privateInitialized[privateObjects] = new byte[size];
    privateShared[privateObjects] = false;
    return privateObjects++;
  }

  /** Whether {@code bytes} bytes from an offset lie inside a live object. */
  boolean hasPrivate(int object, int offset, int bytes) {
    return object < privateObjects && offset + bytes <= privateBytes[object].length;
  }

  int privateSize(int object) {
    return privateBytes[object].length;
  }

  boolean isPrivateInitialized(int object, int offset, int bytes) {
    byte[] initialized = privateInitialized[object];
    for (int i = offset; i < offset + bytes; i++) {
      if (initialized[i] == 0) {
        return false;
      }
    }
    return true;
  }

  /** The bytes that are not initialised, bit 0 being the first. */
  int missingPrivate(int object, int offset, int bytes) {
    int missing = 0;
    for (int i = 0; i < bytes; i++) {
      missing |= (1 - privateInitialized[object][offset + i]) << i;
    }
    return missing;
  }

  long readPrivate(int object, int offset, int bytes) {
    byte[] content = privateBytes[object];
    long value = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      value = (value << 8) | (content[offset + i] & 0xff);
    }
    return value;
  }

  void writePrivate(int object, int offset, int bytes, long value) {
    writePrivate(object, offset, bytes, value, 0);
  }

  /** Writes, but leaves the bytes in {@code missing} uninitialised. */
  void writePrivate(int object, int offset, int bytes, long value, int missing) {
    if (privateShared[object]) {
      privateBytes[object] = privateBytes[object].clone();
      privateInitialized[object] = privateInitialized[object].clone();
      privateShared[object] = false;
    }
    byte[] content = privateBytes[object];
    byte[] initialized = privateInitialized[object];
    for (int i = 0; i < bytes; i++) {
      content[offset + i] = (byte) (value >>> (8 * i));
      initialized[offset + i] = (byte) (1 - ((missing >>> i) & 1));
    }
  }
}
