package dev.heddle.model;

import static dev.heddle.graph.ExecutionGraph.INITIAL;
import static dev.heddle.graph.ExecutionGraph.NONE;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.model.Consistency.Consistent;
import dev.heddle.model.Consistency.Inconsistent;
import dev.heddle.model.Explanation.Edge;
import dev.heddle.model.Explanation.EdgeKind;
import dev.heddle.model.Explanation.Lemma;
import dev.heddle.model.Explanation.Rule;
import dev.heddle.model.MemoryModel.Synchronization;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Consistency in WRA: Algorithm 1 of Tunç et al., "Optimal Reads-From Consistency Checking for
 * C11-Style Memory Models", PLDI 2023. Sound and complete, O(n·k).
 *
 * <p>A read e of w violates weak-read-coherence iff, for some thread u, the last write w_u of u
 * that happens before e happens after w. (Line 9 of the paper has thread and observer exchanged.)
 *
 * <p>Deviation: only stale reads are looked at, and only writes with a larger number than w; see
 * {@link StaleSpans}. The axioms of WRA do not mention mo; the witness is the number order, which
 * extends hb.
 */
final class WraChecker implements ConsistencyChecker {
  private final boolean skipFresh;

  WraChecker() {
    this(true);
  }

  /**
   * @param skipFresh whether reads of the newest write are passed over
   */
  WraChecker(boolean skipFresh) {
    this.skipFresh = skipFresh;
  }

  @Override
  public Consistency check(ExecutionGraph graph) {
    if (graph.hasCausalityCycle()) {
      return new Inconsistent(BasicAxioms.causalityViolation(graph));
    }
    StaleSpans stale = skipFresh ? StaleSpans.of(graph) : StaleSpans.everything(graph);
    RfChains chains = stale.rfChains();
    Explanation broken = BasicAxioms.atomicityViolation(graph, chains);
    if (broken != null) {
      return new Inconsistent(broken);
    }
    if (stale.locations() > 0) {
      WraRun run = new WraRun(graph, stale, skipFresh);
      if (!run.check()) {
        return new Inconsistent(run.explain());
      }
    }
    return new Consistent(ModificationOrder.recorded(graph));
  }

  /** One check. */
  private static final class WraRun {
    private final ExecutionGraph graph;
    private final StaleSpans stale;
    private final boolean skipFresh;
    private final int threads;
    private final AccessLists writes;
    private final LastAccessBefore lastWrites;

    /** ℍ𝔹 of the writes, by {@link #rowOf}. */
    private final TimestampRows timestamps;

    private final int[] rowOf;
    private final int[] newest;
    private int violatingRead;
    private int violatingWrite;

    WraRun(ExecutionGraph graph, StaleSpans stale, boolean skipFresh) {
      this.graph = graph;
      this.stale = stale;
      this.skipFresh = skipFresh;
      threads = graph.threads();
      writes = new AccessLists(Math.multiplyExact(stale.locations(), threads), graph.events());
      lastWrites = new LastAccessBefore(writes, stale.locations(), threads);
      timestamps = new TimestampRows(threads, graph.events());
      rowOf = new int[graph.events()];
      newest = new int[graph.locations()];
      Arrays.fill(newest, INITIAL);
    }

    /** Lines 4 to 10. */
    boolean check() {
      HbTimestamps hb = HbTimestamps.of(graph, Synchronization.ALL);
      int n = graph.events();
      for (int e = 0; e < n; e++) {
        hb.visit(e);
        int x = graph.location(e);
        if (x < 0 || !stale.contains(x)) {
          continue;
        }
        if (graph.reads(e) && !(skipFresh && graph.source(e) == newest[x])) {
          violatingWrite = between(e, x, hb);
          if (violatingWrite != NONE) {
            violatingRead = e;
            return false;
          }
        }
        if (graph.writes(e)) {
          newest[x] = e;
          if (stale.involves(e)) {
            rowOf[e] = timestamps.allocate();
            hb.copyTo(timestamps, rowOf[e], graph.thread(e));
            writes.add(stale.slot(x) * threads + graph.thread(e), e);
          }
        }
      }
      return true;
    }

    /** Lines 6 to 10: a write that happens after the source of e and before e, or NONE. */
    private int between(int e, int x, HbTimestamps hb) {
      int w = graph.source(e);
      int t = graph.thread(e);
      int writer = w < 0 ? 0 : graph.thread(w);
      int slot = stale.slot(x);
      for (int u = 0; u < threads; u++) {
        int limit = graph.isRmw(e) && u == t ? e : hb.known(t, u);
        if (limit > w + 1) {
          int wu = lastWrites.get(t, slot, u, limit);
          if (wu > w && (w < 0 || happensAfter(wu, w, writer))) {
            return wu;
          }
        }
      }
      return NONE;
    }

    private boolean happensAfter(int wu, int w, int writer) {
      int row = rowOf[wu];
      return timestamps.chunk(row)[timestamps.offset(row) + writer] > w;
    }

    Explanation explain() {
      HbPaths paths = new HbPaths(graph, Synchronization.ALL);
      int w = graph.source(violatingRead);
      int source = w < 0 ? ~graph.location(violatingRead) : w;
      Lemma overwritten =
          new Lemma(
              source,
              violatingWrite,
              Rule.WRITE_COHERENCE,
              violatingWrite,
              paths.between(source, violatingWrite));
      List<Edge> cycle = new ArrayList<>(paths.between(violatingWrite, violatingRead));
      cycle.add(new Edge(EdgeKind.FR, violatingRead, violatingWrite));
      return Explanation.of(Axiom.WEAK_READ_COHERENCE, List.of(overwritten), cycle);
    }
  }
}
