package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Operands;
import dev.heddle.program.Program;
import dev.heddle.program.Value;
import java.util.BitSet;

/**
 * The globals that may be written by plain stores, so that even an atomic load of them may be part
 * of a data race: those of which the program has such a store, and those whose address is a value
 * somewhere, for it may come to such a store.
 */
public final class RacingPlaces {
  private final BitSet writtenPlainly = new BitSet();

  public RacingPlaces(Program program) {
    for (Function function : program.functions()) {
      for (Block block : function.blocks()) {
        block.phis().forEach(phi -> phi.values().forEach(this::escape));
        block.instructions().forEach(this::look);
        escape(Operands.of(block.terminator()));
      }
    }
  }

  private void look(Instruction instruction) {
    if (instruction instanceof Instruction.Load || instruction instanceof Instruction.Peek) {
      return;
    }
    if (instruction instanceof Instruction.Store i && i.order() != MemoryOrder.PLAIN) {
      escape(i.value());
    } else if (instruction instanceof Instruction.ReadModifyWrite i) {
      escape(i.value());
    } else if (instruction instanceof Instruction.CompareExchange i) {
      escape(i.expected());
      escape(i.desired());
    } else {
      Operands.forEach(instruction, this::escape);
    }
  }

  private void escape(Value value) {
    if (value instanceof Value.GlobalAddress place) {
      writtenPlainly.set(place.global());
    }
  }

  /** Whether a load may race with something. */
  boolean mayRace(Instruction.Load load) {
    return load.order() == MemoryOrder.PLAIN || mayBeWrittenPlainly(load.address());
  }

  /** Whether plain stores may write at an address. */
  boolean mayBeWrittenPlainly(Value address) {
    return !(address instanceof Value.GlobalAddress place) || writtenPlainly.get(place.global());
  }
}
