package dev.heddle.symbolic.mat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The mutually atomic transactions of two threads: {@code GenMAT}, Algorithm 1 of Ganai and Kundu,
 * "Reduction of Verification Conditions for Concurrent System using Mutually Atomic Transactions"
 * (SPIN 2009). For threads without branches the token-passing pairs of the result allow exactly one
 * schedule of each Mazurkiewicz trace of two threads (theorems 2 and 3).
 *
 * <p>Deviations:
 *
 * <ol>
 *   <li>The paper's Q and Q' are a queue and the set of what has ever been in it.
 *   <li>Of the candidates M_c the one that the selection rule prefers is found directly: lj is the
 *       first access behind fj that depends on anything behind fi, and li the first behind fi that
 *       depends on lj.
 *   <li>With branches (section 2.2, figure 2d) there is one transaction pair for each combination
 *       of paths. The search behind fj goes past an access when on some path behind fi nothing
 *       depends on it. This gives every pair that some combination of paths needs, and on threads
 *       without branches exactly Algorithm 1.
 * </ol>
 *
 * <p>Symbols: Mi, Mj → {@code i}, {@code j}; fi ⇒ li, fj ⇒ lj → {@link Mat}; ⊣ → {@link
 * ConcurrentGraph#canBeLast}; D → {@link ConcurrentGraph#dependent}; Mj has the higher priority.
 */
public final class GenMat {
  private final ConcurrentGraph graph;
  private final int i;

  /** For an access of Mj, the accesses of Mi behind which every path depends on it. */
  private final Map<Integer, BitSet> inevitable = new HashMap<>();

  private GenMat(ConcurrentGraph graph, int i) {
    this.graph = graph;
    this.i = i;
  }

  /** The set MAT_ij, in the order in which it is found. */
  public static List<Mat> generate(ConcurrentGraph graph, int i, int j) {
    return new GenMat(graph, i).run(j);
  }

  private List<Mat> run(int j) {
    Set<Mat> mats = new LinkedHashSet<>();
    Deque<Long> queue = new ArrayDeque<>();
    Set<Long> seen = new HashSet<>();
    enqueue(graph.entries(i), graph.entries(j), queue, seen);
    while (!queue.isEmpty()) {
      long pair = queue.poll();
      int fi = (int) (pair >>> 32);
      int fj = (int) pair;
      for (Mat m : select(fi, fj)) {
        mats.add(m);
        int[] nextI = graph.successors(m.lastI());
        int[] nextJ = graph.successors(m.lastJ());
        enqueue(nextI, nextJ, queue, seen);
        enqueue(nextI, new int[] {fj}, queue, seen);
        enqueue(new int[] {fi}, nextJ, queue, seen);
      }
    }
    return new ArrayList<>(mats);
  }

  private static void enqueue(int[] is, int[] js, Deque<Long> queue, Set<Long> seen) {
    for (int a : is) {
      for (int b : js) {
        long pair = (long) a << 32 | b;
        if (seen.add(pair)) {
          queue.add(pair);
        }
      }
    }
  }

  /** Lines 7 to 9: the transactions from (fi, fj) on, lj as early as possible. */
  private List<Mat> select(int fi, int fj) {
    List<Mat> selected = new ArrayList<>();
    Deque<Integer> ahead = new ArrayDeque<>(List.of(fj));
    BitSet seen = new BitSet();
    while (!ahead.isEmpty()) {
      int lj = ahead.poll();
      if (seen.get(lj)) {
        continue;
      }
      seen.set(lj);
      for (int li : firstDependent(fi, lj)) {
        selected.add(new Mat(fi, li, fj, lj));
      }
      if (!inevitable(lj).get(fi)) {
        for (int next : graph.successors(lj)) {
          ahead.add(next);
        }
      }
    }
    return selected;
  }

  /** On each path from {@code fi} the first access that depends on {@code lj}. */
  private List<Integer> firstDependent(int fi, int lj) {
    List<Integer> found = new ArrayList<>();
    Deque<Integer> ahead = new ArrayDeque<>(List.of(fi));
    BitSet seen = new BitSet();
    while (!ahead.isEmpty()) {
      int li = ahead.poll();
      if (seen.get(li)) {
        continue;
      }
      seen.set(li);
      if (graph.dependent(li, lj)) {
        found.add(li);
      } else {
        for (int next : graph.successors(li)) {
          ahead.add(next);
        }
      }
    }
    return found;
  }

  private BitSet inevitable(int lj) {
    BitSet known = inevitable.get(lj);
    if (known == null) {
      known = new BitSet();
      int[] nodes = graph.nodesOf(i);
      for (int n = nodes.length - 1; n >= 0; n--) {
        int node = nodes[n];
        boolean always = graph.dependent(node, lj);
        if (!always && !graph.canBeLast(node)) {
          always = true;
          for (int next : graph.successors(node)) {
            always &= known.get(next);
          }
        }
        known.set(node, always);
      }
      inevitable.put(lj, known);
    }
    return known;
  }
}
