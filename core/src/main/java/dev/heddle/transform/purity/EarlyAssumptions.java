package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.LoopHeaders;
import dev.heddle.program.Operands;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Brings assumptions to the block of the access that they are about. Between the two there may be
 * branches on which nothing happens: their ways become one by selects, and an assumption at the
 * beginning of a block goes to the ends of those from which control comes. No thread is stopped
 * before an operation that it has done so far. Blocks keep their positions.
 */
public final class EarlyAssumptions {
  private static final int BIT = 1;

  private Function function;
  private List<Block> blocks;
  private List<List<Integer>> predecessors;
  private int registers;

  private EarlyAssumptions(Function function) {
    this.function = function;
    this.registers = function.registers();
  }

  /** The function with its assumptions as early as may be; itself if nothing can be done. */
  public static Function brought(Function function) {
    EarlyAssumptions pass = new EarlyAssumptions(KnownBranches.decided(function));
    int rounds = 4 * function.blocks().size();
    while (rounds-- > 0 && pass.round()) {
      // Each step may make others possible.
    }
    return pass.function;
  }

  private boolean round() {
    blocks = new ArrayList<>(function.blocks());
    predecessors = Loop.predecessorsOf(function);
    for (int b = 0; b < blocks.size(); b++) {
      if (append(b) || select(b) || push(b)) {
        Function changed =
            new Function(
                function.name(), function.parameters(), registers, blocks, function.library());
        function = KnownBranches.decided(Unreached.removed(changed, blocks));
        return true;
      }
    }
    return false;
  }

  // ---- Blocks that follow each other --------------------------------------------------------

  /** Appends the only block to which another one jumps, if nobody else does. */
  private boolean append(int a) {
    if (!(blocks.get(a).terminator() instanceof Terminator.Jump jump)) {
      return false;
    }
    int b = jump.target();
    if (b == a || b == 0 || predecessors.get(b).size() != 1) {
      return false;
    }
    Block front = blocks.get(a);
    Block back = blocks.get(b);
    Substitution known = new Substitution();
    back.phis().forEach(phi -> known.put(phi.result(), phi.valueFrom(a)));
    List<Instruction> code = new ArrayList<>(front.instructions());
    code.addAll(back.instructions());
    blocks.set(a, new Block(front.label(), front.phis(), code, back.terminator()));
    for (int s : back.terminator().successors()) {
      comeFrom(s, List.of(b), a, Map.of());
    }
    for (int x = 0; x < blocks.size(); x++) {
      Block block = blocks.get(x);
      blocks.set(
          x,
          new Block(
              block.label(),
              block.phis().stream().map(known::in).toList(),
              block.instructions().stream().map(known::in).toList(),
              known.in(block.terminator())));
    }
    return true;
  }

  /**
   * Control comes to a block from another one in place of some.
   *
   * @param values what its phis get then, if that is something new
   */
  private void comeFrom(int s, List<Integer> gone, int now, Map<Register, Value> values) {
    List<Block.Phi> phis = new ArrayList<>();
    for (Block.Phi phi : blocks.get(s).phis()) {
      List<Integer> from = new ArrayList<>();
      List<Value> kept = new ArrayList<>();
      Value value = values.get(phi.result());
      for (int p : phi.predecessors()) {
        if (gone.contains(p)) {
          value = value == null ? phi.valueFrom(p) : value;
        } else if (p != now) {
          from.add(p);
          kept.add(phi.valueFrom(p));
        }
      }
      from.add(now);
      kept.add(value);
      phis.add(new Block.Phi(phi.result(), from, kept));
    }
    Block block = blocks.get(s);
    blocks.set(s, new Block(block.label(), phis, block.instructions(), block.terminator()));
  }

  // ---- Branches on which nothing happens ----------------------------------------------------

  /** Makes one way of two that come together again and only compute on the way. */
  private boolean select(int a) {
    if (!(blocks.get(a).terminator() instanceof Terminator.Branch branch)
        || branch.ifTrue() == branch.ifFalse()) {
      return false;
    }
    int behindTrue = behind(a, branch.ifTrue());
    int behindFalse = behind(a, branch.ifFalse());
    int join;
    if (behindTrue >= 0 && (behindTrue == branch.ifFalse() || behindTrue == behindFalse)) {
      join = behindTrue;
    } else if (behindFalse == branch.ifTrue()) {
      join = behindFalse;
    } else {
      return false;
    }
    if (join == a) {
      return false;
    }
    List<Instruction> code = new ArrayList<>(blocks.get(a).instructions());
    List<Integer> gone = new ArrayList<>();
    int fromTrue = take(a, branch.ifTrue(), join, code, gone);
    int fromFalse = take(a, branch.ifFalse(), join, code, gone);
    Map<Register, Value> values = new HashMap<>();
    for (Block.Phi phi : blocks.get(join).phis()) {
      Value ifTrue = phi.valueFrom(fromTrue);
      Value ifFalse = phi.valueFrom(fromFalse);
      Value chosen = ifTrue;
      if (!ifTrue.equals(ifFalse)) {
        Register result = new Register(registers++);
        code.add(
            new Instruction.Select(result, branch.condition(), ifTrue, ifFalse, branch.location()));
        chosen = result;
      }
      values.put(phi.result(), chosen);
    }
    comeFrom(join, gone, a, values);
    Block block = blocks.get(a);
    Terminator jump = new Terminator.Jump(join, branch.location());
    blocks.set(a, new Block(block.label(), block.phis(), code, jump));
    return true;
  }

