package dev.heddle.explore.random;

import java.util.SplittableRandom;

/**
 * Any thread is as likely as any other, but a thread that has gone on tends to go on again, so that
 * it gets somewhere. How much it tends to is drawn for each run: from not at all to ten steps.
 */
final class RandomThreads implements ThreadStrategy {
  private final SplittableRandom random;

  /** How often, of 256 times, the thread of the last step goes on. */
  private final int persistence;

  private int latest = -1;

  RandomThreads(SplittableRandom random) {
    this.random = random;
    this.persistence = random.nextInt(230);
  }

  @Override
  public int choose(ReadyThreads ready) {
    if (random.nextInt(256) < persistence) {
      for (int i = 0; i < ready.count(); i++) {
        if (ready.thread(i) == latest) {
          return i;
        }
      }
    }
    return random.nextInt(ready.count());
  }

  @Override
  public void ran(int place, ReadyThreads ready) {
    latest = ready.thread(place);
  }

  @Override
  public void tired(int thread) {
    latest = -1;
  }
}
