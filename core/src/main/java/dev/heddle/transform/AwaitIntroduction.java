package dev.heddle.transform;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Guard;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.program.Location;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Operands;
import dev.heddle.program.Program;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import dev.heddle.transform.purity.EarlyAssumptions;
import dev.heddle.transform.purity.LoopFinding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Turns an access about whose result something is assumed into one that waits until that is so:
 * load-await, exchange-await and compare-exchange-await. What is assumed must be computed from the
 * result and from what is known before the access.
 *
 * <p>Jonsson, Lång, Sagonas: <em>Awaiting for Godot</em>, FMCAD 2022, section II-A. An assumption
 * that fails because the access came too early leaves an execution that need not be explored; one
 * that waits does not.
 */
public final class AwaitIntroduction {
  private static final Value EVERYTHING = Value.of(-1);
  private static final Value NOTHING = Value.of(0);

  /** How many accesses wait now. */
  private int awaits;

  /** Whether no assumption is left. */
  private boolean isComplete = true;

  /** How many registers the function under way has. */
  private int registers;

  /** In an atomic section nobody can wait; the source's assumptions may lie in one. */
  private final boolean hasNoSections;

  private final Consumer<LoopFinding> findings;

  private AwaitIntroduction(Program program, Consumer<LoopFinding> findings) {
    this.findings = findings;
    hasNoSections = !program.uses(Instruction.AtomicBegin.class);
  }

  /**
   * Lets threads wait instead of stopping them.
   *
   * @param findings is told about each loop in whose place a thread now waits
   */
  public static Program apply(Program program, Consumer<LoopFinding> findings) {
    List<Function> functions = new ArrayList<>();
    for (Function function : program.functions()) {
      functions.add(
          function.uses(Instruction.Assume.class) ? best(program, function, findings) : function);
    }
    return program.withFunctions(functions);
  }

  /** The function with awaits; assumptions are moved towards accesses if that makes more. */
  private static Function best(Program program, Function function, Consumer<LoopFinding> findings) {
    List<LoopFinding> plain = new ArrayList<>();
    AwaitIntroduction pass = new AwaitIntroduction(program, plain::add);
    Function rewritten = pass.rewrite(function);
    List<LoopFinding> early = new ArrayList<>();
    AwaitIntroduction moved = new AwaitIntroduction(program, early::add);
    Function better =
        pass.isComplete ? function : moved.rewrite(EarlyAssumptions.brought(function));
    boolean helps = moved.awaits > pass.awaits;
    (helps ? early : plain).forEach(findings);
    return helps ? better : rewritten;
  }

  private Function rewrite(Function function) {
    registers = function.registers();
    List<Block> blocks = new ArrayList<>();
    for (Block block : function.blocks()) {
      List<Instruction> code = new ArrayList<>(block.instructions());
      for (int i = 0; i < code.size(); i++) {
        Access access = Access.of(code.get(i));
        if (access != null) {
          introduce(code, i, access);
        }
      }
      isComplete &= code.stream().noneMatch(Instruction.Assume.class::isInstance);
      blocks.add(new Block(block.label(), block.phis(), code, block.terminator()));
    }
    return new Function(
        function.name(), function.parameters(), registers, blocks, function.library());
  }

  /**
   * What an access reads and how it changes that.
   *
   * @param success of a compare-exchange, else null
   * @param exchange the compare-exchange, else null
   */
  private record Access(
      Register content,
      Register success,
      Value address,
      int bytes,
      RmwOperator update,
      Value operand,
      Value expected,
      MemoryOrder order,
      Instruction.CompareExchange exchange) {
    static Access of(Instruction instruction) {
      if (instruction instanceof Instruction.Load i) {
        return new Access(
            i.result(), null, i.address(), i.bytes(), null, NOTHING, null, i.order(), null);
      }
      if (instruction instanceof Instruction.ReadModifyWrite i && i.result() != null) {
        return new Access(
            i.result(),
            null,
            i.address(),
            i.bytes(),
            i.operator(),
            i.value(),
            null,
            i.order(),
            null);
      }
      if (instruction instanceof Instruction.CompareExchange i && i.success() != null) {
        RmwOperator update = RmwOperator.EXCHANGE;
        return new Access(
            i.old(),
            i.success(),
            i.address(),
            i.bytes(),
            update,
            i.desired(),
            i.expected(),
            i.successOrder(),
            i);
      }
      return null;
    }
  }

  /** The assumptions behind an access that depend on it, with what computes their conditions. */
  private static final class Assumptions {
    final List<Instruction.Assume> assumes = new ArrayList<>();
    final List<Instruction> computations = new ArrayList<>();
    final Map<Value, Instruction> definitions = new HashMap<>();

