package dev.heddle.explore;

import dev.heddle.machine.Footprint;
import dev.heddle.machine.Hypothesis;
import dev.heddle.machine.Machine;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The happens-before relation of the execution that a machine is in, kept event by event as vector
 * clocks, and the races among its events.
 *
 * <p>An event happens before another if it comes earlier and they belong to one thread, they
 * conflict, one starts the thread of the other or joins it, or by transitivity. A race (e, e′) is a
 * pair of conflicting events of two threads with nothing in between that is after e and before e′,
 * such that e′ could have come first. A mutex is locked only when it is free, so what races with a
 * lock is not the unlock that made it possible but the latest event before which it was possible.
 */
public final class HappensBefore {
  private final Machine machine;
  private final Hypothesis hypothesis;

  /** Clock of event e: {@code clocks[e * stride + t]} events of thread t are before or equal e. */
  private int[] clocks = new int[64 * 4];

  private int stride = 4;

  /** The latest event of a thread, and for each event the one before it in its thread; or -1. */
  private int[] lastOfThread = new int[4];

  private int[] previousOfThread = new int[64];
  private int[] index = new int[64];

  /** The events of each thread, in order. */
  private int[][] eventsOf = new int[4][16];

  /** For each event the latest one that happens before it; or -1. */
  private int[] latestPredecessor = new int[64];

  private final WordHistories histories;

  private final SectionBlocks sections = new SectionBlocks();

  /** First events of the races whose second event is e: {@code raceStart[e]} to the next start. */
  private int[] raceStart = new int[65];

  private boolean[] waitsForSeveral = new boolean[66];

  private int[] raceFirst = new int[64];

  /** Words on which there was a race in some execution so far. */
  private final BitSet contested = new BitSet();

  private int[] candidates = new int[64];

  public HappensBefore(Machine machine) {
    this.machine = machine;
    this.hypothesis = new Hypothesis(machine);
    this.histories = new WordHistories(machine);
    Arrays.fill(lastOfThread, -1);
  }

  // ---- The relation -------------------------------------------------------------------------

  /** The place of an event in its thread, counted from 1. */
  public int index(int event) {
    return index[event];
  }

  /** How many events of a thread happen before an event or are it. */
  public int clock(int event, int thread) {
    return thread < stride ? clocks[event * stride + thread] : 0;
  }

  /** Whether the earlier event happens before the later one, or is it. */
  public boolean before(int earlier, int later) {
    return clocks[later * stride + machine.thread(earlier)] >= index[earlier];
  }

  int lastOfThread(int thread) {
    return thread < lastOfThread.length ? lastOfThread[thread] : -1;
  }

  /** How many events a thread has. */
  int count(int thread) {
    int last = lastOfThread(thread);
    return last < 0 ? 0 : index(last);
  }

  /** The event of a thread with that index (counted from 1), or -1 if there is none yet. */
  int eventOf(int thread, int index) {
    int last = lastOfThread(thread);
    return last >= 0 && index(last) >= index ? eventsOf[thread][index] : -1;
  }

  /** The latest event that happens before an event, or -1. */
  int latestPredecessor(int event) {
    return latestPredecessor[event];
  }

  /** The event before another in its thread, or else the one that started the thread, or -1. */
  int previousInThread(int event) {
    int previous = previousOfThread[event];
    return previous >= 0 ? previous : machine.spawnedBy(machine.thread(event));
  }

  /**
   * Whether there are independent writes among what an event waited for, so that its races are
   * those of {@link AwaitRaces}.
   *
   * @param event the length of the execution for the thread of {@link #blockedRaces}
   */
  boolean waitsForSeveral(int event) {
    return waitsForSeveral[event];
  }

