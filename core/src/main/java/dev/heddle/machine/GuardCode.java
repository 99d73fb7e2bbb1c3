package dev.heddle.machine;

import dev.heddle.program.Instruction;
import dev.heddle.program.Operands;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * The code of a computed guard. It works on slots: the content of memory, the registers of the
 * waiting thread that it reads, constants, and then the result of each step.
 */
final class GuardCode {
  private static final int STEP = 7;
  private static final int CONTENT = 0;

  /** The registers of the frame that the code reads; slot 1 on. */
  final int[] registers;

  private final long[] constants;

  /** Of each step: opcode, operator, bits, bits after a conversion, and three operands. */
  private final int[] steps;

  private final int condition;

  private GuardCode(int[] registers, long[] constants, int[] steps, int condition) {
    this.registers = registers;
    this.constants = constants;
    this.steps = steps;
    this.condition = condition;
  }

  boolean holds(long content, long[] values) {
    int known = 1 + values.length + constants.length;
    long[] slots = new long[known + steps.length / STEP];
    slots[CONTENT] = content;
    System.arraycopy(values, 0, slots, 1, values.length);
    System.arraycopy(constants, 0, slots, 1 + values.length, constants.length);
    for (int at = 0, to = known; at < steps.length; at += STEP, to++) {
      int operator = steps[at + 1];
      int bits = steps[at + 2];
      long a = slots[steps[at + 4]];
      long b = slots[steps[at + 5]];
      slots[to] =
          switch (steps[at]) {
            case Opcode.BINARY -> Arithmetic.binary(operator, bits, a, b);
            case Opcode.COMPARE -> Arithmetic.compare(operator, bits, a, b) ? 1 : 0;
            case Opcode.CONVERT -> Arithmetic.convert(operator, bits, steps[at + 3], a);
            default -> (a & 1) != 0 ? b : slots[steps[at + 6]];
          };
    }
    return (slots[condition] & 1) != 0;
  }

  /**
   * Makes the code of a guard.
   *
   * @param constantOf the value of an operand that is not a register
   */
  static GuardCode of(Instruction.Guard.Computed guard, ToLongFunction<Value> constantOf) {
    return new Maker(guard, constantOf).make();
  }

  /** Gives operands their slots: registers and constants first, so that steps can follow. */
  private static final class Maker {
    private final Instruction.Guard.Computed guard;
    private final ToLongFunction<Value> constantOf;
    private final Map<Value, Integer> slots = new HashMap<>();
    private final List<Integer> registers = new ArrayList<>();
    private final List<Long> constants = new ArrayList<>();

    Maker(Instruction.Guard.Computed guard, ToLongFunction<Value> constantOf) {
      this.guard = guard;
      this.constantOf = constantOf;
    }

    GuardCode make() {
      List<Value> operands = new ArrayList<>();
      List<Value> results = new ArrayList<>();
      for (Instruction step : guard.steps()) {
        Operands.forEach(step, operands::add);
        results.addAll(Operands.results(step));
      }
      operands.add(guard.condition());
      slots.put(guard.content(), CONTENT);
      for (Value operand : operands) {
        if (operand instanceof Register register
            && !results.contains(operand)
            && !slots.containsKey(operand)) {
          registers.add(register.index());
          slots.put(operand, registers.size());
        }
      }
      for (Value operand : operands) {
        if (!(operand instanceof Register) && !slots.containsKey(operand)) {
          constants.add(constantOf.applyAsLong(operand));
          slots.put(operand, registers.size() + constants.size());
        }
      }
      results.forEach(result -> slots.put(result, slots.size()));
      int[] steps = guard.steps().stream().flatMapToInt(i -> encode(i)).toArray();
      return new GuardCode(
          registers.stream().mapToInt(Integer::intValue).toArray(),
          constants.stream().mapToLong(Long::longValue).toArray(),
          steps,
          slots.get(guard.condition()));
    }

    private IntStream encode(Instruction step) {
      if (step instanceof Instruction.Binary i) {
        return code(Opcode.BINARY, i.operator().ordinal(), i.bits(), 0, i.left(), i.right());
      }
      if (step instanceof Instruction.Compare i) {
        return code(Opcode.COMPARE, i.relation().ordinal(), i.bits(), 0, i.left(), i.right());
      }
      if (step instanceof Instruction.Convert i) {
        return code(Opcode.CONVERT, i.conversion().ordinal(), i.fromBits(), i.toBits(), i.value());
      }
      if (step instanceof Instruction.Select i) {
        return code(Opcode.SELECT, 0, 0, 0, i.condition(), i.ifTrue(), i.ifFalse());
      }
      throw new IllegalArgumentException("a guard cannot contain " + step);
    }

    private IntStream code(int opcode, int operator, int bits, int toBits, Value... operands) {
      int[] step = {opcode, operator, bits, toBits, 0, 0, 0};
      for (int i = 0; i < operands.length; i++) {
        step[4 + i] = slots.get(operands[i]);
      }
      return Arrays.stream(step);
    }
  }
}
