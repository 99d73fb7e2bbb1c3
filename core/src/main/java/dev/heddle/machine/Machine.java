package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.program.FailureKind;

/**
 * A running system under sequential consistency: threads in front of their next visible operations,
 * shared memory, and the events that led here. {@link #step} performs the next operation of a
 * thread, {@link #undo} takes back the latest event; nothing is ever executed again from the start.
 *
 * <p>What the first thread does before it starts another is over when a machine is made and is no
 * event: nobody else was there to see it.
 */
public final class Machine implements ExecutionView {
  final Code code;
  final SharedMemory memory = new SharedMemory();
  final ObjectTable objects;
  final EventLog log = new EventLog();
  final ThreadGraph graph;
  final Operations operations;
  final RunningThreads running;

  /** What happened before the first event, if somebody wants to know; else null. */
  private final Prologue prologue;

  private final String printedAtStart;
  private final ThreadNumbers numbers;
  private final SectionState section = new SectionState();
  private final LatestWrites latestWrites = new LatestWrites(this);
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
    this.objects = new ObjectTable(code.program, memory);
    this.running = new RunningThreads(objects);
    this.graph = new ThreadGraph(code, objects, memory, numbers, merges);
    this.operations = new Operations(objects, memory, log);
    this.memoryView = new SharedMemoryView(objects, memory);
    this.printedAtStart = new Startup(this, prologue).run();
    section.start(0, current(0));
    checkSection();
  }

  /** A machine that keeps all histories of a thread apart. */
  public static Machine withSeparateHistories(Code code) {
    return new Machine(code, new ThreadNumbers(), null, false);
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
    return running.current(t);
  }

  /** The event with which a thread was started, -1 if that was before the first event. */
  @Override
  public int spawnedBy(int t) {
    return running.spawnedBy(t);
  }

  /** Whether some thread is in front of an operation, be it enabled or blocked. */
  public boolean hasReadyThread() {
    return running.ready() > 0;
  }

  @Override
  public boolean hasFailedThread() {
    return running.hasFailed();
  }

  /** Whether a thread has ended the whole program. */
  @Override
  public boolean hasExited() {
    return running.hasExited();
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
    int unfinished = running.unfinished();
    if (unfinished == 0 || running.hasExited()) {
      return true;
    }
    return (unfinished == 1 && running.ready() == 1 && onlyJoins(running.firstReady()))
        || (current(0).endsProgram && onlyWaitingIsLeft());
  }

  /**
   * Whether all that is left is that this thread joins others, which have ended, and ends. These
   * joins order nothing, and an execution is as good without them.
   */
  public boolean onlyJoins(int t) {
    ThreadNode node = current(t);
    if (running.ready() != 1 || node.opcode != Opcode.JOIN) {
      return false;
    }
    while (node.status == Status.READY && node.opcode == Opcode.JOIN && node.effects == null) {
      ThreadNode target = running.joined(node.address);
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
    return !section.isUnreal(Math.max(log.lastOf(t, log.length()), spawnedBy(t)));
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
        ThreadNode target = running.joined(node.address);
        yield target == null || target.status == Status.FINISHED;
      }
      default -> true;
    };
  }

  // ---- Events -------------------------------------------------------------------------------

  @Override
  public int length() {
    return log.length();
  }

  /** The latest event. */
  public int latest() {
    return log.at(log.length() - 1);
  }

  /** The event at a place of the execution; its number, unless events have been rearranged. */
  @Override
  public int event(int place) {
    return log.at(place);
  }

  /** The place of an event in the execution. */
  @Override
  public int place(int event) {
    return log.place(event);
  }

  @Override
  public int thread(int event) {
    return log.thread(event);
  }

  public long footprint(int event) {
    return log.footprint(event);
  }

  /** What an event read, or the number it gave its thread. */
  @Override
  public long observed(int event) {
    return log.observed(event);
  }

  @Override
  public ThreadNode operation(int event) {
    return log.before(event);
  }

  @Override
  public int alternative(int event) {
    return Footprint.alternative(log.footprint(event));
  }

  @Override
  public boolean writes(int event) {
    long footprint = log.footprint(event);
    return Footprint.writes(footprint) && !Footprint.isRange(footprint) && !fails(event);
  }

  @Override
  public long written(int event) {
    return log.written(event);
  }

  @Override
  public boolean comesBefore(int write, int other) {
    return place(write) < place(other);
  }

  @Override
  public long overwritten(int event) {
    return log.overwritten(event);
  }

  @Override
  public int source(int event) {
    return latestWrites.source(event);
  }

  @Override
  public int source(int event, int offset) {
    return latestWrites.source(event, offset);
  }

  /** How many alternatives an event had: more than one if the program leaves something open. */
  public int alternatives(int event) {
    return log.alternatives(event);
  }

  /** The event that freed the object that an event accesses or frees again; below 0 for none. */
  @Override
  public int freedBy(int event) {
    return log.freedBy(event);
  }

  /** The content of the first word an event touches, right before it. */
  public long wordBefore(int event) {
    return log.oldWord(event);
  }

  /** The content of one of the words that an event writes to, right before it. */
  public long wordBefore(int event, int word) {
    return log.wordBefore(event, word);
  }

  /** The content of a word after an event has added to it. */
  public long wordWithAddition(int event, long word) {
    return operations.withAddition(event, word);
  }

  /** The content of the first word an event touches, right after it. */
  public long wordAfter(int event) {
    return log.newWord(event);
  }

  /** The content of one of the words that an event writes to, right after it. */
  public long wordAfter(int event, int word) {
    return log.wordAfter(event, word);
  }

  public long word(int word) {
    return memory.word(word);
  }

  /** The bytes that are initialised in one of the words that an event writes to, before it. */
  public int initializedBefore(int event, int word) {
    return log.initializedBefore(event, word);
  }

  /** The same after it. */
  public int initializedAfter(int event, int word) {
    return log.initializedAfter(event, word);
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
    return log.before(event).inSection;
  }

  /** The thread that an event joins, or -1. */
  @Override
  public int joinedBy(int event) {
    ThreadNode node = log.before(event);
    return node.opcode == Opcode.JOIN && running.joined(node.address) != null
        ? (int) node.address - 1
        : -1;
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
    return objects.liveOnHeap() > 0;
  }

  @Override
  public boolean spinsForever(int t) {
    if (current(t).status == Status.CUT) {
      Lasso lasso = new Lasso(this, graph.interpreter());
      return lasso.closes(t, current(t)) && (!lasso.hasWritten() || running.othersLookAway(t));
    }
    return new Spinning(this, graph.interpreter()).lasts(t, current(t));
  }

  @Override
  public Prologue prologue() {
    return prologue;
  }

  @Override
  public String printedAtStart() {
    return printedAtStart;
  }

  // ---- What if ------------------------------------------------------------------------------

  /** Whether the event may have to wait for others. */
  public boolean mayBlock(int event) {
    int opcode = log.before(event).opcode;
    return opcode == Opcode.LOCK || opcode == Opcode.AWAIT;
  }

  /** What the operation that a thread waits to perform would touch. */
  public long pendingFootprint(int t) {
    ThreadNode node = current(t);
    if (node.opcode == Opcode.JOIN) {
      return Footprint.NONE;
    }
    long position = objects.locate(node);
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
    ThreadNode node = current(t);
    if (EndlessExecutions.isTimeToLook(log.length())) {
      EndlessExecutions.look(this);
    }
    log.begin(event, t, node);
    FailureKind failure = perform(event, node, t, alternative);
    ThreadNode next =
        failure == null
            ? graph.next(t, node, log.observed(event), log.missing(event))
            : ThreadNode.failed(node, new Failure(failure));
    running.move(t, node, next);
    if (next.effects != null) {
      running.apply(next.effects, event);
    }
    if (node.inSection || node.opcode == Opcode.ATOMIC_BEGIN) {
      section.step(t, next, event);
      checkSection();
    }
  }

  /** Nobody could ever end the waiting of a thread that all others wait for. */
  private void checkSection() {
    int t = section.inside();
    if (t >= 0 && !isEnabled(t)) {
      throw SectionState.waits(code.userLocation(current(t).state));
    }
  }

  /** Takes back the latest event. */
  public void undo() {
    int event = log.removeLast();
    stepBack(event);
    operations.undo(event);
    section.undo(log.thread(event), log.before(event), event);
  }

  /** Takes a thread back to the front of its latest event; memory stays as it is. */
  void stepBack(int event) {
    int t = log.thread(event);
    ThreadNode next = current(t);
    if (next.effects != null) {
      running.takeBack(next.effects);
    }
    running.move(t, next, log.before(event));
  }

  /** How often events have got new numbers. */
  public int numberings() {
    return log.numberings();
  }

  FailureKind perform(int event, ThreadNode node, int t, int alternative) {
    if (node.opcode == Opcode.JOIN) {
      log.clear(event);
      ThreadNode target = running.joined(node.address);
      log.setObserved(event, target == null ? 0 : target.returned);
      return target == null ? FailureKind.INVALID_ACCESS : null;
    }
    return operations.perform(event, node, t, alternative);
  }

  /** Ends the thread of the latest event there: looked at more closely, it has gone wrong. */
  public void fail(Failure failure) {
    int event = latest();
    stepBack(event);
    ThreadNode node = log.before(event);
    running.move(log.thread(event), node, ThreadNode.failed(node, failure));
  }

  @Override
  public ThreadNode next(int t, ThreadNode node, long value) {
    return graph.next(t, node, value, (byte) 0);
  }

  // ---- Invariants ---------------------------------------------------------------------------

  /** Throws an error if the machine is not as it should be; to be called under {@code assert}. */
  public boolean checkInvariants() {
    new MachineInvariants(this).check();
    return true;
  }

  // ---- Space --------------------------------------------------------------------------------

  /** Forgets what is known of threads beyond the current execution, if that is much. */
  public void trim() {
    if (!graph.isFull()) {
      return;
    }
    for (int place = 0; place < log.length(); place++) {
      log.before(log.at(place)).forgetNext();
    }
    running.forgetNext();
    graph.forget();
  }
}
