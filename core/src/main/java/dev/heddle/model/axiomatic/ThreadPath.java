package dev.heddle.model.axiomatic;

import java.util.List;

/**
 * One way through the code of a thread.
 *
 * @param requirements what must hold for the thread to go this way
 * @param registers what the registers hold at the end
 */
record ThreadPath(List<PathEvent> events, List<Requirement> requirements, List<Term> registers) {
  /** A term must be zero, or must not be. */
  record Requirement(Term term, boolean nonZero) {}

  ThreadPath {
    events = List.copyOf(events);
    requirements = List.copyOf(requirements);
    registers = List.copyOf(registers);
  }
}
