package dev.heddle.explore.readsfrom;

import dev.heddle.explore.readsfrom.Refutation.Order;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Phase P-I: the saturated-happens-before relation shb, as vector clocks of a {@link Cut}.
 *
 * <p>Abdulla, Atig, Jonsson, Lång, Ngo, Sagonas: <em>Optimal stateless model checking for
 * reads-from equivalence under sequential consistency</em>, OOPSLA 2019, section 5.1 and its
 * implementation in section 7. Sound: what it calls inconsistent is. Not complete.
 *
 * <pre>
 *   R1.  eW [shb] eR and e′W [rf] eR  ⟹  eW [shb] e′W
 *   R2.  e′W [shb] eW and e′W [rf] eR  ⟹  eR [shb] eW
 * </pre>
 *
 * <p>Additions are among the eW, but not where they are summands of eR: these come after e′W and
 * before eR from the beginning.
 */
final class Saturation {
  private Cut cut;

  /**
   * Orders that do not follow from thread order and sources: from, to, next one of the same from.
   */
  private int[] from = new int[64];

  private int[] to = new int[64];
  private int[] nextOrder = new int[64];
  private int[] firstOrder = new int[64];
  private int orders;

  private int[] queue = new int[64];
  private boolean[] queued = new boolean[64];
  private int head;
  private int waiting;

  /** The order that closed a cycle. */
  private int cycleFrom = -1;

  private int cycleTo = -1;

  /**
   * Takes a cut.
   *
   * @param known whether its clocks hold happens-before; otherwise they begin with nothing
   */
  void start(Cut newCut, boolean known) {
    cut = newCut;
    cut.listWrites();
    int n = cut.size;
    if (n > queued.length) {
      queued = new boolean[2 * n];
      queue = new int[2 * n];
      firstOrder = new int[2 * n];
    }
    Arrays.fill(firstOrder, 0, n, -1);
    Arrays.fill(queued, 0, n, false);
    orders = 0;
    head = 0;
    waiting = 0;
    cycleFrom = -1;
    if (!known) {
      Arrays.fill(cut.clocks, 0, n * cut.threads, 0);
    }
    for (int e = 0; e < n; e++) {
      if (!known) {
        cut.clocks[e * cut.threads + cut.thread[e]] = cut.index[e];
      }
      if (cut.after[e] >= 0) {
        store(cut.after[e], e);
      }
      for (int a : cut.summands[e]) {
        store(a, e);
        if (cut.source[e] >= 0) {
          store(cut.source[e], a);
        }
      }
      if (cut.writes[e]) {
        followInitialReaders(e);
      }
    }
  }

  /** Who reads the initial value comes before the first write of each thread that it leaves out. */
  private void followInitialReaders(int e) {
    boolean isFirst = cut.isFirstOwnWrite(e);
    if (!isFirst && !cut.hasSummands) {
      return;
    }
    int previous = isFirst ? -1 : cut.previousOwnWrite(e);
    int r = cut.firstInitialReader[cut.location[e]];
    for (; r >= 0; r = cut.nextReader[r]) {
      if (r != e && !cut.isSummand(e, r) && (isFirst || cut.isSummand(previous, r))) {
        store(r, e);
      }
    }
  }

  /** Has a look at all events from one on; those that it changes come by themselves. */
  void consider(int from) {
    for (int e = from; e < cut.size; e++) {
      enqueue(e);
    }
  }

  /** An event that comes after all that each thread does in the cut, save those at {@code end}. */
  void last(int e, int end) {
    for (int t = 0; t < cut.threads; t++) {
      int other = cut.lastOfThread[t];
      if (other >= 0 && other < end) {
        store(other, e);
      }
    }
  }

  /** Adds an order; false if it closes a cycle. */
  boolean order(int earlier, int later) {
    store(earlier, later);
    return join(earlier, later);
  }

  /** Applies R1 and R2 until nothing changes; false if shb is cyclic. */
  boolean saturate() {
    while (waiting > 0) {
      int e = queue[head];
      head = head + 1 == cut.size ? 0 : head + 1;
      waiting--;
      queued[e] = false;
      if (!propagate(e)) {
        return false;
      }
      if (cut.location[e] >= 0
          && ((cut.source[e] != Cut.NOT_READING && !ruleOne(e))
              || (cut.writes[e] && !ruleTwo(e)))) {
        return false;
      }
    }
    return true;
  }

  private boolean propagate(int e) {
    if (cut.next[e] >= 0 && !join(e, cut.next[e])) {
      return false;
    }
    for (int r = cut.firstReader[e]; r >= 0; r = cut.nextReader[r]) {
      if (!join(e, r)) {
        return false;
      }
    }
    for (int o = firstOrder[e]; o >= 0; o = nextOrder[o]) {
      if (!join(e, to[o])) {
        return false;
      }
    }
    return true;
  }