  /** Whether something in front of {@code end} is part of a reversal and conflicts. */
  boolean conflictsBetween(Reversal reversal, int end, long footprint) {
    int e = reversal.first();
    if (Footprint.isRange(footprint) || Footprint.straddles(footprint)) {
      for (int i = end - 1; i > e; i--) {
        if (Footprint.conflict(footprint, machine.footprint(i)) && !reversal.leavesOut(i)) {
          return true;
        }
      }
      return false;
    }
    int word = Footprint.word(footprint);
    for (int i = latestOn(word, footprint); i > e; i = previousOn(word, i, footprint)) {
      if (i < end
          && Footprint.conflict(footprint, machine.footprint(i))
          && !reversal.leavesOut(i)) {
        return true;
      }
    }
    return false;
  }

  /** Whether there was a race on a word in some execution so far. */
  boolean isContested(int word) {
    return contested.get(word);
  }

  int racesBegin(int event) {
    return raceStart[event];
  }

  int racesEnd(int event) {
    return raceStart[event + 1];
  }

  /** The first event of a race. */
  int raceFirst(int race) {
    return raceFirst[race];
  }

  // ---- Growing ------------------------------------------------------------------------------

  /** Takes in the latest event of the machine. */
  public void append() {
    int event = machine.length() - 1;
    int thread = machine.thread(event);
    reserve(event);
    int row = event * stride;
    int previous = lastOfThread[thread];
    int origin = previous >= 0 ? previous : machine.spawnedBy(thread);
    copyClock(origin, row);
    latestPredecessor[event] = origin;
    int place = ++clocks[row + thread];
    index[event] = place;
    record(thread, place, event);
    previousOfThread[event] = previous;
    lastOfThread[thread] = event;
    raceStart[event + 1] = raceStart[event];
    waitsForSeveral[event] = false;
    int joined = machine.joinedBy(event);
    if (joined >= 0) {
      int last = lastOfThread[joined];
      happensAfter(event, row, last >= 0 ? last : machine.spawnedBy(joined));
    }
    long footprint = machine.footprint(event);
    if (machine.isInSection(event)) {
      sections.goOn(event);
    } else {
      if (Footprint.touches(footprint)) {
        conflicts(event, footprint, row);
      }
      if (sections.last() >= 0) {
        comeAfterSection(event, row);
      }
      if (Footprint.isSection(footprint)) {
        sections.begin(event);
      }
    }
    histories.append(event, footprint);
  }

  /** Takes back the latest event; call it before the machine does. */
  public void removeLast() {
    int event = machine.length() - 1;
    lastOfThread[machine.thread(event)] = previousOfThread[event];
    histories.removeLast(event);
    if (event == sections.barrier()) {
      sections.undo(event);
    }
  }

  // ---- Atomic sections ----------------------------------------------------------------------

  /** The race with a section is one with its start: nothing can come between the two. */
  private void comeAfterSection(int event, int row) {
    if (mayComeBefore(sections.last(), row) && !waits(event, machine.footprint(event))) {
      addRace(event, sections.last());
    }
    happensAfter(event, row, sections.barrier());
  }

  private boolean mayComeBefore(int section, int row) {
    int thread = machine.thread(section);
    return clocks[row + thread] < clocks[section * stride + thread]
        && !machine.isInSection(section);
  }

  /** The latest event on a word that may conflict with one that touches that much, or -1. */
  int latestOn(int word, long footprint) {
    return histories.latest(word, footprint);
  }

  /** The one before {@code event}, or -1. */
  int previousOn(int word, int event, long footprint) {
    return histories.previous(word, event, footprint);
  }

  // ---- Conflicts and races ------------------------------------------------------------------

  /** Whether an event had to wait until memory allowed it. */
  private boolean waits(int event, long footprint) {
    return machine.mayBlock(event)
        && machine.freedBy(event) < 0
        && Footprint.touches(footprint)
        && !Footprint.straddles(footprint);
  }

