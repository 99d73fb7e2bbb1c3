package dev.heddle.symbolic.mat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Ordered pairs (a, b) of accesses of different threads: after a, the token can go to b. A schedule
 * is allowed when at each of its context switches the last access before it and the first behind it
 * are such a pair.
 */
public final class TokenPassing {
  private final BitSet[] targets;

  private TokenPassing(ConcurrentGraph graph) {
    targets = new BitSet[graph.nodes()];
    for (int n = 0; n < targets.length; n++) {
      targets[n] = new BitSet();
    }
  }

  /** All pairs of accesses of different threads (section 2.1). */
  public static TokenPassing basic(ConcurrentGraph graph) {
    TokenPassing pairs = new TokenPassing(graph);
    for (int a = 0; a < graph.nodes(); a++) {
      for (int b = 0; b < graph.nodes(); b++) {
        if (graph.threadOf(a) != graph.threadOf(b)) {
          pairs.targets[a].set(b);
        }
      }
    }
    return pairs;
  }

  /** The pairs TP of transactions: from the end of each to the start of the other (section 4). */
  public static TokenPassing of(ConcurrentGraph graph, List<Mat> mats) {
    TokenPassing pairs = new TokenPassing(graph);
    for (Mat m : mats) {
      pairs.targets[m.lastI()].set(m.firstJ());
      pairs.targets[m.lastJ()].set(m.firstI());
    }
    return pairs;
  }

  /**
   * The published pairs for any number of threads (section 6.1): TP of every two threads, and the
   * pairs eTP of {@code GenExtraTP}. For two threads this is TP. For more it is not adequate, see
   * {@link #lexicographic}.
   */
  public static TokenPassing published(ConcurrentGraph graph) {
    int threads = graph.threads();
    List<List<Mat>> mats = new ArrayList<>();
    List<TokenPassing> tp = new ArrayList<>();
    TokenPassing all = new TokenPassing(graph);
    for (int i = 0; i < threads; i++) {
      for (int j = i + 1; j < threads; j++) {
        mats.add(GenMat.generate(graph, i, j));
        tp.add(of(graph, mats.get(mats.size() - 1)));
        all.addAll(tp.get(tp.size() - 1));
      }
    }
    TokenPassing extra = new TokenPassing(graph);
    for (int p = 0; p < mats.size(); p++) {
      for (Mat m : mats.get(p)) {
        extra.comeBack(graph, m.lastI(), m.firstJ(), m.lastJ(), all, tp.get(p));
        extra.comeBack(graph, m.lastJ(), m.firstI(), m.lastI(), all, tp.get(p));
      }
    }
    extra.addAll(all);
    return extra;
  }

  /**
   * {@code GenExtraTP}: where a transaction {@code first … end} can lose the token to a third
   * thread behind one of its accesses, it can get it back from {@code last} behind that access.
   */
  private void comeBack(
      ConcurrentGraph graph, int last, int first, int end, TokenPassing all, TokenPassing two) {
    BitSet between = graphBetween(graph, first, end);
    for (int m = between.nextSetBit(0); m >= 0; m = between.nextSetBit(m + 1)) {
      if (!all.targets[m].isEmpty() && two.targets[m].isEmpty()) {
        for (int next : graph.successors(m)) {
          targets[last].set(next);
        }
      }
    }
  }

  /** The accesses on paths from one to another, without that other. */
  private static BitSet graphBetween(ConcurrentGraph graph, int first, int end) {
    BitSet reaches = new BitSet();
    reaches.set(end);
    for (int n = end - 1; n >= first; n--) {
      for (int next : graph.successors(n)) {
        if (reaches.get(next)) {
          reaches.set(n);
        }
      }
    }
    BitSet between = new BitSet();
    between.set(first);
    for (int n = first; n < end; n++) {
      if (between.get(n)) {
        for (int next : graph.successors(n)) {
          if (reaches.get(next)) {
            between.set(next);
          }
        }
      }
    }
    between.and(reaches);
    between.clear(end);
    return between;
  }

  /**
   * Pairs that are adequate for any number of threads. Of the schedules of a trace, the one in
   * which the numbers of the threads are least in lexicographic order has no access of a lower
   * thread right behind one of a higher thread that it does not depend on: the two could be
   * exchanged. So the token goes up to any access, and down only between accesses that conflict.
   */
  public static TokenPassing lexicographic(ConcurrentGraph graph) {
    TokenPassing pairs = new TokenPassing(graph);
    for (int a = 0; a < graph.nodes(); a++) {
      for (int b = 0; b < graph.nodes(); b++) {
        int down = Integer.compare(graph.threadOf(a), graph.threadOf(b));
        if (down < 0 || (down > 0 && graph.conflict(a, b))) {
          pairs.targets[a].set(b);
        }
      }
    }
    return pairs;
  }

  private void addAll(TokenPassing others) {
    for (int n = 0; n < targets.length; n++) {
      targets[n].or(others.targets[n]);
    }
  }

  public boolean allows(int from, int to) {
    return targets[from].get(to);
  }

  public int size() {
    int size = 0;
    for (BitSet of : targets) {
      size += of.cardinality();
    }
    return size;
  }
}
