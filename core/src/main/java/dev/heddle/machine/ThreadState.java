package dev.heddle.machine;

import java.util.Arrays;

/**
 * Where a thread stands: the registers of its frames, the calls under way, and the memory that it
 * alone can reach. A copy shares that memory until one side writes to it.
 */
final class ThreadState {
  /** Ints per call under way: return address, caller's base, result register, private objects. */
  private static final int CALL = 4;

  int pc;

  /** The current frame is {@code registers[base]} to {@code registers[top - 1]}. */
  int base;

  int top;
  long[] registers;

  private int[] calls;
  private int depth;

  private byte[][] privateBytes;
  private byte[][] privateInitialized;
  private boolean[] privateShared;
  private int privateObjects;

  /** How many objects the thread has made at run time, and how many threads it has started. */
  int allocations;

  int spawns;

  ThreadState(int pc, int frameSize) {
    this.pc = pc;
    this.top = frameSize;
    this.registers = new long[frameSize];
    this.calls = new int[0];
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
      calls = Arrays.copyOf(calls, Math.max(4 * CALL, 2 * calls.length));
    }
    int at = depth++ * CALL;
    calls[at] = callSite;
    calls[at + 1] = base;
    calls[at + 2] = resultRegister;
    calls[at + 3] = privateObjects;
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

  boolean isPrivateInitialized(int object, int offset, int bytes) {
    byte[] initialized = privateInitialized[object];
    for (int i = offset; i < offset + bytes; i++) {
      if (initialized[i] == 0) {
        return false;
      }
    }
    return true;
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
    if (privateShared[object]) {
      privateBytes[object] = privateBytes[object].clone();
      privateInitialized[object] = privateInitialized[object].clone();
      privateShared[object] = false;
    }
    byte[] content = privateBytes[object];
    byte[] initialized = privateInitialized[object];
    for (int i = 0; i < bytes; i++) {
      content[offset + i] = (byte) (value >>> (8 * i));
      initialized[offset + i] = 1;
    }
  }
}
