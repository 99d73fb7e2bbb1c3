package dev.heddle.machine;

import dev.heddle.program.FailureKind;
import java.util.Arrays;

/**
 * Performs visible operations on shared memory and takes them back: what each operation means under
 * sequential consistency. A mutex is 8 bytes: the number of its owner plus 1 in the lower half, how
 * often the owner took it again in the upper; all ones when it has been destroyed.
 */
final class Operations {
  static final int NORMAL = 0;
  static final int RECURSIVE = 1;

  private static final int DEADLOCK_ERROR = 35;
  private static final int PERMISSION_ERROR = 1;
  private static final long AGAIN = 1L << 32;
  private static final long DESTROYED = -1;
  private static final int FREED_AT_START = -2;
  private static final FailureKind[] FAILURES = FailureKind.values();

  private final SharedMemory memory;
  private final EventLog log;

  /** The latest event that freed an object, rightly or not; below 0 for none. */
  private int[] freeEvent = new int[64];

  Operations(SharedMemory memory, EventLog log) {
    this.memory = memory;
    this.log = log;
    Arrays.fill(freeEvent, -1);
  }

  /** What has been freed so far was freed by no event. */
  void forgetFrees() {
    Arrays.setAll(freeEvent, object -> freeEvent[object] < 0 ? -1 : FREED_AT_START);
  }

  // ---- Waiting ------------------------------------------------------------------------------

  /**
   * Whether an operation on memory can happen now. What is not in memory does not wait: it fails.
   */
  boolean isPossible(ThreadNode node, int t) {
    int object = node.object(memory);
    long position = memory.locate(object, node.address, node.bytes);
    return position < 0
        || memory.isFreed(object)
        || node.straddles()
        || isPossible(node, t, memory.read(position, node.bytes));
  }

  /** Whether a waiting operation can happen when memory contains this. */
  boolean isPossible(ThreadNode node, int t, long content) {
    return switch (node.opcode) {
      case Opcode.LOCK ->
          content == 0 || content == DESTROYED || (owner(content) == t && kind(node) != NORMAL);
      case Opcode.AWAIT -> node.guard.holds(content);
      default -> true;
    };
  }

  static int owner(long mutex) {
    return (int) mutex - 1;
  }

  /** The kind stands behind the mutex and does not change while it is in use. */
  private int kind(ThreadNode node) {
    if (node.operator == 0) {
      return NORMAL;
    }
    long position = memory.locate(node.object(memory), node.address + 8, 8);
    return position < 0 ? NORMAL : (int) memory.read(position, 1);
  }

  // ---- Performing ---------------------------------------------------------------------------

  /**
   * Performs what a thread is in front of as an event of the log, whose thread and alternative are
   * set already.
   *
   * @return what went wrong, or null
   */
  FailureKind perform(int event, ThreadNode node, int t, int alternative) {
    log.freedBy[event] = -1;
    log.observed[event] = 0;
    log.missing[event] = 0;
    log.alternatives[event] = 1;
    log.footprint[event] = Footprint.NONE;
    return switch (node.opcode) {
      case Opcode.CHOOSE -> choose(event, node, alternative);
      case Opcode.ATOMIC_BEGIN -> {
        log.footprint[event] = Footprint.SECTION;
        yield null;
      }
      case Opcode.FREE, Opcode.LEAVE -> free(event, node);
      case Opcode.SIZE -> size(event, node);
      default -> access(event, node, t, alternative);
    };
  }

  private FailureKind choose(int event, ThreadNode node, int alternative) {
    long choices = node.desired - node.operand + 1;
    if (choices > Footprint.MAX_ALTERNATIVES) {
      throw new MachineException("a choice among " + choices + " numbers");
    }
    log.alternatives[event] = (int) choices;
    log.observed[event] = node.operand + alternative;
    log.footprint[event] = Footprint.withAlternative(Footprint.NONE, alternative);
    return null;
  }

