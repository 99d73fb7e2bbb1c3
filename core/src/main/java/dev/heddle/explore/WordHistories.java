package dev.heddle.explore;

import dev.heddle.machine.Footprint;
import dev.heddle.machine.Machine;
import java.util.Arrays;

/**
 * The events on each word of memory, from the latest one back. Those that write have a chain of
 * their own, so that reads need not look at one another. Events on ranges of words are left out:
 * whatever touches such a word later knows the event that freed it.
 */
final class WordHistories {
  private final Machine machine;

  /** The latest event on a word plus 1, and for each event the one before it on its words. */
  private int[] last = new int[64];

  private int[] previous = new int[64];
  private int[] previousOnNext = new int[64];

  /** The same for events that write. */
  private int[] lastWrite = new int[64];

  private int[] previousWrite = new int[64];
  private int[] previousWriteOnNext = new int[64];

  WordHistories(Machine machine) {
    this.machine = machine;
  }

  /** The latest event on a word that may conflict with one that touches that much, or -1. */
  int latest(int word, long footprint) {
    return (Footprint.writes(footprint) ? last[word] : lastWrite[word]) - 1;
  }

  /** The one before {@code event}, or -1. */
  int previous(int word, int event, long footprint) {
    boolean first = Footprint.word(machine.footprint(event)) == word;
    if (Footprint.writes(footprint)) {
      return (first ? previous[event] : previousOnNext[event]) - 1;
    }
    return (first ? previousWrite[event] : previousWriteOnNext[event]) - 1;
  }

  /** Takes in the latest event. */
  void append(int event, long footprint) {
    if (!Footprint.touches(footprint) || Footprint.isRange(footprint)) {
      return;
    }
    int word = Footprint.word(footprint);
    boolean writes = Footprint.writes(footprint);
    previous[event] = last[word];
    last[word] = event + 1;
    previousWrite[event] = lastWrite[word];
    if (writes) {
      lastWrite[word] = event + 1;
    }
    if (Footprint.straddles(footprint)) {
      previousOnNext[event] = last[word + 1];
      last[word + 1] = event + 1;
      previousWriteOnNext[event] = lastWrite[word + 1];
      if (writes) {
        lastWrite[word + 1] = event + 1;
      }
    }
  }

  /** Takes back the latest event. */
  void removeLast(int event) {
    long footprint = machine.footprint(event);
    if (!Footprint.touches(footprint) || Footprint.isRange(footprint)) {
      return;
    }
    int word = Footprint.word(footprint);
    last[word] = previous[event];
    lastWrite[word] = previousWrite[event];
    if (Footprint.straddles(footprint)) {
      last[word + 1] = previousOnNext[event];
      lastWrite[word + 1] = previousWriteOnNext[event];
    }
  }

  /** Makes room for an event, and for the words that memory has by now. */
  void reserve(int event) {
    if (event >= previous.length) {
      int grown = 2 * (event + 1);
      previous = Arrays.copyOf(previous, grown);
      previousOnNext = Arrays.copyOf(previousOnNext, grown);
      previousWrite = Arrays.copyOf(previousWrite, grown);
      previousWriteOnNext = Arrays.copyOf(previousWriteOnNext, grown);
    }
    if (machine.words() > last.length) {
      last = Arrays.copyOf(last, 2 * machine.words());
      lastWrite = Arrays.copyOf(lastWrite, last.length);
    }
  }
}
