package dev.heddle.explore.rsmc;

import dev.heddle.machine.Code;
import dev.heddle.machine.Effects;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.Failure;
import dev.heddle.machine.MemoryView;
import dev.heddle.machine.OperationKind;
import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.Prologue;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.program.FailureKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An execution as data, told operation by operation: threads go on with the content that they are
 * said to find. Whether a model allows it was asked elsewhere.
 */
final class RecordedExecution implements ExecutionView {
  private static final FailureKind[] FAILURES = FailureKind.values();

  private final ValueDrivenThreads threads;
  private final OperationSemantics semantics;

  // By event.
  private int length;
  private int[] thread = new int[64];
  private int[] source = new int[64];
  private int[] alternative = new int[64];
  private boolean[] writes = new boolean[64];
  private long[] observed = new long[64];
  private long[] written = new long[64];
  private long[] overwritten = new long[64];
  private ThreadNode[] before = new ThreadNode[64];

  /** The places of writes in the coherence order of their location; -1 if that is not known. */
  private int[] coherence = new int[64];

  // By thread.
  private ThreadNode[] current = {};
  private int[] spawnedBy = {};

  /** What must be taken back when the execution is forgotten. */
  private final List<Effects> effects = new ArrayList<>();

  private final List<Integer> freed = new ArrayList<>();
  private final List<Integer> freedBy = new ArrayList<>();
  private boolean isCovered;
  private boolean isReal = true;

  RecordedExecution(ValueDrivenThreads threads) {
    this.threads = threads;
    this.semantics = new OperationSemantics(this::mutexKind);
  }

  private int mutexKind(ThreadNode lock) {
    long position = threads.locateKind(lock);
    return position < 0 ? 0 : (int) threads.initialContent(position, 8) & 0xff;
  }

  // ---- Telling ------------------------------------------------------------------------------

  /** Takes back all that the execution did to objects and memory. */
  void forget() {
    close();
    for (int i = freed.size() - 1; i >= 0; i--) {
      threads.unfree(freed.get(i));
    }
    freed.clear();
    freedBy.clear();
    for (int i = effects.size() - 1; i >= 0; i--) {
      threads.takeBack(effects.get(i));
    }
    effects.clear();
    length = 0;
    Arrays.fill(current, null);
    if (threads.isFull()) {
      Arrays.fill(before, null);
      threads.forget(threads.initialNodes());
    }
  }

  /** Begins an execution. */
  void begin(boolean isRealExecution) {
    isReal = isRealExecution;
    for (int t = 0; t < threads.threads(); t++) {
      if (threads.initial(t) != null) {
        start(t, threads.initial(t), -1);
      }
    }
  }

  /** Gives memory back. */
  private void close() {
    if (isCovered) {
      threads.uncover();
      isCovered = false;
    }
  }

  private void start(int t, ThreadNode root, int by) {
    if (t >= current.length) {
      current = Arrays.copyOf(current, t + 1);
      spawnedBy = Arrays.copyOf(spawnedBy, t + 1);
    }
    current[t] = root;
    spawnedBy[t] = by;
  }

  /** The next operation of a thread that touches no memory happens. */
  void add(int t) {
    ThreadNode node = current[t];
    int event = append(t, NOTHING);
    switch (node.kind()) {
      case JOIN -> {
        observed[event] = current[node.joined()].returned();
        goOn(t, threads.next(t, node, observed[event], 0));
      }
      case FREE, LEAVE -> addFree(event);
      default -> goOn(t, threads.next(t, node, 0, 0));
    }
  }

  /** The next operation of a thread takes one of the numbers that the program leaves open. */
  void choose(int t, int way) {
    ThreadNode node = current[t];
    int event = append(t, NOTHING);
    alternative[event] = way;
    observed[event] = node.operand() + way;
    goOn(t, threads.next(t, node, observed[event], 0));
  }

