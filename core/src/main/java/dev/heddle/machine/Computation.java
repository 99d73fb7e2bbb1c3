package dev.heddle.machine;

/** How a value follows from up to three others. */
@FunctionalInterface
public interface Computation {
  long of(long first, long second, long third);
}
