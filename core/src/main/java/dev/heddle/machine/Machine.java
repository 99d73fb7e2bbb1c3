package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import java.util.Arrays;

/**
 * A running system under sequential consistency: threads in front of their next visible operations,
 * shared memory, and the events that led here. {@link #step} performs the next operation of a
 * thread, {@link #undo} takes back the latest event; nothing is ever executed again from the start.
 *
 * <p>What the first thread does before it starts another is over when a machine is made and is no
 * event: nobody else was there to see it.
 */
public final class Machine implements ExecutionView {
  /** An execution of so many events is taken to be endless. */
  private static final int MAX_EVENTS = 1_000_000;

  /** And so is one in which a thread comes so often to a state in which it was before. */
  private static final int MAX_RETURNS = 4_000;

  /** How many events there are between two looks for such an execution. */
  private static final int EVENTS_PER_LOOK = 4_096;

  /** As {@link #MAX_EVENTS} before the first thread is started, where no event is kept. */
  private static final int MAX_STEPS_AT_START = 10_000_000;

  final Code code;
  final SharedMemory memory;
  final EventLog log = new EventLog();
  final StringBuilder printedAtStart = new StringBuilder();

  /** What happened before the first event, if somebody wants to know; else null. */
  final Prologue prologue;

  private final ThreadNumbers numbers;
  final ThreadGraph graph;
  final Operations operations;

  // Threads. A thread that has not been started has no node.
  private ThreadNode[] current = new ThreadNode[4];
  private int[] spawnedBy = new int[4];

  /** How many threads have been started, are in front of an operation, have ended, have failed. */
  private int started;

  private int ready;
  private int finished;
  private int failed;
  private int exited;
  private int numberings;

  private final SectionState section = new SectionState();
  private final MemoryView memoryView;

  /** A machine for many executions: histories after which a thread does the same become one. */
  public Machine(Code code) {
    this(code, new ThreadNumbers());
  }

  /** The same with numbers of threads that other machines use, too. */
  public Machine(Code code, ThreadNumbers numbers) {
    this(code, numbers, null, true);
  }

  /** A machine that follows a single execution and keeps what happens before its first event. */
  Machine(Code code, Prologue prologue) {
    this(code, new ThreadNumbers(), prologue, false);
  }

  private Machine(Code code, ThreadNumbers numbers, Prologue prologue, boolean merges) {
    this.code = code;
    this.numbers = numbers;
    this.prologue = prologue;
    this.memory = new SharedMemory(code.program);
    this.graph = new ThreadGraph(code, memory, numbers, merges);
    this.operations = new Operations(memory, log);
    this.memoryView = new SharedMemoryView(memory);
    boot();
  }

  /** A machine that keeps all histories of a thread apart. */
  public static Machine withSeparateHistories(Code code) {
    return new Machine(code, new ThreadNumbers(), null, false);
  }

  private void boot() {
    ThreadNode root = graph.root(0, code.program.main(), 0);
    start(0, root, -1);
    if (root.effects != null) {
      begun(root.effects);
    }
    int steps = 0;
    while (started == 1 && isEnabled(0) && current[0].opcode != Opcode.CHOOSE) {
      ThreadNode node = current[0];
      if (++steps > MAX_STEPS_AT_START) {
        throw new EndlessException(code, node.state);
      }
      Location place = prologue == null ? null : code.locations[code.userSite(node.state)];
      FailureKind failure = perform(0, node, 0, 0);
      if (prologue != null) {
        prologue.add(node, place, log.footprint[0], log.observed[0], memory);
      }
      ThreadNode next =
          failure == null
              ? graph.nextOnce(0, node, log.observed[0], log.missing[0])
              : failed(node, failure);
      move(0, node, next);
      if (next.effects != null) {
        apply(next.effects, -1);
        begun(next.effects);
      }
    }
    operations.forgetFrees();
    section.start(0, current[0]);
    checkSection();
  }

  private void begun(Effects effects) {
    effects.appendOutputTo(printedAtStart);
    if (prologue != null) {
      prologue.effects.add(effects);
    }
  }

  // ---- Threads ------------------------------------------------------------------------------

  /** One more than the highest number of a thread ever seen. */
  @Override
  public int threads() {
    return graph.threads();
  }

  /** Where a thread stands, or null if it has not been started. */
  @Override
  public ThreadNode current(int t) {
    return t < current.length ? current[t] : null;
  }

