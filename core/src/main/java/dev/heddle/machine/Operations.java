package dev.heddle.machine;

import dev.heddle.program.FailureKind;
import java.util.Arrays;

/**
 * Performs visible operations on shared memory and takes them back, under sequential consistency.
 * {@link OperationSemantics} says what an operation does with what it finds.
 */
final class Operations {
  private static final int FREED_AT_START = -2;
  private static final FailureKind[] FAILURES = FailureKind.values();

  private final ObjectTable objects;
  private final SharedMemory memory;
  private final EventLog log;
  final OperationSemantics semantics = new OperationSemantics(this::kind);

  /** The latest event that freed an object, rightly or not; below 0 for none. */
  private int[] freeEvent = new int[64];

  Operations(ObjectTable objects, SharedMemory memory, EventLog log) {
    this.objects = objects;
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
    int object = node.object(objects);
    long position = objects.locate(object, node.address, node.bytes);
    return position < 0
        || objects.isFreed(object)
        || node.straddles()
        || semantics.isPossible(node, t, memory.read(position, node.bytes));
  }

  private int kind(ThreadNode node) {
    long position = objects.locate(node.object(objects), node.address + 8, 8);
    return position < 0 ? OperationSemantics.NORMAL : (int) memory.read(position, 1);
  }

  // ---- Performing ---------------------------------------------------------------------------

  /**
   * Performs what a thread is in front of as an event of the log, whose thread and alternative are
   * set already.
   *
   * @return what went wrong, or null
   */
  FailureKind perform(int event, ThreadNode node, int t, int alternative) {
    log.clear(event);
    return switch (node.opcode) {
      case Opcode.CHOOSE -> choose(event, node, alternative);
      case Opcode.ATOMIC_BEGIN -> {
        log.setFootprint(event, Footprint.SECTION);
        yield null;
      }
      case Opcode.FREE, Opcode.LEAVE -> free(event, node);
      case Opcode.FENCE -> null;
      case Opcode.SIZE -> size(event, node);
      default -> access(event, node, t, alternative);
    };
  }

  private FailureKind choose(int event, ThreadNode node, int alternative) {
    long choices = node.desired - node.operand + 1;
    if (choices > Footprint.MAX_ALTERNATIVES) {
      throw new MachineException("a choice among " + choices + " numbers");
    }
    log.setAlternatives(event, (int) choices);
    log.setObserved(event, node.operand + alternative);
    log.setFootprint(event, Footprint.withAlternative(Footprint.NONE, alternative));
    return null;
  }

  private FailureKind free(int event, ThreadNode node) {
    int object = node.object(objects);
    if (node.opcode == Opcode.FREE && !isAllocation(object, node.address)) {
      return FailureKind.INVALID_FREE;
    }
    log.setFootprint(event, Footprint.ofObject(objects.position(object), objects.size(object)));
    if (object >= freeEvent.length) {
      int known = freeEvent.length;
      freeEvent = Arrays.copyOf(freeEvent, 2 * object);
      Arrays.fill(freeEvent, known, freeEvent.length, -1);
    }
    log.setFreedBy(event, freeEvent[object]);
    freeEvent[object] = event;
    if (objects.isFreed(object)) {
      return FailureKind.DOUBLE_FREE;
    }
    objects.free(object);
    return null;
  }

  private boolean isAllocation(int object, long address) {
    return object >= 0 && objects.isHeap(object) && objects.address(object) == address;
  }

  /** Touches something only if the object is freed already; what frees it later asks itself. */
  private FailureKind size(int event, ThreadNode node) {
    int object = node.object(objects);
    if (!isAllocation(object, node.address)) {
      return FailureKind.INVALID_FREE;
    }
    if (objects.isFreed(object)) {
      log.setFootprint(event, Footprint.of(objects.position(object), 1, false));
      log.setFreedBy(event, object < freeEvent.length ? freeEvent[object] : -1);
      return FailureKind.USE_AFTER_FREE;
    }
    log.setObserved(event, objects.size(object));
    return null;
  }

  private FailureKind access(int event, ThreadNode node, int t, int alternative) {
    int object = node.object(objects);
    int bytes = node.bytes;
    long position = objects.locate(object, node.address, bytes);
    if (position < 0) {
      return FAILURES[(int) (-1 - position)];
    }
    log.setFootprint(event, Footprint.of(position, bytes, false));
    log.setOldWord(event, memory.word((int) (position >>> 3)));
    FailureKind failure = null;
    if (objects.isFreed(object)) {
      log.setFreedBy(event, object < freeEvent.length ? freeEvent[object] : -1);
      failure = FailureKind.USE_AFTER_FREE;
    } else if (OperationSemantics.needsContent(node) && !memory.isInitialized(position, bytes)) {
      failure = FailureKind.UNINITIALIZED_READ;
    } else {
      failure = access(event, node, t, position, alternative);
    }
    if (failure != null) {
      claim(event, node, position, failure);
    } else if (Footprint.writes(log.footprint(event)) && objects.isConstant(object)) {
      return FailureKind.INVALID_ACCESS;
    }
    return failure;
  }

