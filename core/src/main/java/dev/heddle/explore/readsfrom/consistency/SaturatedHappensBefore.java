package dev.heddle.explore.readsfrom.consistency;

import dev.heddle.explore.readsfrom.consistency.Refutation.Order;
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
public final class SaturatedHappensBefore {
  private Cut cut;

  /** What is known of the events that the cut begins with. */
  private SaturatedPrefix kept = SaturatedPrefix.EMPTY;

  /**
   * Orders that do not follow from thread order and sources: from, to, next one of the same from.
   */
  private int[] from = new int[64];

  private int[] to = new int[64];
  private int[] nextOrder = new int[64];
  private int[] firstOrder = new int[64];
  private int orders;

  /** How many of them are given with the cut; the others follow from the rules. */
  private int given;

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
   * @param prefix what is known of the events it begins with; the cut has all of these
   */
  public void start(Cut newCut, SaturatedPrefix prefix) {
    cut = newCut;
    kept = prefix;
    cut.listWrites();
    int n = cut.size();
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
    beginClocks();
    for (int e = 0; e < n; e++) {
      if (!kept.has(cut, e)) {
        follow(cut.previous(e), e);
        follow(cut.source(e), e);
      }
      give(cut.after(e), e);
      for (int a : cut.summands(e)) {
        give(a, e);
        give(cut.source(e), a);
      }
      if (cut.writes(e)) {
        followInitialReaders(e);
      }
    }
    given = orders;
    int[] pairs = kept.orders(cut);
    for (int i = 0; i < pairs.length; i += 2) {
      store(pairs[i], pairs[i + 1]);
    }
  }

  private void beginClocks() {
    cut.clearClocks();
    for (int e = 0; e < cut.size(); e++) {
      if (kept.has(cut, e)) {
        kept.copyClock(cut, e);
      } else {
        cut.setClock(e, cut.thread(e), cut.index(e));
      }
    }
  }

  /** An order that is given with the cut; or none, if it is from below 0. */
  private void give(int earlier, int later) {
    if (earlier >= 0) {
      store(earlier, later);
      follow(earlier, later);
    }
  }

  /** Lets the clock of an event begin with that of an earlier one, if that is not below 0. */
  private void follow(int earlier, int later) {
    if (earlier >= 0 && cut.growClock(earlier, later) && kept.has(cut, later)) {
      enqueue(later);
    }
  }

  /** A read of the initial value comes before the first write of each thread that it leaves out. */
  private void followInitialReaders(int e) {
    boolean isFirst = cut.isFirstOwnWrite(e);
    if (!isFirst && !cut.hasSummands()) {
      return;
    }
    int previous = isFirst ? -1 : cut.previousOwnWrite(e);
    int r = cut.firstInitialReader(cut.location(e));
    for (; r >= 0; r = cut.nextReader(r)) {
      if (r != e && !cut.isSummand(e, r) && (isFirst || cut.isSummand(previous, r))) {
        give(r, e);
      }
    }
  }

  /** An event that comes after all that each thread does in the cut, save those at {@code end}. */
  void last(int e, int end) {
    for (int t = 0; t < cut.threads(); t++) {
      int other = cut.lastOfThread(t);
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

  /**
   * Applies R1 and R2 to the events from one on that are not kept, and wherever that changes
   * something; false if shb is cyclic.
   */
  public boolean saturate(int from) {
    for (int e = from; e < cut.size(); e++) {
      if (!kept.has(cut, e)) {
        enqueue(e);
        if (!ruleTwoInReverse(e)) {
          return false;
        }
      }
    }
    return saturate();
  }

  /** Applies R1 and R2 until nothing changes; false if shb is cyclic. */
  public boolean saturate() {
    while (waiting > 0) {
      int e = queue[head];
      head = head + 1 == cut.size() ? 0 : head + 1;
      waiting--;
      queued[e] = false;
      if (!propagate(e)) {
        return false;
      }
      if (cut.location(e) >= 0
          && ((cut.source(e) != Cut.NOT_READING && !ruleOne(e))
              || (cut.writes(e) && !ruleTwo(e)))) {
        return false;
      }
    }
    return true;
  }

  private boolean propagate(int e) {
    if (cut.next(e) >= 0 && !join(e, cut.next(e))) {
      return false;
    }
    for (int r = cut.firstReader(e); r >= 0; r = cut.nextReader(r)) {
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
    int source = cut.source(e);
    for (int t = 0; t < cut.threads(); t++) {
      int count = cut.clock(e, t);
      if (count == 0) {
        continue;
      }
      int w = cut.latestWrite(cut.location(e), t, cut.thread(e) == t ? count - 1 : count);
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
    for (int t = 0; t < cut.threads(); t++) {
      int count = cut.clock(e, t);
      if (count == 0) {
        continue;
      }
      int w = cut.latestWrite(cut.location(e), t, cut.thread(e) == t ? count - 1 : count);
      while (w >= 0 && cut.adds(w)) {
        w = cut.previousOwnWrite(w);
      }
      if (w < 0) {
        continue;
      }
      for (int r = cut.firstReader(w); r >= 0; r = cut.nextReader(r)) {
        if (r != e && !cut.isSummand(e, r) && !cut.before(r, e) && !order(r, e)) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * R2 for the read e: it precedes the first write of each thread behind its source. {@link
   * #ruleTwo} sees that when the clock of the write grows, which it need not do if both writes are
   * kept and only the read is new.
   */
  private boolean ruleTwoInReverse(int e) {
    int source = cut.source(e);
    if (source < 0 || !kept.has(cut, source)) {
      return true;
    }
    for (int t = 0; t < cut.threads(); t++) {
      int w = cut.firstWriteAfter(source, t);
      while (w >= 0 && cut.isSummand(w, e)) {
        w = cut.nextOwnWrite(w);
      }
      if (w >= 0 && w != e && !cut.before(e, w) && !order(e, w)) {
        return false;
      }
    }
    return true;
  }

  private boolean derive(int earlier, int later) {
    return cut.before(earlier, later) ? join(earlier, later) : order(earlier, later);
  }

  private boolean join(int earlier, int later) {
    if (cut.before(later, earlier)) {
      cycleFrom = earlier;
      cycleTo = later;
      return false;
    }
    if (cut.growClock(earlier, later)) {
      enqueue(later);
    }
    return true;
  }

  private void enqueue(int e) {
    if (!queued[e]) {
      queued[e] = true;
      int tail = head + waiting++;
      queue[tail >= cut.size() ? tail - cut.size() : tail] = e;
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

  /** What is known now, for cuts that begin with this one. */
  public SaturatedPrefix prefix() {
    int[] pairs = new int[2 * (orders - given)];
    for (int o = given; o < orders; o++) {
      pairs[2 * (o - given)] = from[o];
      pairs[2 * (o - given) + 1] = to[o];
    }
    return SaturatedPrefix.of(cut, pairs);
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
    int[] parent = new int[cut.size()];
    Arrays.fill(parent, -2);
    int[] reached = new int[cut.size()];
    int count = 0;
    parent[cycleTo] = -1;
    reached[count++] = cycleTo;
    for (int i = 0; i < count && parent[cycleFrom] == -2; i++) {
      int e = reached[i];
      count = reach(e, cut.next(e), parent, reached, count);
      for (int r = cut.firstReader(e); r >= 0; r = cut.nextReader(r)) {
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
