package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.MutexOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Location;
import dev.heddle.program.Operands;
import dev.heddle.program.Program;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lets a loop that tries something a fixed number of times try it once: {@code for (i = 0; i <
 * 1000; i++) if (try()) return; park();}.
 *
 * <p>All iterations that come back must change nothing but the counter, on which nothing depends
 * but the end of the loop. Then
 *
 * <ul>
 *   <li>an execution in which an iteration succeeds is also one in which it is the first: those
 *       that failed before can be left out, as they changed nothing;
 *   <li>an execution in which all fail, one of them after a single read of memory, is also one in
 *       which that one takes place alone: whatever it reads, the others could have read just before
 *       it.
 * </ul>
 *
 * An iteration that has failed after a single read therefore goes on as if the counter had come to
 * its end. One that has failed after several counts: two reads may have seen different moments, and
 * then nobody says that this can happen again. An iteration may also load from a place before it
 * compares it with a constant and exchanges it, if only that leads out. When the exchange has
 * failed, further iterations that follow at once fail, too: they find what it found.
 */
final class BoundedSpinning {
  private static final Map<Relation, Relation> SWAPPED =
      Map.of(
          Relation.EQ, Relation.EQ,
          Relation.NE, Relation.NE,
          Relation.ULT, Relation.UGT,
          Relation.UGT, Relation.ULT,
          Relation.ULE, Relation.UGE,
          Relation.UGE, Relation.ULE,
          Relation.SLT, Relation.SGT,
          Relation.SGT, Relation.SLT,
          Relation.SLE, Relation.SGE,
          Relation.SGE, Relation.SLE);

  private static final Map<Relation, Relation> NEGATED =
      Map.of(
          Relation.EQ, Relation.NE,
          Relation.NE, Relation.EQ,
          Relation.ULT, Relation.UGE,
          Relation.UGE, Relation.ULT,
          Relation.ULE, Relation.UGT,
          Relation.UGT, Relation.ULE,
          Relation.SLT, Relation.SGE,
          Relation.SGE, Relation.SLT,
          Relation.SLE, Relation.SGT,
          Relation.SGT, Relation.SLE);

  private final Program program;
  private final Map<Integer, LoopFinding> findings;
  private Function function;

  // Of the loop under way.
  private Loop loop;
  private Definitions definitions;
  private int registers;

  private BoundedSpinning(Program program, Function function, Map<Integer, LoopFinding> findings) {
    this.program = program;
    this.function = function;
    this.findings = findings;
  }

  /**
   * The function with such loops shortened; itself if it has none.
   *
   * @param findings gets what was found, by the headers of loops
   */
  static Function shortened(
      Program program, Function function, Map<Integer, LoopFinding> findings) {
    BoundedSpinning pass = new BoundedSpinning(program, function, findings);
    int loops = Loop.of(function).size();
    for (int i = 0; i < loops; i++) {
      pass.shorten(Loop.of(pass.function).get(i));
    }
    return pass.function;
  }

  private void shorten(Loop candidate) {
    loop = candidate;
    definitions = new Definitions(function);
    registers = function.registers();
    for (Block.Phi phi : function.blocks().get(loop.header()).phis()) {
      Countdown countdown = countdown(phi);
      if (countdown != null
          && onlyCounts(countdown)
          && failsWithoutChange(phi.result())
          && (countdown.atTop || isRepeated(countdown.exit))) {
        rewrite(countdown);
        findings.put(
            loop.header(),
            new LoopFinding(
                loop.location(), LoopFinding.LoopKind.BOUNDED, "all attempts that fail are one"));
        return;
      }
    }
  }

  // ---- The counter --------------------------------------------------------------------------

  /**
   * How a loop counts.
   *
   * @param offset the compared value is the variable plus this
   * @param stays the relation of the compared value to {@code bound} with which the loop goes on
   * @param last what is compared when the loop ends, relative to {@code bound}
   * @param exit the block that ends with the comparison
   * @param atTop whether it is the first thing in an iteration, else it is the last
   */
  private record Countdown(
      Block.Phi phi,
      int bits,
      long offset,
      Relation stays,
      Value bound,
      long last,
      int exit,
      boolean atTop) {}

