package dev.heddle.explore.litmus;

import dev.heddle.litmus.Expression;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.Operator;
import dev.heddle.machine.MachineException;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.MutexOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.program.Location;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.ProgramBuilder.FunctionBuilder;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;

/** Writes the instructions of one thread of a litmus test in C. */
final class InstructionLowering {
  private static final int BITS = 64;

  private final FunctionBuilder f;
  private final List<Register> registers;
  private final LongFunction<Value> constants;

  /**
   * @param registers where the registers of the thread are in memory
   */
  InstructionLowering(FunctionBuilder f, List<Register> registers, LongFunction<Value> constants) {
    this.f = f;
    this.registers = registers;
    this.constants = constants;
  }

  // ---- Instructions -------------------------------------------------------------------------

  void lower(LitmusInstruction instruction) {
    if (instruction instanceof LitmusInstruction.Assign assign) {
      write(assign.register(), value(assign.value()));
    } else if (instruction instanceof LitmusInstruction.Load load) {
      Register result = f.reserve();
      Value address = value(load.address());
      f.add(new Instruction.Load(result, address, bytes(), order(load.tags()), Location.NONE));
      write(load.register(), result);
    } else if (instruction instanceof LitmusInstruction.Store store) {
      store(store);
    } else if (instruction instanceof LitmusInstruction.ReadModifyWrite update) {
      update(update);
    } else if (instruction instanceof LitmusInstruction.Fence fence) {
      f.add(new Instruction.Fence(order(fence.tags()), Location.NONE));
    } else {
      throw new MachineException("a conditional store is nothing that programs in C have");
    }
  }

  private static int bytes() {
    return LitmusProgram.BYTES;
  }

  private void store(LitmusInstruction.Store store) {
    Value address = value(store.address());
    if (store.tags().contains("UL")) {
      f.mutex(MutexOperator.UNLOCK, address);
      return;
    }
    f.add(
        new Instruction.Store(
            address, value(store.value()), bytes(), order(store.tags()), Location.NONE));
  }

  private void update(LitmusInstruction.ReadModifyWrite update) {
    Value address = value(update.address());
    if (update.mustStore()) {
      f.mutex(MutexOperator.LOCK, address);
      return;
    }
    MemoryOrder order = order(order(update.readTags()), order(update.writeTags()));
    Register old = f.reserve();
    if (update.condition() != null) {
      f.add(
          new Instruction.CompareExchange(
              old,
              f.reserve(),
              address,
              value(expected(update)),
              value(withoutOld(update, update.value())),
              bytes(),
              order,
              order(update.failureTags()),
              Location.NONE));
    } else {
      RmwOperator operator = operator(update);
      Expression operand =
          operator == RmwOperator.EXCHANGE
              ? update.value()
              : ((Expression.Operation) update.value()).right();
      f.add(
          new Instruction.ReadModifyWrite(
              old,
              operator,
              address,
              value(withoutOld(update, operand)),
              bytes(),
              order,
              Location.NONE));
    }
    write(update.register(), old);
  }

  /** What a compare-exchange compares with: its condition is {@code old == expected}. */
  private static Expression expected(LitmusInstruction.ReadModifyWrite update) {
    if (update.condition() instanceof Expression.Operation equal
        && equal.operator() == Operator.EQ
        && equal.left().equals(Expression.register(update.register()))) {
      return withoutOld(update, equal.right());
    }
    throw new MachineException("a conditional update that is no compare-exchange");
  }

  private static RmwOperator operator(LitmusInstruction.ReadModifyWrite update) {
    if (!uses(update.value(), update.register())) {
      return RmwOperator.EXCHANGE;
    }
    if (update.value() instanceof Expression.Operation operation
        && operation.left().equals(Expression.register(update.register()))) {
      switch (operation.operator()) {
        case ADD -> {
          return RmwOperator.ADD;
        }
        case SUB -> {
          return RmwOperator.SUB;
        }
        case AND -> {
          return RmwOperator.AND;
        }
        case OR -> {
          return RmwOperator.OR;
        }
        case XOR -> {
          return RmwOperator.XOR;
        }
        default -> {}
      }
    }
    throw new MachineException("an update that C does not have");
  }

