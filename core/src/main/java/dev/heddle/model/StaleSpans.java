package dev.heddle.model;

import static dev.heddle.graph.ExecutionGraph.INITIAL;

import dev.heddle.graph.ExecutionGraph;
import java.util.Arrays;

/**
 * The rf-chains whose place in modification order is not settled by the event numbers.
 *
 * <p>Not in the paper. Event numbers linearise po ∪ rf. A read or RMW is <em>stale</em> if it does
 * not read the newest write of its location in number order; it then <em>spans</em> the chains of
 * the location from the one that it reads to the newest. Order the chains of a location by their
 * tops, and cut that sequence wherever no span goes across. At a cut, whatever has a larger number
 * than the first top after the cut reads or writes chains after the cut; everything that happens
 * before an event has a smaller number; so no axiom ever asks for a chain after a cut to come
 * before one that is before it. Hence only the chains within a span have to be looked at, and the
 * parts between cuts follow each other as they are numbered. If there is no stale read at all, the
 * numbers are a sequentially consistent run, and the execution is consistent in every model.
 */
final class StaleSpans {
  private static final int FRESH = -1;

  private final RfChains chains;

  /** The place of a location among those with stale reads, else -1. */
  private final int[] slot;

  private int locations;

  /** The chains within a span, by top, and the chains of initial writes, by location. */
  private final long[] involved;

  private final boolean[] initialInvolved;

  /** The tops right after a cut. */
  private final long[] isStart;

  /** How many tops of {@link #involved} there are before each of its words. */
  private final int[] rankOfWord;

  private int count;

  private StaleSpans(ExecutionGraph graph, RfChains chains) {
    this.chains = chains;
    int words = (graph.events() + 63) >> 6;
    slot = new int[graph.locations()];
    involved = new long[words];
    isStart = new long[words];
    rankOfWord = new int[words];
    initialInvolved = new boolean[graph.locations()];
    Arrays.fill(slot, FRESH);
  }

  /** Every chain of every location, so that nothing is taken for settled. */
  static StaleSpans everything(ExecutionGraph graph) {
    StaleSpans spans = new StaleSpans(graph, RfChains.of(graph));
    for (int x = 0; x < graph.locations(); x++) {
      spans.slot[x] = spans.locations++;
      spans.involve(~x);
    }
    for (int e = 0; e < graph.events(); e++) {
      if (graph.writes(e) && !graph.reads(e)) {
        spans.involve(e);
      }
    }
    spans.rank();
    return spans;
  }

  /** Some read does not read the newest write of its location. */
  static boolean hasStaleRead(ExecutionGraph graph) {
    int[] newest = new int[graph.locations()];
    Arrays.fill(newest, INITIAL);
    int n = graph.events();
    for (int e = 0; e < n; e++) {
      if (graph.reads(e) && graph.source(e) != newest[graph.location(e)]) {
        return true;
      }
      if (graph.writes(e)) {
        newest[graph.location(e)] = e;
      }
    }
    return false;
  }

  /** Enters the writes into their chains on the way. */
  static StaleSpans of(ExecutionGraph graph) {
    StaleSpans spans = new StaleSpans(graph, RfChains.empty(graph));
    spans.new Collector(graph).collect();
    spans.rank();
    return spans;
  }

  private void rank() {
    for (int i = 0; i < involved.length; i++) {
      rankOfWord[i] = count;
      count += Long.bitCount(involved[i]);
    }
  }

  RfChains rfChains() {
    return chains;
  }

  /** How many chains are within spans, those of initial writes not counted. */
  int chains() {
    return count;
  }

  /** Numbers the chains within spans, given by their tops, those of initial writes left out. */
  int rank(int top) {
    return rankOfWord[top >> 6] + Long.bitCount(involved[top >> 6] & ((1L << top) - 1));
  }

  /** The first top within a span that is not smaller than this event; else -1. */
  int nextTop(int event) {
    int word = event >> 6;
    if (word >= involved.length) {
      return -1;
    }
    long rest = involved[word] & (-1L << event);
    while (rest == 0) {
      if (++word == involved.length) {
        return -1;
      }
      rest = involved[word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(rest);
  }

  /**
   * The event is a write right after a cut: nothing from it on reads or writes the chains of its
   * location before it.
   */
  boolean isCut(int event) {
    return (isStart[event >> 6] >>> event & 1) != 0;
  }

  private void involve(int top) {
    if (top < 0) {
      initialInvolved[~top] = true;
    } else {
      involved[top >> 6] |= 1L << top;
    }
  }

  /** How many locations have stale reads; their slots are smaller. */
  int locations() {
    return locations;
  }

  boolean contains(int x) {
    return slot[x] != FRESH;
  }

  int slot(int x) {
    return slot[x];
  }

  /** The chain of a write, the initial write of x being ~x, is within a span. */
  boolean involves(int write) {
    int top = chains.top(write);
    return top < 0 ? initialInvolved[~top] : (involved[top >> 6] >>> top & 1) != 0;
  }

  /** Finds the spans, location by location, in one pass over the events. */
  private final class Collector {
    private final ExecutionGraph graph;

    /** By top: the top before it at its location. */
    private final int[] previousTop;

    private final int[] lastTop;
    private final int[] lastStart;

    Collector(ExecutionGraph graph) {
      this.graph = graph;
      previousTop = new int[graph.events()];
      lastTop = new int[graph.locations()];
      lastStart = new int[graph.locations()];
    }

    void collect() {
      int[] newest = new int[graph.locations()];
      Arrays.fill(newest, INITIAL);
      for (int x = 0; x < newest.length; x++) {
        lastTop[x] = ~x;
        lastStart[x] = ~x;
      }
      int n = graph.events();
      for (int e = 0; e < n; e++) {
        int x = graph.location(e);
        if (x < 0) {
          continue;
        }
        boolean writes = graph.writes(e);
        if (graph.reads(e)) {
          int w = graph.source(e);
          if (w != newest[x]) {
            span(x, chains.top(w < 0 ? ~x : w));
          }
        } else if (writes) {
          previousTop[e] = lastTop[x];
          lastTop[x] = e;
          lastStart[x] = e;
          isStart[e >> 6] |= 1L << e;
        }
        if (writes) {
          chains.enter(e, graph.reads(e));
          newest[x] = e;
        }
      }
    }

    /** A stale read spans the chains of x from {@code top} on; tops grow along the location. */
    private void span(int x, int top) {
      if (slot[x] == FRESH) {
        slot[x] = locations++;
      }
      int start = lastStart[x];
      if (start == lastTop[x]) {
        involve(start);
      }
      while (start > top) {
        isStart[start >> 6] &= ~(1L << start);
        do {
          start = previousTop[start];
          involve(start);
        } while (start >= 0 && (isStart[start >> 6] >>> start & 1) == 0);
      }
      lastStart[x] = start;
    }
  }
}