  private Countdown countdown(Block.Phi phi) {
    List<Integer> latches = new ArrayList<>();
    Value next = null;
    for (int from : phi.predecessors()) {
      if (loop.contains(from)) {
        latches.add(from);
        if (next != null && !next.equals(phi.valueFrom(from))) {
          return null;
        }
        next = phi.valueFrom(from);
      }
    }
    Long step = next == null ? null : distance(next, phi.result());
    if (step == null || Math.abs(step) != 1) {
      return null;
    }
    int header = loop.header();
    boolean isTop = !accesses(header) && isExit(header);
    boolean isBottom = !isTop && latches.size() == 1 && isExit(latches.get(0));
    return isTop || isBottom ? compared(phi, step, isTop ? header : latches.get(0), isTop) : null;
  }

  private boolean isExit(int block) {
    return function.blocks().get(block).terminator() instanceof Terminator.Branch branch
        && loop.contains(branch.ifTrue()) != loop.contains(branch.ifFalse());
  }

  private Countdown compared(Block.Phi phi, long step, int exit, boolean atTop) {
    Terminator.Branch branch = (Terminator.Branch) function.blocks().get(exit).terminator();
    boolean staysIfTrue = loop.contains(branch.ifTrue());
    Value condition = branch.condition();
    if (definitions.computationOf(condition) instanceof Instruction.Binary not
        && not.operator() == BinaryOperator.XOR
        && not.right().equals(Value.of(1))) {
      condition = not.left();
      staysIfTrue = !staysIfTrue;
    }
    if (!(definitions.computationOf(condition) instanceof Instruction.Compare c)
        || !NEGATED.containsKey(c.relation())) {
      return null;
    }
    boolean onLeft = distance(c.left(), phi.result()) != null;
    Value value = onLeft ? c.left() : c.right();
    Value bound = onLeft ? c.right() : c.left();
    Long offset = distance(value, phi.result());
    if (offset == null || !isFixed(bound)) {
      return null;
    }
    Relation relation = onLeft ? c.relation() : SWAPPED.get(c.relation());
    Relation stays = staysIfTrue ? relation : NEGATED.get(relation);
    Long last = last(stays, step, bound, c.bits());
    return last == null
        ? null
        : new Countdown(phi, c.bits(), offset, stays, bound, last, exit, atTop);
  }

  /** How far behind the bound the compared value is when the loop ends; null if not known. */
  private static Long last(Relation stays, long step, Value bound, int bits) {
    boolean up = step > 0;
    boolean isSmall =
        bound instanceof Value.Constant number
            && number.bits() >= 0
            && number.bits() < (1L << Math.min(62, bits - 1)) - 1;
    boolean isPositive = isSmall && !bound.equals(Value.of(0));
    return switch (stays) {
      case NE -> Long.valueOf(0);
      case ULT, SLT -> up ? Long.valueOf(0) : null;
      case UGT, SGT -> up ? null : Long.valueOf(0);
      case ULE, SLE -> up && isSmall ? Long.valueOf(1) : null;
      case UGE -> !up && isPositive ? Long.valueOf(-1) : null;
      case SGE -> !up && isSmall ? Long.valueOf(-1) : null;
      default -> null;
    };
  }

  /** How much a value is more than a variable; null if that is not known. */
  private Long distance(Value value, Register variable) {
    if (value.equals(variable)) {
      return 0L;
    }
    if (definitions.computationOf(value) instanceof Instruction.Binary i
        && i.left().equals(variable)
        && i.right() instanceof Value.Constant number) {
      int unused = 64 - i.bits();
      long signed = number.bits() << unused >> unused;
      if (i.operator() == BinaryOperator.ADD) {
        return signed;
      }
      return i.operator() == BinaryOperator.SUB ? -signed : null;
    }
    return null;
  }

  private boolean isFixed(Value value) {
    Point point = definitions.pointOf(value);
    return point == null || !loop.contains(point.block());
  }

  // ---- What depends on the counter ----------------------------------------------------------

