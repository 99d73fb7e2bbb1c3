package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.ClaimKind;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Location;
import dev.heddle.program.Operands;
import dev.heddle.program.Program;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Stops the pure iterations of the loops of one function: for each disjunct c of the purity
 * condition of a loop, an {@code assume(¬c)} at the earliest point at which c is known.
 */
final class FunctionPurity {
  private static final int BIT = 1;

  private static final Map<Relation, Relation> NEGATED =
      Map.of(
          Relation.EQ, Relation.NE,
          Relation.NE, Relation.EQ,
          Relation.ULT, Relation.UGE,
          Relation.UGE, Relation.ULT,
          Relation.SLT, Relation.SGE,
          Relation.SGE, Relation.SLT);

  private final Program program;
  private Function function;
  private final List<LoopFinding> findings = new ArrayList<>();

  /** The loops that try something once in place of several times, by their headers. */
  private Map<Integer, LoopFinding> bounded = Map.of();

  private final Trust trust;

  /** The headers of the loops all of whose iterations that come back are pure. */
  private final BitSet neverRepeated = new BitSet();

  /** The headers of the loops with pure iterations. */
  private final BitSet pure = new BitSet();

  // Of the loop under way.
  private Loop loop;
  private Definitions definitions;
  private Map<Point, List<Instruction>> looks;
  private int registers;
  private Map<Value, Value> copies;
  private List<Instruction> emitted;
  private Location location;

  private FunctionPurity(Program program, Function function, Trust trust) {
    this.program = program;
    this.function = function;
    this.trust = trust;
  }

  static FunctionPurity of(Program program, Function function, Trust trust) {
    return of(program, function, trust, Map.of());
  }

  /**
   * @param bounded loops that try something once in place of several times, by their headers
   */
  static FunctionPurity of(
      Program program, Function function, Trust trust, Map<Integer, LoopFinding> bounded) {
    FunctionPurity result = new FunctionPurity(program, function, trust);
    result.bounded = bounded;
    result.run();
    return result;
  }

  Function function() {
    return function;
  }

  List<LoopFinding> findings() {
    return findings;
  }

  /**
   * How many loops have pure iterations, of those whose header is one of the first blocks, or try
   * something once only.
   */
  int gain(int blocks) {
    return pure.get(0, blocks).cardinality() + bounded.size();
  }

  private void run() {
    int loops = Loop.of(function).size();
    for (int i = 0; i < loops; i++) {
      // Assumptions in inner loops do not change the shape of the function, nor so the order.
      loop = Loop.of(function).get(i);
      definitions = new Definitions(function);
      registers = function.registers();
      looks = LookClaims.of(function, loop, definitions, trust.races());
      if (bounded.containsKey(loop.header())) {
        findings.add(bounded.get(loop.header()));
        claimLooks();
        continue;
      }
      ForwardPurity analysis =
          new ForwardPurity(program, function, loop, definitions, neverRepeated, trust);
      List<Conjunction> condition = analysis.condition();
      if (condition.isEmpty() && !keepAccount(analysis)) {
        findings.add(
            new LoopFinding(loop.location(), LoopFinding.LoopKind.IMPURE, analysis.obstacle()));
      } else if (condition.isEmpty()) {
        pure.set(loop.header());
        findings.add(
            new LoopFinding(
                loop.location(), LoopFinding.LoopKind.PURE, "it comes back as it began"));
      } else {
        pure.set(loop.header());
        neverRepeated.set(loop.header(), analysis.isAlwaysPure() && !looksAgain());
        ConditionText text = new ConditionText(program, definitions);
        findings.add(
            new LoopFinding(loop.location(), LoopFinding.LoopKind.PURE, text.of(condition)));
        int repeated = analysis.rereads() ? Instruction.ASSUMED : loop.header();
        insert(condition, text, repeated, analysis.looksBeforeStores());
        keepAccount(analysis);
      }
      if (pure.get(loop.header())) {
        claimLooks();
      }
    }
  }

  /** Whether an iteration that does nothing is left out only if there was another one. */
  private boolean looksAgain() {
    return trust.looks() == Trust.Looks.REPEATED && !looks.isEmpty();
  }

  /** Has races of what is left out watched. */
  private void claimLooks() {
    if (trust.looks() == Trust.Looks.CLAIMED && !looks.isEmpty()) {
      Definitions current = new Definitions(function);
      rebuild(LookClaims.of(function, loop, current, trust.races()), Map.of());
    }
  }

  /** Lets iterations that go around inner loops find out that they changed nothing. */
  private boolean keepAccount(ForwardPurity analysis) {
    boolean goesAround = false;
    for (int from : loop.order()) {
      for (int to : function.blocks().get(from).terminator().successors()) {
        boolean isInner = loop.contains(to) && to != loop.header() && loop.isBackEdge(from, to);
        goesAround |= isInner && !neverRepeated.get(to);
      }
    }
    if (!goesAround) {
      return false;
    }
    UnchangedIterations account =
        new UnchangedIterations(
            function, loop, new Definitions(function), trust.zeroNet(), looksAgain(), this::fresh);
    Map<Point, List<Instruction>> insertions = account.insertions(analysis);
    if (!insertions.isEmpty()) {
      rebuild(insertions, account.phis());
    }
    return !insertions.isEmpty();
  }

