package dev.heddle.explore.graph;

import dev.heddle.machine.Failure;
import dev.heddle.machine.OperationKind;
import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.program.FailureKind;

/** Adds the next event of a thread to a graph, if it is consistent with it. */
final class Extension {
  /** The place of a write where mo is not total. */
  static final int ANYWHERE = -2;

  private static final FailureKind[] FAILURES = FailureKind.values();

  private final EventGraph graph;
  private final GraphModel model;
  private final ValueDrivenThreads threads;
  private final RaceDetection races;

  Extension(EventGraph graph, GraphModel model) {
    this.graph = graph;
    this.model = model;
    this.threads = graph.threads;
    this.races = new RaceDetection(graph, model);
    graph.onRemoval(model::removed);
  }

  /** Whether an access of a thread goes wrong before memory is looked at, or null. */
  Failure failure(int t, ThreadNode node) {
    long position = threads.locate(node);
    if (position < 0) {
      FailureKind kind = FAILURES[(int) (-1 - position)];
      return threads.failed(node, kind).failure();
    }
    return races.lifeFailure(t, node);
  }

  /** The data race of a thread that finds nothing with which it could go on, or null. */
  Failure waitingRace(int t, ThreadNode node) {
    return races.waitingRace(t, node);
  }

  /** The cell that an access is about. */
  Cell cell(ThreadNode node) {
    return graph.cell(node);
  }

  /**
   * Adds the next event of a thread.
   *
   * @param source what it reads from, if it reads
   * @param alternative which of its alternatives it takes
   * @param place the write behind which it comes in mo, if it writes and does not read
   * @return false if the graph would not be consistent; it is then as before
   */
  boolean add(int t, int source, int alternative, int place) {
    ThreadNode node = graph.current(t);
    boolean added =
        switch (node.kind()) {
          case FENCE -> addFence(t, node);
          case CHOOSE -> addChoice(t, node, alternative);
          case JOIN -> addJoin(t, node);
          case FREE, LEAVE -> addFree(t, node);
          case SIZE -> addSize(t, node);
          case ATOMIC_BEGIN -> addSection(t, node);
          default -> addAccess(t, node, source, alternative, place);
        };
    if (added && !model.isConsistent(graph)) {
      graph.remove();
      return false;
    }
    return added;
  }

  private boolean addFence(int t, ThreadNode node) {
    int e = graph.begin(t, EventGraph.FENCE, model.ordering().of(node.orders(), false));
    graph.finish(e, threads.next(t, node, 0, 0));
    return true;
  }

  private boolean addChoice(int t, ThreadNode node, int alternative) {
    int e = graph.begin(t, 0, 0);
    graph.setAlternative(e, alternative);
    graph.setObserved(e, node.operand() + alternative);
    graph.finish(e, threads.next(t, node, graph.observed(e), 0));
    return true;
  }

  /** An operation on 16 bytes that nobody else can see; others have been taken as a whole. */
  private boolean addSection(int t, ThreadNode node) {
    if (!ValueDrivenThreads.beginsWide(node)) {
      throw UnsupportedUnderModelException.at(threads.code(), node, "an atomic section", "sc");
    }
    int e = graph.begin(t, 0, 0);
    graph.finish(e, threads.next(t, node, 0, 0));
    return true;
  }

  private boolean addJoin(int t, ThreadNode node) {
    int e = graph.begin(t, 0, 0);
    int target = graph.joined(node);
    if (target < 0) {
      graph.finish(e, threads.failed(node, FailureKind.INVALID_ACCESS));
      return true;
    }
    graph.clocks.joins(e, target);
    graph.setObserved(e, ValueDrivenThreads.returned(graph.current(target)));
    graph.finish(e, threads.next(t, node, graph.observed(e), 0));
    return true;
  }

  private boolean addFree(int t, ThreadNode node) {
    int object = threads.object(node);
    int e = graph.begin(t, 0, 0);
    if (node.kind() == OperationKind.FREE && !threads.isAllocation(object, node)) {
      graph.finish(e, threads.failed(node, FailureKind.INVALID_FREE));
      return true;
    }
    Failure failure = races.freeFailure(e, object);
    if (failure != null) {
      graph.fail(e, failure);
      return true;
    }
    threads.free(object);
    graph.lives.freed(object, e);
    graph.finish(e, threads.next(t, node, 0, 0));
    return true;
  }

  private boolean addSize(int t, ThreadNode node) {
    int object = threads.object(node);
    int e = graph.begin(t, 0, 0);
    if (!threads.isAllocation(object, node)) {
      graph.finish(e, threads.failed(node, FailureKind.INVALID_FREE));
      return true;
    }
    Failure failure = races.lifeFailure(t, node);
    if (failure != null) {
      graph.fail(e, failure);
      return true;
    }
    graph.setObserved(e, threads.size(object));
    graph.finish(e, threads.next(t, node, graph.observed(e), 0));
    return true;
  }

