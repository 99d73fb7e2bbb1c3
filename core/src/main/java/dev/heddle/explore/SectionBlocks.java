package dev.heddle.explore;

import java.util.Arrays;

/**
 * The atomic sections of an execution. Each is a block of events of one thread, from its start on;
 * everything else happens before or after all of it. Sections are told by the events they start
 * with, from the latest back.
 */
final class SectionBlocks {
  /** The start of the latest section, or -1. */
  private int last = -1;

  /** The latest event in the latest section, or -1. */
  private int barrier = -1;

  /** Of each section the one before it, and the latest event in it. */
  private int[] previous = new int[16];

  private int[] end = new int[16];

  int last() {
    return last;
  }

  /** What lies before this event, and it itself, happens before all that comes now; or -1. */
  int barrier() {
    return barrier;
  }

  int previous(int section) {
    return previous[section];
  }

  int end(int section) {
    return end[section];
  }

  void begin(int event) {
    if (event >= previous.length) {
      previous = Arrays.copyOf(previous, 2 * event);
      end = Arrays.copyOf(end, 2 * event);
    }
    previous[event] = last;
    last = event;
    end[event] = event;
    barrier = event;
  }

  /** An event in a section, which began in front of the first event if no other did. */
  void goOn(int event) {
    if (event == 0) {
      begin(event);
    }
    end[last] = event;
    barrier = event;
  }

  /** Takes back the latest event, which is in a section. */
  void undo(int event) {
    if (event == last) {
      last = previous[event];
    } else {
      end[last] = event - 1;
    }
    barrier = last < 0 ? -1 : end[last];
  }
}
