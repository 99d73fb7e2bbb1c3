package dev.heddle.explore.random;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Probabilistic concurrency testing: Burckhardt, Kothari, Musuvathi, Nagarakatte: <em>A randomized
 * scheduler with probabilistic guarantees of finding bugs</em>, ASPLOS 2010. Threads have random
 * priorities, and the ready one with the highest runs; at d − 1 random steps the thread that would
 * run gets the lowest one. A bug that d ordering constraints bring about shows with probability at
 * least 1/(n·k^(d−1)), n being the number of threads and k that of steps.
 *
 * <p>Deviations: (1) The depth d is drawn for each run, and so is k, the stretch within which
 * priorities change, from 8 to the limit of events with every power of two as likely as another:
 * how long runs are is not known beforehand. (2) A thread that runs alone for long is taken to wait
 * for another one, and gets the lowest priority.
 */
final class PriorityThreads implements ThreadStrategy {
  private static final int MAX_CHANGES = 4;
  private static final int SHORTEST = 8;

  private final SplittableRandom random;

  /** The steps at which a priority changes, in order. */
  private final int[] changes;

  private int changesMade;
  private int steps;

  /** The priority of each thread; 0 if it has none yet. */
  private double[] priority = new double[8];

  /** Below all others. */
  private double lowest = 1;

  PriorityThreads(SplittableRandom random, int maxEvents) {
    this.random = random;
    this.changes = new int[random.nextInt(MAX_CHANGES)];
    int doublings = 31 - Integer.numberOfLeadingZeros(Math.max(1, maxEvents / SHORTEST));
    int stretch = SHORTEST << random.nextInt(doublings + 1);
    for (int i = 0; i < changes.length; i++) {
      changes[i] = random.nextInt(stretch);
    }
    Arrays.sort(changes);
  }

  @Override
  public int choose(ReadyThreads ready) {
    int highest = highest(ready);
    if (changesMade < changes.length && steps >= changes[changesMade]) {
      changesMade++;
      tired(ready.thread(highest));
      highest = highest(ready);
    }
    return highest;
  }

  private int highest(ReadyThreads ready) {
    int best = 0;
    for (int i = 0; i < ready.count(); i++) {
      if (priority(ready.thread(i)) > priority(ready.thread(best))) {
        best = i;
      }
    }
    return best;
  }

  private double priority(int t) {
    reserve(t);
    if (priority[t] == 0) {
      priority[t] = 1 + random.nextDouble();
    }
    return priority[t];
  }

  private void reserve(int t) {
    if (t >= priority.length) {
      priority = Arrays.copyOf(priority, 2 * t);
    }
  }

  @Override
  public void ran(int place, ReadyThreads ready) {
    steps++;
  }

  @Override
  public void tired(int thread) {
    lowest -= 2; // never 0, which stands for no priority
    reserve(thread);
    priority[thread] = lowest;
  }
}
