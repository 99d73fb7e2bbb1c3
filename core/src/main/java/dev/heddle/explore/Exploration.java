package dev.heddle.explore;

import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;

/**
 * Explores the executions of programs. This is the whole seam between the algorithms and the rest:
 * which algorithm runs is decided where one of these is made.
 */
public interface Exploration {
  Outcome explore(Program program, Limits limits, Progress progress);
}