  /** Whether nothing depends on the counter but the end of the loop, and what follows that. */
  private boolean onlyCounts(Countdown countdown) {
    BitSet counting = counting(countdown.phi.result());
    BitSet elsewhere = behindOtherExits(countdown.exit);
    for (int b = 0; b < function.blocks().size(); b++) {
      Block block = function.blocks().get(b);
      boolean inLoop = loop.contains(b);
      boolean isOpen = inLoop || elsewhere.get(b);
      for (Instruction instruction : block.instructions()) {
        boolean counts =
            inLoop
                && instruction.isComputation()
                && counting.get(Operands.results(instruction).get(0).index());
        if (isOpen && !counts && usesAny(instruction, counting)) {
          return false;
        }
      }
      if (isOpen && b != countdown.exit && isAny(Operands.of(block.terminator()), counting)) {
        return false;
      }
      for (Block.Phi phi : block.phis()) {
        for (int from : phi.predecessors()) {
          boolean isAtEnd = from == countdown.exit && !inLoop;
          boolean isOpenThere = (loop.contains(from) && !isAtEnd) || elsewhere.get(from);
          if (isOpenThere && isAny(phi.valueFrom(from), counting) && !isCounter(phi, countdown)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static boolean isCounter(Block.Phi phi, Countdown countdown) {
    return phi.result().equals(countdown.phi.result());
  }

  /** The registers of the loop that are computed from a variable. */
  private BitSet counting(Register variable) {
    BitSet counting = new BitSet();
    counting.set(variable.index());
    boolean grows = true;
    while (grows) {
      grows = false;
      for (int b : loop.order()) {
        for (Instruction instruction : function.blocks().get(b).instructions()) {
          if (instruction.isComputation()
              && !counting.get(Operands.results(instruction).get(0).index())
              && usesAny(instruction, counting)) {
            counting.set(Operands.results(instruction).get(0).index());
            grows = true;
          }
        }
      }
    }
    return counting;
  }

  private static boolean usesAny(Instruction instruction, BitSet registers) {
    boolean[] found = new boolean[1];
    Operands.forEach(instruction, operand -> found[0] |= isAny(operand, registers));
    return found[0];
  }

  private static boolean isAny(Value value, BitSet registers) {
    return value instanceof Register register && registers.get(register.index());
  }

  /** The blocks to which control may come if it leaves the loop before the counter's end. */
  private BitSet behindOtherExits(int exit) {
    BitSet behind = new BitSet();
    Deque<Integer> open = new ArrayDeque<>();
    for (int b : loop.order()) {
      for (int next : function.blocks().get(b).terminator().successors()) {
        if (!loop.contains(next) && b != exit) {
          open.push(next);
        }
      }
    }
    while (!open.isEmpty()) {
      int b = open.pop();
      if (!behind.get(b) && !loop.contains(b)) {
        behind.set(b);
        function.blocks().get(b).terminator().successors().forEach(open::push);
      }
    }
    return behind;
  }

  // ---- What an iteration does ---------------------------------------------------------------

  private boolean accesses(int block) {
    return function.blocks().get(block).instructions().stream().anyMatch(i -> !i.isComputation());
  }

  /** Whether each iteration that comes back has only read memory, and changed nothing else. */
  private boolean failsWithoutChange(Register counter) {
    for (int b : loop.order()) {
      for (Instruction instruction : function.blocks().get(b).instructions()) {
        boolean isHarmless =
            instruction.isComputation() || instruction instanceof Instruction.Print;
        if (!isHarmless && !isRead(instruction)) {
          return false;
        }
      }
    }
    ForwardPurity analysis = new ForwardPurity(program, function, loop, definitions, counter);
    return !analysis.condition().isEmpty() && analysis.isAlwaysPure();
  }

  /** Whether an iteration that has failed, on whatever way, could fail again at once. */
  private boolean isRepeated(int exit) {
    List<Instruction> reads = new ArrayList<>();
    for (int b : loop.order()) {
      function.blocks().get(b).instructions().stream()
          .filter(BoundedSpinning::isRead)
          .forEach(reads::add);
    }
    return reads.size() == 1 || isTestAndSet(reads, exit);
  }

  /** The blocks in which an iteration may read memory for the second time. */
  private BitSet secondReads() {
    BitSet second = new BitSet();
    Map<Integer, Long> most = new HashMap<>(); // reads up to the end of a block
    for (int b : loop.order()) {
      long before = 0;
      for (int from : b == loop.header() ? List.<Integer>of() : loop.predecessors(b)) {
        before = Math.max(before, most.getOrDefault(from, 0L));
      }
      long own =
          function.blocks().get(b).instructions().stream().filter(BoundedSpinning::isRead).count();
      most.put(b, before + own);
      second.set(b, own > 0 && before + own > 1);
    }
    return second;
  }

  private static boolean isRead(Instruction instruction) {
    return instruction instanceof Instruction.Load
        || instruction instanceof Instruction.Peek
        || instruction instanceof Instruction.CompareExchange
        || instruction instanceof Instruction.ReadModifyWrite
        || instruction instanceof Instruction.Attempt
        || (instruction instanceof Instruction.Mutex i && i.operator() == MutexOperator.TRY_LOCK);
  }

  /**
   * Whether an iteration loads from a place, compares and exchanges there what must be a constant,
   * and succeeds only after that.
   */
  private boolean isTestAndSet(List<Instruction> reads, int exit) {
    if (reads.size() != 2
        || !(reads.get(0) instanceof Instruction.Load load)
        || !(reads.get(1) instanceof Instruction.CompareExchange exchange)
        || !load.address().equals(exchange.address())
        || load.bytes() != exchange.bytes()
        || !(exchange.expected() instanceof Value.Constant)) {
      return false;
    }
    BitSet without = new BitSet();
    Deque<Integer> open = new ArrayDeque<>(List.of(loop.header()));
    while (!open.isEmpty()) {
      int b = open.pop();
      boolean isOpen = loop.contains(b) && !without.get(b);
      if (isOpen && !function.blocks().get(b).instructions().contains(exchange)) {
        without.set(b);
        function.blocks().get(b).terminator().successors().forEach(open::push);
      }
    }
    for (int b : loop.order()) {
      for (int next : function.blocks().get(b).terminator().successors()) {
        if (!loop.contains(next) && b != exit && without.get(b)) {
          return false;
        }
      }
    }
    return true;
  }

  // ---- The shorter loop ---------------------------------------------------------------------

  /**
   * Moves the counter to its end: on the way back if it is compared first, and on the way in if it
   * is compared last.
   */
  private void rewrite(Countdown countdown) {
    Map<Integer, List<Instruction>> added = new HashMap<>();
    List<Value> values = new ArrayList<>();
    BitSet second = isRepeated(countdown.exit) ? new BitSet() : secondReads();
    PathFlags counted = new PathFlags(loop, this::fresh, (from, to) -> second.get(from));
    for (int from : countdown.phi.predecessors()) {
      Value value = countdown.phi.valueFrom(from);
      if (loop.contains(from) == countdown.atTop) {
        List<Instruction> code = added.computeIfAbsent(from, b -> new ArrayList<>());
        Value isCounted = counted.along(from, loop.header());
        Value end = atEnd(value, countdown, code);
        value = isCounted.equals(Value.of(0)) ? end : chosen(isCounted, value, end, code);
      }
      values.add(value);
    }
    Block.Phi moved = new Block.Phi(countdown.phi.result(), countdown.phi.predecessors(), values);
    List<Block> blocks = new ArrayList<>();
    for (int b = 0; b < function.blocks().size(); b++) {
      Block block = function.blocks().get(b);
      List<Block.Phi> phis = new ArrayList<>(block.phis());
      phis.replaceAll(phi -> isCounter(phi, countdown) ? moved : phi);
      if (counted.phis().containsKey(b)) {
        phis.add(counted.phis().get(b));
      }
      List<Instruction> instructions = new ArrayList<>(block.instructions());
      instructions.addAll(added.getOrDefault(b, List.of()));
      blocks.add(new Block(block.label(), phis, instructions, block.terminator()));
    }
    function =
        new Function(function.name(), function.parameters(), registers, blocks, function.library());
  }

  /** {@code stays(value + offset) ? bound + last - offset : value}. */
  private Value atEnd(Value value, Countdown c, List<Instruction> code) {
    Location at = loop.location();
    Register compared = fresh();
    code.add(binary(compared, c, value, c.offset, at));
    Register stays = fresh();
    code.add(new Instruction.Compare(stays, c.stays, c.bits, compared, c.bound, at));
    Register end = fresh();
    code.add(binary(end, c, c.bound, c.last - c.offset, at));
    return chosen(stays, end, value, code);
  }

  private Value chosen(Value condition, Value yes, Value no, List<Instruction> code) {
    Register result = fresh();
    code.add(new Instruction.Select(result, condition, yes, no, loop.location()));
    return result;
  }

  private static Instruction binary(
      Register result, Countdown c, Value left, long distance, Location at) {
    long bits = c.bits == 64 ? distance : distance & ((1L << c.bits) - 1);
    return new Instruction.Binary(result, BinaryOperator.ADD, c.bits, left, Value.of(bits), at);
  }

  private Register fresh() {
    return new Register(registers++);
  }
}
