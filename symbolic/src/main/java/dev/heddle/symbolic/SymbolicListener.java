package dev.heddle.symbolic;

/** Hears how a symbolic check goes. */
@FunctionalInterface
public interface SymbolicListener {
  /** Nobody listens. */
  SymbolicListener NOBODY = (phase, bound) -> {};

  /**
   * A phase begins.
   *
   * @param bound the loop bound, or 0 for none
   */
  void begins(Phase phase, int bound);
}
