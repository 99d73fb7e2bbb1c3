package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.verdict.Violation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A running system under sequential consistency: threads in front of their next visible operations,
 * shared memory, and the events that led here. {@link #step} performs the next operation of a
 * thread, {@link #undo} takes back the latest event; nothing is ever executed again from the start.
 *
 * <p>What the first thread does before it starts another is over when a machine is made and is no
 * event: nobody else was there to see it.
 */
public final class Machine {
  private static final FailureKind[] FAILURES = FailureKind.values();

  private static final int FREED_AT_START = -2;

  private final Code code;
  private final SharedMemory memory;
  private final ThreadTree tree;
  private final StringBuilder printedAtStart = new StringBuilder();

  // Threads. A thread that has not been started has no node.
  private ThreadNode[] current = new ThreadNode[4];
  private int[] spawnedBy = new int[4];
  private ThreadNode[] root = new ThreadNode[4];

  // Events, in the order in which they happened.
  private int length;
  private int[] thread = new int[64];
  private ThreadNode[] before = new ThreadNode[64];
  private long[] footprint = new long[64];
  private long[] observed = new long[64];
  private long[] oldWord = new long[64];
  private long[] newWord = new long[64];
  private byte[] oldInitialized = new byte[64];
  private long[] oldNextWord = new long[64];
  private byte[] oldNextInitialized = new byte[64];
  private int[] freedBy = new int[64];

  /** The latest event that freed an object, rightly or not; -1 for none. */
  private int[] freeEvent = new int[64];

  public Machine(Code code) {
    this.code = code;
    this.memory = new SharedMemory(code.program);
    this.tree = new ThreadTree(code, memory);
    Arrays.fill(freeEvent, -1);
    boot();
    Arrays.setAll(freeEvent, object -> freeEvent[object] < 0 ? -1 : FREED_AT_START);
  }

  private void boot() {
    start(0, tree.root(0, code.program.main(), 0), -1);
    while (tree.threads() == 1 && isEnabled(0)) {
      ThreadNode next = perform(0, 0, true);
      current[0] = next;
      root[0] = next;
      if (next.effects != null) {
        printedAtStart.append(next.effects.printed);
        apply(next.effects, -1);
      }
    }
  }

  // ---- Threads ------------------------------------------------------------------------------

  /** One more than the highest number of a thread ever seen. */
  public int threads() {
    return tree.threads();
  }

  /** Where a thread stands, or null if it has not been started. */
  public ThreadNode current(int t) {
    return t < current.length ? current[t] : null;
  }

  /** The event with which a thread was started, -1 if that was before the first event. */
  public int spawnedBy(int t) {
    return spawnedBy[t];
  }

  public boolean isEnabled(int t) {
    ThreadNode node = current(t);
    if (node == null || node.status != Status.READY) {
      return false;
    }
    return switch (node.opcode) {
      case Opcode.LOCK -> isFree(node.address);
      case Opcode.JOIN -> canJoin(node.address);
      default -> true;
    };
  }

  /** Whether a thread has a next operation that it has to wait for. */
  public boolean isBlocked(int t) {
    ThreadNode node = current(t);
    return node != null && node.status == Status.READY && !isEnabled(t);
  }

  /** What cannot be a mutex does not block: the operation fails. */
  private boolean isFree(long mutex) {
    int object = memory.objectAt(mutex);
    long position = memory.locate(object, mutex, 8);
    return position < 0 || memory.isFreed(object) || memory.read(position, 8) == 0;
  }

  private boolean canJoin(long identity) {
    ThreadNode target = joined(identity);
    return target == null || target.status == Status.FINISHED;
  }

  private ThreadNode joined(long identity) {
    return identity > 0 && identity <= current.length ? current[(int) identity - 1] : null;
  }

  /** The thread that a thread in front of a join waits for; the holder of a mutex; or -1. */
  public int waitsFor(int t) {
    ThreadNode node = current[t];
    if (node.opcode == Opcode.JOIN) {
      return (int) node.address - 1;
    }
    if (node.opcode == Opcode.LOCK) {
      long position = memory.locate(memory.objectAt(node.address), node.address, 8);
      return position < 0 ? -1 : (int) memory.read(position, 8) - 1;
    }
    return -1;
  }

  // ---- Events -------------------------------------------------------------------------------

  public int length() {
    return length;
  }

  public int thread(int event) {
    return thread[event];
  }

  public long footprint(int event) {
    return footprint[event];
  }

  /** What an event read, or the number it gave its thread. */
  public long observed(int event) {
    return observed[event];
  }

  /** The history of the event's thread in front of the event. */
  public ThreadNode before(int event) {
    return before[event];
  }

  /** The event that freed the object that an event accesses or frees again; below 0 for none. */
  public int freedBy(int event) {
    return freedBy[event];
  }

  /** The content of the first word an event touches, right before and right after it. */
  public long wordBefore(int event) {
    return oldWord[event];
  }

  public long wordAfter(int event) {
    return newWord[event];
  }

  public long word(int word) {
    return memory.word(word);
  }

  /** How many words of memory there are; footprints lie below. */
  public int words() {
    return memory.usedWords();
  }

  /** Whether the event may have to wait for others. */
  public boolean mayBlock(int event) {
    return before[event].opcode == Opcode.LOCK;
  }

  /** The thread that an event joins, or -1. */
  public int joinedBy(int event) {
    ThreadNode node = before[event];
    return node.opcode == Opcode.JOIN && joined(node.address) != null ? (int) node.address - 1 : -1;
  }

  /** Whether the event writes or not depending on what it reads. */
  public boolean isConditional(int event) {
    int opcode = before[event].opcode;
    return opcode == Opcode.CAS || opcode == Opcode.TRY_LOCK;
  }

  /** What a conditional event would touch if its word contained {@code content}. */
  public long footprintGiven(int event, long content) {
    ThreadNode node = before[event];
    long touched = footprint[event];
    int shift = 8 * Integer.numberOfTrailingZeros(Footprint.mask(touched));
    long old = Arithmetic.zeroExtend(content >>> shift, 8 * node.bytes);
    boolean writes = old == (node.opcode == Opcode.CAS ? node.operand : 0);
    return Footprint.withWrite(touched, writes);
  }

  /** What the operation that a thread waits to perform would touch. */
  public long pendingFootprint(int t) {
    ThreadNode node = current[t];
    if (node.opcode == Opcode.JOIN) {
      return Footprint.NONE;
    }
    long position = memory.locate(memory.objectAt(node.address), node.address, node.bytes);
    return position < 0 ? Footprint.NONE : Footprint.of(position, node.bytes, true);
  }

  // ---- Running ------------------------------------------------------------------------------

  /** Performs the next operation of an enabled thread as a new event. */
  public void step(int t) {
    int event = length++;
    if (event == thread.length) {
      grow();
    }
    thread[event] = t;
    before[event] = current[t];
    ThreadNode next = perform(t, event, false);
    current[t] = next;
    if (next.effects != null) {
      apply(next.effects, event);
    }
  }

  /** Takes back the latest event. */
  public void undo() {
    int event = --length;
    int t = thread[event];
    ThreadNode next = current[t];
    if (next.effects != null) {
      takeBack(next.effects);
    }
    ThreadNode node = before[event];
    current[t] = node;
    long touched = footprint[event];
    if (!Footprint.writes(touched)) {
      return;
    }
    if (Footprint.isRange(touched)) {
      unfree(node.address, event);
      return;
    }
    int word = Footprint.word(touched);
    memory.restore(word, oldWord[event], oldInitialized[event]);
    if (Footprint.straddles(touched)) {
      memory.restore(word + 1, oldNextWord[event], oldNextInitialized[event]);
    }
  }

  /** Does what the node of a thread is in front of, and gives the node behind it. */
  private ThreadNode perform(int t, int event, boolean once) {
    ThreadNode node = current[t];
    freedBy[event] = -1;
    observed[event] = 0;
    footprint[event] = Footprint.NONE;
    FailureKind failure =
        switch (node.opcode) {
          case Opcode.JOIN -> join(event, node);
          case Opcode.FREE -> free(event, node);
          default -> access(event, node, t);
        };
    if (failure != null) {
      return failed(node, failure);
    }
    return once ? tree.nextOnce(t, node, observed[event]) : tree.next(t, node, observed[event]);
  }

  private FailureKind join(int event, ThreadNode node) {
    ThreadNode target = joined(node.address);
    if (target == null) {
      return FailureKind.INVALID_ACCESS;
    }
    observed[event] = target.returned;
    return null;
  }

  private FailureKind free(int event, ThreadNode node) {
    int object = memory.objectAt(node.address);
    if (object < 0 || !memory.isHeap(object) || memory.address(object) != node.address) {
      return FailureKind.INVALID_FREE;
    }
    footprint[event] = Footprint.ofObject(memory.position(object), memory.size(object));
    if (object >= freeEvent.length) {
      int known = freeEvent.length;
      freeEvent = Arrays.copyOf(freeEvent, 2 * object);
      Arrays.fill(freeEvent, known, freeEvent.length, -1);
    }
    freedBy[event] = freeEvent[object];
    freeEvent[object] = event;
    if (memory.isFreed(object)) {
      return FailureKind.DOUBLE_FREE;
    }
    memory.free(object);
    return null;
  }

  private void unfree(long address, int event) {
    int object = memory.objectAt(address);
    freeEvent[object] = freedBy[event];
    if (freedBy[event] == -1) {
      memory.unfree(object);
    }
  }

  private FailureKind access(int event, ThreadNode node, int t) {
    int object = memory.objectAt(node.address);
    int bytes = node.bytes;
    long position = memory.locate(object, node.address, bytes);
    if (position < 0) {
      return FAILURES[(int) (-1 - position)];
    }
    int opcode = node.opcode;
    footprint[event] = Footprint.of(position, bytes, false);
    if (memory.isFreed(object)) {
      freedBy[event] = object < freeEvent.length ? freeEvent[object] : -1;
      claim(event, node, position);
      return FailureKind.USE_AFTER_FREE;
    }
    if (opcode != Opcode.STORE && !memory.isInitialized(position, bytes)) {
      claim(event, node, position);
      return FailureKind.UNINITIALIZED_READ;
    }
    long old = opcode == Opcode.STORE ? 0 : memory.read(position, bytes);
    observed[event] = old;
    switch (opcode) {
      case Opcode.LOAD -> {}
      case Opcode.STORE -> write(event, position, bytes, node.operand);
      case Opcode.RMW ->
          write(
              event,
              position,
              bytes,
              Arithmetic.readModifyWrite(node.operator, 8 * bytes, old, node.operand));
      case Opcode.CAS -> {
        if (old == node.operand) {
          write(event, position, bytes, node.desired);
        }
      }
      case Opcode.LOCK -> {
        write(event, position, bytes, t + 1L);
        observed[event] = 0;
      }
      case Opcode.TRY_LOCK -> {
        observed[event] = old == 0 ? 1 : 0;
        if (old == 0) {
          write(event, position, bytes, t + 1);
        }
      }
      case Opcode.UNLOCK -> {
        if (old != t + 1) {
          claim(event, node, position);
          return FailureKind.UNLOCK_NOT_HELD;
        }
        write(event, position, bytes, 0);
        observed[event] = 0;
      }
      default -> throw new AssertionError("no access: " + Opcode.name(opcode));
    }
    if (Footprint.writes(footprint[event]) && memory.isConstant(object)) {
      return FailureKind.INVALID_ACCESS;
    }
    return null;
  }

  /** An operation that fails touches what it would have touched: elsewhere it may succeed. */
  private void claim(int event, ThreadNode node, long position) {
    if (node.opcode != Opcode.LOAD) {
      write(event, position, node.bytes, memory.read(position, node.bytes));
    }
  }

  private void write(int event, long position, int bytes, long value) {
    long touched = Footprint.of(position, bytes, true);
    footprint[event] = touched;
    int word = Footprint.word(touched);
    oldWord[event] = memory.word(word);
    oldInitialized[event] = memory.initializedBytes(word);
    if (Footprint.straddles(touched)) {
      oldNextWord[event] = memory.word(word + 1);
      oldNextInitialized[event] = memory.initializedBytes(word + 1);
    }
    memory.write(position, bytes, value);
    newWord[event] = memory.word(word);
  }

  private static ThreadNode failed(ThreadNode node, FailureKind kind) {
    ThreadNode failed = new ThreadNode(Status.FAILED, node.state);
    failed.failure = new Failure(kind, FailureText.of(kind));
    return failed;
  }

  // ---- Effects ------------------------------------------------------------------------------

  private void apply(Effects effects, int event) {
    for (int i = 0; i < effects.born; i++) {
      memory.birth(effects.object[i], effects.size[i], effects.zeroed[i]);
    }
    for (int i = 0; i < effects.spawned; i++) {
      start(effects.thread[i], effects.root[i], event);
    }
  }

  private void start(int t, ThreadNode at, int event) {
    if (t >= current.length) {
      int grown = Math.max(t + 1, 2 * current.length);
      current = Arrays.copyOf(current, grown);
      root = Arrays.copyOf(root, grown);
      spawnedBy = Arrays.copyOf(spawnedBy, grown);
    }
    current[t] = at;
    root[t] = at;
    spawnedBy[t] = event;
    if (at.effects != null) {
      apply(at.effects, event);
    }
  }

  private void takeBack(Effects effects) {
    for (int i = effects.spawned - 1; i >= 0; i--) {
      int t = effects.thread[i];
      current[t] = null;
      if (effects.root[i].effects != null) {
        takeBack(effects.root[i].effects);
      }
    }
    for (int i = effects.born - 1; i >= 0; i--) {
      memory.unbirth(effects.object[i]);
    }
  }

  // ---- Explaining ---------------------------------------------------------------------------

  /** Where in the user's source a thread stands: library code counts as the call of it. */
  public Location locationOf(ThreadNode node) {
    ThreadState state = node.state;
    Location at = code.locations[state.pc];
    if (!isLibrary(state.pc)) {
      return at;
    }
    for (int level = state.depth() - 1; level >= 0; level--) {
      int callSite = state.callSite(level);
      if (!isLibrary(callSite)) {
        return code.locations[callSite];
      }
    }
    return at;
  }

  private boolean isLibrary(int pc) {
    return code.program.functions().get(code.functionAt(pc)).library();
  }

  /** The operation of an event and what it works on, without its result. */
  public String label(int event) {
    ThreadNode node = before[event];
    return Opcode.name(node.opcode)
        + Long.toHexString(node.address)
        + '/'
        + node.bytes
        + (Footprint.writes(footprint[event]) ? "w" : "");
  }

  /** An event for people to read. */
  public Violation.Step describe(int event) {
    ThreadNode node = before[event];
    boolean reads =
        switch (node.opcode) {
          case Opcode.LOAD, Opcode.RMW, Opcode.CAS -> true;
          default -> false;
        };
    Long value = null;
    if (node.opcode == Opcode.STORE) {
      value = Arithmetic.signExtend(node.operand, 8 * node.bytes);
    } else if (reads) {
      value = Arithmetic.signExtend(observed[event], 8 * node.bytes);
    }
    return new Violation.Step(
        thread[event],
        Opcode.name(node.opcode),
        node.opcode == Opcode.JOIN ? "thread " + (node.address - 1) : nameOf(node.address),
        value,
        reads ? source(event) : -2,
        locationOf(node));
  }

  private int source(int event) {
    for (int e = event - 1; e >= 0; e--) {
      if (Footprint.writes(footprint[e]) && Footprint.conflict(footprint[e], footprint[event])) {
        return e;
      }
    }
    return -1;
  }

  private String nameOf(long address) {
    int object = memory.objectAt(address);
    if (object < 0) {
      return "0x" + Long.toHexString(address);
    }
    long offset = address - memory.address(object);
    String name =
        object < code.program.globals().size()
            ? code.program.globals().get(object).name()
            : "object" + object;
    return offset == 0 ? name : name + "+" + offset;
  }

  /** All that the program has printed. */
  public String printed() {
    StringBuilder out = new StringBuilder(printedAtStart);
    for (int e = 0; e < length; e++) {
      ThreadNode after = after(e);
      if (after.effects != null) {
        out.append(after.effects.printed);
      }
    }
    return out.toString();
  }

  private ThreadNode after(int event) {
    for (int e = event + 1; e < length; e++) {
      if (thread[e] == thread[event]) {
        return before[e];
      }
    }
    return current[thread[event]];
  }

  // ---- Space --------------------------------------------------------------------------------

  /** Forgets histories of threads that are not those of the current execution, if many are kept. */
  public void trim() {
    if (!tree.isFull()) {
      return;
    }
    List<List<ThreadNode>> paths = new ArrayList<>();
    for (int t = 0; t < threads(); t++) {
      paths.add(null);
      if (current(t) != null) {
        paths.set(t, new ArrayList<>());
      }
    }
    for (int e = 0; e < length; e++) {
      paths.get(thread[e]).add(before[e]);
    }
    for (int t = 0; t < paths.size(); t++) {
      List<ThreadNode> path = paths.get(t);
      if (path != null && current[t].status != Status.FAILED) {
        path.add(current[t]);
      }
    }
    tree.keepOnly(paths);
  }

  private void grow() {
    int grown = 2 * thread.length;
    thread = Arrays.copyOf(thread, grown);
    before = Arrays.copyOf(before, grown);
    footprint = Arrays.copyOf(footprint, grown);
    observed = Arrays.copyOf(observed, grown);
    oldWord = Arrays.copyOf(oldWord, grown);
    newWord = Arrays.copyOf(newWord, grown);
    oldInitialized = Arrays.copyOf(oldInitialized, grown);
    oldNextWord = Arrays.copyOf(oldNextWord, grown);
    oldNextInitialized = Arrays.copyOf(oldNextInitialized, grown);
    freedBy = Arrays.copyOf(freedBy, grown);
  }
}
