package dev.heddle.program;

import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.MutexOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Instruction.RmwOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes small programs by hand. Every instruction gets a line of its own, counted from 1 in the
 * order in which they are written.
 */
public final class ProgramBuilder {
  private final String name;
  private final List<Function> functions = new ArrayList<>();
  private final List<Global> globals = new ArrayList<>();
  private int line;

  public ProgramBuilder(String name) {
    this.name = name;
  }

  /** A global of {@code bytes} bytes, all zero. */
  public Value.GlobalAddress global(String globalName, int bytes) {
    globals.add(new Global(globalName, new byte[bytes], 8, List.of(), false, false, Location.NONE));
    return new Value.GlobalAddress(globals.size() - 1, 0);
  }

  /** A function with one parameter, which {@code body} writes. */
  public Value.FunctionAddress function(String functionName, Consumer<FunctionBuilder> body) {
    FunctionBuilder builder = new FunctionBuilder(functionName);
    body.accept(builder);
    functions.add(builder.build());
    return new Value.FunctionAddress(functions.size() - 1);
  }

  /** The program that starts with the function written last. */
  public Program build() {
    return new Program(name, functions, globals, functions.size() - 1);
  }

  private Location nextLine() {
    return new Location(name, ++line, 1);
  }

  /** Writes one function, block after block; register 0 is its parameter. */
  public final class FunctionBuilder {
    private final String functionName;
    private final List<Block> blocks = new ArrayList<>();
    private final List<Block.Phi> phis = new ArrayList<>();
    private final List<Instruction> instructions = new ArrayList<>();
    private int registers = 1;

    private FunctionBuilder(String functionName) {
      this.functionName = functionName;
    }

    private Register fresh() {
      return new Register(registers++);
    }

    public Register parameter() {
      return new Register(0);
    }

    public FunctionBuilder add(Instruction instruction) {
      instructions.add(instruction);
      return this;
    }

    public Register load(Value address, int bytes) {
      Register result = fresh();
      add(
          new Instruction.Load(
              result, address, bytes, MemoryOrder.SEQUENTIALLY_CONSISTENT, nextLine()));
      return result;
    }

    public void store(Value address, Value value, int bytes) {
      add(
          new Instruction.Store(
              address, value, bytes, MemoryOrder.SEQUENTIALLY_CONSISTENT, nextLine()));
    }

    public Register rmw(RmwOperator operator, Value address, Value value, int bytes) {
      Register result = fresh();
      add(
          new Instruction.ReadModifyWrite(
              result,
              operator,
              address,
              value,
              bytes,
              MemoryOrder.SEQUENTIALLY_CONSISTENT,
              nextLine()));
      return result;
    }

    /** Gives whether it succeeded. */
    public Register compareExchange(Value address, Value expected, Value desired, int bytes) {
      Register old = fresh();
      Register success = fresh();
      add(
          new Instruction.CompareExchange(
              old,
              success,
              address,
              expected,
              desired,
              bytes,
              MemoryOrder.SEQUENTIALLY_CONSISTENT,
              MemoryOrder.SEQUENTIALLY_CONSISTENT,
              nextLine()));
      return success;
    }

    public Register mutex(MutexOperator operator, Value address) {
      Register result = fresh();
      add(new Instruction.Mutex(result, operator, address, nextLine()));
      return result;
    }

    /** Waits until the content is in the relation to the number, then updates it, if at all. */
    public Register await(
        Value address, Relation relation, Value number, RmwOperator update, Value operand) {
      Register result = fresh();
      Instruction.Guard guard = new Instruction.Guard.Masked(Value.of(-1), relation, number);
      add(
          new Instruction.Await(
              result,
              address,
              4,
              guard,
              update,
              operand,
              "a number",
              Instruction.NO_LOOP,
              false,
              MemoryOrder.SEQUENTIALLY_CONSISTENT,
              nextLine()));
      return result;
    }

    /** Gives whether the content was in the relation and so has been updated. */
    public Register attempt(
        Value address, Relation relation, Value number, RmwOperator update, Value operand) {
      Register old = fresh();
      Register success = fresh();
      Instruction.Guard guard = new Instruction.Guard.Masked(Value.of(-1), relation, number);
      add(
          new Instruction.Attempt(
              old,
              success,
              address,
              4,
              guard,
              update,
              operand,
              MemoryOrder.SEQUENTIALLY_CONSISTENT,
              nextLine()));
      return success;
    }

    public Register signal(Value address) {
      Register result = fresh();
      add(new Instruction.Signal(result, address, MemoryOrder.SEQUENTIALLY_CONSISTENT, nextLine()));
      return result;
    }

