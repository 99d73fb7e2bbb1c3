package dev.heddle.explore.random;

import java.util.SplittableRandom;

/** The strategies for threads by name. */
public enum Strategy {
  /** Another one of the others for each run. */
  AUTO,
  RANDOM,
  PCT,
  POS;

  private static final Strategy[] MIXED = {RANDOM, PCT, POS};

  /**
   * The strategy for a run.
   *
   * @param maxEvents how long the run may become
   */
  public ThreadStrategy start(SplittableRandom random, int maxEvents) {
    return switch (this) {
      case AUTO -> MIXED[random.nextInt(MIXED.length)].start(random, maxEvents);
      case RANDOM -> new RandomThreads(random);
      case PCT -> new PriorityThreads(random, maxEvents);
      case POS -> new PartialOrderSampling(random);
    };
  }
}