  private boolean addAccess(int t, ThreadNode node, int source, int alternative, int place) {
    Failure failure = failure(t, node);
    if (failure == null && source == EventGraph.NO_SOURCE && OperationSemantics.reads(node)) {
      failure = waitingRace(t, node);
    }
    if (failure != null) {
      int e = graph.begin(t, 0, 0);
      graph.fail(e, failure);
      return true;
    }
    Cell cell = cell(node);
    boolean reads = OperationSemantics.reads(node);
    int from = reads ? graph.slotOf(cell, source) : Cell.INITIAL;
    long content = reads ? graph.content(cell, from) : 0;
    int missingBefore = reads ? graph.missing(cell, from) : 0;
    int missing = node.missing(missingBefore);
    OperationSemantics semantics = graph.semantics;
    boolean isMissing = missing != 0 && OperationSemantics.needsContent(node);
    FailureKind failed =
        isMissing ? FailureKind.UNINITIALIZED_READ : semantics.failure(node, t, content);
    boolean writes = failed == null && semantics.writes(node, t, content);
    int type = (reads ? EventGraph.READ : 0) | (writes ? EventGraph.WRITE : 0);
    int e = graph.begin(t, type, model.ordering().of(node.orders(), reads && !writes));
    graph.setAlternative(e, alternative);
    if (!canRead(e, cell, reads, from) || !graph.access(e, cell, source) || !place(e, place)) {
      graph.abandon();
      return false;
    }
    if (writes) {
      long written = OperationSemantics.written(node, t, content, alternative);
      graph.setWritten(e, written, node.missingAfter(missingBefore));
    }
    graph.lives.accessed(threads.object(node), e);
    if (failed == null && writes && threads.isConstant(threads.object(node))) {
      failed = FailureKind.INVALID_ACCESS;
    }
    Failure undefined = races.race(e, cell);
    String flag = undefined == null ? model.flag(graph) : null;
    if (flag != null) {
      undefined = new Failure(FailureKind.FLAGGED, "the memory model flags this: " + flag);
    }
    if (failed != null) {
      graph.finish(e, threads.failed(node, failed));
    } else if (undefined != null) {
      graph.fail(e, undefined);
    } else {
      goOn(e, t, node, content, missing);
      graph.sizes.added(e, model.ordersSizes());
    }
    return true;
  }

  private void goOn(int e, int t, ThreadNode node, long content, int missing) {
    boolean isPeek = node.kind() == OperationKind.PEEK;
    long observed = graph.semantics.observed(node, t, content);
    graph.setObserved(e, isPeek ? OperationSemantics.withoutBytes(observed, missing) : observed);
    graph.finish(e, threads.next(t, node, graph.observed(e), isPeek ? missing : 0));
  }

  /** Weak release-acquire: what is read must not be overwritten by what happens before. */
  private boolean canRead(int e, Cell cell, boolean reads, int from) {
    if (!reads || model.ordering().hasCoherence()) {
      return true;
    }
    int source = cell.event(from);
    for (int t = 0; t < graph.threadCount; t++) {
      int upTo = Math.max(graph.clocks.hb(e, t), graph.clocks.released(source, t));
      if (isOverwritten(cell, source, t, upTo)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a thread overwrites a write, which happens before it, up to an event of it. */
  boolean isOverwritten(Cell cell, int source, int t, int upTo) {
    if (model.ordering() == Ordering.UNORDERED) {
      return false;
    }
    int x = graph.accesses.upTo(cell.lastAccess(t), upTo);
    while (x >= 0 && graph.slot(x) < 0) {
      x = graph.previousAccess(x);
    }
    return x >= 0 && x != source && (source < 0 || graph.happensBefore(source, x));
  }

  /** Gives a write its place in an mo that is total. */
  private boolean place(int e, int place) {
    if (place == ANYWHERE || graph.slot(e) < 0 || graph.reads(e)) {
      return true;
    }
    Cell cell = graph.cell(e);
    int behind = graph.slotOf(cell, place);
    int own = graph.slot(e);
    // Most of what comes before it comes before that one.
    if (!graph.orders.order(cell, behind, own)) {
      return false;
    }
    for (int y = 0; y < cell.slots; y++) {
      if (y != own) {
        boolean isBefore = y == behind || cell.isBefore(y, behind);
        if (!(isBefore ? graph.orders.order(cell, y, own) : graph.orders.order(cell, own, y))) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether a thread has ended, so that others can join it. */
  static boolean hasEnded(ThreadNode node) {
    return node.status() == Status.FINISHED;
  }
}
