package dev.heddle.explore.random;

/** Picks what a read reads from, in one run. */
public interface SourceStrategy {
  /** One of so many sources, of which 0 is the newest. */
  int choose(int count);
}
