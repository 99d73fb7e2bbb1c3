package dev.heddle.explore;

import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.util.List;

/** Placeholder until the explorer lands. */
public final class NaiveExploration implements Exploration {
  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    return new Outcome(Verdict.INCONCLUSIVE, "not built yet", 0, 0, List.of(), List.of());
  }
}
