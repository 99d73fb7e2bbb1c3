package dev.heddle.explore;

import dev.heddle.machine.ClaimRefutedException;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;

/**
 * Explores a program that was reduced by taking things for granted about its memory. If the program
 * turns out to be otherwise, nothing is known, and an exploration that takes less for granted
 * begins anew. One that is to be interrupted and taken up again is not bold.
 */
public final class BoldExploration implements Exploration {
  private final Exploration bold;
  private final Exploration cautious;

  public BoldExploration(Exploration bold, Exploration cautious) {
    this.bold = bold;
    this.cautious = cautious;
  }

  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    long start = System.nanoTime();
    if (progress.checkpointing() == null) {
      try {
        return bold.explore(program, limits, progress);
      } catch (ClaimRefutedException e) {
        return cautious.explore(program, limits.after(System.nanoTime() - start), progress);
      }
    }
    return cautious.explore(program, limits, progress);
  }
}
