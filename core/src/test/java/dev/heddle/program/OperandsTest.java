package dev.heddle.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compared with what reflection says about each kind of instruction. */
class OperandsTest {
  private static final Location HERE = new Location("a.c", 1, 1);
  private static final Location THERE = new Location("b.c", 2, 2);

  /** The constants and registers that samples are made of, each used once. */
  private int next;

  private final List<Register> results = new ArrayList<>();
  private final List<Value> operands = new ArrayList<>();

  static Stream<Class<?>> kinds() {
    return Arrays.stream(Instruction.class.getPermittedSubclasses());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void showsAllOperandsInTheirOrder(Class<?> kind) throws ReflectiveOperationException {
    Instruction sample = sample(kind, HERE, 0);
    List<Value> shown = new ArrayList<>();
    Operands.forEach(sample, shown::add);
    assertEquals(operands, shown);
    assertEquals(results, Operands.results(sample));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void rewritesRegistersOperandsAndPlaceAndNothingElse(Class<?> kind)
      throws ReflectiveOperationException {
    Instruction sample = sample(kind, HERE, 0);
    next = 0;
    Instruction expected = sample(kind, THERE, 1000);
    assertEquals(
        expected,
        Operands.rewrite(
            sample,
            result -> new Register(result.index() + 1000),
            operand -> new Value.Constant(((Value.Constant) operand).bits() + 1000),
            THERE));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void missingResultsAndOperandsStayMissing(Class<?> kind) throws ReflectiveOperationException {
    RecordComponent[] components = kind.getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      Class<?> type = components[i].getType();
      boolean isOptional = type == Register.class || type == Value.class;
      values[i] = isOptional ? null : value(type, HERE, 0);
    }
    Instruction sample = make(kind, components, values);
    assertEquals(List.of(), Operands.results(sample));
    assertEquals(sample, Operands.rewrite(sample, result -> result, operand -> operand, HERE));
  }

  @Test
  void rewritesTheStepsOfGuards() {
    Register content = new Register(1);
    Register sum = new Register(2);
    Instruction step =
        new Instruction.Binary(
            sum, Instruction.BinaryOperator.ADD, 32, content, new Value.Constant(3), HERE);
    Instruction.Guard guard = new Instruction.Guard.Computed(content, List.of(step), sum);
    Instruction await =
        new Instruction.Await(
            new Register(0),
            new Value.Constant(8),
            4,
            guard,
            null,
            null,
            "",
            Instruction.NO_LOOP,
            false,
            MemoryOrder.SEQUENTIALLY_CONSISTENT,
            HERE);
    Instruction.Await rewritten =
        (Instruction.Await)
            Operands.rewrite(
                await,
                result -> new Register(result.index() + 10),
                operand -> operand instanceof Register r ? new Register(r.index() + 10) : operand,
                THERE);
    Instruction.Guard expected =
        new Instruction.Guard.Computed(
            new Register(11),
            List.of(
                new Instruction.Binary(
                    new Register(12),
                    Instruction.BinaryOperator.ADD,
                    32,
                    new Register(11),
                    new Value.Constant(3),
                    THERE)),
            new Register(12));
    assertEquals(expected, rewritten.guard());
    assertEquals(List.of(new Register(0)), Operands.results(await));
  }

  private Instruction sample(Class<?> kind, Location location, int offset)
      throws ReflectiveOperationException {
    RecordComponent[] components = kind.getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      values[i] = value(components[i].getType(), location, offset);
    }
    return make(kind, components, values);
  }

  private Object value(Class<?> type, Location location, int offset) {
    if (type == Register.class) {
      results.add(new Register(offset + next++));
      return results.get(results.size() - 1);
    }
    if (type == Value.class) {
      return operand(offset);
    }
    if (type == List.class) {
      return List.of(operand(offset), operand(offset));
    }
    if (type == Instruction.Guard.class) {
      return new Instruction.Guard.Masked(
          operand(offset), Instruction.Relation.EQ, operand(offset));
    }
    if (type == Section.class) {
      return Section.ANY;
    }
    if (type == Location.class) {
      return location;
    }
    if (type.isEnum()) {
      return type.getEnumConstants()[1];
    }
    if (type == String.class) {
      return "text";
    }
    if (type == boolean.class) {
      return true;
    }
    return type == long.class ? (Object) 7L : (Object) 7;
  }

  private Value operand(int offset) {
    operands.add(new Value.Constant(offset + next++));
    return operands.get(operands.size() - 1);
  }

  private static Instruction make(Class<?> kind, RecordComponent[] components, Object[] values)
      throws ReflectiveOperationException {
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    return (Instruction) kind.getConstructor(types).newInstance(values);
  }
}
