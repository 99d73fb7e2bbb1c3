package dev.heddle.program;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Instructions on other registers, with other operands and at another place. Says once, for all
 * kinds of instructions, which of their components are which; reflection could tell, too, but takes
 * longer than all else that prepares a small program.
 *
 * @param results what becomes of each register that an instruction assigns
 * @param operands what becomes of each operand, in their order
 * @param inGuards whether this holds for guards, too, or they stay as they are
 */
record Rewriting(
    UnaryOperator<Register> results,
    UnaryOperator<Value> operands,
    Location location,
    boolean inGuards) {
  Instruction of(Instruction instruction) {
    Instruction rewritten = computation(instruction);
    rewritten = rewritten == null ? access(instruction) : rewritten;
    rewritten = rewritten == null ? control(instruction) : rewritten;
    rewritten = rewritten == null ? thread(instruction) : rewritten;
    rewritten = rewritten == null ? object(instruction) : rewritten;
    rewritten = rewritten == null ? verification(instruction) : rewritten;
    if (rewritten == null) {
      throw new IllegalArgumentException("a new kind of instruction: " + instruction);
    }
    return rewritten;
  }

  private Instruction computation(Instruction instruction) {
    if (instruction instanceof Instruction.Binary i) {
      return new Instruction.Binary(
          result(i.result()),
          i.operator(),
          i.bits(),
          operand(i.left()),
          operand(i.right()),
          location);
    }
    if (instruction instanceof Instruction.Compare i) {
      return new Instruction.Compare(
          result(i.result()),
          i.relation(),
          i.bits(),
          operand(i.left()),
          operand(i.right()),
          location);
    }
    if (instruction instanceof Instruction.Convert i) {
      return new Instruction.Convert(
          result(i.result()),
          i.conversion(),
          i.fromBits(),
          i.toBits(),
          operand(i.value()),
          location);
    }
    if (instruction instanceof Instruction.Select i) {
      return new Instruction.Select(
          result(i.result()),
          operand(i.condition()),
          operand(i.ifTrue()),
          operand(i.ifFalse()),
          location);
    }
    if (instruction instanceof Instruction.DecimalDigit i) {
      return new Instruction.DecimalDigit(
          result(i.result()),
          operand(i.number()),
          operand(i.conversion()),
          operand(i.precision()),
          operand(i.flags()),
          operand(i.index()),
          location);
    }
    return null;
  }

  private Instruction object(Instruction instruction) {
    if (instruction instanceof Instruction.StackAllocate i) {
      return new Instruction.StackAllocate(
          result(i.result()), operand(i.size()), i.isPrivate(), i.name(), location, i.type());
    }
    if (instruction instanceof Instruction.HeapAllocate i) {
      return new Instruction.HeapAllocate(
          result(i.result()), operand(i.size()), i.zeroed(), location, i.type());
    }
    if (instruction instanceof Instruction.HeapFree i) {
      return new Instruction.HeapFree(operand(i.address()), location);
    }
    if (instruction instanceof Instruction.HeapSize i) {
      return new Instruction.HeapSize(result(i.result()), operand(i.address()), location);
    }
    return null;
  }

  private Instruction access(Instruction instruction) {
    if (instruction instanceof Instruction.Load i) {
      return new Instruction.Load(
          result(i.result()), operand(i.address()), i.bytes(), i.order(), location);
    }
    if (instruction instanceof Instruction.Store i) {
      return new Instruction.Store(
          operand(i.address()), operand(i.value()), i.bytes(), i.order(), location);
    }
    if (instruction instanceof Instruction.Peek i) {
      return new Instruction.Peek(
          result(i.result()), result(i.missing()), operand(i.address()), i.bytes(), location);
    }
    if (instruction instanceof Instruction.Poke i) {
      return new Instruction.Poke(
          operand(i.address()), operand(i.value()), operand(i.missing()), i.bytes(), location);
    }
    if (instruction instanceof Instruction.ReadModifyWrite i) {
      return new Instruction.ReadModifyWrite(
          result(i.result()),
          i.operator(),
          operand(i.address()),
          operand(i.value()),
          i.bytes(),
          i.order(),
          location);
    }
    if (instruction instanceof Instruction.Add i) {
      return new Instruction.Add(
          operand(i.address()), operand(i.value()), i.bytes(), i.order(), location);
    }
    if (instruction instanceof Instruction.CompareExchange i) {
      return new Instruction.CompareExchange(
          result(i.old()),
          result(i.success()),
          operand(i.address()),
          operand(i.expected()),
          operand(i.desired()),
          i.bytes(),
          i.successOrder(),
          i.failureOrder(),
          location);
    }
    if (instruction instanceof Instruction.Fence i) {
      return new Instruction.Fence(i.order(), i.barrier(), location);
    }
    return null;
  }

  private Instruction control(Instruction instruction) {
    if (instruction instanceof Instruction.Call i) {
      return new Instruction.Call(
          result(i.result()),
          result(i.thrown()),
          operand(i.callee()),
          operands(i.arguments()),
          operand(i.handlers()),
          location);
    }
    if (instruction instanceof Instruction.Throw i) {
      return new Instruction.Throw(operand(i.exception()), location);
    }
    if (instruction instanceof Instruction.Handlers i) {
      return new Instruction.Handlers(result(i.result()), operand(i.level()), location);
    }
    if (instruction instanceof Instruction.LoopBound i) {
      return new Instruction.LoopBound(i.passes(), location);
    }
    return null;
  }

  private Instruction thread(Instruction instruction) {
    if (instruction instanceof Instruction.Spawn i) {
      return new Instruction.Spawn(
          result(i.result()), operand(i.callee()), operand(i.argument()), location);
    }
    if (instruction instanceof Instruction.Join i) {
      return new Instruction.Join(result(i.result()), operand(i.thread()), location);
    }
    if (instruction instanceof Instruction.ThreadExit i) {
      return new Instruction.ThreadExit(operand(i.value()), location);
    }
    if (instruction instanceof Instruction.ProgramExit i) {
      return new Instruction.ProgramExit(operand(i.status()), location);
    }
    if (instruction instanceof Instruction.ProgramEnd i) {
      return new Instruction.ProgramEnd(operand(i.status()), location);
    }
    if (instruction instanceof Instruction.CurrentThread i) {
      return new Instruction.CurrentThread(result(i.result()), location);
    }
    if (instruction instanceof Instruction.Mutex i) {
      return new Instruction.Mutex(
          result(i.result()), i.operator(), operand(i.address()), i.typed(), location);
    }
    if (instruction instanceof Instruction.Await i) {
      return new Instruction.Await(
          result(i.result()),
          operand(i.address()),
          i.bytes(),
          guard(i.guard()),
          i.update(),
          operand(i.operand()),
          i.purpose(),
          i.loop(),
          i.writesInVain(),
          i.order(),
          location);
    }
    if (instruction instanceof Instruction.Attempt i) {
      return new Instruction.Attempt(
          result(i.old()),
          result(i.success()),
          operand(i.address()),
          i.bytes(),
          guard(i.guard()),
          i.update(),
          operand(i.operand()),
          i.order(),
          location);
    }
    if (instruction instanceof Instruction.Signal i) {
      return new Instruction.Signal(result(i.result()), operand(i.address()), i.order(), location);
    }
    if (instruction instanceof Instruction.Choose i) {
      return new Instruction.Choose(result(i.result()), i.low(), i.high(), location);
    }
    if (instruction instanceof Instruction.ThreadLocalAddress i) {
      return new Instruction.ThreadLocalAddress(result(i.result()), i.global(), location);
    }
    if (instruction instanceof Instruction.AtomicBegin i) {
      return new Instruction.AtomicBegin(i.section(), location);
    }
    if (instruction instanceof Instruction.AtomicEnd) {
      return new Instruction.AtomicEnd(location);
    }
    if (instruction instanceof Instruction.Claim i) {
      return new Instruction.Claim(i.kind(), operand(i.address()), i.bytes(), location);
    }
    if (instruction instanceof Instruction.Again i) {
      return new Instruction.Again(result(i.result()), operand(i.condition()), location);
    }
    if (instruction instanceof Instruction.Doubt i) {
      return new Instruction.Doubt(operand(i.condition()), location);
    }
    return null;
  }

  private Instruction verification(Instruction instruction) {
    if (instruction instanceof Instruction.Assume i) {
      return new Instruction.Assume(operand(i.condition()), i.purpose(), i.loop(), location);
    }
    if (instruction instanceof Instruction.Fail i) {
      return new Instruction.Fail(i.kind(), i.message(), operand(i.type()), location);
    }
    if (instruction instanceof Instruction.Unsupported i) {
      return new Instruction.Unsupported(i.message(), location);
    }
    if (instruction instanceof Instruction.Print i) {
      return new Instruction.Print(
          result(i.result()), operand(i.format()), operands(i.arguments()), location);
    }
    return null;
  }

  private Register result(Register register) {
    return register == null ? null : results.apply(register);
  }

  private Value operand(Value value) {
    return value == null ? null : operands.apply(value);
  }

  private List<Value> operands(List<Value> values) {
    List<Value> rewritten = new ArrayList<>(values.size());
    for (Value value : values) {
      rewritten.add(operand(value));
    }
    return rewritten;
  }

  private Instruction.Guard guard(Instruction.Guard guard) {
    if (!inGuards) {
      return guard;
    }
    if (guard instanceof Instruction.Guard.Masked i) {
      return new Instruction.Guard.Masked(operand(i.mask()), i.relation(), operand(i.value()));
    }
    Instruction.Guard.Computed i = (Instruction.Guard.Computed) guard;
    Register content = result(i.content());
    List<Instruction> steps = new ArrayList<>(i.steps().size());
    for (Instruction step : i.steps()) {
      steps.add(of(step));
    }
    return new Instruction.Guard.Computed(content, steps, operand(i.condition()));
  }
}
