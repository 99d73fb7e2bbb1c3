package dev.heddle.frontend.llvm;

import java.util.List;

/**
 * What a program cannot know of the world it runs in.
 *
 * @param low the least number that {@code __VERIFIER_nondet_int()} and its relatives give
 * @param high the greatest one
 * @param spuriousWakeups whether waiting for a condition can end without a signal, once per thread
 * @param randomIsAny whether {@code rand()} may give any number from low to high, and not a fixed
 *     sequence
 * @param mallocMayFail whether {@code malloc} may give null at any time
 * @param arguments those of {@code main}, behind the program's name
 * @param input what is on standard input; null if nothing was said about it
 * @param keepsDependencies whether it runs on hardware where a dependency between instructions
 *     orders them, even if the numbers do not matter, so that the compiler may take none away
 */
public record Environment(
    long low,
    long high,
    boolean spuriousWakeups,
    boolean randomIsAny,
    boolean mallocMayFail,
    List<String> arguments,
    String input,
    boolean keepsDependencies) {
  public static final Environment USUAL = new Environment(0, 2, false);

  public Environment {
    if (low > high) {
      throw new IllegalArgumentException("no number from " + low + " to " + high);
    }
    arguments = List.copyOf(arguments);
  }

  /** An environment in which numbers that are not determined can be any of their type. */
  public static final Environment WHOLE = new Environment(Long.MIN_VALUE, Long.MAX_VALUE, false);

  /** Whether numbers that are not determined can be any of their type. */
  public boolean isWhole() {
    return low == Long.MIN_VALUE && high == Long.MAX_VALUE;
  }

  public Environment(long low, long high, boolean spuriousWakeups) {
    this(low, high, spuriousWakeups, false, false, List.of(), null);
  }

  /** One in which no dependency has to be kept. */
  public Environment(
      long low,
      long high,
      boolean spuriousWakeups,
      boolean randomIsAny,
      boolean mallocMayFail,
      List<String> arguments,
      String input) {
    this(low, high, spuriousWakeups, randomIsAny, mallocMayFail, arguments, input, false);
  }

  /** The same on hardware where dependencies between instructions order them. */
  public Environment withDependencies() {
    return new Environment(
        low, high, spuriousWakeups, randomIsAny, mallocMayFail, arguments, input, true);
  }
}
