package dev.heddle.explore;

import dev.heddle.machine.Machine;

/** Sees each maximal execution that an exploration visits. */
@FunctionalInterface
public interface ExecutionListener {
  ExecutionListener NONE = (machine, happensBefore) -> {};

  void maximal(Machine machine, HappensBefore happensBefore);
}