  private FailureKind free(int event, ThreadNode node) {
    int object = node.object(memory);
    if (node.opcode == Opcode.FREE && !isAllocation(object, node.address)) {
      return FailureKind.INVALID_FREE;
    }
    log.footprint[event] = Footprint.ofObject(memory.position(object), memory.size(object));
    if (object >= freeEvent.length) {
      int known = freeEvent.length;
      freeEvent = Arrays.copyOf(freeEvent, 2 * object);
      Arrays.fill(freeEvent, known, freeEvent.length, -1);
    }
    log.freedBy[event] = freeEvent[object];
    freeEvent[object] = event;
    if (memory.isFreed(object)) {
      return FailureKind.DOUBLE_FREE;
    }
    memory.free(object);
    return null;
  }

  private boolean isAllocation(int object, long address) {
    return object >= 0 && memory.isHeap(object) && memory.address(object) == address;
  }

  /** Touches something only if the object is freed already; what frees it later asks itself. */
  private FailureKind size(int event, ThreadNode node) {
    int object = node.object(memory);
    if (!isAllocation(object, node.address)) {
      return FailureKind.INVALID_FREE;
    }
    if (memory.isFreed(object)) {
      log.footprint[event] = Footprint.of(memory.position(object), 1, false);
      log.freedBy[event] = object < freeEvent.length ? freeEvent[object] : -1;
      return FailureKind.USE_AFTER_FREE;
    }
    log.observed[event] = memory.size(object);
    return null;
  }

  private FailureKind access(int event, ThreadNode node, int t, int alternative) {
    int object = node.object(memory);
    int bytes = node.bytes;
    long position = memory.locate(object, node.address, bytes);
    if (position < 0) {
      return FAILURES[(int) (-1 - position)];
    }
    log.footprint[event] = Footprint.of(position, bytes, false);
    log.oldWord[event] = memory.word((int) (position >>> 3));
    FailureKind failure = null;
    if (memory.isFreed(object)) {
      log.freedBy[event] = object < freeEvent.length ? freeEvent[object] : -1;
      failure = FailureKind.USE_AFTER_FREE;
    } else if (needsContent(node) && !memory.isInitialized(position, bytes)) {
      failure = FailureKind.UNINITIALIZED_READ;
    } else {
      failure = access(event, node, t, position, alternative);
    }
    if (failure != null) {
      claim(event, node, position, failure);
    } else if (Footprint.writes(log.footprint[event]) && memory.isConstant(object)) {
      return FailureKind.INVALID_ACCESS;
    }
    return failure;
  }

  private static boolean needsContent(ThreadNode node) {
    return switch (node.opcode) {
      case Opcode.STORE, Opcode.PEEK, Opcode.POKE -> false;
      default -> true;
    };
  }

  private FailureKind access(int event, ThreadNode node, int t, long position, int alternative) {
    int bytes = node.bytes;
    if (node.opcode == Opcode.STORE) {
      write(event, position, bytes, node.operand);
      return null;
    }
    if (node.opcode == Opcode.POKE) {
      write(event, position, bytes, node.operand);
      memory.forget(position, (int) node.desired);
      noteInitialized(event);
      return null;
    }
    long old = memory.read(position, bytes);
    log.observed[event] = old;
    switch (node.opcode) {
      case Opcode.LOAD -> {}
      case Opcode.PEEK -> {
        log.missing[event] = (byte) memory.missing(position, bytes);
        log.observed[event] = Arithmetic.withoutBytes(old, log.missing[event]);
      }
      case Opcode.RMW -> update(event, node, position, old);
      case Opcode.ADD -> {
        // What it finds does not matter to its thread, nor its order among others of its kind.
        log.observed[event] = 0;
        update(event, node, position, old);
        log.footprint[event] = Footprint.asAddition(log.footprint[event]);
      }
      case Opcode.CAS -> {
        if (old == node.operand) {
          write(event, position, bytes, node.desired);
        }
      }
      case Opcode.AWAIT, Opcode.ATTEMPT -> {
        if (node.operator >= 0 && node.guard.holds(old)) {
          update(event, node, position, old);
        }
      }
      case Opcode.SIGNAL -> signal(event, position, old, alternative);
      case Opcode.LOCK, Opcode.TRY_LOCK, Opcode.UNLOCK -> {
        if (old == DESTROYED) {
          return FailureKind.LOCK_MISUSE;
        }
        return mutex(event, node, t, position, old);
      }
      default -> throw new AssertionError("no access: " + Opcode.name(node.opcode));
    }
    return null;
  }

