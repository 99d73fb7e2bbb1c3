package dev.heddle.explore.readsfrom.consistency;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Phase P-III: decides whether a cut has a witness, by a search over how far each thread is.
 *
 * <p>OOPSLA 2019, Algorithm 3 (see {@link SaturatedHappensBefore}). Sound and complete; polynomial
 * in the length of the cut and exponential in the number of threads. Deviations:
 *
 * <ol>
 *   <li>The graph is not built; its vertices are made as the search from the initial one meets
 *       them, and those from which the target cannot be reached are remembered.
 *   <li>Events wait for what the clocks of the cut know, which is part of any witness.
 *   <li>A read that does not write runs as soon as it can: that never keeps anything from running.
 * </ol>
 */
final class ConsistencyDecision {
  private final Cut cut;
  private final int[] placed;
  private final int[] nextEvent;
  private final int[] witness;
  private int count;
  private final Set<Vertex> visited = new HashSet<>();

  private static final class Vertex {
    private final int[] placed;

    Vertex(int[] placed) {
      this.placed = placed;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Vertex that && Arrays.equals(placed, that.placed);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(placed);
    }
  }

  ConsistencyDecision(Cut cut) {
    this.cut = cut;
    placed = new int[cut.threads()];
    nextEvent = new int[cut.threads()];
    Arrays.setAll(nextEvent, cut::firstOfThread);
    witness = new int[cut.size()];
  }

  /** A witness, or null if there is none. */
  int[] decide() {
    Deque<int[]> choices = new ArrayDeque<>(); // {count before the choice, next thread to try}
    int from = settle();
    while (count < cut.size()) {
      int t = nextPossible(from);
      if (t >= 0) {
        choices.push(new int[] {count, t + 1});
        place(nextEvent[t]);
        from = settle();
      } else if (choices.isEmpty()) {
        return null;
      } else {
        int[] choice = choices.pop();
        while (count > choice[0]) {
          takeBack();
        }
        from = choice[1];
      }
    }
    return witness;
  }

  /** After a "no": all positions from which the end was searched for. */
  Set<List<Integer>> positions() {
    return visited.stream()
        .map(vertex -> Arrays.stream(vertex.placed).boxed().toList())
        .collect(Collectors.toSet());
  }

  /** Runs all reads that can run; gives the first thread to try, none if we have been here. */
  private int settle() {
    for (int t = 0; t < cut.threads(); ) {
      int e = nextEvent[t];
      if (e >= 0 && !cut.writes(e) && isPossible(e)) {
        place(e);
        t = 0;
      } else {
        t++;
      }
    }
    return visited.add(new Vertex(placed.clone())) ? 0 : cut.threads();
  }

  private int nextPossible(int from) {
    for (int t = from; t < cut.threads(); t++) {
      if (nextEvent[t] >= 0 && isPossible(nextEvent[t])) {
        return t;
      }
    }
    return -1;
  }

  private void place(int e) {
    witness[count++] = e;
    placed[cut.thread(e)]++;
    nextEvent[cut.thread(e)] = cut.next(e);
  }

  private void takeBack() {
    int e = witness[--count];
    placed[cut.thread(e)]--;
    nextEvent[cut.thread(e)] = e;
  }

  private boolean isPlaced(int e) {
    return placed[cut.thread(e)] >= cut.index(e);
  }

  private boolean isPossible(int e) {
    if (!cut.knowsOnly(e, placed)) {
      return false;
    }
    if (cut.source(e) >= 0 && !isPlaced(cut.source(e))) {
      return false;
    }
    for (int a : cut.summands(e)) {
      if (!isPlaced(a)) {
        return false;
      }
    }
    return !cut.writes(e) || !disturbs(e);
  }

  /**
   * Whether an event outside the witness has to read what is there without e, or e and something
   * else than what is there.
   */
  private boolean disturbs(int e) {
    int x = cut.location(e);
    for (int t = 0; t < cut.threads(); t++) {
      for (int r = nextEvent[t]; r >= 0; r = cut.next(r)) {
        if (r != e
            && cut.location(r) == x
            && cut.source(r) != Cut.NOT_READING
            && cut.isSummand(e, r) == (cut.source(r) >= 0 && !isPlaced(cut.source(r)))) {
          return true;
        }
      }
    }
    return false;
  }
}