  /** The event with which a thread was started, -1 if that was before the first event. */
  @Override
  public int spawnedBy(int t) {
    return spawnedBy[t];
  }

  /** Whether some thread is in front of an operation, be it enabled or blocked. */
  public boolean hasReadyThread() {
    return ready > 0;
  }

  @Override
  public boolean hasFailedThread() {
    return failed > 0;
  }

  /** Whether a thread has ended the whole program. */
  @Override
  public boolean hasExited() {
    return exited > 0;
  }

  /**
   * Whether every thread has ended, be it by a failure, or one has ended the program; a last thread
   * that has nothing left to do but to join others counts as ended.
   */
  @Override
  public boolean isComplete() {
    if (section.isAbandoned()) {
      return false;
    }
    if (finished + failed == started || exited > 0) {
      return true;
    }
    return (finished + failed + 1 == started && ready == 1 && onlyJoins(lastReady()))
        || (current[0].endsProgram && onlyWaitingIsLeft());
  }

  private int lastReady() {
    int t = 0;
    while (current[t] == null || current[t].status != Status.READY) {
      t++;
    }
    return t;
  }

  /**
   * Whether all that is left is that this thread joins others, which have ended, and ends. These
   * joins order nothing, and an execution is as good without them.
   */
  public boolean onlyJoins(int t) {
    ThreadNode node = current[t];
    if (ready != 1 || node.opcode != Opcode.JOIN) {
      return false;
    }
    while (node.status == Status.READY && node.opcode == Opcode.JOIN && node.effects == null) {
      ThreadNode target = joined(node.address);
      if (target == null || target.status != Status.FINISHED) {
        return false;
      }
      node = graph.next(t, node, target.returned, (byte) 0);
    }
    return node.status == Status.FINISHED && node.effects == null;
  }

  /**
   * Whether a thread has come to where it is in reality, too. When an assumption stops a thread in
   * an atomic section, then what others do behind that has seen half a section, and does not count.
   */
  @Override
  public boolean isReal(int t) {
    return !section.isUnreal(Math.max(log.lastOf(t, log.length), spawnedBy[t]));
  }

  /** Whether nothing that a thread writes could make another one go on. */
  private boolean othersLookAway(int t) {
    for (int other = 0; other < threads(); other++) {
      ThreadNode node = current[other];
      boolean isOver =
          node == null
              || node.status == Status.FINISHED
              || node.status == Status.FAILED
              || (node.status == Status.READY && node.opcode == Opcode.JOIN);
      if (other != t && !isOver) {
        return false;
      }
    }
    return true;
  }

  /** The thread that starts a thread, or -1 for the first. */
  @Override
  public int parent(int t) {
    return numbers.parent(t);
  }

  /** How many threads the parent of a thread starts before it. */
  @Override
  public int indexAmongSiblings(int t) {
    return numbers.indexAmongSiblings(t);
  }

  @Override
  public boolean isEnabled(int t) {
    ThreadNode node = current(t);
    if (node == null || node.status != Status.READY || section.keepsFromRunning(t)) {
      return false;
    }
    return switch (node.opcode) {
      case Opcode.LOCK, Opcode.AWAIT -> operations.isPossible(node, t);
      case Opcode.JOIN -> {
        ThreadNode target = joined(node.address);
        yield target == null || target.status == Status.FINISHED;
      }
      default -> true;
    };
  }

  private ThreadNode joined(long identity) {
    return identity > 0 && identity <= current.length ? current[(int) identity - 1] : null;
  }

  // ---- Events -------------------------------------------------------------------------------

  @Override
  public int length() {
    return log.length;
  }

  /** The latest event. */
  public int latest() {
    return log.order[log.length - 1];
  }

  /** The event at a place of the execution; its number, unless events have been rearranged. */
  @Override
  public int event(int place) {
    return log.order[place];
  }

  /** The place of an event in the execution. */
  @Override
  public int place(int event) {
    return log.position[event];
  }

  @Override
  public int thread(int event) {
    return log.thread[event];
  }

  public long footprint(int event) {
    return log.footprint[event];
  }

  /** What an event read, or the number it gave its thread. */
  @Override
  public long observed(int event) {
    return log.observed[event];
  }