  private FailureKind mutex(int event, ThreadNode node, int t, long position, long old) {
    int bytes = node.bytes;
    switch (node.opcode) {
      case Opcode.LOCK -> log.observed[event] = lock(event, node, t, position, old);
      case Opcode.TRY_LOCK -> {
        boolean taken = old == 0 || (owner(old) == t && kind(node) == RECURSIVE);
        if (taken) {
          write(event, position, bytes, locked(t, old));
        }
        log.observed[event] = taken ? 1 : 0;
      }
      default -> {
        if (owner(old) != t) {
          log.observed[event] = PERMISSION_ERROR;
          return kind(node) == NORMAL ? FailureKind.UNLOCK_NOT_HELD : null;
        }
        write(event, position, bytes, unlocked(old));
        log.observed[event] = 0;
      }
    }
    return null;
  }

  private void update(int event, ThreadNode node, long position, long old) {
    long changed = Arithmetic.readModifyWrite(node.operator, 8 * node.bytes, old, node.operand);
    write(event, position, node.bytes, changed);
  }

  private int lock(int event, ThreadNode node, int t, long position, long old) {
    if (!locks(node, old)) {
      return DEADLOCK_ERROR;
    }
    write(event, position, 8, locked(t, old));
    return 0;
  }

  /** Whether an unlock touches the mutex, rightly or not, and does not merely report an error. */
  boolean unlocks(ThreadNode node, int t, long content) {
    return owner(content) == t || content == DESTROYED || kind(node) == NORMAL;
  }

  static long locked(int t, long mutex) {
    return mutex == 0 ? t + 1L : mutex + AGAIN;
  }

  static long unlocked(long mutex) {
    return mutex >= AGAIN ? mutex - AGAIN : 0;
  }

  /** Whether a lock that can happen takes the mutex, and does not merely report an error. */
  boolean locks(ThreadNode node, long content) {
    return content == 0 || content == DESTROYED || kind(node) == RECURSIVE;
  }

  private void signal(int event, long position, long old, int alternative) {
    if (old == 0) {
      return;
    }
    write(event, position, 8, signalled(old, alternative));
    log.alternatives[event] = Long.bitCount(old);
    log.footprint[event] = Footprint.withAlternative(log.footprint[event], alternative);
  }

  /** Clears the alternative-th of the bits that are set. */
  static long signalled(long bits, int alternative) {
    long rest = bits;
    for (int i = 0; i < alternative; i++) {
      rest &= rest - 1;
    }
    return bits & ~Long.lowestOneBit(rest);
  }

  /**
   * An operation that fails touches what it would have touched: elsewhere it may succeed. One that
   * does not always write has only read when it finds nothing to read.
   */
  private void claim(int event, ThreadNode node, long position, FailureKind failure) {
    boolean hasOnlyRead =
        onlyReads(node) || (isConditional(node) && failure == FailureKind.UNINITIALIZED_READ);
    if (!hasOnlyRead) {
      write(event, position, node.bytes, memory.read(position, node.bytes));
    }
  }

  private static boolean onlyReads(ThreadNode node) {
    return switch (node.opcode) {
      case Opcode.LOAD, Opcode.PEEK -> true;
      case Opcode.AWAIT, Opcode.ATTEMPT -> node.operator < 0;
      default -> false;
    };
  }

