package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides the branches whose conditions are constants: mostly those about parameters of functions
 * that have been inlined. What is never done then is not in the way of what can be said about a
 * loop.
 */
final class KnownBranches {
  private static final int WORD = 64;

  private Function function;
  private final Substitution known = new Substitution();
  private boolean changed;

  private KnownBranches(Function function) {
    this.function = function;
  }

  /** The function without the branches that are known; itself if there is none. */
  static Function decided(Function function) {
    KnownBranches pass = new KnownBranches(function);
    do {
      pass.changed = false;
      pass.round();
    } while (pass.changed);
    return pass.function;
  }

  private void round() {
    for (Block block : function.blocks()) {
      for (Block.Phi phi : block.phis()) {
        if (!phi.values().isEmpty() && !known.contains(phi.result())) {
          Value first = known.of(phi.values().get(0));
          if (first instanceof Value.Constant
              && phi.values().stream().allMatch(value -> known.of(value).equals(first))) {
            known.put(phi.result(), first);
          }
        }
      }
      block.instructions().forEach(this::learn);
    }
    List<Block> blocks = new ArrayList<>();
    for (Block block : function.blocks()) {
      Terminator terminator = decided(block.terminator());
      changed |= !terminator.equals(block.terminator());
      blocks.add(new Block(block.label(), block.phis(), block.instructions(), terminator));
    }
    if (changed) {
      function = Unreached.removed(function, blocks);
    }
  }

  private void learn(Instruction instruction) {
    if (instruction instanceof Instruction.Compare i
        && known.of(i.left()) instanceof Value.Constant left
        && known.of(i.right()) instanceof Value.Constant right
        && i.bits() <= WORD) {
      Boolean holds = holds(i.relation(), i.bits(), left.bits(), right.bits());
      if (holds != null) {
        known.put(i.result(), Value.of(holds ? 1 : 0));
      }
    } else if (instruction instanceof Instruction.Convert i
        && known.of(i.value()) instanceof Value.Constant value
        && i.fromBits() <= WORD) {
      switch (i.conversion()) {
        case TRUNCATE -> known.put(i.result(), Value.of(unsigned(value.bits(), i.toBits())));
        case ZERO_EXTEND -> known.put(i.result(), Value.of(unsigned(value.bits(), i.fromBits())));
        default -> {}
      }
    } else if (instruction instanceof Instruction.Select i
        && known.of(i.condition()) instanceof Value.Constant condition
        && known.of((condition.bits() & 1) != 0 ? i.ifTrue() : i.ifFalse())
            instanceof Value.Constant chosen) {
      known.put(i.result(), chosen);
    }
  }

  /** Whether a relation of whole numbers holds; null for other relations. */
  private static Boolean holds(Relation relation, int bits, long a, long b) {
    int unsigned = Long.compareUnsigned(unsigned(a, bits), unsigned(b, bits));
    int signed = Long.compare(signed(a, bits), signed(b, bits));
    return switch (relation) {
      case EQ -> unsigned == 0;
      case NE -> unsigned != 0;
      case ULT -> unsigned < 0;
      case ULE -> unsigned <= 0;
      case UGT -> unsigned > 0;
      case UGE -> unsigned >= 0;
      case SLT -> signed < 0;
      case SLE -> signed <= 0;
      case SGT -> signed > 0;
      case SGE -> signed >= 0;
      default -> null;
    };
  }

  private static long unsigned(long value, int bits) {
    return bits == WORD ? value : value & ((1L << bits) - 1);
  }

  private static long signed(long value, int bits) {
    return value << (WORD - bits) >> (WORD - bits);
  }

  private Terminator decided(Terminator terminator) {
    if (terminator instanceof Terminator.Branch t
        && known.of(t.condition()) instanceof Value.Constant condition) {
      int target = (condition.bits() & 1) != 0 ? t.ifTrue() : t.ifFalse();
      return new Terminator.Jump(target, t.location());
    }
    if (terminator instanceof Terminator.Switch t
        && known.of(t.value()) instanceof Value.Constant value) {
      int found = t.cases().indexOf(value.bits());
      return new Terminator.Jump(found < 0 ? t.otherwise() : t.targets().get(found), t.location());
    }
    return terminator;
  }
}