  /** Whether an event read bytes that were never written, and went on with zeros for them. */
  public boolean isIncomplete(int event) {
    return log.missing[event] != 0;
  }

  @Override
  public ThreadNode operation(int event) {
    return log.before[event];
  }

  @Override
  public int alternative(int event) {
    return Footprint.alternative(log.footprint[event]);
  }

  @Override
  public boolean writes(int event) {
    long footprint = log.footprint[event];
    return Footprint.writes(footprint) && !Footprint.isRange(footprint) && !fails(event);
  }

  @Override
  public long written(int event) {
    return content(event, log.newWord[event], log.newNextWord[event]);
  }

  @Override
  public long overwritten(int event) {
    return content(event, log.oldWord[event], log.oldNextWord[event]);
  }

  /** What an event's bytes contain if its words contain this. */
  private long content(int event, long word, long nextWord) {
    long footprint = log.footprint[event];
    int shift = 8 * Integer.numberOfTrailingZeros(Footprint.mask(footprint));
    long content = word >>> shift;
    if (Footprint.straddles(footprint)) {
      content |= nextWord << (64 - shift);
    }
    return Arithmetic.zeroExtend(content, 8 * log.before[event].bytes);
  }

  @Override
  public int source(int event) {
    return log.before[event].kind().reads() ? latestWrite(event, log.footprint[event]) : NOTHING;
  }

  @Override
  public int source(int event, int offset) {
    long footprint = log.footprint[event];
    if (!Footprint.touches(footprint)) {
      return INITIAL;
    }
    int first = Integer.numberOfTrailingZeros(Footprint.mask(footprint)) + offset;
    long position = ((long) Footprint.word(footprint) << 3) + first;
    return latestWrite(event, Footprint.of(position, 1, false));
  }

  /** The latest event before another one that wrote to some of these bytes, or {@link #INITIAL}. */
  private int latestWrite(int event, long read) {
    for (int place = log.position[event] - 1; place >= 0; place--) {
      int write = log.order[place];
      if (Footprint.conflict(log.footprint[write], read) && writes(write)) {
        return write;
      }
    }
    return INITIAL;
  }

  /** How many alternatives an event had: more than one if the program leaves something open. */
  public int alternatives(int event) {
    return log.alternatives[event];
  }

  /** The event that freed the object that an event accesses or frees again; below 0 for none. */
  @Override
  public int freedBy(int event) {
    return log.freedBy[event];
  }

  /** The content of the first word an event touches, right before it. */
  public long wordBefore(int event) {
    return log.oldWord[event];
  }

  /** The content of one of the words that an event writes to, right before it. */
  public long wordBefore(int event, int word) {
    boolean first = Footprint.word(log.footprint[event]) == word;
    return first ? log.oldWord[event] : log.oldNextWord[event];
  }

  /** The content of a word after an event has added to it. */
  public long wordWithAddition(int event, long word) {
    return operations.withAddition(event, word);
  }

  /** The content of the first word an event touches, right after it. */
  public long wordAfter(int event) {
    return log.newWord[event];
  }

  /** The content of one of the words that an event writes to, right after it. */
  public long wordAfter(int event, int word) {
    boolean first = Footprint.word(log.footprint[event]) == word;
    return first ? log.newWord[event] : log.newNextWord[event];
  }

  public long word(int word) {
    return memory.word(word);
  }

  /** The bytes that are initialised in one of the words that an event writes to, before it. */
  public int initializedBefore(int event, int word) {
    boolean first = Footprint.word(log.footprint[event]) == word;
    return first ? log.oldInitialized[event] : log.oldNextInitialized[event];
  }

  /** The same after it. */
  public int initializedAfter(int event, int word) {
    boolean first = Footprint.word(log.footprint[event]) == word;
    return first ? log.newInitialized[event] : log.newNextInitialized[event];
  }

  public int initialized(int word) {
    return memory.initializedBytes(word);
  }

  /** How many words of memory there are; footprints lie below. */
  public int words() {
    return memory.usedWords();
  }

  /** Whether an event lies in an atomic section, behind its start. */
  public boolean isInSection(int event) {
    return log.before[event].inSection;
  }

  /** The thread that an event joins, or -1. */
  @Override
  public int joinedBy(int event) {
    ThreadNode node = log.before[event];
    return node.opcode == Opcode.JOIN && joined(node.address) != null ? (int) node.address - 1 : -1;
  }

