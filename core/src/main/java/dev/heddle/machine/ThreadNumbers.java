package dev.heddle.machine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The numbers of threads. The identity of a thread is (the thread that starts it, how many that one
 * started before), and never depends on the interleaving; a dense number stands for it. Machines
 * that exchange executions share their numbers.
 */
public final class ThreadNumbers {
  private final Map<Long, Integer> numbers = new HashMap<>();

  /** Who started a thread, and how many that one had started before: by the thread's number. */
  private final List<Long> identities = new ArrayList<>();

  public ThreadNumbers() {
    numbers.put(-1L, 0);
    identities.add(-1L);
  }

  /** All that is known, by which the same numbers can be given again. */
  public synchronized long[] identities() {
    return identities.stream().mapToLong(Long::longValue).toArray();
  }

  /** Gives the numbers that others have given before. */
  public ThreadNumbers(long[] identities) {
    for (long identity : identities) {
      numbers.put(identity, this.identities.size());
      this.identities.add(identity);
    }
  }

  /** The number of the thread that {@code parent} starts as its {@code index}-th. */
  synchronized int thread(int parent, int index) {
    long identity = (long) parent << 32 | index;
    Integer known = numbers.get(identity);
    if (known == null) {
      known = identities.size();
      if (known >= Addresses.MAX_THREADS) {
        throw new MachineException("the program has more than " + known + " threads");
      }
      numbers.put(identity, known);
      identities.add(identity);
    }
    return known;
  }

  /** The thread that starts a thread, or -1. */
  synchronized int parent(int thread) {
    return (int) (identities.get(thread) >> 32);
  }

  /** How many threads the parent of a thread starts before it. */
  synchronized int indexAmongSiblings(int thread) {
    return identities.get(thread).intValue();
  }
}