    Assumptions(List<Instruction> code, int at, Access access, boolean hasNoSections) {
      Set<Value> known = new HashSet<>();
      known.add(access.content);
      known.add(access.success);
      for (int i = at + 1; i < code.size(); i++) {
        Instruction next = code.get(i);
        if (next instanceof Instruction.Assume assume
            && (hasNoSections || assume.purpose() != null)
            && known.contains(assume.condition())) {
          assumes.add(assume);
        } else if (next.isComputation()) {
          Register result = Operands.results(next).get(0);
          computations.add(next);
          definitions.put(result, next);
          Operands.forEach(
              next,
              operand -> {
                if (known.contains(operand)) {
                  known.add(result);
                }
              });
        } else {
          return;
        }
      }
    }

    /** The computations that some value needs, in their order. */
    List<Instruction> neededBy(List<Value> values) {
      Set<Value> needed = new HashSet<>(values);
      List<Instruction> steps = new ArrayList<>();
      for (int i = computations.size() - 1; i >= 0; i--) {
        Instruction computation = computations.get(i);
        if (needed.contains(Operands.results(computation).get(0))) {
          Operands.forEach(computation, needed::add);
          steps.add(0, computation);
        }
      }
      return steps;
    }
  }

  private void introduce(List<Instruction> code, int at, Access access) {
    Assumptions found = new Assumptions(code, at, access, hasNoSections);
    Guard guard = found.assumes.isEmpty() ? null : guard(access, found);
    if (guard == null) {
      return;
    }
    awaits++;
    List<String> purposes = new ArrayList<>();
    found.assumes.forEach(
        assume -> purposes.add(assume.purpose() == null ? "an assumption" : assume.purpose()));
    String purpose = String.join(" and ", purposes);
    if (found.assumes.stream().allMatch(assume -> assume.purpose() != null)) {
      Location begin = found.assumes.get(0).location();
      findings.accept(new LoopFinding(begin, LoopFinding.LoopKind.AWAIT, purpose));
    }
    Location location = code.get(at).location();
    Register content = access.content == null ? fresh() : access.content;
    code.set(
        at,
        new Instruction.Await(
            content,
            access.address,
            access.bytes,
            guard,
            access.update,
            access.operand,
            purpose,
            loop(found.assumes),
            access.update != null && access.exchange == null,
            access.order,
            location));
    code.removeIf(instruction -> found.assumes.stream().anyMatch(a -> a == instruction));
    if (access.success != null) {
      int bits = 8 * access.bytes;
      code.add(
          at + 1,
          new Instruction.Compare(
              access.success, Relation.EQ, bits, content, access.expected, location));
    }
  }

  /** The loop around all assumptions; what an outer loop is about comes first. */
  private static int loop(List<Instruction.Assume> assumes) {
    boolean allSpin = assumes.stream().allMatch(assume -> assume.loop() != Instruction.ASSUMED);
    return allSpin ? assumes.get(0).loop() : Instruction.ASSUMED;
  }

  /** What the content must be; null if an access that waits cannot express it. */
  private Guard guard(Access access, Assumptions found) {
    List<Value> conditions = new ArrayList<>();
    found.assumes.forEach(assume -> conditions.add(assume.condition()));
    if (access.success != null) {
      // It waits only for success: what else it waited for would have to be no update.
      SuccessCondition success = new SuccessCondition(access.exchange, found.neededBy(conditions));
      return conditions.stream().allMatch(success::isSaidBy)
          ? new Guard.Masked(EVERYTHING, Relation.EQ, access.expected)
          : null;
    }
    if (conditions.size() == 1
        && found.definitions.get(conditions.get(0)) instanceof Instruction.Compare compare
        && compare.left().equals(access.content)
        && compare.bits() == 8 * access.bytes
        && found.definitions.get(compare.right()) == null
        && !compare.right().equals(access.content)
        && compare.relation().compareTo(Relation.SGE) <= 0) {
      return new Guard.Masked(EVERYTHING, compare.relation(), compare.right());
    }
    List<Instruction> steps = found.neededBy(conditions);
    Value all = conditions.get(0);
    for (Value condition : conditions.subList(1, conditions.size())) {
      Register both = fresh();
      steps.add(new Instruction.Binary(both, BinaryOperator.AND, 1, all, condition, Location.NONE));
      all = both;
    }
    return new Guard.Computed(access.content, steps, all);
  }

  private Register fresh() {
    return new Register(registers++);
  }
}
