package dev.heddle.model;

import static dev.heddle.graph.ExecutionGraph.NONE;

import dev.heddle.graph.EventScheduler;
import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.IntList;
import dev.heddle.model.Consistency.Consistent;
import dev.heddle.model.Consistency.Inconsistent;
import dev.heddle.model.MemoryModel.Synchronization;
import java.util.Arrays;

/**
 * Consistency in SRA. Executions without RMWs: Algorithm 2 of Tunç et al., "Optimal Reads-From
 * Consistency Checking for C11-Style Memory Models", PLDI 2023; sound and complete, O(n·k). With
 * RMWs see {@link SraRmwChecker}.
 *
 * <p>Deviations:
 *
 * <ol>
 *   <li>m̄o is kept as timestamps. ℝ[w], the join of ℍ𝔹[e] over the readers e of w, covers the
 *       writes of w's location that have to come before w, other than w itself.
 *   <li>The acyclicity test of line 11 runs the events in an order that extends hb and m̄o: a write
 *       can run when, for every thread, the first write of its location that has not run lies
 *       beyond ℝ. If some event never runs, the threads that wait for each other are the cycle.
 *   <li>An execution without stale reads is taken as consistent; see {@link StaleSpans}.
 * </ol>
 */
final class SraChecker implements ConsistencyChecker {
  private final boolean skipFresh;

  SraChecker() {
    this(true);
  }

  /**
   * @param skipFresh whether an execution without stale reads is accepted at once
   */
  SraChecker(boolean skipFresh) {
    this.skipFresh = skipFresh;
  }

  @Override
  public Consistency check(ExecutionGraph graph) {
    if (graph.hasRmw()) {
      return new SraRmwChecker(skipFresh).check(graph);
    }
    RfChains chains = RfChains.of(graph);
    Explanation broken = BasicAxioms.violation(graph, chains);
    if (broken != null) {
      return new Inconsistent(broken);
    }
    if (skipFresh && !StaleSpans.hasStaleRead(graph)) {
      return new Consistent(ModificationOrder.recorded(graph));
    }
    SraRun run = new SraRun(graph);
    run.computeTimestamps();
    if (run.initialWritesAreFirst() && run.runAll()) {
      return new Consistent(ModificationOrder.of(graph, run.order));
    }
    return new Inconsistent(run.explain());
  }

  /** One check. */
  private static final class SraRun extends EventScheduler {
    private static final int UNREAD = -1;

    private final ExecutionGraph graph;
    private final int threads;
    private final AccessLists writes;

    /** Per location and thread the first write that has not run. */
    private int[] cursor;

    /** ℝ, by {@link #rowOf}; the initial write of location x has row x. */
    private final TimestampRows required;

    private final int[] rowOf;
    private final IntList order = new IntList();

    /** A location whose initial write would have to follow another one, and that write. */
    private int brokenLocation = NONE;

    private int brokenWrite;

    SraRun(ExecutionGraph graph) {
      super(graph);
      this.graph = graph;
      threads = graph.threads();
      writes = new AccessLists(Math.multiplyExact(graph.locations(), threads), graph.events());
      required = new TimestampRows(threads, graph.events() + graph.locations());
      rowOf = new int[graph.events()];
      Arrays.fill(rowOf, UNREAD);
    }

    /** Lines 5 to 10. */
    void computeTimestamps() {
      for (int x = 0; x < graph.locations(); x++) {
        required.allocate();
      }
      HbTimestamps hb = HbTimestamps.of(graph, Synchronization.ALL);
      int n = graph.events();
      for (int e = 0; e < n; e++) {
        hb.visit(e);
        if (graph.reads(e)) {
          int w = graph.source(e);
          int t = graph.thread(e);
          if (w >= 0 && rowOf[w] == UNREAD) {
            rowOf[w] = required.allocate();
            hb.copyTo(required, rowOf[w], t);
          } else {
            hb.joinTo(required, w < 0 ? graph.location(e) : rowOf[w], t);
          }
        } else if (graph.writes(e)) {
          writes.add(graph.location(e) * threads + graph.thread(e), e);
        }
      }
      cursor = writes.firsts();
    }

    /** No reader of an initial write knows another write of its location. */
    boolean initialWritesAreFirst() {
      for (int x = 0; x < graph.locations(); x++) {
        int blocker = firstCovered(x, x, NONE);
        if (blocker != NONE) {
          brokenLocation = x;
          brokenWrite = blocker;
          return false;
        }
      }
      return true;
    }

    /** A write of location x, other than {@code self}, that has not run and that a row covers. */
    private int firstCovered(int row, int x, int self) {
      int[] covered = required.chunk(row);
      int at = required.offset(row);
      int list = x * threads;
      for (int u = 0; u < threads; u++) {
        int write = cursor[list + u];
        if (write < covered[at + u]) {
          if (write == self) {
            write = writes.next(write);
          }
          if (write < covered[at + u]) {
            return write;
          }
        }
      }
      return NONE;
    }

    @Override
    protected int blocker(int event) {
      int w = graph.source(event);
      if (w >= 0 && !hasRun(w)) {
        return w;
      }
      if (graph.writes(event) && rowOf[event] != UNREAD) {
        int blocker = firstCovered(rowOf[event], graph.location(event), event);
        if (blocker != NONE) {
          return blocker;
        }
      }
      if (graph.hasOrderBefore(event)) {
        for (int i = graph.firstOrderEdge(event);
            i < graph.orderEdges() && graph.orderTo(i) == event;
            i++) {
          if (!hasRun(graph.orderFrom(i))) {
            return graph.orderFrom(i);
          }
        }
      }
      return -1;
    }

    @Override
    protected void run(int event) {
      if (graph.writes(event)) {
        order.add(event);
        cursor[graph.location(event) * threads + graph.thread(event)] = writes.next(event);
      }
    }

    private Explanation explain() {
      SraExplanation explanation = new SraExplanation(graph);
      if (brokenLocation != NONE) {
        return explanation.beforeInitial(brokenLocation, brokenWrite);
      }
      return explanation.cycle(waitCycle());
    }
  }
}
