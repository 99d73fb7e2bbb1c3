package dev.heddle.explore;

import dev.heddle.machine.Footprint;
import dev.heddle.machine.Machine;
import java.util.Arrays;

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

  /** Clock of event e: {@code clocks[e * stride + t]} events of thread t are before or equal e. */
  private int[] clocks = new int[64 * 4];

  private int stride = 4;

  /** The latest event of a thread, and for each event the one before it in its thread; or -1. */
  private int[] lastOfThread = new int[4];

  private int[] previousOfThread = new int[64];

  /** The latest event on a word plus 1, and for each event the one before it on its words. */
  private int[] lastOnWord = new int[64];

  private int[] previousOnWord = new int[64];
  private int[] previousOnNextWord = new int[64];

  /** First events of the races whose second event is e: {@code raceStart[e]} to the next start. */
  private int[] raceStart = new int[65];

  private int[] raceFirst = new int[64];

  private int[] candidates = new int[64];

  public HappensBefore(Machine machine) {
    this.machine = machine;
    Arrays.fill(lastOfThread, -1);
  }

  // ---- The relation -------------------------------------------------------------------------

  /** The place of an event in its thread, counted from 1. */
  public int index(int event) {
    return clocks[event * stride + machine.thread(event)];
  }

  /** How many events of a thread happen before an event or are it. */
  public int clock(int event, int thread) {
    return thread < stride ? clocks[event * stride + thread] : 0;
  }

  /** Whether the earlier event happens before the later one, or is it. */
  public boolean before(int earlier, int later) {
    int thread = machine.thread(earlier);
    return clocks[later * stride + thread] >= clocks[earlier * stride + thread];
  }

  int lastOfThread(int thread) {
    return thread < lastOfThread.length ? lastOfThread[thread] : -1;
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
    copyClock(previous >= 0 ? previous : machine.spawnedBy(thread), row);
    clocks[row + thread]++;
    previousOfThread[event] = previous;
    lastOfThread[thread] = event;
    raceStart[event + 1] = raceStart[event];
    int joined = machine.joinedBy(event);
    if (joined >= 0) {
      int last = lastOfThread[joined];
      joinClock(row, last >= 0 ? last : machine.spawnedBy(joined));
    }
    long footprint = machine.footprint(event);
    if (footprint != Footprint.NONE) {
      conflicts(event, footprint, row);
      link(event, footprint);
    }
  }

  /** Takes back the latest event; call it before the machine does. */
  public void removeLast() {
    int event = machine.length() - 1;
    lastOfThread[machine.thread(event)] = previousOfThread[event];
    long footprint = machine.footprint(event);
    if (footprint != Footprint.NONE && !Footprint.isRange(footprint)) {
      int word = Footprint.word(footprint);
      lastOnWord[word] = previousOnWord[event];
      if (Footprint.straddles(footprint)) {
        lastOnWord[word + 1] = previousOnNextWord[event];
      }
    }
  }

  private void link(int event, long footprint) {
    if (Footprint.isRange(footprint)) {
      return; // whatever touches these words later knows the event that freed them
    }
    int word = Footprint.word(footprint);
    previousOnWord[event] = lastOnWord[word];
    lastOnWord[word] = event + 1;
    if (Footprint.straddles(footprint)) {
      previousOnNextWord[event] = lastOnWord[word + 1];
      lastOnWord[word + 1] = event + 1;
    }
  }

  /** The event before {@code event} on {@code word}, or -1. */
  private int previousOn(int word, int event) {
    return Footprint.word(machine.footprint(event)) == word
        ? previousOnWord[event] - 1
        : previousOnNextWord[event] - 1;
  }

  // ---- Conflicts and races ------------------------------------------------------------------

  private void conflicts(int event, long footprint, int row) {
    if (Footprint.isRange(footprint)
        || Footprint.straddles(footprint)
        || machine.freedBy(event) >= 0) {
      scatteredConflicts(event, footprint, row);
    } else if (machine.mayBlock(event)) {
      int race = blockingRace(event, footprint, row);
      if (race >= 0) {
        addRace(event, race);
      }
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
    for (int e = lastOnWord[word] - 1; e >= 0; e = previousOn(word, e)) {
      long other = machine.footprint(e);
      if (!Footprint.conflict(footprint, other)) {
        continue;
      }
      if (races) {
        conflict(event, e, row);
      } else {
        joinClock(row, e);
      }
      if (Footprint.writes(other)
          && Footprint.word(other) == word
          && (mask & ~Footprint.mask(other)) == 0) {
        return;
      }
    }
  }

  private void conflict(int event, int earlier, int row) {
    int thread = machine.thread(earlier);
    if (clocks[row + thread] < clocks[earlier * stride + thread]) {
      addRace(event, earlier);
      joinClock(row, earlier);
    }
  }

  /** The same for events on several words or in a freed object: merged, latest first. */
  private void scatteredConflicts(int event, long footprint, int row) {
    int words = Footprint.isRange(footprint) ? Footprint.words(footprint) : 2;
    int count = 0;
    if (machine.freedBy(event) >= 0) {
      candidates[count++] = machine.freedBy(event);
    }
    for (int w = Footprint.word(footprint); words > 0; w++, words--) {
      for (int e = lastOnWord[w] - 1; e >= 0; e = previousOn(w, e)) {
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
  }

  /**
   * The first event of the race of a thread that is blocked now, or -1.
   *
   * @param footprint what the operation it waits to perform would touch
   */
  int blockedRace(int thread, long footprint) {
    int event = machine.length();
    reserve(event);
    int last = lastOfThread[thread];
    copyClock(last >= 0 ? last : machine.spawnedBy(thread), event * stride);
    return blockingRace(event, footprint, event * stride);
  }

  /** The latest write before which the operation was possible and after which it may have come. */
  private int blockingRace(int event, long footprint, int row) {
    int word = Footprint.word(footprint);
    for (int e = lastOnWord[word] - 1; e >= 0; e = previousOn(word, e)) {
      if (e == event || !Footprint.writes(machine.footprint(e))) {
        continue;
      }
      if (clocks[row + machine.thread(e)] >= index(e)) {
        return -1;
      }
      if (machine.wordBefore(e) == 0) {
        return e;
      }
    }
    return -1;
  }

  /**
   * What the word that {@code event} accesses would contain in front of it, had the earlier event
   * {@code absent} and all that happens after it not happened.
   */
  long contentWithout(int absent, int event) {
    long footprint = machine.footprint(event);
    int word = Footprint.word(footprint);
    int missing = Footprint.mask(footprint) & 0xff;
    long initial = machine.word(word);
    long content = 0;
    for (int e = lastOnWord[word] - 1; e >= 0 && missing != 0; e = previousOn(word, e)) {
      long other = machine.footprint(e);
      if (!Footprint.writes(other) || Footprint.word(other) != word) {
        continue;
      }
      int mask = Footprint.mask(other) & missing;
      if (e >= event || before(absent, e)) {
        // The earliest write that is left out tells what was there before all of them.
        initial = merge(initial, machine.wordBefore(e), mask);
      } else {
        content = merge(content, machine.wordAfter(e), mask);
        missing &= ~mask;
      }
    }
    return merge(content, initial, missing);
  }

  private static long merge(long into, long from, int byteMask) {
    long bits = 0;
    for (int b = 0; b < 8; b++) {
      if (((byteMask >>> b) & 1) != 0) {
        bits |= 0xffL << (8 * b);
      }
    }
    return (into & ~bits) | (from & bits);
  }

  // ---- Clocks -------------------------------------------------------------------------------

  private void copyClock(int event, int row) {
    if (event >= 0) {
      System.arraycopy(clocks, event * stride, clocks, row, stride);
    } else {
      Arrays.fill(clocks, row, row + stride, 0);
    }
  }

  private void joinClock(int row, int event) {
    if (event < 0) {
      return;
    }
    int other = event * stride;
    for (int t = 0; t < stride; t++) {
      clocks[row + t] = Math.max(clocks[row + t], clocks[other + t]);
    }
  }

  private void reserve(int event) {
    int threads = machine.threads();
    if (threads > stride) {
      restride(Math.max(threads, stride + 4), event);
    }
    if (threads > lastOfThread.length) {
      int known = lastOfThread.length;
      lastOfThread = Arrays.copyOf(lastOfThread, 2 * threads);
      Arrays.fill(lastOfThread, known, lastOfThread.length, -1);
    }
    if ((event + 1) * stride > clocks.length) {
      clocks = Arrays.copyOf(clocks, 2 * (event + 1) * stride);
    }
    if (event + 1 >= previousOfThread.length) {
      int grown = 2 * (event + 1);
      previousOfThread = Arrays.copyOf(previousOfThread, grown);
      previousOnWord = Arrays.copyOf(previousOnWord, grown);
      previousOnNextWord = Arrays.copyOf(previousOnNextWord, grown);
      raceStart = Arrays.copyOf(raceStart, grown + 1);
    }
    if (machine.words() > lastOnWord.length) {
      lastOnWord = Arrays.copyOf(lastOnWord, 2 * machine.words());
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
