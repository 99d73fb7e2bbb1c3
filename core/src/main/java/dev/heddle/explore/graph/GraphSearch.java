package dev.heddle.explore.graph;

import dev.heddle.explore.overflow.Overflow;
import dev.heddle.machine.OperationKind;
import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.ThreadNode;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Visits every consistent execution graph of a program once: one for each po and rf, or, if mo is
 * asked for, one for each po, rf and mo.
 *
 * <p>Abdulla, Atig, Jonsson, Ngo: <em>Optimal stateless model checking under the release-acquire
 * semantics</em>, OOPSLA 2018, with the schedules of RSMC kept at the read; docs/weak-memory.md has
 * the arguments. An event is added to the graph G in all ways: a read with each source that is in
 * G, a write (if mo is asked for) at each place. When a write w is added, each earlier read r of
 * its cell that is not in the past of w gets a {@link Revisit}: at the {@link BranchPoint} of r,
 * the past of w is added, w, and then r, which reads from it.
 *
 * <ul>
 *   <li>Sound: whatever is added is checked to be consistent.
 *   <li>Optimal: the graphs that are visited from a branch differ in the source of r or in its past
 *       in po ∪ rf, which no further step changes: events that are added by a revisit in front of r
 *       are not revisited again below it.
 *   <li>Complete: see docs/weak-memory.md.
 * </ul>
 *
 * <p>Deviations: (1) A read-modify-write that wants a source which another one has taken leads to a
 * revisit of that one ({@link #steal}). (2) Operations that wait are added only with a source that
 * ends the waiting; where that would lose executions, their thread goes on waiting as well.
 */
final class GraphSearch {
  private final EventGraph graph;
  private final GraphModel model;
  private final boolean isTotal;
  private final Extension extension;
  private final Sources sources;
  private final Revisits revisits;
  private final LastingWaits lasting;
  private final Predicate<EventGraph> visitor;
  private final SearchPath path;
  private final BranchPoint.Way way = new BranchPoint.Way();

  /**
   * @param isTotal whether mo is asked for
   * @param visitor is shown each maximal graph; false ends the search
   */
  GraphSearch(EventGraph graph, GraphModel model, boolean isTotal, Predicate<EventGraph> visitor) {
    this(graph, model, isTotal, new Overflow(Overflow.usualBudget()), visitor);
  }

  /** The same with a place for what has to be remembered. */
  GraphSearch(
      EventGraph graph,
      GraphModel model,
      boolean isTotal,
      Overflow overflow,
      Predicate<EventGraph> visitor) {
    this.graph = graph;
    this.model = model;
    this.isTotal = isTotal && model.ordering().hasCoherence();
    this.visitor = visitor;
    this.extension = new Extension(graph, model);
    this.sources = new Sources(graph, model, extension, true);
    this.revisits = new Revisits(graph, this.isTotal);
    this.path = new SearchPath(graph, overflow);
    this.lasting = new LastingWaits(graph, model, sources::isEnabled);
  }

  /** Visits all graphs. */
  void run() {
    run(() -> {}, () -> true);
  }

  /**
   * Visits all graphs, from the current one on.
   *
   * @param look is called at every step
   * @param goesOn is asked between two executions
   */
  void run(Runnable look, BooleanSupplier goesOn) {
    do {
      if (extend(look)) {
        stealAtEnd();
        if (lasting.arePossible() && !visitor.test(graph)) {
          return;
        }
      }
    } while (goesOn.getAsBoolean() && backtrack(look));
  }

  /** Visits the graphs of a part, when no other is under way. */
  void run(GraphPart part, Runnable look, BooleanSupplier goesOn) {
    path.take(part, extension);
    if (backtrack(look)) {
      run(look, goesOn);
    }
  }

  /** A part for somebody else; null if there is nothing to spare. */
  GraphPart share() {
    return path.earliest(revisits);
  }

  /** All that is left, between two executions; null if nothing is. */
  GraphPart left() {
    return path.left(revisits);
  }

  /** The share of the tree that is explored with the current graph. */
  double explored() {
    return path.explored();
  }

  // ---- Forwards -----------------------------------------------------------------------------

  /** Adds events until there are none; false if the graph cannot be extended consistently. */
  private boolean extend(Runnable look) {
    for (int t = nextThread(); t >= 0; t = nextThread()) {
      look.run();
      if (!step(t)) {
        return false;
      }
    }
    return true;
  }

  /** A thread that can go on; those that need not wait come first. */
  private int nextThread() {
    for (int t = 0; t < graph.threadCount; t++) {
      if (graph.isReady(t) && !OperationSemantics.mayWait(graph.current(t)) && graph.canJoin(t)) {
        return t;
      }
    }
    for (int t = 0; t < graph.threadCount; t++) {
      if (graph.isReady(t)
          && OperationSemantics.mayWait(graph.current(t))
          && sources.isEnabled(t)) {
        return t;
      }
    }
    return -1;
  }

  /** Adds the next event of a thread in the first way, and notes the others. */
  private boolean step(int t) {
    ThreadNode node = graph.current(t);
    BranchPoint branch = path.push(t);
    if (node.kind() == OperationKind.CHOOSE) {
      for (int i = 0; i <= node.desired() - node.operand(); i++) {
        branch.addWay(EventGraph.NO_SOURCE, i, Extension.ANYWHERE);
      }
    } else if (!OperationSemantics.isAccess(node) || extension.failure(t, node) != null) {
      branch.addWay(EventGraph.NO_SOURCE, 0, Extension.ANYWHERE);
    } else if (OperationSemantics.reads(node)) {
      addSources(branch, t, node);
    } else {
      addPlaces(branch, t, node);
    }
    boolean goesOn = takeWay(branch);
    if (!goesOn && !OperationSemantics.mayWait(node) && branch.pending() == 0) {
      model.isStuck(graph, t);
    }
    return goesOn;
  }

  private void addSources(BranchPoint branch, int t, ThreadNode node) {
    Cell cell = extension.cell(node);
    if (OperationSemantics.mayWait(node)) {
      sources.findConsistent(t, node, cell);
    } else {
      sources.find(t, node, cell);
    }
    steal(t, node, cell);
    boolean isPlain = model.hasRaces() && isPlain(node);
    branch.isRevisitable = !isPlain;
    for (int i = 0; i < sources.count; i++) {
      int s = sources.slot(i);
      if (sources.isAcceptable(i)) {
        int alternatives = OperationSemantics.alternatives(node, graph.content(cell, s));
        for (int a = 0; a < alternatives; a++) {
          branch.addWay(cell.event(s), a, Extension.ANYWHERE);
        }
      }
    }
    if (!branch.hasWay() && extension.waitingRace(t, node) != null) {
      branch.addWay(EventGraph.NO_SOURCE, 0, Extension.ANYWHERE);
      return;
    }
    if (canPark(node, cell) && needsParking(t, node, cell)) {
      branch.addParking();
    }
  }

  /**
   * Whether a thread may go on waiting although it need not. Where all writes are
   * read-modify-writes, one that writes itself finds exactly one source, and never waits if it need
   * not.
   */
  private boolean canPark(ThreadNode node, Cell cell) {
    if (!OperationSemantics.mayWait(node)) {
      return false;
    }
    if (OperationSemantics.onlyReads(node) || cell.hasPlainWrites) {
      return true;
    }
    if (!cell.isTakenAsPure) {
      cell.isTakenAsPure = graph.cells.plainWrites.takeAsPure(EventGraph.address(node), cell.bytes);
      cell.hasPlainWrites = !cell.isTakenAsPure;
    }
    return cell.hasPlainWrites;
  }

  /**
   * Whether the search must look at what happens when a thread goes on waiting. There are two
   * reasons. Whatever the thread reads now may be in the way of what others do: not so in a model
   * that asks for coherence alone if it can read a write that orders nothing anew. And the last
   * write to the cell may be one with which the thread has to wait.
   */
  private boolean needsParking(int t, ThreadNode node, Cell cell) {
    boolean isFree = false;
    for (int i = 0; i < sources.count; i++) {
      int s = sources.slot(i);
      isFree |=
          sources.isAcceptable(i)
              && (!model.ordering().hasCoherence() || sources.isSettled(t, node, cell, s));
    }
    if (!model.isLocal() || !isFree) {
      return true;
    }
    for (int s = 0; s < cell.slots; s++) {
      if (Sources.mayBeLast(cell, s)
          && !graph.semantics.isPossible(node, t, graph.content(cell, s))) {
        return true;
      }
    }
    return false;
  }

  private boolean isPlain(ThreadNode node) {
    return (model.ordering().of(node.orders(), false) & Ordering.ATOMIC) == 0;
  }

  /** The places of a write in mo: behind any write that no read-modify-write follows. */
  private void addPlaces(BranchPoint branch, int t, ThreadNode node) {
    if (!isTotal) {
      branch.addWay(EventGraph.NO_SOURCE, 0, Extension.ANYWHERE);
      return;
    }
    Cell cell = extension.cell(node);
    sources.findOverwritten(t, cell);
    for (int s = cell.slots - 1; s >= cell.floor(); s--) {
      if (cell.consumer(s) == 0 && !sources.isOverwritten(s)) {
        branch.addWay(EventGraph.NO_SOURCE, 0, cell.event(s));
      }
    }
  }

  /** Takes the next way that is consistent. */
  private boolean takeWay(BranchPoint branch) {
    while (branch.take(way)) {
      if (way.source == BranchPoint.PARKING) {
        graph.park(branch.thread, branch);
        branch.entered();
        return true;
      }
      if (extension.add(branch.thread, way.source, way.alternative, way.place)) {
        added(branch);
        branch.entered();
        return true;
      }
    }
    return false;
  }

  /** The event of a branch has been added: later writes may be given to it, earlier reads to it. */
  private void added(BranchPoint branch) {
    int e = graph.length - 1;
    if (branch.isRevisitable && graph.reads(e)) {
      graph.setBranch(e, branch);
    }
    boolean isPlain = model.hasRaces() && !graph.isAtomic(e);
    if (graph.writes(e) && !isPlain) {
      revisitReads(e);
    }
  }

  // ---- Backwards ----------------------------------------------------------------------------

  /** Goes back to the latest branch that has something left; false if none has. */
  private boolean backtrack(Runnable look) {
    while (!path.isEmpty()) {
      BranchPoint branch = path.last();
      graph.shrinkTo(branch.base);
      if (graph.parked(branch.thread) == branch) {
        graph.unpark(branch.thread);
      }
      if (takeWay(branch) || takeRevisit(branch, look)) {
        return true;
      }
      path.pop();
    }
    return false;
  }

  private boolean takeRevisit(BranchPoint branch, Runnable look) {
    for (Revisit next = branch.takeRevisit(); next != null; next = branch.takeRevisit()) {
      look.run();
      if (replay(branch, next)) {
        branch.entered();
        return true;
      }
      graph.shrinkTo(branch.base);
    }
    return false;
  }

  private boolean replay(BranchPoint branch, Revisit revisit) {
    AddedEvents events = revisit.events();
    for (int i = 0; i < events.length(); i++) {
      if (!events.add(i, extension)) {
        return false;
      }
    }
    int write = graph.length - 1;
    if (revisit.hasThief()) {
      revisitReads(write);
    }
    if (!revisit.hasReader()) {
      return true;
    }
    if (!extension.add(branch.thread, write, revisit.readerAlternative(), Extension.ANYWHERE)) {
      return false;
    }
    added(branch);
    return true;
  }

  /** Gives a new write to the reads that could read from it. */
  private void revisitReads(int w) {
    Cell cell = graph.cell(w);
    for (int i = 0; i < cell.readCount; i++) {
      int r = cell.read(i);
      if (r != w && graph.branch(r) != null && !graph.isInPast(r, w)) {
        revisit(graph.branch(r), graph.before(r), w, cell);
      }
    }
    for (int t = 0; t < graph.threadCount; t++) {
      if (graph.parked(t) != null && extension.cell(graph.current(t)) == cell) {
        revisit(graph.parked(t), graph.current(t), w, cell);
      }
    }
  }

  private void revisit(BranchPoint branch, ThreadNode reader, int w, Cell cell) {
    long written = graph.written(w);
    if (reader.missing(graph.missing(w)) != 0
        || graph.semantics.isPossible(reader, branch.thread, written)) {
      revisits.ofWrite(branch, w, OperationSemantics.alternatives(reader, written));
    } else if (canPark(reader, cell)) {
      branch.addParking();
    }
  }

  /**
   * The next operation of a thread may want a source that another read-modify-write has taken. That
   * one then has to come later: it reads from the operation, or, if it cannot go on with what the
   * operation writes, it waits.
   */
  private void steal(int t, ThreadNode node, Cell cell) {
    for (int i = 0; i < sources.takenCount; i++) {
      int s = sources.taken(i);
      int rival = cell.event(cell.consumer(s));
      BranchPoint branch = graph.branch(rival);
      if (branch != null
          && graph.clocks.porfOfThread(t, graph.thread(rival)) < graph.index(rival)) {
        long content = graph.content(cell, s);
        int alternatives = OperationSemantics.alternatives(node, content);
        for (int a = 0; a < alternatives; a++) {
          long written = OperationSemantics.written(node, t, content, a);
          steal(t, cell, s, a, branch, rival, written);
        }
      }
    }
  }

  private void steal(
      int t, Cell cell, int s, int alternative, BranchPoint branch, int rival, long written) {
    ThreadNode reader = graph.before(rival);
    boolean follows = graph.semantics.isPossible(reader, graph.thread(rival), written);
    if (!follows && canPark(reader, cell)) {
      branch.addParking();
      return;
    }
    int alternatives = follows ? OperationSemantics.alternatives(reader, written) : 1;
    revisits.ofThief(branch, t, cell, cell.event(s), alternative, follows, alternatives);
  }

  /** Operations that wait at the end want their sources, too. */
  private void stealAtEnd() {
    for (int t = 0; t < graph.threadCount; t++) {
      if (graph.isReady(t)
          && OperationSemantics.mayWait(graph.current(t))
          && extension.failure(t, graph.current(t)) == null) {
        ThreadNode node = graph.current(t);
        Cell cell = extension.cell(node);
        sources.find(t, node, cell);
        steal(t, node, cell);
      }
    }
  }
}
