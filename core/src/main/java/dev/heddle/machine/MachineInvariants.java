package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;
import java.util.HashMap;
import java.util.Map;

/** What must be true of a machine whenever no step is under way; for use under {@code assert}. */
final class MachineInvariants {
  private final Machine machine;
  private final EventLog log;

  MachineInvariants(Machine machine) {
    this.machine = machine;
    this.log = machine.log;
  }

  /** Throws an error that names what is wrong. */
  void check() {
    checkOrder();
    checkThreads();
    checkMemory();
  }

  /** Places and numbers of events are inverse to each other. */
  private void checkOrder() {
    for (int place = 0; place < log.length(); place++) {
      require(log.place(log.at(place)) == place, "an event has two places");
    }
  }

  /** Threads are counted by where they stand, and those who did something have been started. */
  private void checkThreads() {
    int started = 0;
    int[] count = new int[Status.values().length];
    for (int t = 0; t < machine.threads(); t++) {
      ThreadNode node = machine.current(t);
      started += node == null ? 0 : 1;
      if (node != null) {
        count[node.status.ordinal()]++;
        int start = machine.spawnedBy(t);
        require(start < log.length(), "a thread is started by no event");
      }
    }
    require(machine.running.isCounted(started, count), "threads are counted wrongly");
    for (int place = 0; place < log.length(); place++) {
      int t = log.thread(log.at(place));
      require(machine.current(t) != null, "a thread has events and has not been started");
    }
  }

  /** Each event finds in its bytes what the latest writes left there, and so does who comes now. */
  private void checkMemory() {
    Map<Integer, Word> words = new HashMap<>();
    for (int place = 0; place < log.length(); place++) {
      int event = log.at(place);
      long footprint = log.footprint(event);
      if (Footprint.touches(footprint) && !Footprint.isRange(footprint)) {
        int first = Footprint.word(footprint);
        Word word = words.computeIfAbsent(first, w -> new Word());
        word.check(log.oldWord(event), Footprint.maskIn(footprint, first));
        if (Footprint.writes(footprint)) {
          word.write(log.newWord(event), Footprint.maskIn(footprint, first));
          if (Footprint.straddles(footprint)) {
            words
                .computeIfAbsent(first + 1, w -> new Word())
                .write(log.newNextWord(event), Footprint.maskIn(footprint, first + 1));
          }
        }
      }
    }
    words.forEach((number, word) -> word.check(machine.memory.word(number), 0xff));
  }

  /** What writes have left in a word. */
  private static final class Word {
    private long content;

    /** The bytes that have been written. */
    private int written;

    void write(long left, int bytes) {
      content = Footprint.merge(content, left, bytes);
      written |= bytes;
    }

    void check(long found, int bytes) {
      long expected = Footprint.merge(found, content, bytes & written);
      require(found == expected, "memory is not what the latest write left");
    }
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new AssertionError(otherwise);
    }
  }
}
