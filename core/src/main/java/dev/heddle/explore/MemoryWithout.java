package dev.heddle.explore;

import dev.heddle.machine.Footprint;
import dev.heddle.machine.Machine;

/**
 * What a word that an event accesses would contain in front of it, had an earlier event, and all
 * that happens after that one, not happened.
 */
final class MemoryWithout {
  private final Machine machine;
  private final HappensBefore happensBefore;
  private long content;
  private int missing;

  MemoryWithout(Machine machine, HappensBefore happensBefore) {
    this.machine = machine;
    this.happensBefore = happensBefore;
  }

  /** The content of the word; only the bytes that the event accesses mean something. */
  long content() {
    return content;
  }

  /** Whether a byte that the event accesses would have no value. */
  boolean isIncomplete() {
    return missing != 0;
  }

  /** Goes back along the writes to a word until all bytes that an event accesses are known. */
  void of(int absent, int event, int word) {
    int open = Footprint.maskIn(machine.footprint(event), word);
    // The earliest write that is left out tells what was there before all of them.
    long initial = machine.word(word);
    int initialized = machine.initialized(word);
    content = 0;
    missing = 0;
    for (int e = happensBefore.latestOn(word, Footprint.NONE);
        e >= 0 && open != 0;
        e = happensBefore.previousOn(word, e, Footprint.NONE)) {
      int mask = Footprint.maskIn(machine.footprint(e), word) & open;
      if (e >= event || happensBefore.before(absent, e)) {
        initial = Footprint.merge(initial, machine.wordBefore(e, word), mask);
        initialized = (initialized & ~mask) | (machine.initializedBefore(e, word) & mask);
      } else {
        content = Footprint.merge(content, machine.wordAfter(e, word), mask);
        missing |= mask & ~machine.initializedAfter(e, word);
        open &= ~mask;
      }
    }
    content = Footprint.merge(content, initial, open);
    missing |= open & ~initialized;
  }
}
