package dev.heddle.explore.random;

import java.util.SplittableRandom;

/** The strategies for sources by name. */
public enum SourcePreference {
  /** One of the others for each run. */
  AUTO,
  UNIFORM,
  RECENT;

  /** The strategy for a run. */
  public SourceStrategy start(SplittableRandom random) {
    return switch (this) {
      case AUTO -> (random.nextBoolean() ? UNIFORM : RECENT).start(random);
      case UNIFORM -> new UniformSources(random);
      case RECENT -> new RecentSources(random);
    };
  }
}
