package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Location;
import dev.heddle.program.Operands;
import dev.heddle.program.Program;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The functions of a program as they look in the place of a call. A function with local objects
 * cannot stand there, as they live until it returns; but if its own calls are inlined first, they
 * often fit into registers.
 */
final class Callees {
  private static final int MAX_BLOCKS = 400;

  private final Program program;

  /** What was found out so far, by function; empty for those that must be called. */
  private final Map<Integer, Optional<Function>> bodies = new HashMap<>();

  Callees(Program program) {
    this.program = program;
  }

  // ---- Which calls --------------------------------------------------------------------------

  /** The block and index of the first call in some blocks that can be inlined; null for none. */
  int[] firstCall(Function function, List<Integer> blocks) {
    for (int block : blocks) {
      List<Instruction> instructions = function.blocks().get(block).instructions();
      for (int i = 0; i < instructions.size(); i++) {
        if (instructions.get(i) instanceof Instruction.Call call && isInlinable(call)) {
          return new int[] {block, i};
        }
      }
    }
    return null;
  }

  private boolean isInlinable(Instruction.Call call) {
    if (!(call.callee() instanceof Value.FunctionAddress address) || call.thrown() != null) {
      return false;
    }
    Function callee = body(address.function());
    return callee != null && call.arguments().size() >= callee.parameters();
  }

  /** What can stand in the place of a call of a function; null for nothing. */
  private Function body(int function) {
    Optional<Function> known = bodies.get(function);
    if (known == null) {
      boolean isRecursive = reaches(function, function, new BitSet());
      known = isRecursive ? Optional.empty() : withoutObjects(program.functions().get(function));
      bodies.put(function, known);
    }
    return known.orElse(null);
  }

  private Optional<Function> withoutObjects(Function function) {
    if (!makesObjects(function)) {
      return Optional.of(function);
    }
    Function flat = function;
    int[] call = firstCall(flat, allBlocks(flat));
    while (call != null && flat.blocks().size() <= MAX_BLOCKS) {
      flat = inline(flat, call);
      call = firstCall(flat, allBlocks(flat));
    }
    flat = PrivateVariables.inRegisters(flat);
    return makesObjects(flat) ? Optional.empty() : Optional.of(flat);
  }

  private static List<Integer> allBlocks(Function function) {
    return IntStream.range(0, function.blocks().size()).boxed().toList();
  }

  private static boolean makesObjects(Function function) {
    return function.blocks().stream()
        .flatMap(block -> block.instructions().stream())
        .anyMatch(Instruction.StackAllocate.class::isInstance);
  }

  private boolean reaches(int from, int target, BitSet seen) {
    seen.set(from);
    Set<Integer> called = new HashSet<>();
    for (Block block : program.functions().get(from).blocks()) {
      for (Instruction instruction : block.instructions()) {
        if (instruction instanceof Instruction.Call call
            && call.callee() instanceof Value.FunctionAddress address) {
          called.add(address.function());
        }
      }
    }
    return called.contains(target)
        || called.stream().anyMatch(f -> !seen.get(f) && reaches(f, target, seen));
  }

  // ---- One call -----------------------------------------------------------------------------

  /** The callee's blocks come behind those of the function, and last what follows the call. */
  Function inline(Function function, int[] position) {
    int at = position[0];
    int index = position[1];
    Block block = function.blocks().get(at);
    Instruction.Call call = (Instruction.Call) block.instructions().get(index);
    Function callee = body(((Value.FunctionAddress) call.callee()).function());
    int first = function.blocks().size();
    int rest = first + callee.blocks().size();
    Copy copy =
        new Copy(call, callee.parameters(), callee.library(), function.registers(), first, rest);
    List<Block> blocks = new ArrayList<>();
    for (int b = 0; b < first; b++) {
      blocks.add(withPredecessor(function.blocks().get(b), at, rest));
    }
    blocks.set(
        at,
        new Block(
            blocks.get(at).label(),
            blocks.get(at).phis(),
            block.instructions().subList(0, index),
            new Terminator.Jump(first, call.location())));
    List<Integer> returning = new ArrayList<>();
    List<Value> returned = new ArrayList<>();
    for (Block original : callee.blocks()) {
      if (original.terminator() instanceof Terminator.Return exit) {
        returning.add(blocks.size());
        returned.add(copy.value(exit.value()));
      }
      blocks.add(copy.of(original));
    }
    List<Block.Phi> result =
        call.result() == null || returning.isEmpty()
            ? List.of()
            : List.of(new Block.Phi(call.result(), returning, returned));
    List<Instruction> after = block.instructions().subList(index + 1, block.instructions().size());
    blocks.add(new Block(block.label(), result, after, block.terminator()));
    return new Function(
        function.name(),
        function.parameters(),
        function.registers() + callee.registers(),
        blocks,
        function.library());
  }

  /** What came from a block to this one now comes from another. */
  private static Block withPredecessor(Block block, int from, int newFrom) {
    List<Block.Phi> phis = new ArrayList<>();
    for (Block.Phi phi : block.phis()) {
      List<Integer> predecessors = new ArrayList<>(phi.predecessors());
      predecessors.replaceAll(p -> p == from ? newFrom : p);
      phis.add(new Block.Phi(phi.result(), predecessors, phi.values()));
    }
    return new Block(block.label(), phis, block.instructions(), block.terminator());
  }

  /**
   * A copy of a function's blocks for one call.
   *
   * @param atCall whether all of it should seem to happen at the place of the call
   */
  private record Copy(
      Instruction.Call call,
      int parameters,
      boolean atCall,
      int firstRegister,
      int firstBlock,
      int rest) {
    Block of(Block block) {
      List<Block.Phi> phis = new ArrayList<>();
      for (Block.Phi phi : block.phis()) {
        phis.add(
            new Block.Phi(
                register(phi.result()),
                phi.predecessors().stream().map(p -> firstBlock + p).toList(),
                phi.values().stream().map(this::value).toList()));
      }
      List<Instruction> instructions = new ArrayList<>();
      for (Instruction i : block.instructions()) {
        instructions.add(Operands.rewrite(i, this::register, this::value, place(i.location())));
      }
      return new Block(block.label(), phis, instructions, terminator(block.terminator()));
    }

    private Register register(Register register) {
      return new Register(firstRegister + register.index());
    }

    Value value(Value value) {
      if (!(value instanceof Register register)) {
        return value;
      }
      int index = register.index();
      return index < parameters ? call.arguments().get(index) : register(register);
    }

    private Terminator terminator(Terminator terminator) {
      Location location = place(terminator.location());
      if (terminator instanceof Terminator.Jump t) {
        return new Terminator.Jump(firstBlock + t.target(), location);
      }
      if (terminator instanceof Terminator.Branch t) {
        return new Terminator.Branch(
            value(t.condition()), firstBlock + t.ifTrue(), firstBlock + t.ifFalse(), location);
      }
      if (terminator instanceof Terminator.Switch t) {
        return new Terminator.Switch(
            value(t.value()),
            t.cases(),
            t.targets().stream().map(b -> firstBlock + b).toList(),
            firstBlock + t.otherwise(),
            location);
      }
      return terminator instanceof Terminator.Return
          ? new Terminator.Jump(rest, location)
          : terminator;
    }

    private Location place(Location location) {
      return atCall ? call.location() : location;
    }
  }
}