  private void write(int event, long position, int bytes, long value) {
    long touched = Footprint.of(position, bytes, true);
    log.footprint[event] = touched;
    int word = Footprint.word(touched);
    log.oldWord[event] = memory.word(word);
    log.oldInitialized[event] = memory.initializedBytes(word);
    if (Footprint.straddles(touched)) {
      log.oldNextWord[event] = memory.word(word + 1);
      log.oldNextInitialized[event] = memory.initializedBytes(word + 1);
    }
    memory.write(position, bytes, value);
    log.newWord[event] = memory.word(word);
    log.newNextWord[event] = memory.word(word + 1);
    noteInitialized(event);
  }

  private void noteInitialized(int event) {
    int word = Footprint.word(log.footprint[event]);
    log.newInitialized[event] = memory.initializedBytes(word);
    if (Footprint.straddles(log.footprint[event])) {
      log.newNextInitialized[event] = memory.initializedBytes(word + 1);
    }
  }

  // ---- Taking back --------------------------------------------------------------------------

  void undo(int event) {
    long touched = log.footprint[event];
    if (!Footprint.writes(touched)) {
      return;
    }
    if (Footprint.isRange(touched)) {
      if (!Footprint.isSection(touched)) {
        unfree(event);
      }
      return;
    }
    int word = Footprint.word(touched);
    memory.restore(word, log.oldWord[event], log.oldInitialized[event]);
    if (Footprint.straddles(touched)) {
      memory.restore(word + 1, log.oldNextWord[event], log.oldNextInitialized[event]);
    }
  }

  /** Lets an event that has been taken back write again; it reads the same as before. */
  void redo(int event) {
    long touched = log.footprint[event];
    if (!Footprint.writes(touched)) {
      return;
    }
    int word = Footprint.word(touched);
    int mask = Footprint.mask(touched);
    long old = memory.word(word);
    byte oldInitialized = memory.initializedBytes(word);
    log.oldWord[event] = old;
    log.oldInitialized[event] = oldInitialized;
    log.newWord[event] =
        Footprint.adds(touched)
            ? withAddition(event, old)
            : Footprint.merge(old, log.newWord[event], mask);
    log.newInitialized[event] =
        (byte) ((oldInitialized & ~mask) | (log.newInitialized[event] & mask));
    memory.restore(word, log.newWord[event], log.newInitialized[event]);
  }

  /** The content of a word after an event has added to it. */
  long withAddition(int event, long word) {
    int mask = Footprint.mask(log.footprint[event]);
    int shift = 8 * Integer.numberOfTrailingZeros(mask);
    return Footprint.merge(word, ((word >>> shift) + log.before[event].operand) << shift, mask);
  }

  private void unfree(int event) {
    int object = log.before[event].object(memory);
    freeEvent[object] = log.freedBy[event];
    if (log.freedBy[event] == -1) {
      memory.unfree(object);
    }
  }

  // ---- What if ------------------------------------------------------------------------------

  /** Whether an operation writes or not depending on what it reads. */
  static boolean isConditional(ThreadNode node) {
    return switch (node.opcode) {
      case Opcode.CAS, Opcode.TRY_LOCK, Opcode.ATTEMPT, Opcode.SIGNAL -> true;
      case Opcode.AWAIT -> node.operator >= 0 && node.straddles();
      default -> false;
    };
  }

  /** Whether a conditional operation would write if memory contained this. */
  boolean writesGiven(ThreadNode node, int t, long content) {
    return switch (node.opcode) {
      case Opcode.CAS -> content == node.operand;
      case Opcode.AWAIT, Opcode.ATTEMPT -> node.operator >= 0 && node.guard.holds(content);
      case Opcode.SIGNAL -> content != 0;
      default ->
          content == 0 || content == DESTROYED || (owner(content) == t && kind(node) == RECURSIVE);
    };
  }
}
