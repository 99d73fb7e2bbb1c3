package dev.heddle.model;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.IntList;
import dev.heddle.model.Consistency.Consistent;
import java.util.Arrays;

/**
 * Consistency in the Relaxed fragment of RC20: Algorithm 4 of Tunç et al., "Optimal Reads-From
 * Consistency Checking for C11-Style Memory Models", PLDI 2023. Sound and complete, O(n).
 *
 * <p>With hb = po, an access e of a location has to take effect after the access of the same thread
 * and location before it, and that is all: with LW the effect of that access, the chain of m(e)
 * follows the chain of LW or, in one chain, m(e) is not above LW. See {@link Rc20Checker} for
 * effects and m(e).
 *
 * <p>Deviations:
 *
 * <ol>
 *   <li>Chains are numbered as they begin, the initial writes first, and found while LW is looked
 *       up. So there is one pass over the events, and what it keeps of a chain lies close together.
 *   <li>The acyclicity test of line 15 is a depth-first search from each chain to those that have
 *       to precede it, in the order of their numbers. Most precede it in number too and are done.
 *   <li>If every read reads the newest write, the numbers are an order, and nothing is searched.
 *   <li>Program order across threads makes hb more than the orders of the threads; such executions
 *       go to Algorithm 3, in O(n·k), and so do inconsistent ones for their explanation.
 * </ol>
 */
final class RelaxedChecker implements ConsistencyChecker {
  /** A table of LW by location and thread must not be larger than the execution by more than it. */
  private static final int LISTS_PER_EVENT = 4;

  private final boolean skipFresh;
  private final int listsPerEvent;

  RelaxedChecker() {
    this(true, LISTS_PER_EVENT);
  }

  /**
   * @param skipFresh whether executions without stale reads are not searched
   * @param listsPerEvent up to how many pairs of location and thread for each event the events are
   *     taken as they are numbered; beyond, thread by thread, so that one list a location will do
   */
  RelaxedChecker(boolean skipFresh, int listsPerEvent) {
    this.skipFresh = skipFresh;
    this.listsPerEvent = listsPerEvent;
  }

  @Override
  public Consistency check(ExecutionGraph graph) {
    if (graph.orderEdges() > 0 || graph.hasCausalityCycle()) {
      return Rc20Checker.relaxed().check(graph);
    }
    if (skipFresh && !StaleSpans.hasStaleRead(graph)) {
      return new Consistent(ModificationOrder.recorded(graph));
    }
    RelaxedRun run = new RelaxedRun(graph);
    long lists = (long) graph.locations() * graph.threads();
    boolean collected =
        lists <= (long) listsPerEvent * graph.events() ? run.collect() : run.collectByThread();
    if (collected && run.search()) {
      return new Consistent(ModificationOrder.ofAllChains(graph, run.order));
    }
    return Rc20Checker.relaxed().check(graph);
  }

  /** One check. */
  private static final class RelaxedRun {
    private final ExecutionGraph graph;
    private final int locations;

    /** The chain of a write. Those below {@link #locations} start with the initial writes. */
    private final int[] chainOf;

    /** By chain: its first write. */
    private final int[] top;

    /** By chain: its last write so far. */
    private final int[] bottom;

    private int chains;

    /** LW, by list, and its chain. */
    private int[] lastEffect;

    private int[] lastChain;

    /**
     * By chain: the last pair of m̄o whose second chain it is; once it is on the path, what is
     * left.
     */
    private final int[] lastPair;

    /** By pair, from 1: the first chain, and the pair before it that has the same second one. */
    private int[] pairs;

    private int pairCount;

    /** By chain: it has been put on the path. */
    private final boolean[] found;

    private final boolean[] done;

    /** The tops of the chains that are done. */
    private final IntList order;

    RelaxedRun(ExecutionGraph graph) {
      this.graph = graph;
      locations = graph.locations();
      chainOf = new int[graph.events()];
      int most = locations + graph.plainWrites();
      top = new int[most];
      bottom = new int[most];
      lastPair = new int[most];
      found = new boolean[most];
      done = new boolean[most];
      order = new IntList(most);
      pairs = new int[graph.events() + 2];
      for (int x = 0; x < locations; x++) {
        top[x] = ~x;
        bottom[x] = ~x;
      }
      chains = locations;
    }

    /** Lines 1 to 14; false if an access contradicts its chain or the initial write. */
    boolean collect() {
      int threads = graph.threads();
      startLists(threads);
      int n = graph.events();
      for (int e = 0; e < n; e++) {
        int x = graph.location(e);
        if (x >= 0 && !(enter(e, x) && follow(e, x, x * threads + graph.thread(e)))) {
          return false;
        }
      }
      return true;
    }

