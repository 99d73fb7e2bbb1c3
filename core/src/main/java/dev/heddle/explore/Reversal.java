package dev.heddle.explore;

import dev.heddle.machine.Footprint;
import dev.heddle.machine.Hypothesis;
import dev.heddle.machine.Machine;
import java.util.Arrays;

/**
 * The reversal of a race (e, e′) in an execution E: v = notdep(e, E).ê′, the events after e that do
 * not happen after it, and then e′, to be run from the prefix before e. It is written down only
 * when it has to be. Where e is an addition, further additions may have to be left out with it for
 * e′ to be possible.
 *
 * <p>What follows from E up to e′ alone, holds for the reversal of this race in every execution
 * that shares this prefix; such answers are called lasting.
 */
final class Reversal {
  /** A weak initial of v. */
  static final int YES = 1;

  /** The answer follows from the prefix up to e′. */
  static final int LASTING = 2;

  private static final int NO = 0;

  private final Machine machine;
  private final Hypothesis hypothesis;
  private final HappensBefore happensBefore;
  private final HypotheticalMemory hypothetical;
  private final EventSequence v = new EventSequence();

  private int first;

  /** What is left out beside e. */
  private int[] others = new int[8];

  private int othersCount;

  /** Where e′ is in E; if it has not happened, the end of E. */
  private int second;

  private int secondThread;
  private int secondIndex;
  private long secondFootprint;
  private boolean unchanged;

  Reversal(Machine machine, HappensBefore happensBefore) {
    this.machine = machine;
    this.hypothesis = new Hypothesis(machine);
    this.happensBefore = happensBefore;
    this.hypothetical = new HypotheticalMemory(machine, happensBefore);
  }

  /** Takes the race of e with a later event; what that touches may depend on what it now reads. */
  void of(int e, int later) {
    first = e;
    othersCount = 0;
    second = later;
    secondThread = machine.thread(later);
    secondIndex = happensBefore.index(later);
    secondFootprint =
        hypothesis.isConditional(later) ? footprintWithout(e, later) : machine.footprint(later);
    unchanged = secondFootprint == machine.footprint(later);
  }

  private long footprintWithout(int e, int later) {
    long footprint = machine.footprint(later);
    int word = Footprint.word(footprint);
    hypothetical.of(e, later, word);
    long content = hypothetical.content();
    boolean incomplete = hypothetical.isIncomplete();
    long next = 0;
    if (Footprint.straddles(footprint)) {
      hypothetical.of(e, later, word + 1);
      next = hypothetical.content();
      incomplete |= hypothetical.isIncomplete();
    }
    return incomplete
        ? hypothesis.footprintGivenNothing(later)
        : hypothesis.footprintGiven(later, content, next);
  }

  /** Takes the race of e with the next event of a thread that is blocked at the end of E. */
  void ofBlocked(int e, int thread, long footprint) {
    first = e;
    othersCount = 0;
    second = machine.length();
    secondThread = thread;
    secondIndex = happensBefore.count(thread) + 1;
    secondFootprint = footprint;
    unchanged = false;
  }

  /** Takes another alternative of e itself: a race of e with what it could have been. */
  void ofAlternative(int e, int alternative) {
    first = e;
    othersCount = 0;
    second = machine.length();
    secondThread = machine.thread(e);
    secondIndex = happensBefore.index(e);
    secondFootprint = Footprint.withAlternative(machine.footprint(e), alternative);
    unchanged = false;
  }

  /** One more event is to be left out, with all that happens after it. */
  void leaveOut(int event) {
    if (othersCount == others.length) {
      others = Arrays.copyOf(others, 2 * othersCount);
    }
    others[othersCount++] = event;
  }

  int first() {
    return first;
  }

  /** Whether an event behind e is not part of v. */
  boolean leavesOut(int event) {
    if (happensBefore.before(first, event)) {
      return true;
    }
    for (int i = 0; i < othersCount; i++) {
      if (others[i] <= event && happensBefore.before(others[i], event)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether e′ touches in its new place what it touches in E. Then it is independent of all in v
   * that comes after it in E, since what is not would happen after e.
   */
  boolean isUnchanged() {
    return unchanged;
  }

  /**
   * Whether a thread, whose next event in front of e is its {@code index}-th and touches {@code
   * footprint}, is a weak initial of v, as {@link #YES} and {@link #LASTING} or neither. If that
   * event is in v, then nothing else in v must happen before it, which is the case if everything
   * that does lies before e; if it is not, then nothing in v must conflict with it.
   */
  int weakInitial(int thread, long footprint, int index) {
    boolean isSecond = thread == secondThread && index == secondIndex;
    int event = isSecond ? -1 : happensBefore.eventOf(thread, index);
    boolean inV = event >= 0 && !leavesOut(event);
    if (isSecond && !Footprint.sameAlternative(footprint, secondFootprint)) {
      return NO | LASTING;
    }
    if (inV) {
      boolean initial =
          happensBefore.latestPredecessor(event) < first
              && Footprint.sameAlternative(footprint, machine.footprint(event));
      boolean lasting =
          event < second || (!initial && happensBefore.conflictsBetween(this, second, footprint));
      return (initial ? YES : NO) | (lasting ? LASTING : 0);
    }
    boolean conflictsWithSecond = !isSecond && Footprint.conflict(footprint, secondFootprint);
    if (conflictsWithSecond || happensBefore.conflictsBetween(this, second, footprint)) {
      return NO | LASTING;
    }
    if (isSecond && unchanged) {
      return YES | LASTING;
    }
    return happensBefore.conflictsBetween(this, machine.length(), footprint) ? NO : YES;
  }

  /**
   * v, event by event: what lies before e′ in E, then e′, then the rest; but if e′ has changed, it
   * comes last. The part before the rest is lasting.
   */
  EventSequence sequence() {
    v.clear();
    int length = machine.length();
    for (int i = first + 1; i < length; i++) {
      if (i == second) {
        v.markLasting();
        if (unchanged) {
          addSecond();
          v.markLasting();
        }
      } else if (!leavesOut(i)) {
        v.add(machine.thread(i), machine.footprint(i), happensBefore.index(i));
      }
    }
    if (!unchanged) {
      addSecond();
    }
    return v;
  }

  private void addSecond() {
    v.add(secondThread, secondFootprint, secondIndex);
  }
}