  private FailureKind access(int event, ThreadNode node, int t, long position, int alternative) {
    int bytes = node.bytes;
    if (node.opcode == Opcode.STORE) {
      write(event, position, bytes, node.operand);
      return null;
    }
    long old = memory.read(position, bytes);
    if (node.opcode == Opcode.LOAD) {
      log.setObserved(event, old);
      return null;
    }
    FailureKind failure = semantics.failure(node, t, old);
    if (failure != null) {
      return failure;
    }
    log.setObserved(event, semantics.observed(node, t, old));
    if (semantics.writes(node, t, old)) {
      write(event, position, bytes, OperationSemantics.written(node, t, old, alternative));
    }
    switch (node.opcode) {
      case Opcode.PEEK -> {
        log.setMissing(event, (byte) memory.missing(position, bytes));
        log.setObserved(event, Arithmetic.withoutBytes(old, log.missing(event)));
      }
      case Opcode.POKE -> {
        memory.forget(position, (int) node.desired);
        noteInitialized(event);
      }
      // What it finds does not matter to its thread, nor its order among others of its kind.
      case Opcode.ADD -> log.setFootprint(event, Footprint.asAddition(log.footprint(event)));
      case Opcode.SIGNAL -> {
        if (old != 0) {
          log.setAlternatives(event, OperationSemantics.alternatives(node, old));
          log.setFootprint(event, Footprint.withAlternative(log.footprint(event), alternative));
        }
      }
      default -> {}
    }
    return null;
  }

  /**
   * An operation that fails touches what it would have touched: elsewhere it may succeed. One that
   * does not always write has only read when it finds nothing to read.
   */
  private void claim(int event, ThreadNode node, long position, FailureKind failure) {
    boolean hasOnlyRead =
        OperationSemantics.onlyReads(node)
            || (OperationSemantics.isConditional(node)
                && failure == FailureKind.UNINITIALIZED_READ);
    if (!hasOnlyRead) {
      write(event, position, node.bytes, memory.read(position, node.bytes));
    }
  }

  private void write(int event, long position, int bytes, long value) {
    long touched = Footprint.of(position, bytes, true);
    log.setFootprint(event, touched);
    int word = Footprint.word(touched);
    log.setFound(event, memory.word(word), memory.initializedBytes(word));
    if (Footprint.straddles(touched)) {
      log.setFoundNext(event, memory.word(word + 1), memory.initializedBytes(word + 1));
    }
    memory.write(position, bytes, value);
    log.setNewWord(event, memory.word(word));
    log.setNewNextWord(event, memory.word(word + 1));
    noteInitialized(event);
  }

  private void noteInitialized(int event) {
    int word = Footprint.word(log.footprint(event));
    log.setNewInitialized(event, memory.initializedBytes(word));
    if (Footprint.straddles(log.footprint(event))) {
      log.setNewNextInitialized(event, memory.initializedBytes(word + 1));
    }
  }

  // ---- Taking back --------------------------------------------------------------------------

  void undo(int event) {
    long touched = log.footprint(event);
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
    memory.restore(word, log.oldWord(event), log.oldInitialized(event));
    if (Footprint.straddles(touched)) {
      memory.restore(word + 1, log.oldNextWord(event), log.oldNextInitialized(event));
    }
  }

  /** Lets an event that has been taken back write again; it reads the same as before. */
  void redo(int event) {
    long touched = log.footprint(event);
    if (!Footprint.writes(touched)) {
      return;
    }
    int word = Footprint.word(touched);
    int mask = Footprint.mask(touched);
    long old = memory.word(word);
    byte oldInitialized = memory.initializedBytes(word);
    log.setFound(event, old, oldInitialized);
    log.setNewWord(
        event,
        Footprint.adds(touched)
            ? withAddition(event, old)
            : Footprint.merge(old, log.newWord(event), mask));
    log.setNewInitialized(
        event, (byte) ((oldInitialized & ~mask) | (log.newInitialized(event) & mask)));
    memory.restore(word, log.newWord(event), log.newInitialized(event));
  }

  /** The content of a word after an event has added to it. */
  long withAddition(int event, long word) {
    int mask = Footprint.mask(log.footprint(event));
    int shift = 8 * Integer.numberOfTrailingZeros(mask);
    return Footprint.merge(word, ((word >>> shift) + log.before(event).operand) << shift, mask);
  }

  private void unfree(int event) {
    int object = log.before(event).object(objects);
    freeEvent[object] = log.freedBy(event);
    if (log.freedBy(event) == -1) {
      objects.unfree(object);
    }
  }
}