  private void conflicts(int event, long footprint, int row) {
    if (Footprint.isSection(footprint)) {
      for (int e = event - 1; e > sections.barrier(); e--) {
        conflict(event, e, row);
      }
    } else if (Footprint.isRange(footprint)
        || Footprint.straddles(footprint)
        || machine.freedBy(event) >= 0) {
      scatteredConflicts(event, footprint, row);
    } else if (waits(event, footprint)) {
      blockingRaces(event, -1, footprint, row);
      followWord(event, footprint, row, false);
    } else {
      followWord(event, footprint, row, true);
    }
  }

  /**
   * Goes back along the events on a word, latest first, so that a conflicting event which is not
   * yet in the clock is adjacent. A write that covers all bytes hides what lies before it.
   */
  private void followWord(int event, long footprint, int row, boolean races) {
    int word = Footprint.word(footprint);
    int mask = Footprint.mask(footprint);
    int barrier = sections.barrier();
    for (int e = latestOn(word, footprint); e > barrier; e = previousOn(word, e, footprint)) {
      long other = machine.footprint(e);
      if (!Footprint.conflict(footprint, other)) {
        continue;
      }
      if (races) {
        conflict(event, e, row);
      } else {
        happensAfter(event, row, e);
      }
      if (Footprint.writes(other)
          && !Footprint.adds(other)
          && Footprint.word(other) == word
          && (mask & ~Footprint.mask(other)) == 0) {
        return;
      }
    }
  }

  private void conflict(int event, int earlier, int row) {
    int thread = machine.thread(earlier);
    if (clocks[row + thread] < index[earlier]) {
      addRace(event, earlier);
      happensAfter(event, row, earlier);
    }
  }

  /** The same for events on several words or in a freed object: merged, latest first. */
  private void scatteredConflicts(int event, long footprint, int row) {
    int words = Footprint.isRange(footprint) ? Footprint.words(footprint) : 2;
    int count = 0;
    int barrier = sections.barrier();
    if (machine.freedBy(event) > barrier) {
      candidates[count++] = machine.freedBy(event);
    }
    for (int w = Footprint.word(footprint); words > 0; w++, words--) {
      for (int e = latestOn(w, footprint); e > barrier; e = previousOn(w, e, footprint)) {
        if (Footprint.conflict(footprint, machine.footprint(e))) {
          if (count == candidates.length) {
            candidates = Arrays.copyOf(candidates, 2 * count);
          }
          candidates[count++] = e;
        }
      }
    }
    Arrays.sort(candidates, 0, count);
    for (int i = count - 1; i >= 0; i--) {
      conflict(event, candidates[i], row);
    }
  }

  private void addRace(int event, int first) {
    int at = raceStart[event + 1]++;
    if (at == raceFirst.length) {
      raceFirst = Arrays.copyOf(raceFirst, 2 * at);
    }
    raceFirst[at] = first;
    contested.set(Footprint.word(machine.footprint(first)));
  }

  /**
   * Finds the races of a thread that is blocked now, as if its next event were the one after the
   * latest: they are {@code racesBegin(length)} to {@code racesEnd(length)}.
   *
   * @param footprint what the operation it waits to perform would touch
   */
  void blockedRaces(int thread, long footprint) {
    int event = machine.length();
    reserve(event);
    int last = lastOfThread[thread];
    copyClock(last >= 0 ? last : machine.spawnedBy(thread), event * stride);
    raceStart[event + 1] = raceStart[event];
    blockingRaces(event, thread, footprint, event * stride);
  }