  /** R1 for the read e: the latest write of each thread before it comes before its source. */
  private boolean ruleOne(int e) {
    int source = cut.source[e];
    for (int t = 0; t < cut.threads; t++) {
      int count = cut.clocks[e * cut.threads + t];
      if (count == 0) {
        continue;
      }
      int w = cut.latestWrite(cut.location[e], t, cut.thread[e] == t ? count - 1 : count);
      while (w >= 0 && cut.isSummand(w, e)) {
        w = cut.previousOwnWrite(w);
      }
      if (w >= 0 && w != source) {
        if (source < 0) {
          cycleFrom = e;
          cycleTo = w;
          return false;
        }
        if (!derive(w, source)) {
          return false;
        }
      }
    }
    return true;
  }

  /** R2 for the write e: those who read from the latest write of each thread before it precede. */
  private boolean ruleTwo(int e) {
    for (int t = 0; t < cut.threads; t++) {
      int count = cut.clocks[e * cut.threads + t];
      if (count == 0) {
        continue;
      }
      int w = cut.latestWrite(cut.location[e], t, cut.thread[e] == t ? count - 1 : count);
      while (w >= 0 && cut.adds[w]) {
        w = cut.previousOwnWrite(w);
      }
      if (w < 0) {
        continue;
      }
      for (int r = cut.firstReader[w]; r >= 0; r = cut.nextReader[r]) {
        if (r != e && !cut.isSummand(e, r) && !cut.before(r, e) && !order(r, e)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean derive(int earlier, int later) {
    return cut.before(earlier, later) ? join(earlier, later) : order(earlier, later);
  }

  private boolean join(int earlier, int later) {
    int a = earlier * cut.threads;
    int b = later * cut.threads;
    if (cut.clocks[a + cut.thread[later]] >= cut.index[later]) {
      cycleFrom = earlier;
      cycleTo = later;
      return false;
    }
    boolean grew = false;
    for (int t = 0; t < cut.threads; t++) {
      if (cut.clocks[a + t] > cut.clocks[b + t]) {
        cut.clocks[b + t] = cut.clocks[a + t];
        grew = true;
      }
    }
    if (grew) {
      enqueue(later);
    }
    return true;
  }

  private void enqueue(int e) {
    if (!queued[e]) {
      queued[e] = true;
      int tail = head + waiting++;
      queue[tail >= cut.size ? tail - cut.size : tail] = e;
    }
  }

  private void store(int earlier, int later) {
    if (orders == from.length) {
      from = Arrays.copyOf(from, 2 * orders);
      to = Arrays.copyOf(to, 2 * orders);
      nextOrder = Arrays.copyOf(nextOrder, 2 * orders);
    }
    from[orders] = earlier;
    to[orders] = later;
    nextOrder[orders] = firstOrder[earlier];
    firstOrder[earlier] = orders++;
  }

  // ---- The proof ----------------------------------------------------------------------------

  /** The orders beside thread order and sources, in the order in which they were found. */
  List<Order> orders() {
    List<Order> found = new ArrayList<>();
    for (int o = 0; o < orders; o++) {
      found.add(new Order(from[o], to[o]));
    }
    return found;
  }

  /**
   * After a "no": events each of which must come before the next, and the last before the first.
   */
  List<Integer> cycle() {
    int[] parent = new int[cut.size];
    Arrays.fill(parent, -2);
    int[] reached = new int[cut.size];
    int count = 0;
    parent[cycleTo] = -1;
    reached[count++] = cycleTo;
    for (int i = 0; i < count && parent[cycleFrom] == -2; i++) {
      int e = reached[i];
      count = reach(e, cut.next[e], parent, reached, count);
      for (int r = cut.firstReader[e]; r >= 0; r = cut.nextReader[r]) {
        count = reach(e, r, parent, reached, count);
      }
      for (int o = firstOrder[e]; o >= 0; o = nextOrder[o]) {
        count = reach(e, to[o], parent, reached, count);
      }
    }
    List<Integer> cycle = new ArrayList<>();
    for (int e = cycleFrom; e >= 0; e = parent[e]) {
      cycle.add(e);
    }
    Collections.reverse(cycle);
    return cycle;
  }

  private static int reach(int e, int other, int[] parent, int[] reached, int count) {
    if (other >= 0 && parent[other] == -2) {
      parent[other] = e;
      reached[count] = other;
      return count + 1;
    }
    return count;
  }
}