  @Override
  public Code code() {
    return code;
  }

  @Override
  public MemoryView memory() {
    return memoryView;
  }

  @Override
  public boolean hasLiveHeap() {
    return memory.liveOnHeap() > 0;
  }

  @Override
  public boolean spinsForever(int t) {
    if (current[t].status == Status.CUT) {
      Lasso lasso = new Lasso(this, graph.interpreter());
      return lasso.closes(t, current[t]) && (!lasso.hasWritten() || othersLookAway(t));
    }
    return new Spinning(this, graph.interpreter()).lasts(t, current(t));
  }

  @Override
  public Prologue prologue() {
    return prologue;
  }

  @Override
  public String printedAtStart() {
    return printedAtStart.toString();
  }

  // ---- What if ------------------------------------------------------------------------------

  /** Whether the event may have to wait for others. */
  public boolean mayBlock(int event) {
    int opcode = log.before[event].opcode;
    return opcode == Opcode.LOCK || opcode == Opcode.AWAIT;
  }

  static long extract(ThreadNode node, long footprint, long word) {
    int shift = 8 * Integer.numberOfTrailingZeros(Footprint.mask(footprint));
    return Arithmetic.zeroExtend(word >>> shift, 8 * node.bytes);
  }

  /** What the operation that a thread waits to perform would touch. */
  public long pendingFootprint(int t) {
    ThreadNode node = current[t];
    if (node.opcode == Opcode.JOIN) {
      return Footprint.NONE;
    }
    long position = memory.locate(node.object(memory), node.address, node.bytes);
    boolean writes = node.opcode == Opcode.LOCK || node.operator >= 0;
    return position < 0 ? Footprint.NONE : Footprint.of(position, node.bytes, writes);
  }

  // ---- Running ------------------------------------------------------------------------------

  /**
   * Performs the next operation of an enabled thread as a new event.
   *
   * @param alternative which of the alternatives of the operation; most have only 0
   */
  public void step(int t, int alternative) {
    int event = log.append();
    ThreadNode node = current[t];
    if (log.length % EVENTS_PER_LOOK == 0) {
      checkEndless();
    }
    log.thread[event] = t;
    log.before[event] = node;
    FailureKind failure = perform(event, node, t, alternative);
    ThreadNode next =
        failure == null
            ? graph.next(t, node, log.observed[event], log.missing[event])
            : failed(node, failure);
    move(t, node, next);
    if (next.effects != null) {
      apply(next.effects, event);
    }
    if (node.inSection || node.opcode == Opcode.ATOMIC_BEGIN) {
      section.step(t, next, event);
      checkSection();
    }
  }

  private void checkEndless() {
    ThreadNode node = log.mostVisited();
    if (node.visits > MAX_RETURNS) {
      throw new EndlessException(code, node.state);
    }
    if (log.length > MAX_EVENTS) {
      throw EndlessException.in(this);
    }
  }

  /** Nobody could ever end the waiting of a thread that all others wait for. */
  private void checkSection() {
    int t = section.inside();
    if (t >= 0 && !isEnabled(t)) {
      throw SectionState.waits(code.userLocation(current[t].state));
    }
  }

  private void move(int t, ThreadNode from, ThreadNode to) {
    current[t] = to;
    if (from.status != to.status) {
      count(from, -1);
      count(to, 1);
    }
  }

  /** Counts one thread more or less at such a node. */
  private void count(ThreadNode node, int change) {
    // Comparing does not look into the constants, which all machines have in common.
    if (node.status == Status.READY) {
      ready += change;
    } else if (node.status == Status.FINISHED) {
      finished += change;
    } else if (node.status == Status.FAILED) {
      failed += change;
    } else if (node.status == Status.EXITED) {
      exited += change;
    }
  }

  /** Takes back the latest event. */
  public void undo() {
    int event = log.order[--log.length];
    stepBack(event);
    operations.undo(event);
    section.undo(log.thread[event], log.before[event], event);
  }

  /** Takes a thread back to the front of its latest event; memory stays as it is. */
  void stepBack(int event) {
    int t = log.thread[event];
    ThreadNode next = current[t];
    if (next.effects != null) {
      takeBack(next.effects);
    }
    move(t, next, log.before[event]);
  }

