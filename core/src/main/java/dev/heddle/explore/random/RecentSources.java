package dev.heddle.explore.random;

import java.util.SplittableRandom;

/** Mostly the newest source, and once in a while a stale one: bugs rarely need many of those. */
final class RecentSources implements SourceStrategy {
  /** One read in so many is free to be stale. */
  private static final int STALE_READS = 6;

  private final SplittableRandom random;

  RecentSources(SplittableRandom random) {
    this.random = random;
  }

  @Override
  public int choose(int count) {
    return random.nextInt(STALE_READS) == 0 ? random.nextInt(count) : 0;
  }
}
