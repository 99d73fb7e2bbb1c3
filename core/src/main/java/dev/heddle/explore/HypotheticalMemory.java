package dev.heddle.explore;

import dev.heddle.machine.Footprint;
import dev.heddle.machine.Machine;
import java.util.Arrays;

/**
 * What a word that an event accesses would contain in front of it, had an earlier event, and all
 * that happens after that one, not happened.
 */
final class HypotheticalMemory {
  private final Machine machine;
  private final HappensBefore happensBefore;
  private long content;
  private int initialized;
  private int accessed;

  /** Writes to the word that stay, latest first. */
  private int[] staying = new int[16];

  HypotheticalMemory(Machine machine, HappensBefore happensBefore) {
    this.machine = machine;
    this.happensBefore = happensBefore;
  }

  /** The content of the word; only the bytes that the event accesses mean something. */
  long content() {
    return content;
  }

  /** Whether a byte that the event accesses would have no value. */
  boolean isIncomplete() {
    return (accessed & ~initialized) != 0;
  }

  /**
   * In front of the first write that is left out nothing is missing. Behind it come those that do
   * not happen after it: writes to other bytes, and additions if it is one.
   */
  void of(int absent, int event, int word) {
    accessed = Footprint.maskIn(machine.footprint(event), word);
    content = machine.word(word);
    initialized = machine.initialized(word);
    int behind = 0;
    int count = 0;
    for (int e = happensBefore.latestOn(word, Footprint.NONE);
        e >= absent;
        e = happensBefore.previousOn(word, e, Footprint.NONE)) {
      if (e >= event || happensBefore.before(absent, e)) {
        content = machine.wordBefore(e, word);
        initialized = machine.initializedBefore(e, word);
        behind = count;
      } else {
        if (count == staying.length) {
          staying = Arrays.copyOf(staying, 2 * count);
        }
        staying[count++] = e;
      }
    }
    for (int i = behind - 1; i >= 0; i--) {
      add(staying[i], word);
    }
  }

  private void add(int e, int word) {
    content = after(machine, e, word, content);
    if (!Footprint.adds(machine.footprint(e))) {
      int mask = Footprint.maskIn(machine.footprint(e), word);
      initialized = (initialized & ~mask) | (machine.initializedAfter(e, word) & mask);
    }
  }

  /** What a word contains after a write, if it contained something else before it. */
  static long after(Machine machine, int write, int word, long before) {
    long footprint = machine.footprint(write);
    return Footprint.adds(footprint)
        ? machine.wordWithAddition(write, before)
        : Footprint.merge(
            before, machine.wordAfter(write, word), Footprint.maskIn(footprint, word));
  }
}
