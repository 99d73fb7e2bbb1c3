package dev.heddle.frontend.llvm;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;

/** Runs a function that only computes on integers, as the documentation of operators says. */
final class Evaluation {
  private final long[] registers;

  private Evaluation(int registers) {
    this.registers = new long[registers];
  }

  static long run(Function function, long... arguments) {
    Evaluation evaluation = new Evaluation(function.registers());
    System.arraycopy(arguments, 0, evaluation.registers, 0, arguments.length);
    int previous = -1;
    int current = 0;
    while (true) {
      Block block = function.blocks().get(current);
      for (Block.Phi phi : block.phis()) {
        evaluation.set(phi.result(), evaluation.get(phi.valueFrom(previous)));
      }
      block.instructions().forEach(evaluation::step);
      previous = current;
      if (block.terminator() instanceof Terminator.Return end) {
        return evaluation.get(end.value());
      } else if (block.terminator() instanceof Terminator.Jump jump) {
        current = jump.target();
      } else if (block.terminator() instanceof Terminator.Branch branch) {
        boolean isTrue = (evaluation.get(branch.condition()) & 1) != 0;
        current = isTrue ? branch.ifTrue() : branch.ifFalse();
      } else if (block.terminator() instanceof Terminator.Switch choice) {
        int at = choice.cases().indexOf(evaluation.get(choice.value()));
        current = at < 0 ? choice.otherwise() : choice.targets().get(at);
      } else {
        throw new AssertionError(block.terminator());
      }
    }
  }

  private void set(Register register, long value) {
    registers[register.index()] = value;
  }

  private long get(Value value) {
    return value instanceof Register register
        ? registers[register.index()]
        : ((Value.Constant) value).bits();
  }

  private void step(Instruction instruction) {
    if (instruction instanceof Instruction.Binary i) {
      set(i.result(), unsigned(binary(i), i.bits()));
    } else if (instruction instanceof Instruction.Compare i) {
      set(i.result(), compare(i) ? 1 : 0);
    } else if (instruction instanceof Instruction.Select i) {
      set(i.result(), get((get(i.condition()) & 1) != 0 ? i.ifTrue() : i.ifFalse()));
    } else if (instruction instanceof Instruction.Convert i) {
      long value = get(i.value());
      switch (i.conversion()) {
        case TRUNCATE -> set(i.result(), unsigned(value, i.toBits()));
        case SIGN_EXTEND -> set(i.result(), unsigned(signed(value, i.fromBits()), i.toBits()));
        default -> throw new AssertionError(i);
      }
    } else {
      throw new AssertionError(instruction);
    }
  }

  private long binary(Instruction.Binary i) {
    long left = get(i.left());
    long right = get(i.right());
    return switch (i.operator()) {
      case ADD -> left + right;
      case SUB -> left - right;
      case MUL -> left * right;
      case SHL -> left << right;
      case LSHR -> left >>> right;
      case ASHR -> signed(left, i.bits()) >> right;
      case AND -> left & right;
      case OR -> left | right;
      case XOR -> left ^ right;
      case UDIV -> Long.divideUnsigned(left, right);
      case SDIV -> signed(left, i.bits()) / signed(right, i.bits());
      case UREM -> Long.remainderUnsigned(left, right);
      case SREM -> signed(left, i.bits()) % signed(right, i.bits());
      default -> throw new AssertionError(i);
    };
  }

  private boolean compare(Instruction.Compare i) {
    long left = get(i.left());
    long right = get(i.right());
    int unsigned = Long.compareUnsigned(left, right);
    int signed = Long.compare(signed(left, i.bits()), signed(right, i.bits()));
    return switch (i.relation()) {
      case EQ -> left == right;
      case NE -> left != right;
      case ULT -> unsigned < 0;
      case ULE -> unsigned <= 0;
      case UGT -> unsigned > 0;
      case UGE -> unsigned >= 0;
      case SLT -> signed < 0;
      case SLE -> signed <= 0;
      case SGT -> signed > 0;
      case SGE -> signed >= 0;
      default -> throw new AssertionError(i);
    };
  }

  private static long unsigned(long value, int bits) {
    return bits == 64 ? value : value & ((1L << bits) - 1);
  }

  private static long signed(long value, int bits) {
    return value << (64 - bits) >> (64 - bits);
  }
}