  private void addFree(int event) {
    ThreadNode node = before[event];
    int t = thread[event];
    int object = threads.object(node);
    if (node.kind() == OperationKind.FREE && !threads.isAllocation(object, node)) {
      goOn(t, threads.failed(node, FailureKind.INVALID_FREE));
    } else if (threads.isFreed(object)) {
      goOn(t, threads.failed(node, FailureKind.DOUBLE_FREE));
    } else {
      threads.free(object);
      freed.add(object);
      freedBy.add(event);
      goOn(t, threads.next(t, node, 0, 0));
    }
  }

  /** The next operation of a thread goes wrong. */
  void fail(int t, Failure failure) {
    append(t, NOTHING);
    ThreadNode node = current[t];
    goOn(
        t,
        failure.message().isEmpty()
            ? threads.failed(node, failure.kind())
            : threads.failed(node, failure));
  }

  /** What goes wrong with the next access of a thread before memory is looked at, or null. */
  Failure failure(int t) {
    ThreadNode node = current[t];
    long position = threads.locate(node);
    if (position < 0) {
      return threads.failed(node, FAILURES[(int) (-1 - position)]).failure();
    }
    return threads.isFreed(threads.object(node))
        ? threads.failed(node, FailureKind.USE_AFTER_FREE).failure()
        : null;
  }

  /**
   * The next access of a thread happens.
   *
   * @param from the event that it reads from, {@link #INITIAL}, or {@link #NOTHING}
   * @param content what it finds, or overwrites
   * @param missing which bytes of that are not initialised
   * @param way which of its alternatives it takes
   */
  void add(int t, int from, long content, int missing, int way) {
    ThreadNode node = current[t];
    int event = append(t, OperationSemantics.reads(node) ? from : NOTHING);
    boolean isMissing =
        missing != 0 && OperationSemantics.reads(node) && OperationSemantics.needsContent(node);
    FailureKind failed =
        isMissing ? FailureKind.UNINITIALIZED_READ : semantics.failure(node, t, content);
    writes[event] = failed == null && semantics.writes(node, t, content);
    if (writes[event] && threads.isConstant(threads.object(node))) {
      failed = FailureKind.INVALID_ACCESS;
    }
    if (failed != null) {
      goOn(t, threads.failed(node, failed));
      return;
    }
    overwritten[event] = content;
    alternative[event] = way;
    if (writes[event]) {
      written[event] = OperationSemantics.written(node, t, content, way);
    }
    boolean isPeek = node.kind() == OperationKind.PEEK;
    long got = semantics.observed(node, t, content);
    observed[event] = isPeek ? OperationSemantics.withoutBytes(got, missing) : got;
    goOn(t, threads.next(t, node, observed[event], isPeek ? missing : 0));
  }

  /** Says where an event reads from that came before its source. */
  void setSource(int event, int from) {
    source[event] = from;
  }

  /** Says which place a write has in the coherence order of its location. */
  void setCoherence(int event, int place) {
    coherence[event] = place;
  }

  private int append(int t, int from) {
    close();
    if (length == thread.length) {
      int more = 2 * length;
      thread = Arrays.copyOf(thread, more);
      source = Arrays.copyOf(source, more);
      alternative = Arrays.copyOf(alternative, more);
      writes = Arrays.copyOf(writes, more);
      observed = Arrays.copyOf(observed, more);
      written = Arrays.copyOf(written, more);
      overwritten = Arrays.copyOf(overwritten, more);
      before = Arrays.copyOf(before, more);
      coherence = Arrays.copyOf(coherence, more);
    }
    int event = length++;
    thread[event] = t;
    source[event] = from;
    alternative[event] = 0;
    writes[event] = false;
    observed[event] = 0;
    before[event] = current[t];
    coherence[event] = -1;
    return event;
  }

  private void goOn(int t, ThreadNode next) {
    current[t] = next;
    if (next.effects() != null) {
      apply(next.effects());
    }
  }

