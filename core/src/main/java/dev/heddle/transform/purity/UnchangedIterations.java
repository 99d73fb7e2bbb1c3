package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.ClaimKind;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.MutexOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.program.Location;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Lets a loop with inner loops find out while it runs that an iteration has changed nothing: the
 * program keeps account of what it does, and is stopped where it goes back to the header with an
 * empty account and the variables that it had. A condition that is known earlier would have to
 * speak of all passes through the inner loops.
 *
 * <p>Each change adds to the account; what locks a mutex and unlocks it again leaves it empty, and
 * that nobody minds is claimed.
 */
final class UnchangedIterations {
  private static final Value EMPTY = Value.of(0);

  /** Larger than any number of locks that an iteration takes. */
  private static final Value CHANGE = Value.of(1L << 40);

  private static final int WORD = 64;
  private static final int BIT = 1;

  private final Function function;
  private final Loop loop;
  private final boolean mayClaim;
  private final boolean looksAgain;
  private final Supplier<Register> fresh;
  private final AccessedPlace mutex;

  private final Map<Point, List<Instruction>> insertions = new LinkedHashMap<>();
  private final Map<Integer, Block.Phi> phis = new HashMap<>();

  /** The account at the beginning and at the end of each block. */
  private final Map<Integer, Value> atBegin = new HashMap<>();

  private final Map<Integer, Value> atEnd = new HashMap<>();
  private boolean isUsed;

  /**
   * @param looksAgain whether a thread may do nothing in one iteration
   * @param mayClaim whether a mutex may be claimed to be locked and unlocked only
   */
  UnchangedIterations(
      Function function,
      Loop loop,
      Definitions definitions,
      boolean mayClaim,
      boolean looksAgain,
      Supplier<Register> fresh) {
    this.function = function;
    this.loop = loop;
    this.looksAgain = looksAgain;
    this.fresh = fresh;
    this.mutex = onlyMutex(definitions);
    this.mayClaim = mayClaim && mutex != null;
  }

  /**
   * The one mutex that the loop locks, by an address that does not change; null if there is none.
   */
  private AccessedPlace onlyMutex(Definitions definitions) {
    AccessedPlace found = null;
    for (int b : loop.order()) {
      for (Instruction instruction : function.blocks().get(b).instructions()) {
        if (instruction instanceof Instruction.Mutex i) {
          AccessedPlace place = AccessedPlace.of(i, definitions);
          Point defined = definitions.pointOf(place.base());
          boolean isFixed = defined == null || !loop.contains(defined.block());
          if (!isFixed || (found != null && !found.equals(place))) {
            return null;
          }
          found = place;
        }
      }
    }
    return found;
  }

  /** What comes behind which point; nothing if no iteration can be told to be pure. */
  Map<Point, List<Instruction>> insertions(ForwardPurity analysis) {
    keepAccount();
    for (int b : loop.order()) {
      if (function.blocks().get(b).terminator().successors().contains(loop.header())) {
        stopAtEnd(b, analysis);
      }
    }
    return isUsed ? insertions : Map.of();
  }

  Map<Integer, Block.Phi> phis() {
    return isUsed ? phis : Map.of();
  }

  private void keepAccount() {
    for (int b : loop.order()) {
      Value before = b == loop.header() ? EMPTY : fresh.get();
      List<Integer> from = loop.predecessors(b);
      if (b != loop.header() && from.size() == 1) {
        before = atEnd.get(from.get(0));
      }
      atBegin.put(b, before);
      Value account = before;
      List<Instruction> code = function.blocks().get(b).instructions();
      for (int i = 0; i < code.size(); i++) {
        account = behind(code.get(i), new Point(b, i), account);
      }
      atEnd.put(b, account);
    }
    for (int b : loop.order()) {
      List<Integer> from = loop.predecessors(b);
      if (b != loop.header() && from.size() > 1) {
        List<Value> values = from.stream().map(atEnd::get).toList();
        phis.put(b, new Block.Phi((Register) atBegin.get(b), from, values));
      }
    }
  }

  private Value behind(Instruction s, Point point, Value account) {
    if (account.equals(CHANGE)) {
      return CHANGE;
    }
    if (s instanceof Instruction.Mutex i && i.operator() != MutexOperator.TRY_LOCK) {
      boolean locks = i.operator() == MutexOperator.LOCK;
      if (!mayClaim || !(locks || i.operator() == MutexOperator.UNLOCK)) {
        return CHANGE;
      }
      if (locks) {
        Point front = new Point(point.block(), point.index() - 1);
        at(front).add(new Instruction.Claim(ClaimKind.LOCK, i.address(), 8, i.location()));
      }
      return computed(locks ? BinaryOperator.ADD : BinaryOperator.SUB, account, Value.of(1), point);
    }
    Value changes = changes(s, point);
    return changes == null
        ? account
        : changes.equals(CHANGE) ? CHANGE : computed(BinaryOperator.OR, account, changes, point);
  }

