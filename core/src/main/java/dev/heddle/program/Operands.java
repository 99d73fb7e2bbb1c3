package dev.heddle.program;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * What instructions of all kinds read and write, for transformations. An instruction is a record: a
 * component of type {@link Register} is a register that it assigns, one of type {@link Value}, or a
 * list or a guard of such, is an operand.
 */
public final class Operands {
  /** The components of each kind of instruction, which reflection gives as a copy each time. */
  private static final ClassValue<RecordComponent[]> COMPONENTS =
      new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
          return type.getRecordComponents();
        }
      };

  private Operands() {}

  /** The registers that an instruction assigns. */
  public static List<Register> results(Instruction instruction) {
    if (instruction instanceof Instruction.Binary i) {
      return List.of(i.result());
    }
    if (instruction instanceof Instruction.Compare i) {
      return List.of(i.result());
    }
    if (instruction instanceof Instruction.Load i) {
      return List.of(i.result());
    }
    if (instruction instanceof Instruction.Store) {
      return List.of();
    }
    List<Register> results = new ArrayList<>();
    for (RecordComponent component : COMPONENTS.get(instruction.getClass())) {
      if (component.getType() == Register.class && get(instruction, component) != null) {
        results.add((Register) get(instruction, component));
      }
    }
    return results;
  }

  /** Shows all operands of an instruction, those in a guard included. */
  public static void forEach(Instruction instruction, Consumer<Value> consumer) {
    rewrite(
        instruction,
        result -> result,
        operand -> {
          consumer.accept(operand);
          return operand;
        },
        instruction.location());
  }

  /** The operand of a terminator, or null. */
  public static Value of(Terminator terminator) {
    if (terminator instanceof Terminator.Branch branch) {
      return branch.condition();
    }
    if (terminator instanceof Terminator.Switch choice) {
      return choice.value();
    }
    return terminator instanceof Terminator.Return exit ? exit.value() : null;
  }

  /** The same instruction on other registers and at another place. */
  public static Instruction rewrite(
      Instruction instruction,
      UnaryOperator<Register> results,
      UnaryOperator<Value> operands,
      Location location) {
    return (Instruction) rewriteRecord((Record) instruction, results, operands, location);
  }

  private static Object rewriteRecord(
      Record original,
      UnaryOperator<Register> results,
      UnaryOperator<Value> operands,
      Location location) {
    RecordComponent[] components = COMPONENTS.get(original.getClass());
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      Object value = get(original, components[i]);
      Class<?> type = components[i].getType();
      if (value == null) {
        values[i] = null;
      } else if (type == Register.class) {
        values[i] = results.apply((Register) value);
      } else if (type == Location.class) {
        values[i] = location;
      } else {
        values[i] = rewriteOperand(value, results, operands, location);
      }
    }
    return make(original.getClass(), components, values);
  }

  private static Object rewriteOperand(
      Object value,
      UnaryOperator<Register> results,
      UnaryOperator<Value> operands,
      Location location) {
    if (value instanceof Value operand) {
      return operands.apply(operand);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(i -> rewriteOperand(i, results, operands, location)).toList();
    }
    return value instanceof Instruction.Guard || value instanceof Instruction
        ? rewriteRecord((Record) value, results, operands, location)
        : value;
  }

  private static Object get(Object instruction, RecordComponent component) {
    try {
      return component.getAccessor().invoke(instruction);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("instructions are public records", e);
    }
  }

  private static Object make(Class<?> type, RecordComponent[] components, Object[] values) {
    try {
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      return type.getConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("instructions are public records", e);
    }
  }
}