  private void apply(Effects next) {
    threads.bear(next);
    effects.add(next);
    for (int i = 0; i < next.threadsStarted(); i++) {
      ThreadNode root = next.rootStarted(i);
      start(next.threadStarted(i), root, length - 1);
      if (root.effects() != null) {
        apply(root.effects());
      }
    }
  }

  // ---- Events -------------------------------------------------------------------------------

  @Override
  public Code code() {
    return threads.code();
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public int event(int place) {
    return place;
  }

  @Override
  public int place(int event) {
    return event;
  }

  @Override
  public int thread(int event) {
    return thread[event];
  }

  @Override
  public ThreadNode operation(int event) {
    return before[event];
  }

  @Override
  public int alternative(int event) {
    return alternative[event];
  }

  @Override
  public long observed(int event) {
    return observed[event];
  }

  @Override
  public boolean writes(int event) {
    return writes[event];
  }

  @Override
  public long written(int event) {
    return written[event];
  }

  @Override
  public long overwritten(int event) {
    return overwritten[event];
  }

  @Override
  public boolean comesBefore(int write, int other) {
    boolean isKnown = coherence[write] >= 0 && coherence[other] >= 0;
    return isKnown
        ? coherence[write] < coherence[other]
        : thread[write] == thread[other] && write < other;
  }

  @Override
  public int source(int event, int offset) {
    return source[event];
  }

  @Override
  public int joinedBy(int event) {
    return before[event].kind() == OperationKind.JOIN ? before[event].joined() : -1;
  }

  @Override
  public int freedBy(int event) {
    int at = freed.indexOf(threads.object(before[event]));
    return at < 0 || freedBy.get(at) == event ? -1 : freedBy.get(at);
  }

  // ---- Threads ------------------------------------------------------------------------------

  @Override
  public int threads() {
    return current.length;
  }

  @Override
  public ThreadNode current(int t) {
    return t < current.length ? current[t] : null;
  }

  @Override
  public int spawnedBy(int t) {
    return spawnedBy[t];
  }

  @Override
  public int parent(int t) {
    return threads.parent(t);
  }

  @Override
  public int indexAmongSiblings(int t) {
    return threads.indexAmongSiblings(t);
  }

  @Override
  public boolean isEnabled(int t) {
    ThreadNode node = current(t);
    if (node == null || node.status() != Status.READY) {
      return false;
    }
    if (node.kind() == OperationKind.JOIN) {
      ThreadNode target = current(node.joined());
      return target == null || target.status() == Status.FINISHED;
    }
    return !OperationSemantics.mayWait(node)
        || threads.locate(node) < 0
        || semantics.isPossible(node, t, last(node));
  }

  /** What the latest write left where an operation is about to happen. */
  long last(ThreadNode node) {
    for (int e = length - 1; e >= 0; e--) {
      if (writes[e] && before[e].address() == node.address()) {
        return written[e];
      }
    }
    return threads.initialContent(threads.locate(node), node.bytes());
  }

  @Override
  public boolean isReal(int t) {
    return isReal;
  }

  @Override
  public ThreadNode next(int t, ThreadNode node, long value) {
    return threads.next(t, node, value, 0);
  }

  @Override
  public boolean spinsForever(int t) {
    cover();
    return threads.spinsForever(t, current(t));
  }

  // ---- The whole ----------------------------------------------------------------------------

  @Override
  public boolean isComplete() {
    return isReal && ExecutionView.super.isComplete();
  }

  @Override
  public boolean hasLiveHeap() {
    return threads.liveOnHeap() > 0;
  }

  @Override
  public MemoryView memory() {
    cover();
    return threads.memory();
  }

  /** Puts the last writes over what memory contained first. */
  private void cover() {
    if (isCovered) {
      return;
    }
    isCovered = true;
    for (int e = 0; e < length; e++) {
      if (writes[e]) {
        threads.cover(threads.locate(before[e]), before[e].bytes(), written[e], 0);
      }
    }
  }

  @Override
  public Prologue prologue() {
    return threads.prologue();
  }

  @Override
  public String printedAtStart() {
    return threads.printedAtStart();
  }
}