    public Register choose(long low, long high) {
      Register result = fresh();
      add(new Instruction.Choose(result, low, high, nextLine()));
      return result;
    }

    /** Copies memory that need not be initialised. */
    public void copy(Value from, Value to, int bytes) {
      Register content = fresh();
      Register missing = fresh();
      add(new Instruction.Peek(content, missing, from, bytes, nextLine()));
      add(new Instruction.Poke(to, content, missing, bytes, nextLine()));
    }

    /** What {@code body} writes happens at once. */
    public void atomically(Runnable body) {
      add(new Instruction.AtomicBegin(Section.ANY, nextLine()));
      body.run();
      add(new Instruction.AtomicEnd(nextLine()));
    }

    public Register binary(BinaryOperator operator, int bits, Value left, Value right) {
      Register result = fresh();
      add(new Instruction.Binary(result, operator, bits, left, right, nextLine()));
      return result;
    }

    public Register compare(Relation relation, int bits, Value left, Value right) {
      Register result = fresh();
      add(new Instruction.Compare(result, relation, bits, left, right, nextLine()));
      return result;
    }

    public Register spawn(Value callee, Value argument) {
      Register result = fresh();
      add(new Instruction.Spawn(result, callee, argument, nextLine()));
      return result;
    }

    public Register join(Value thread) {
      Register result = fresh();
      add(new Instruction.Join(result, thread, nextLine()));
      return result;
    }

    public Register call(Value callee, Value... arguments) {
      Register result = fresh();
      add(new Instruction.Call(result, callee, List.of(arguments), nextLine()));
      return result;
    }

    public Register malloc(Value size) {
      Register result = fresh();
      add(new Instruction.HeapAllocate(result, size, false, nextLine()));
      return result;
    }

    public void free(Value address) {
      add(new Instruction.HeapFree(address, nextLine()));
    }

    public Register local(int bytes, boolean isPrivate) {
      Register result = fresh();
      add(
          new Instruction.StackAllocate(
              result, Value.of(bytes), isPrivate, "local" + result.index(), nextLine()));
      return result;
    }

    public void assume(Value condition) {
      add(new Instruction.Assume(condition, nextLine()));
    }

    /** Fails if the condition is 0; ends the block. */
    public void check(Value condition) {
      int next = blocks.size() + 2;
      branch(condition, next, next - 1);
      add(new Instruction.Fail(FailureKind.ASSERTION, "assertion", nextLine()));
      end(new Terminator.Unreachable(Location.NONE));
    }

    /** Writes what happens only if the condition is not 0; begins a new block after it. */
    public void when(Value condition, Runnable body) {
      int before = blocks.size();
      // The branch's target is known once the body is written.
      blocks.add(null);
      List<Instruction> head = List.copyOf(instructions);
      List<Block.Phi> headPhis = List.copyOf(phis);
      instructions.clear();
      phis.clear();
      body.run();
      int after = blocks.size() + 1;
      end(new Terminator.Jump(after, Location.NONE));
      blocks.set(
          before,
          new Block(
              "b" + before,
              headPhis,
              head,
              new Terminator.Branch(condition, before + 1, after, Location.NONE)));
    }

    /** The number of the block under way. */
    public int block() {
      return blocks.size();
    }

    public Register phi(List<Integer> predecessors, List<Value> values) {
      Register result = fresh();
      phi(result, predecessors, values);
      return result;
    }

    /** The same for a register that is in use already. */
    public void phi(Register result, List<Integer> predecessors, List<Value> values) {
      phis.add(new Block.Phi(result, predecessors, values));
    }

    /** A register that a phi further down will assign. */
    public Register reserve() {
      return fresh();
    }

    public void jump(int target) {
      end(new Terminator.Jump(target, nextLine()));
    }

    public void branch(Value condition, int ifTrue, int ifFalse) {
      end(new Terminator.Branch(condition, ifTrue, ifFalse, nextLine()));
    }

    public void ret(Value value) {
      end(new Terminator.Return(value, nextLine()));
    }

    private void end(Terminator terminator) {
      blocks.add(new Block("b" + blocks.size(), phis, instructions, terminator));
      phis.clear();
      instructions.clear();
    }

    private Function build() {
      boolean open =
          !instructions.isEmpty()
              || blocks.isEmpty()
              || !(blocks.get(blocks.size() - 1).terminator() instanceof Terminator.Return);
      if (open) {
        ret(Value.of(0));
      }
      return new Function(functionName, 1, registers, blocks, false);
    }
  }
}