  // ---- Insertion ----------------------------------------------------------------------------

  private void insert(
      List<Conjunction> condition, ConditionText text, int repeated, Set<Point> looks) {
    PathFlags flags =
        new PathFlags(
            loop, this::fresh, (from, to) -> loop.isBackEdge(from, to) && !neverRepeated.get(to));
    Map<Point, List<Instruction>> insertions = new LinkedHashMap<>();
    for (Conjunction c : condition) {
      Point point = loop.later(new Point(loop.header(), -1), earliest(c));
      emitted = insertions.computeIfAbsent(point, p -> new ArrayList<>());
      copies = new HashMap<>();
      location = locationOf(point);
      Value pureIteration = conjunction(withoutKnown(c, point), point);
      Value doubt = null;
      for (Conjunction.Claimed claim : c.claims()) {
        if (claim.doubt() != null) {
          doubt = literal(claim.doubt(), point);
          Register open = fresh();
          emitted.add(
              new Instruction.Binary(open, BinaryOperator.XOR, BIT, doubt, Value.of(1), location));
          pureIteration = binary(BinaryOperator.AND, pureIteration, open);
        }
      }
      Value flag = flags.at(point.block());
      if (!flag.equals(Value.of(0))) {
        pureIteration = binary(BinaryOperator.AND, pureIteration, not(flag));
      }
      for (Conjunction.Claimed claim : c.claims()) {
        insertions
            .computeIfAbsent(claim.point(), p -> new ArrayList<>())
            .add(new Instruction.Claim(claim.kind(), claim.address(), claim.bytes(), location));
      }
      if (looksAgain()) {
        Register again = fresh();
        emitted.add(new Instruction.Again(again, pureIteration, location));
        pureIteration = again;
      }
      String purpose = text.negationOf(List.of(c));
      emitted.add(new Instruction.Assume(not(pureIteration), purpose, repeated, loop.location()));
      if (doubt != null) {
        emitted.add(new Instruction.Doubt(doubt, location));
      }
    }
    looks.forEach(look -> claimToLookAt(look, insertions));
    rebuild(insertions, flags.phis());
  }

  private void claimToLookAt(Point look, Map<Point, List<Instruction>> insertions) {
    Instruction instruction = function.blocks().get(look.block()).instructions().get(look.index());
    insertions
        .computeIfAbsent(new Point(look.block(), look.index() - 1), p -> new ArrayList<>())
        .add(
            new Instruction.Claim(
                ClaimKind.NOT_PASSING,
                PassingStores.addressOf(instruction),
                PassingStores.bytesOf(instruction),
                instruction.location()));
  }

  /** Leaves out what holds anyway for whoever comes to a point, as all paths to it branch so. */
  private Conjunction withoutKnown(Conjunction c, Point point) {
    NormalForm form =
        new NormalForm(definitions, new Rereading(function, loop, definitions, trust.oneMemory()));
    Set<Literal> open = new TruthValues(function, definitions).withoutImplied(c.literals());
    int block = point.block();
    while (block != loop.header() && loop.predecessors(block).size() == 1) {
      int from = loop.predecessors(block).get(0);
      if (function.blocks().get(from).terminator() instanceof Terminator.Branch branch
          && branch.ifTrue() != branch.ifFalse()) {
        boolean holds = branch.ifTrue() == block;
        Conjunction known = form.and(Conjunction.TRUE, new Atom.Bit(branch.condition()), holds);
        if (known != null) {
          open.removeAll(known.literals());
        }
      }
      block = from;
    }
    return new Conjunction(open, c.barrier(), c.undoing(), c.claims());
  }

  /**
   * The latest of the definitions that a condition needs, and of what must not be overtaken. Nobody
   * is stopped before what is claimed, else nobody would find out that it is not so.
   */
  private Point earliest(Conjunction c) {
    Point point = c.barrier();
    for (Conjunction.Claimed claim : c.claims()) {
      point = loop.later(point, claim.point());
    }
    for (Literal literal : c.literals()) {
      List<Point> needed = new ArrayList<>();
      literal
          .atom()
          .map(
              value -> {
                needed.add(known(value));
                return value;
              });
      for (Point p : needed) {
        point = loop.later(point, p);
      }
    }
    return point;
  }

  /** Where in the loop a value can be computed; null if already in front of it. */
  private Point known(Value value) {
    Point defined = definitions.pointOf(value);
    if (defined == null || !loop.contains(defined.block())) {
      return null;
    }
    Instruction computation = definitions.computationOf(value);
    if (computation == null) {
      return defined;
    }
    List<Point> needed = new ArrayList<>();
    Operands.forEach(computation, operand -> needed.add(known(operand)));
    Point latest = null;
    for (Point p : needed) {
      latest = loop.later(latest, p);
    }
    return latest;
  }