  /** Numbers events by their places in the execution, as they are as long as nobody moves them. */
  public void numberInOrder() {
    int count = log.length;
    int inOrder = 0;
    while (inOrder < count && log.order[inOrder] == inOrder) {
      inOrder++;
    }
    if (inOrder == count) {
      return;
    }
    int[] threads = new int[count];
    int[] alternatives = new int[count];
    for (int place = count - 1; place >= 0; place--) {
      threads[place] = log.thread[latest()];
      alternatives[place] = Footprint.alternative(log.footprint[latest()]);
      undo();
    }
    log.renumber();
    numberings++;
    for (int place = 0; place < count; place++) {
      step(threads[place], alternatives[place]);
    }
  }

  /** How often events have got new numbers. */
  public int numberings() {
    return numberings;
  }

  private FailureKind perform(int event, ThreadNode node, int t, int alternative) {
    if (node.opcode == Opcode.JOIN) {
      log.footprint[event] = Footprint.NONE;
      log.freedBy[event] = -1;
      log.missing[event] = 0;
      log.alternatives[event] = 1;
      ThreadNode target = joined(node.address);
      log.observed[event] = target == null ? 0 : target.returned;
      return target == null ? FailureKind.INVALID_ACCESS : null;
    }
    return operations.perform(event, node, t, alternative);
  }

  ThreadNode failed(ThreadNode node, FailureKind kind) {
    ThreadNode failed = new ThreadNode(Status.FAILED, node.state);
    failed.failure = new Failure(kind);
    failed.address = node.address;
    return failed;
  }

  @Override
  public ThreadNode next(int t, ThreadNode node, long value) {
    return graph.next(t, node, value, (byte) 0);
  }

  // ---- Effects ------------------------------------------------------------------------------

  private void apply(Effects effects, int event) {
    bear(effects);
    for (int i = 0; i < effects.spawned; i++) {
      start(effects.thread[i], effects.root[i], event);
    }
  }

  /** Brings objects to life. */
  void bear(Effects effects) {
    for (int i = 0; i < effects.born; i++) {
      if (effects.template[i] >= 0) {
        memory.birthCopy(effects.object[i], effects.template[i]);
      } else {
        memory.birth(
            effects.object[i],
            effects.size[i],
            effects.zeroed[i],
            effects.onHeap[i],
            effects.site[i]);
      }
    }
  }

  private void start(int t, ThreadNode at, int event) {
    if (t >= current.length) {
      int grown = Math.max(t + 1, 2 * current.length);
      current = Arrays.copyOf(current, grown);
      spawnedBy = Arrays.copyOf(spawnedBy, grown);
    }
    current[t] = at;
    spawnedBy[t] = event;
    started++;
    count(at, 1);
    if (at.effects != null) {
      apply(at.effects, event);
    }
  }

  private void takeBack(Effects effects) {
    for (int i = effects.spawned - 1; i >= 0; i--) {
      current[effects.thread[i]] = null;
      started--;
      count(effects.root[i], -1);
      if (effects.root[i].effects != null) {
        takeBack(effects.root[i].effects);
      }
    }
    unbear(effects);
  }

  /** Takes back that objects have come to life. */
  void unbear(Effects effects) {
    for (int i = effects.born - 1; i >= 0; i--) {
      memory.unbirth(effects.object[i]);
    }
  }

  // ---- Invariants ---------------------------------------------------------------------------

  /** Throws an error if the machine is not as it should be; to be called under {@code assert}. */
  public boolean checkInvariants() {
    new MachineInvariants(this).check();
    return true;
  }

  /** Whether so many threads have been started and stand so often where. */
  boolean isCounted(int ofAll, int[] byStatus) {
    return started == ofAll
        && ready == byStatus[Status.READY.ordinal()]
        && finished == byStatus[Status.FINISHED.ordinal()]
        && failed == byStatus[Status.FAILED.ordinal()]
        && exited == byStatus[Status.EXITED.ordinal()];
  }

  // ---- Space --------------------------------------------------------------------------------

  /** Forgets what is known of threads beyond the current execution, if that is much. */
  public void trim() {
    if (!graph.isFull()) {
      return;
    }
    for (int place = 0; place < log.length; place++) {
      log.before[log.order[place]].forgetNext();
    }
    for (int t = 0; t < threads(); t++) {
      if (current(t) != null) {
        current[t].forgetNext();
      }
    }
    graph.forget();
  }
}
