package dev.heddle.program;

import java.util.List;

/** How control leaves a block. Targets are positions of blocks in the function. */
public sealed interface Terminator {
  Location location();

  /** Where control may go, without repetition. */
  List<Integer> successors();

  record Jump(int target, Location location) implements Terminator {
    @Override
    public List<Integer> successors() {
      return List.of(target);
    }
  }

  /** Goes to {@code ifTrue} when the lowest bit of the condition is set. */
  record Branch(Value condition, int ifTrue, int ifFalse, Location location) implements Terminator {
    @Override
    public List<Integer> successors() {
      return ifTrue == ifFalse ? List.of(ifTrue) : List.of(ifTrue, ifFalse);
    }
  }

  record Switch(
      Value value, List<Long> cases, List<Integer> targets, int otherwise, Location location)
      implements Terminator {
    public Switch {
      cases = List.copyOf(cases);
      targets = List.copyOf(targets);
    }

    @Override
    public List<Integer> successors() {
      return java.util.stream.Stream.concat(targets.stream(), java.util.stream.Stream.of(otherwise))
          .distinct()
          .toList();
    }
  }

  /** Leaves the function; a function without result returns {@code Constant(0)}. */
  record Return(Value value, Location location) implements Terminator {
    @Override
    public List<Integer> successors() {
      return List.of();
    }
  }

  /** Control never gets here in a program without undefined behaviour. */
  record Unreachable(Location location) implements Terminator {
    @Override
    public List<Integer> successors() {
      return List.of();
    }
  }
}
