package dev.heddle.explore.random;

import java.util.SplittableRandom;

/** Every source is as likely as any other. */
final class UniformSources implements SourceStrategy {
  private final SplittableRandom random;

  UniformSources(SplittableRandom random) {
    this.random = random;
  }

  @Override
  public int choose(int count) {
    return random.nextInt(count);
  }
}