  /** What an instruction adds to the account; null for nothing. */
  private Value changes(Instruction s, Point point) {
    if (s instanceof Instruction.CompareExchange i && i.success() != null) {
      return ifHolds(i.success(), point);
    }
    if (s instanceof Instruction.Attempt i && i.update() != null && i.success() != null) {
      return ifHolds(i.success(), point);
    }
    if (s instanceof Instruction.Mutex i && i.result() != null) {
      return ifHolds(i.result(), point);
    }
    if (s instanceof Instruction.ReadModifyWrite i
        && i.operator() == RmwOperator.EXCHANGE
        && i.result() != null) {
      Register differs = fresh.get();
      at(point)
          .add(
              new Instruction.Compare(
                  differs, Relation.NE, 8 * i.bytes(), i.result(), i.value(), i.location()));
      return ifHolds(differs, point);
    }
    return Purity.isPure(s) ? null : CHANGE;
  }

  private Value ifHolds(Value bit, Point point) {
    Register added = fresh.get();
    Location location =
        function.blocks().get(point.block()).instructions().get(point.index()).location();
    at(point).add(new Instruction.Select(added, bit, CHANGE, EMPTY, location));
    return added;
  }

  private Value computed(BinaryOperator operator, Value account, Value added, Point point) {
    Register result = fresh.get();
    Location location =
        function.blocks().get(point.block()).instructions().get(point.index()).location();
    at(point).add(new Instruction.Binary(result, operator, WORD, account, added, location));
    return result;
  }

  private List<Instruction> at(Point point) {
    return insertions.computeIfAbsent(point, p -> new ArrayList<>());
  }

  /** Stops who goes back from the end of a block with an empty account. */
  private void stopAtEnd(int b, ForwardPurity analysis) {
    Block block = function.blocks().get(b);
    Value account = atEnd.get(b);
    List<Block.Phi> needed = analysis.neededPhis();
    boolean alwaysChanges =
        account.equals(CHANGE)
            || needed.stream().anyMatch(phi -> isOtherNumber(phi.valueFrom(b), phi.result()));
    if (alwaysChanges || block.terminator() instanceof Terminator.Switch) {
      return;
    }
    Location location = loop.location();
    List<Instruction> code = at(new Point(b, block.instructions().size() - 1));
    Register open = fresh.get();
    code.add(new Instruction.Compare(open, Relation.NE, WORD, account, EMPTY, location));
    Value goesAnew = open;
    for (Block.Phi phi : needed) {
      if (!phi.valueFrom(b).equals(phi.result())) {
        Register differs = fresh.get();
        code.add(
            new Instruction.Compare(
                differs, Relation.NE, WORD, phi.valueFrom(b), phi.result(), location));
        goesAnew = either(goesAnew, differs, code, location);
      }
    }
    if (block.terminator() instanceof Terminator.Branch branch) {
      Value leaves = branch.condition();
      leaves = branch.ifTrue() == loop.header() ? not(leaves, code, location) : leaves;
      goesAnew = either(goesAnew, leaves, code, location);
    }
    if (looksAgain) {
      Register again = fresh.get();
      code.add(new Instruction.Again(again, not(goesAnew, code, location), location));
      goesAnew = not(again, code, location);
    }
    code.add(new Instruction.Assume(goesAnew, "something has changed", loop.header(), location));
    isUsed = true;
  }

  private Value either(Value a, Value b, List<Instruction> code, Location location) {
    Register result = fresh.get();
    code.add(new Instruction.Binary(result, BinaryOperator.OR, BIT, a, b, location));
    return result;
  }

  private Value not(Value bit, List<Instruction> code, Location location) {
    Register result = fresh.get();
    code.add(new Instruction.Binary(result, BinaryOperator.XOR, BIT, bit, Value.of(1), location));
    return result;
  }

  /** Whether a value differs from a variable by a fixed number. */
  private boolean isOtherNumber(Value value, Register variable) {
    for (int b : loop.order()) {
      for (Instruction s : function.blocks().get(b).instructions()) {
        if (s instanceof Instruction.Binary i
            && i.result().equals(value)
            && (i.operator() == BinaryOperator.ADD || i.operator() == BinaryOperator.SUB)
            && i.left().equals(variable)
            && i.right() instanceof Value.Constant) {
          return true;
        }
      }
    }
    return false;
  }
}