  /** Where control goes from a block to which only a leads and which only computes; or -1. */
  private int behind(int a, int b) {
    Block block = blocks.get(b);
    boolean isPlain =
        b != a
            && b != 0
            && predecessors.get(b).size() == 1
            && block.phis().isEmpty()
            && block.instructions().stream().allMatch(Instruction::isComputation);
    return isPlain && block.terminator() instanceof Terminator.Jump jump ? jump.target() : -1;
  }

  /** Takes what is computed on one of the ways; gives the block in front of the join. */
  private int take(int a, int way, int join, List<Instruction> code, List<Integer> gone) {
    if (way == join) {
      return a;
    }
    code.addAll(blocks.get(way).instructions());
    gone.add(way);
    return way;
  }

  // ---- Assumptions --------------------------------------------------------------------------

  /** Moves the first assumption of a block to the ends of those from which control comes. */
  private boolean push(int b) {
    Block block = blocks.get(b);
    List<Instruction> code = block.instructions();
    int at = 0;
    while (at < code.size() && code.get(at).isComputation()) {
      at++;
    }
    if (b == 0 || at == code.size() || !(code.get(at) instanceof Instruction.Assume assume)) {
      return false;
    }
    List<Instruction> steps = stepsTo(assume.condition(), code.subList(0, at));
    if (!isUseful(block, b, assume.condition(), steps) || !canGoToAll(b)) {
      return false;
    }
    List<Instruction> rest = new ArrayList<>(code);
    rest.remove(at);
    blocks.set(b, new Block(block.label(), block.phis(), rest, block.terminator()));
    for (int p : predecessors.get(b)) {
      assumeAtEnd(p, b, block.phis(), assume, steps);
    }
    return true;
  }

  /** Whether something is known earlier: what a phi is, or that control goes another way. */
  private boolean isUseful(Block block, int b, Value condition, List<Instruction> steps) {
    Set<Value> used = new HashSet<>(Set.of(condition));
    steps.forEach(step -> Operands.forEach(step, used::add));
    boolean usesPhi = block.phis().stream().anyMatch(phi -> used.contains(phi.result()));
    return usesPhi || predecessors.get(b).size() == 1;
  }

  private boolean canGoToAll(int b) {
    LoopHeaders loops = new LoopHeaders(function);
    for (int p : predecessors.get(b)) {
      Terminator end = blocks.get(p).terminator();
      boolean isSimple =
          end instanceof Terminator.Jump
              || (end instanceof Terminator.Branch branch && branch.ifTrue() != branch.ifFalse());
      if (!isSimple || loops.isBackEdge(p, b)) {
        return false;
      }
    }
    return !predecessors.get(b).isEmpty();
  }

  private static List<Instruction> stepsTo(Value condition, List<Instruction> code) {
    Set<Value> needed = new HashSet<>(Set.of(condition));
    List<Instruction> steps = new ArrayList<>();
    for (int i = code.size() - 1; i >= 0; i--) {
      if (needed.contains(Operands.results(code.get(i)).get(0))) {
        Operands.forEach(code.get(i), needed::add);
        steps.add(0, code.get(i));
      }
    }
    return steps;
  }

  private void assumeAtEnd(
      int p, int b, List<Block.Phi> phis, Instruction.Assume assume, List<Instruction> steps) {
    Block block = blocks.get(p);
    Map<Value, Value> here = new HashMap<>();
    phis.forEach(phi -> here.put(phi.result(), phi.valueFrom(p)));
    List<Instruction> code = new ArrayList<>(block.instructions());
    for (Instruction step : steps) {
      Register copy = new Register(registers++);
      Register result = Operands.results(step).get(0);
      code.add(
          Operands.rewrite(
              step, old -> copy, value -> here.getOrDefault(value, value), step.location()));
      here.put(result, copy);
    }
    Value condition = here.getOrDefault(assume.condition(), assume.condition());
    if (block.terminator() instanceof Terminator.Branch branch) {
      condition = unlessElsewhere(branch, b, condition, code);
    }
    if (!(condition instanceof Value.Constant constant) || (constant.bits() & 1) == 0) {
      code.add(
          new Instruction.Assume(condition, assume.purpose(), assume.loop(), assume.location()));
    }
    blocks.set(p, new Block(block.label(), block.phis(), code, block.terminator()));
  }

  /** The condition, or that control goes the other way. */
  private Value unlessElsewhere(
      Terminator.Branch branch, int b, Value condition, List<Instruction> code) {
    Value elsewhere = branch.condition();
    if (branch.ifTrue() == b) {
      Register negation = new Register(registers++);
      code.add(
          new Instruction.Binary(
              negation, BinaryOperator.XOR, BIT, elsewhere, Value.of(1), branch.location()));
      elsewhere = negation;
    }
    if (condition instanceof Value.Constant constant) {
      return (constant.bits() & 1) == 0 ? elsewhere : condition;
    }
    Register either = new Register(registers++);
    code.add(
        new Instruction.Binary(
            either, BinaryOperator.OR, BIT, elsewhere, condition, branch.location()));
    return either;
  }
}