  /**
   * Races with events before which the operation was possible and after which it may have come:
   * with the latest such write, and with the reads behind it if the operation writes.
   *
   * @param blocked the thread that is blocked, or -1 if the event has happened
   */
  private void blockingRaces(int event, int blocked, long footprint, int row) {
    int word = Footprint.word(footprint);
    int e = latestOn(word, footprint);
    long content = blocked < 0 ? machine.wordBefore(event) : machine.word(word);
    waitsForSeveral[event] = false;
    for (int section = sections.last(); true; section = sections.previous(section)) {
      int end = section < 0 ? -1 : sections.end(section);
      for (; e > end; e = previousOn(word, e, footprint)) {
        long other = machine.footprint(e);
        if (!Footprint.conflict(other, footprint)) {
          continue;
        }
        if (!AwaitRaces.conflictsWithAll(Footprint.asWrite(other), footprint)) {
          waitsForSeveral[event] = true;
          raceStart[event + 1] = raceStart[event];
          contested.set(word);
          return;
        }
        boolean ordered = clocks[row + machine.thread(e)] >= index(e);
        boolean writes = Footprint.writes(other);
        content = writes ? machine.wordBefore(e, word) : content;
        if (!ordered && wasPossible(event, blocked, content)) {
          addRace(event, e);
          ordered = true;
        }
        if (ordered && writes) {
          return;
        }
      }
      if (section < 0) {
        return;
      }
      for (; e >= section; e = previousOn(word, e, footprint)) {
        content = Footprint.writes(machine.footprint(e)) ? machine.wordBefore(e, word) : content;
      }
      if (!mayComeBefore(section, row)) {
        return;
      }
      if (wasPossible(event, blocked, content)) {
        addRace(event, section);
        return;
      }
    }
  }

  private boolean wasPossible(int event, int blocked, long content) {
    return blocked < 0
        ? hypothesis.isPossible(event, content)
        : hypothesis.isPendingPossible(blocked, content);
  }

  // ---- Clocks -------------------------------------------------------------------------------

  private void copyClock(int event, int row) {
    if (event >= 0) {
      System.arraycopy(clocks, event * stride, clocks, row, stride);
    } else {
      Arrays.fill(clocks, row, row + stride, 0);
    }
  }

  /** Adds an earlier event, and all before it, to the past of an event. */
  private void happensAfter(int event, int row, int earlier) {
    if (earlier < 0) {
      return;
    }
    latestPredecessor[event] = Math.max(latestPredecessor[event], earlier);
    int other = earlier * stride;
    for (int t = 0; t < stride; t++) {
      clocks[row + t] = Math.max(clocks[row + t], clocks[other + t]);
    }
  }

  private void record(int thread, int index, int event) {
    int[] events = eventsOf[thread];
    if (index >= events.length) {
      events = Arrays.copyOf(events, 2 * index);
      eventsOf[thread] = events;
    }
    events[index] = event;
  }

  private void reserve(int event) {
    histories.reserve(event);
    int threads = machine.threads();
    if (threads > stride) {
      restride(Math.max(threads, stride + 4), event);
    }
    if (threads > lastOfThread.length) {
      int known = lastOfThread.length;
      lastOfThread = Arrays.copyOf(lastOfThread, 2 * threads);
      Arrays.fill(lastOfThread, known, lastOfThread.length, -1);
      eventsOf = Arrays.copyOf(eventsOf, lastOfThread.length);
      for (int t = known; t < eventsOf.length; t++) {
        eventsOf[t] = new int[16];
      }
    }
    if ((event + 1) * stride > clocks.length) {
      clocks = Arrays.copyOf(clocks, 2 * (event + 1) * stride);
    }
    if (event + 1 >= previousOfThread.length) {
      int grown = 2 * (event + 1);
      previousOfThread = Arrays.copyOf(previousOfThread, grown);
      index = Arrays.copyOf(index, grown);
      latestPredecessor = Arrays.copyOf(latestPredecessor, grown);
      raceStart = Arrays.copyOf(raceStart, grown + 1);
      waitsForSeveral = Arrays.copyOf(waitsForSeveral, grown + 1);
    }
  }

  private void restride(int wider, int events) {
    int[] spread = new int[wider * (events + 2)];
    for (int e = 0; e < events; e++) {
      System.arraycopy(clocks, e * stride, spread, e * wider, stride);
    }
    clocks = spread;
    stride = wider;
  }
}
