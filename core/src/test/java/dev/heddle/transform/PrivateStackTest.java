package dev.heddle.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Location;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Program;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each program has its objects in the first function, in the registers 0 and 1. */
class PrivateStackTest {
  private static final Location NOWHERE = Location.NONE;

  private static Register r(int index) {
    return new Register(index);
  }

  private static Instruction stack(int result) {
    return new Instruction.StackAllocate(r(result), Value.of(8), false, "object" + result, NOWHERE);
  }

  private static Instruction load(int result, Value address) {
    return new Instruction.Load(r(result), address, 8, MemoryOrder.PLAIN, NOWHERE);
  }

  private static Instruction store(Value address, Value value) {
    return new Instruction.Store(address, value, 8, MemoryOrder.PLAIN, NOWHERE);
  }

  private static Instruction add(int result, Value left, Value right) {
    return new Instruction.Binary(
        r(result), Instruction.BinaryOperator.ADD, 64, left, right, NOWHERE);
  }

  private static Instruction call(int result, Value callee, Value... arguments) {
    return new Instruction.Call(r(result), callee, Arrays.asList(arguments), NOWHERE);
  }

  private static Value function(int position) {
    return new Value.FunctionAddress(position);
  }

  private static Function function(int parameters, Value result, Instruction... instructions) {
    Terminator end = new Terminator.Return(result, NOWHERE);
    Block block = new Block("entry", List.of(), Arrays.asList(instructions), end);
    return new Function("f", parameters, 10, List.of(block), false);
  }

  private static Function main(Instruction... instructions) {
    List<Instruction> all = new ArrayList<>(List.of(stack(0), stack(1)));
    all.addAll(Arrays.asList(instructions));
    return function(0, Value.of(0), all.toArray(new Instruction[0]));
  }

  /** The names of the objects that are private. */
  private static String privateObjects(Function... functions) {
    Program program = new Program("test", Arrays.asList(functions), List.of(), 0);
    return PrivateStack.apply(program).functions().stream()
        .flatMap(function -> function.blocks().stream())
        .flatMap(block -> block.instructions().stream())
        .filter(Instruction.StackAllocate.class::isInstance)
        .map(Instruction.StackAllocate.class::cast)
        .filter(Instruction.StackAllocate::isPrivate)
        .map(Instruction.StackAllocate::name)
        .collect(Collectors.joining(" "));
  }

  @Test
  void accessesDoNotMatter() {
    assertEquals(
        "object0 object1",
        privateObjects(
            main(
                load(2, r(0)),
                store(r(1), Value.of(1)),
                add(3, r(0), Value.of(4)),
                store(r(3), r(2)),
                new Instruction.Compare(r(4), Instruction.Relation.EQ, 64, r(0), r(1), NOWHERE),
                new Instruction.ReadModifyWrite(
                    r(5),
                    Instruction.RmwOperator.ADD,
                    r(0),
                    Value.of(1),
                    8,
                    MemoryOrder.RELAXED,
                    NOWHERE))));
  }

  @Test
  void storingTheAddressDoes() {
    assertEquals("object1", privateObjects(main(store(r(1), r(0)))));
  }

  @Test
  void storingWhatIsComputedFromItDoes() {
    assertEquals(
        "object1",
        privateObjects(
            main(
                add(2, Value.of(8), r(0)),
                new Instruction.Select(r(3), Value.of(1), r(2), Value.of(0), NOWHERE),
                store(r(1), r(3)))));
  }

  @Test
  void exchangingTheAddressDoes() {
    assertEquals(
        "",
        privateObjects(
            main(
                new Instruction.ReadModifyWrite(
                    r(2),
                    Instruction.RmwOperator.EXCHANGE,
                    Value.of(64),
                    r(0),
                    8,
                    MemoryOrder.RELAXED,
                    NOWHERE),
                new Instruction.CompareExchange(
                    r(3),
                    r(4),
                    Value.of(64),
                    Value.of(0),
                    r(1),
                    8,
                    MemoryOrder.RELAXED,
                    MemoryOrder.RELAXED,
                    NOWHERE))));
  }

  @Test
  void threadsAndMutexesShare() {
    assertEquals(
        "",
        privateObjects(
            main(
                new Instruction.Spawn(r(2), function(1), r(0), NOWHERE),
                new Instruction.Mutex(r(3), Instruction.MutexOperator.LOCK, r(1), NOWHERE)),
            function(1, Value.of(0))));
  }

  @Test
  void aFunctionThatOnlyAccessesItsArgument() {
    assertEquals(
        "object0 object1",
        privateObjects(
            main(call(2, function(1), r(0), r(1))),
            function(2, Value.of(0), load(3, r(0)), store(r(1), r(3)))));
  }

  @Test
  void aFunctionThatStoresOneArgument() {
    assertEquals(
        "object1",
        privateObjects(
            main(call(2, function(1), r(0), r(1))), function(2, Value.of(0), store(r(1), r(0)))));
  }

  @Test
  void aFunctionThatReturnsItsArgument() {
    Function identity = function(1, r(0));
    assertEquals(
        "object0 object1",
        privateObjects(main(call(2, function(1), r(0)), load(3, r(2))), identity));
    assertEquals(
        "object1",
        privateObjects(main(call(2, function(1), r(0)), store(Value.of(64), r(2))), identity));
  }

  @Test
  void escapeThroughSeveralFunctions() {
    assertEquals(
        "object1",
        privateObjects(
            main(call(2, function(1), r(0)), call(3, function(3), r(1))),
            function(1, Value.of(0), call(2, function(2), r(0))),
            function(1, Value.of(0), store(Value.of(64), r(0))),
            function(1, Value.of(0), call(2, function(3), r(0)), load(3, r(0)))));
  }

  @Test
  void unknownFunctionsShare() {
    assertEquals("object1", privateObjects(main(load(2, r(1)), call(3, r(2), r(0)))));
  }

  @Test
  void aReturnedAddressIsNotPrivate() {
    assertEquals("object1", privateObjects(function(0, r(0), stack(0), stack(1))));
  }

  @Test
  void addressesGoAroundLoops() {
    Block entry =
        new Block("entry", List.of(), List.of(stack(0), stack(1)), new Terminator.Jump(1, NOWHERE));
    Block.Phi walking = new Block.Phi(r(2), List.of(0, 1), List.of(r(0), r(4)));
    Block.Phi other = new Block.Phi(r(3), List.of(0, 1), List.of(Value.of(0), r(2)));
    Block loop =
        new Block(
            "loop",
            List.of(walking, other),
            List.of(store(Value.of(64), r(3)), add(4, r(2), Value.of(8))),
            new Terminator.Jump(1, NOWHERE));
    assertEquals("object1", privateObjects(new Function("f", 0, 5, List.of(entry, loop), false)));
  }
}