    /** The same with the lists of one thread at a time. */
    boolean collectByThread() {
      int n = graph.events();
      for (int e = 0; e < n; e++) {
        int x = graph.location(e);
        if (x >= 0 && !enter(e, x)) {
          return false;
        }
      }
      startLists(1);
      int[] owner = new int[locations];
      Arrays.fill(owner, ExecutionGraph.NONE);
      int[] next = graph.nextInThread();
      boolean[] visited = new boolean[graph.threads()];
      for (int first = 0; first < n; first++) {
        int t = graph.thread(first);
        if (visited[t]) {
          continue;
        }
        visited[t] = true;
        for (int e = first; e < n; e = next[e]) {
          int x = graph.location(e);
          if (x >= 0) {
            if (owner[x] != t) {
              owner[x] = t;
              lastEffect[x] = ~x;
              lastChain[x] = x;
            }
            if (!follow(e, x, x)) {
              return false;
            }
          }
        }
      }
      return true;
    }

    /** At the beginning of every list the initial write takes effect. */
    private void startLists(int perLocation) {
      lastEffect = new int[locations * perLocation];
      lastChain = new int[lastEffect.length];
      for (int x = 0; x < locations; x++) {
        Arrays.fill(lastEffect, x * perLocation, (x + 1) * perLocation, ~x);
        Arrays.fill(lastChain, x * perLocation, (x + 1) * perLocation, x);
      }
    }

    /** Line 1: puts a write into a chain; false if another RMW reads what an RMW reads. */
    private boolean enter(int e, int x) {
      if (!graph.writes(e)) {
        return true;
      }
      if (!graph.reads(e)) {
        top[chains] = e;
        bottom[chains] = e;
        chainOf[e] = chains++;
        return true;
      }
      int w = graph.source(e);
      int chain = w < 0 ? x : chainOf[w];
      chainOf[e] = chain;
      boolean last = bottom[chain] == (w < 0 ? ~x : w);
      bottom[chain] = e;
      return last;
    }

    /** Lines 10 and 11: m(e) comes after LW, which an access e of x finds in a list. */
    private boolean follow(int e, int x, int list) {
      int w = graph.reads(e) ? graph.source(e) : e;
      int chain = w < 0 ? x : chainOf[w];
      int m = w < 0 ? ~x : w;
      int last = lastEffect[list];
      int before = lastChain[list];
      lastEffect[list] = graph.writes(e) ? e : m;
      if (before == chain) {
        // Down a chain the numbers grow.
        return last <= m;
      }
      lastChain[list] = chain;
      if (chain < locations) {
        return false;
      }
      // The chain of the initial write precedes all others anyway.
      if (before >= locations) {
        addPair(before, chain);
      }
      return true;
    }

    private void addPair(int first, int second) {
      int at = 2 * ++pairCount;
      if (at + 1 >= pairs.length) {
        pairs = Arrays.copyOf(pairs, (int) Math.min(Integer.MAX_VALUE - 16L, at + 2L + (at >> 1)));
      }
      pairs[at] = first;
      pairs[at + 1] = lastPair[second];
      lastPair[second] = at;
    }

    /** Line 15; false if there is a cycle. */
    boolean search() {
      for (int x = 0; x < locations; x++) {
        order.add(top[x]);
      }
      IntList path = new IntList();
      for (int chain = locations; chain < chains; chain++) {
        if (!found[chain]) {
          found[chain] = true;
          path.add(chain);
          if (!finish(path, chain)) {
            return false;
          }
        }
      }
      return true;
    }

    /** Goes on until the path is empty; all chains below {@code least} are done. */
    private boolean finish(IntList path, int least) {
      while (path.size() > 0) {
        int chain = path.get(path.size() - 1);
        int earlier = unfinished(chain, least);
        if (earlier < 0) {
          done[chain] = true;
          order.add(top[chain]);
          path.truncate(path.size() - 1);
        } else if (found[earlier]) {
          return false;
        } else {
          found[earlier] = true;
          path.add(earlier);
        }
      }
      return true;
    }

    /** A chain that has to precede this one and is not done, or -1; asks each only once. */
    private int unfinished(int chain, int least) {
      int pair = lastPair[chain];
      while (pair != 0) {
        int first = pairs[pair];
        pair = pairs[pair + 1];
        if (first >= least && !done[first]) {
          lastPair[chain] = pair;
          return first;
        }
      }
      lastPair[chain] = 0;
      return -1;
    }
  }
}
