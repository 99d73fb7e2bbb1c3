package dev.heddle.program;

import java.util.List;

/** A basic block: phis first, straight-line instructions, one terminator. */
public record Block(
    String label, List<Phi> phis, List<Instruction> instructions, Terminator terminator) {
  public Block {
    phis = List.copyOf(phis);
    instructions = List.copyOf(instructions);
  }

  /**
   * Takes the value that belongs to the block control came from.
   *
   * @param predecessors positions of blocks in the function
   * @param values the value for the predecessor at the same position
   */
  public record Phi(Register result, List<Integer> predecessors, List<Value> values) {
    public Phi {
      predecessors = List.copyOf(predecessors);
      values = List.copyOf(values);
      if (predecessors.size() != values.size()) {
        throw new IllegalArgumentException("a phi needs one value for each predecessor");
      }
    }

    public Value valueFrom(int predecessor) {
      int at = predecessors.indexOf(predecessor);
      if (at < 0) {
        throw new IllegalArgumentException("no value for predecessor " + predecessor);
      }
      return values.get(at);
    }
  }
}
