package dev.heddle.explore;

import dev.heddle.machine.ClaimRefutedException;
import dev.heddle.program.Program;
import dev.heddle.transform.Reductions;
import dev.heddle.verdict.Outcome;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Explores a program that was reduced by taking things for granted about its memory. If the program
 * turns out to be otherwise, nothing is known, and an exploration that takes less for granted
 * begins anew. One that is to be interrupted and taken up again is not bold.
 */
public final class BoldExploration implements Exploration {
  private final Exploration bold;
  private final Exploration cautious;
  private final Predicate<ClaimRefutedException> isAnswered;

  private BoldExploration(
      Exploration bold, Exploration cautious, Predicate<ClaimRefutedException> isAnswered) {
    this.bold = bold;
    this.cautious = cautious;
    this.isAnswered = isAnswered;
  }

  /**
   * An exploration of a program that is reduced. It takes it that nobody notices changes that are
   * taken back, and that what is left out does not race with what depends on what its thread does
   * later.
   *
   * @param bold explores with some reductions, applied boldly
   * @param cautious the same, applied without that
   */
  public static Exploration of(
      Reductions reductions,
      Function<Reductions, Exploration> bold,
      Function<Reductions, Exploration> cautious) {
    Reductions thorough = reductions.withAnotherLook();
    return new BoldExploration(
        ofChanges(bold.apply(reductions), cautious.apply(reductions)),
        ofChanges(bold.apply(thorough), cautious.apply(thorough)),
        ClaimRefutedException::isAboutLooks);
  }

  private static Exploration ofChanges(Exploration bold, Exploration cautious) {
    return new BoldExploration(bold, cautious, refuted -> !refuted.isAboutLooks());
  }

  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    long start = System.nanoTime();
    if (progress.checkpointing() == null) {
      try {
        return bold.explore(program, limits, progress);
      } catch (ClaimRefutedException e) {
        if (!isAnswered.test(e)) {
          throw e;
        }
        return cautious.explore(program, limits.after(System.nanoTime() - start), progress);
      }
    }
    return cautious.explore(program, limits, progress);
  }
}