  private static Expression withoutOld(
      LitmusInstruction.ReadModifyWrite update, Expression expression) {
    if (uses(expression, update.register())) {
      throw new MachineException("an update whose operand is what it reads");
    }
    return expression;
  }

  private static boolean uses(Expression expression, int register) {
    return expression instanceof Expression.Operation operation
        ? uses(operation.left(), register) || uses(operation.right(), register)
        : expression.equals(Expression.register(register));
  }

  // ---- Orders -------------------------------------------------------------------------------

  private static MemoryOrder order(Set<String> tags) {
    if (tags.contains("SC")) {
      return MemoryOrder.SEQUENTIALLY_CONSISTENT;
    }
    if (tags.contains("ACQ_REL")) {
      return MemoryOrder.ACQUIRE_RELEASE;
    }
    if (tags.contains("ACQ") || tags.contains("CON")) {
      return MemoryOrder.ACQUIRE;
    }
    if (tags.contains("REL")) {
      return MemoryOrder.RELEASE;
    }
    return tags.contains("RLX") ? MemoryOrder.RELAXED : MemoryOrder.PLAIN;
  }

  /** The order of an update, from those of its halves. */
  private static MemoryOrder order(MemoryOrder read, MemoryOrder write) {
    if (read == MemoryOrder.ACQUIRE && write == MemoryOrder.RELEASE) {
      return MemoryOrder.ACQUIRE_RELEASE;
    }
    return read == MemoryOrder.RELAXED ? write : read;
  }

  // ---- Values -------------------------------------------------------------------------------

  Register read(int register) {
    Register result = f.reserve();
    f.add(
        new Instruction.Load(
            result, registers.get(register), bytes(), MemoryOrder.PLAIN, Location.NONE));
    return result;
  }

  private void write(int register, Value value) {
    f.add(
        new Instruction.Store(
            registers.get(register), value, bytes(), MemoryOrder.PLAIN, Location.NONE));
  }

  /** Whether an expression is not 0, as 0 or 1. */
  Value truth(Expression expression) {
    return f.compare(Relation.NE, BITS, value(expression), Value.of(0));
  }

  private Value value(Expression expression) {
    if (expression instanceof Expression.Constant constant) {
      return constants.apply(constant.value());
    }
    if (expression instanceof Expression.RegisterValue register) {
      return read(register.number());
    }
    Expression.Operation operation = (Expression.Operation) expression;
    Value a = value(operation.left());
    Value b = value(operation.right());
    return switch (operation.operator()) {
      case ADD -> f.binary(BinaryOperator.ADD, BITS, a, b);
      case SUB -> f.binary(BinaryOperator.SUB, BITS, a, b);
      case MUL -> f.binary(BinaryOperator.MUL, BITS, a, b);
      case DIV -> divide(BinaryOperator.SDIV, a, b, Value.of(0));
      case REM -> divide(BinaryOperator.SREM, a, b, a);
      case AND -> f.binary(BinaryOperator.AND, BITS, a, b);
      case OR -> f.binary(BinaryOperator.OR, BITS, a, b);
      case XOR -> f.binary(BinaryOperator.XOR, BITS, a, b);
      case EQ -> f.compare(Relation.EQ, BITS, a, b);
      case NE -> f.compare(Relation.NE, BITS, a, b);
      case LT -> f.compare(Relation.SLT, BITS, a, b);
      case LE -> f.compare(Relation.SLE, BITS, a, b);
      case GT -> f.compare(Relation.SGT, BITS, a, b);
      case GE -> f.compare(Relation.SGE, BITS, a, b);
      case ULT -> f.compare(Relation.ULT, BITS, a, b);
      case ULE -> f.compare(Relation.ULE, BITS, a, b);
      default -> throw new MachineException(operation.operator() + " is no operator of tests in C");
    };
  }

  /** Division by zero gives what tests say it does. */
  private Value divide(BinaryOperator operator, Value a, Value b, Value byZero) {
    Value isZero = f.compare(Relation.EQ, BITS, b, Value.of(0));
    Register divisor = f.reserve();
    f.add(new Instruction.Select(divisor, isZero, Value.of(1), b, Location.NONE));
    Register quotient = f.binary(operator, BITS, a, divisor);
    Register result = f.reserve();
    f.add(new Instruction.Select(result, isZero, byZero, quotient, Location.NONE));
    return result;
  }
}
