package dev.heddle.explore.graph;

import dev.heddle.machine.Code;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.MemoryView;
import dev.heddle.machine.OperationKind;
import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.Prologue;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.machine.ValueDrivenThreads;

/**
 * A graph as an execution to look at. Where mo is not total, the last write to a cell is one that
 * may be last, and one with which threads that wait for the cell cannot go on.
 */
final class GraphView implements ExecutionView {
  private EventGraph graph;
  private ValueDrivenThreads threads;
  private boolean isCovered;

  GraphView(EventGraph graph) {
    this.graph = graph;
    this.threads = graph.threads;
  }

  /** Another graph takes the place of the first one. */
  void show(EventGraph other) {
    graph = other;
    threads = other.threads;
    isCovered = false;
  }

  /** The graph is about to change; memory is given back. */
  void close() {
    if (isCovered) {
      threads.uncover();
      isCovered = false;
    }
  }

  @Override
  public Code code() {
    return threads.code();
  }

  // ---- Events -------------------------------------------------------------------------------

  @Override
  public int length() {
    return graph.length;
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
    return graph.thread(event);
  }

  @Override
  public ThreadNode operation(int event) {
    return graph.before(event);
  }

  @Override
  public int alternative(int event) {
    return graph.alternative(event);
  }

  @Override
  public long observed(int event) {
    return graph.observed(event);
  }

  @Override
  public boolean writes(int event) {
    return graph.slot(event) >= 0;
  }

  @Override
  public long written(int event) {
    return graph.before(event).own(graph.written(event));
  }

  @Override
  public long overwritten(int event) {
    Cell cell = graph.cell(event);
    if (graph.reads(event)) {
      return graph.before(event).own(graph.content(cell, graph.sourceSlot(event)));
    }
    int best = Cell.INITIAL;
    for (int s = 1; s < cell.slots; s++) {
      boolean isBefore = cell.isBefore(s, graph.slot(event));
      if (isBefore && (best == Cell.INITIAL || cell.isBefore(best, s))) {
        best = s;
      }
    }
    return graph.before(event).own(graph.content(cell, best));
  }

  @Override
  public boolean comesBefore(int write, int other) {
    Cell cell = graph.cell(write);
    return cell == graph.cell(other) && cell.isBefore(graph.slot(write), graph.slot(other));
  }

  @Override
  public int source(int event, int offset) {
    int source = graph.source(event);
    return source < 0
        ? source
        : graph.sizes.byteSource(graph.cell(event), graph.sourceSlot(event), offset);
  }

  @Override
  public int joinedBy(int event) {
    return graph.joinedBy(event);
  }

  @Override
  public int freedBy(int event) {
    ThreadNode node = graph.before(event);
    boolean hasObject = OperationSemantics.isAccess(node) || node.kind() == OperationKind.FREE;
    int object = hasObject ? threads.object(node) : -1;
    int freed = object < 0 ? -1 : graph.lives.freedBy(object);
    return freed == event ? -1 : freed;
  }

  @Override
  public int lastOf(int t) {
    return graph.last(t);
  }

  // ---- Threads ------------------------------------------------------------------------------

  @Override
  public int threads() {
    return graph.threadCount;
  }

  @Override
  public ThreadNode current(int t) {
    return t < graph.threadCount ? graph.current(t) : null;
  }

  @Override
  public int spawnedBy(int t) {
    return graph.spawnedBy(t);
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
      int target = graph.joined(node);
      return target < 0 || graph.current(target).status() == Status.FINISHED;
    }
    return !OperationSemantics.mayWait(node)
        || threads.locate(node) < 0
        || waitingSlot(t, node, cell(node)) < 0;
  }

  private Cell cell(ThreadNode node) {
    return graph.cell(node);
  }

  /** A slot that may be the last one, and with which a thread has to wait; or -1. */
  private int waitingSlot(int t, ThreadNode node, Cell cell) {
    for (int s = cell.slots - 1; s >= 0; s--) {
      if (Sources.mayBeLast(cell, s)
          && !graph.semantics.isPossible(node, t, graph.content(cell, s))) {
        return s;
      }
    }
    return -1;
  }

  @Override
  public boolean isReal(int t) {
    return true;
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
  public boolean hasLiveHeap() {
    return threads.liveOnHeap() > 0;
  }

  @Override
  public boolean isWhole() {
    return graph.isWhole;
  }

  // ---- Memory -------------------------------------------------------------------------------

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
    int[] last = new int[graph.cells.size()];
    for (int c = 0; c < last.length; c++) {
      Cell cell = graph.cells.get(c);
      for (int s = 1; s < cell.slots; s++) {
        last[c] = isLastOfOwn(cell, s) ? s : last[c];
      }
    }
    for (int t = 0; t < graph.threadCount; t++) {
      ThreadNode node = graph.current(t);
      boolean waits =
          node != null && node.status() == Status.READY && OperationSemantics.mayWait(node);
      if (waits && threads.locate(node) >= 0) {
        int slot = waitingSlot(t, node, cell(node));
        int number = cell(node).number;
        if (slot >= 0 && number < last.length) {
          last[number] = slot;
        }
      }
    }
    coverInOrder(last);
  }

  /** Whether a slot may be the last of the writes to its own cell. */
  private static boolean isLastOfOwn(Cell cell, int s) {
    if (cell.isShadow(s)) {
      return false;
    }
    for (int y = 0; y < cell.slots; y++) {
      if (cell.isBefore(s, y) && !cell.isShadow(y)) {
        return false;
      }
    }
    return true;
  }

  /** Of cells that overlap, what was written later covers what was written before. */
  private void coverInOrder(int[] last) {
    for (int e = 0; e < graph.length; e++) {
      Cell cell = graph.cell(e);
      if (cell != null && graph.slot(e) > 0 && last[cell.number] == graph.slot(e)) {
        threads.cover(cell.position, cell.bytes, graph.written(e), graph.missing(e));
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
