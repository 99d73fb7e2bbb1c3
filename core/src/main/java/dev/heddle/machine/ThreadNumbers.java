package dev.heddle.machine;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
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

  /** Writes all that is known, by which the same numbers can be given again. */
  public synchronized void write(DataOutputStream out) throws IOException {
    out.writeInt(identities.size());
    for (long identity : identities) {
      out.writeLong(identity);
    }
  }

  /** Numbers that others have given before. */
  public static ThreadNumbers read(DataInputStream in) throws IOException {
    ThreadNumbers known = new ThreadNumbers();
    known.numbers.clear();
    known.identities.clear();
    for (int i = in.readInt(); i > 0; i--) {
      long identity = in.readLong();
      known.numbers.put(identity, known.identities.size());
      known.identities.add(identity);
    }
    return known;
  }

  /**
   * The number of the thread that {@code parent} starts as its {@code index}-th; -1 if there are as
   * many as can be already.
   */
  synchronized int thread(int parent, int index) {
    long identity = (long) parent << 32 | index;
    Integer known = numbers.get(identity);
    if (known == null) {
      known = identities.size();
      if (known >= Addresses.MAX_THREADS) {
        return -1;
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
