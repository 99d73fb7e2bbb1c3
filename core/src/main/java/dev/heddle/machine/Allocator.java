package dev.heddle.machine;

/** Gives threads the objects that they make on the stack, on the heap, and when they start. */
final class Allocator {
  /** The program's memory has no room for more at once. */
  private static final long MAX_BYTES = 1 << 28;

  private final Code code;
  private final ObjectTable objects;

  Allocator(Code code, ObjectTable objects) {
    this.code = code;
    this.objects = objects;
  }

  /** Whether no object can have so many bytes. */
  static boolean isTooLarge(long size) {
    return size < 0 || size > MAX_BYTES;
  }

  /** Lets a thread make an object where it is; the object's address. */
  long allocate(
      int thread, ThreadState state, Effects effects, long size, boolean zeroed, boolean onHeap) {
    if (isTooLarge(size)) {
      throw new MachineException("an object of " + Long.toUnsignedString(size) + " bytes");
    }
    int number = state.allocations;
    state.allocations += Addresses.slots(size);
    if (state.allocations > Addresses.MAX_OBJECTS_PER_THREAD) {
      throw new MachineException(
          (code.userLocation(state) + ": a thread makes more than ")
              + (Addresses.MAX_OBJECTS_PER_THREAD + " objects, and there can be no more, those")
              + " included that have been freed");
    }
    int object = objects.dynamicObject(thread, number);
    effects.birth(object, (int) size, zeroed, onHeap, code.userSite(state));
    return objects.address(object);
  }

  /** Each thread starts with its copies of the thread-local globals. */
  void copyThreadLocals(int thread, ThreadState state, Effects effects) {
    for (int global : code.threadLocals) {
      effects.birthCopy(objects.dynamicObject(thread, state.allocations), global);
      state.allocations += Addresses.slots(code.program.globals().get(global).bytes().length);
    }
  }
}