  private Location locationOf(Point point) {
    List<Instruction> instructions = function.blocks().get(point.block()).instructions();
    return point.index() >= 0 ? instructions.get(point.index()).location() : loop.location();
  }

  private void rebuild(Map<Point, List<Instruction>> insertions, Map<Integer, Block.Phi> phis) {
    List<Block> blocks = new ArrayList<>();
    for (int b = 0; b < function.blocks().size(); b++) {
      Block block = function.blocks().get(b);
      List<Instruction> instructions = new ArrayList<>();
      for (int i = -1; i < block.instructions().size(); i++) {
        if (i >= 0) {
          instructions.add(block.instructions().get(i));
        }
        instructions.addAll(insertions.getOrDefault(new Point(b, i), List.of()));
      }
      List<Block.Phi> allPhis = new ArrayList<>(block.phis());
      if (phis.containsKey(b)) {
        allPhis.add(phis.get(b));
      }
      blocks.add(new Block(block.label(), allPhis, instructions, block.terminator()));
    }
    function =
        new Function(function.name(), function.parameters(), registers, blocks, function.library());
  }

  // ---- Code of conditions -------------------------------------------------------------------

  private Value conjunction(Conjunction c, Point point) {
    Value all = null;
    for (Literal literal : c.literals()) {
      Value one = literal(literal, point);
      all = all == null ? one : binary(BinaryOperator.AND, all, one);
    }
    return all == null ? Value.of(1) : all;
  }

  private Value literal(Literal literal, Point point) {
    Atom atom = literal.atom().map(value -> available(value, point));
    if (atom instanceof Atom.Bit bit) {
      Value lowest = lowestBit(bit.value());
      return literal.holds() ? lowest : not(lowest);
    }
    if (atom instanceof Atom.Comparison c) {
      return compare(c.relation(), c.bits(), c.left(), c.right(), literal.holds());
    }
    Atom.Unchanged u = (Atom.Unchanged) atom;
    BinaryOperator operator =
        u.operator() == Instruction.RmwOperator.OR ? BinaryOperator.OR : BinaryOperator.AND;
    Register changed = fresh();
    emitted.add(
        new Instruction.Binary(changed, operator, u.bits(), u.content(), u.operand(), location));
    return compare(Relation.EQ, u.bits(), changed, u.content(), literal.holds());
  }

  private Value compare(Relation relation, int bits, Value left, Value right, boolean holds) {
    Register result = fresh();
    emitted.add(new Instruction.Compare(result, relation, bits, left, right, location));
    return holds ? result : not(result);
  }

  private Value lowestBit(Value value) {
    Instruction definition = definitions.of(value);
    if (definition instanceof Instruction.CompareExchange i && value.equals(i.success())) {
      return value;
    }
    Register lowest = fresh();
    emitted.add(
        new Instruction.Convert(lowest, Instruction.Conversion.TRUNCATE, 64, BIT, value, location));
    return lowest;
  }

  /** The negation of a bit; that of what was emitted last needs no further instruction. */
  private Value not(Value bit) {
    if (bit instanceof Value.Constant constant) {
      return Value.of(constant.bits() ^ 1);
    }
    int last = emitted.size() - 1;
    Instruction definition = last < 0 ? null : emitted.get(last);
    if (definition instanceof Instruction.Compare i
        && i.result().equals(bit)
        && NEGATED.containsKey(i.relation())) {
      Relation negated = NEGATED.get(i.relation());
      emitted.set(
          last,
          new Instruction.Compare(i.result(), negated, i.bits(), i.left(), i.right(), location));
      return bit;
    }
    if (definition instanceof Instruction.Binary i
        && i.result().equals(bit)
        && i.operator() == BinaryOperator.XOR
        && i.right().equals(Value.of(1))) {
      emitted.remove(last);
      return i.left();
    }
    return binary(BinaryOperator.XOR, bit, Value.of(1));
  }

  /** A value as it is known at a point: itself, or a copy that is computed there. */
  private Value available(Value value, Point point) {
    Point defined = definitions.pointOf(value);
    if (defined == null || !loop.contains(defined.block()) || !loop.isBefore(point, defined)) {
      return value;
    }
    Value copy = copies.get(value);
    if (copy == null) {
      Instruction computation = definitions.computationOf(value);
      Register result = fresh();
      emitted.add(
          Operands.rewrite(
              computation, ignored -> result, operand -> available(operand, point), location));
      copies.put(value, result);
      copy = result;
    }
    return copy;
  }

  private Value binary(BinaryOperator operator, Value left, Value right) {
    Register result = fresh();
    emitted.add(new Instruction.Binary(result, operator, BIT, left, right, location));
    return result;
  }

  private Register fresh() {
    return new Register(registers++);
  }
}
