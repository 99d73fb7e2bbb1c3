package dev.heddle.explore.random;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Partial-order sampling: Yuan, Yang, Gu: <em>Partial order aware concurrency sampling</em>, CAV
 * 2018. Each operation that is about to happen has a random priority, and the highest goes first;
 * those that conflict with it draw again. So how often an order of conflicting operations is met
 * does not depend on how many others there are around them.
 *
 * <p>Deviation: an operation that waits draws with the others that are ready, and again only if it
 * conflicts with one that goes first.
 */
final class PartialOrderSampling implements ThreadStrategy {
  private final SplittableRandom random;

  /** The priority of the next operation of each thread; 0 if it has none yet. */
  private double[] priority = new double[8];

  PartialOrderSampling(SplittableRandom random) {
    this.random = random;
  }

  @Override
  public int choose(ReadyThreads ready) {
    int best = 0;
    for (int i = 0; i < ready.count(); i++) {
      if (priority(ready.thread(i)) > priority(ready.thread(best))) {
        best = i;
      }
    }
    return best;
  }

  private double priority(int t) {
    if (t >= priority.length) {
      priority = Arrays.copyOf(priority, 2 * t);
    }
    if (priority[t] == 0) {
      priority[t] = 1 - random.nextDouble();
    }
    return priority[t];
  }

  @Override
  public void ran(int place, ReadyThreads ready) {
    for (int i = 0; i < ready.count(); i++) {
      int t = ready.thread(i);
      if (t < priority.length && (i == place || ready.conflict(i, place))) {
        priority[t] = 0;
      }
    }
  }
}
