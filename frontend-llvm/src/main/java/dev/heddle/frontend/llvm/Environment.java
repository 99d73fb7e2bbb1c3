package dev.heddle.frontend.llvm;

/**
 * What a program cannot know of the world it runs in.
 *
 * @param low the least number that {@code __VERIFIER_nondet_int()} and its relatives give
 * @param high the greatest one
 * @param spuriousWakeups whether waiting for a condition can end without a signal, once per thread
 */
public record Environment(long low, long high, boolean spuriousWakeups) {
  public static final Environment USUAL = new Environment(0, 2, false);

  public Environment {
    if (low > high) {
      throw new IllegalArgumentException("no number from " + low + " to " + high);
    }
  }
}
