package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.ClaimKind;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.MutexOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.program.Operands;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Iterations that change memory and leave it as it was: an addition that is taken back, a lock that
 * is released again, a store of what was there. That this makes no difference to others depends on
 * what they do; it is claimed, and whoever runs the program finds out.
 *
 * <p>The idea to leave such iterations out is that of Kokologiannakis, Ren, Vafeiadis: <em>Dynamic
 * Partial Order Reductions for Spinloops</em>, FMCAD 2021. There, it is seen in each execution
 * whether somebody has noticed; here, no operation of the program may be able to notice.
 */
final class ZeroNetEffect {
  private final Function function;
  private final Loop loop;
  private final Definitions definitions;
  private final boolean additions;
  private final BitSet used = new BitSet();

  /** What must not read where iterations store that are left out. */
  private final Set<Point> looksBeforeStores = new LinkedHashSet<>();

  /**
   * @param trust whether additions that are taken back are left out
   */
  ZeroNetEffect(Function function, Loop loop, Definitions definitions, Trust trust) {
    this.function = function;
    this.loop = loop;
    this.definitions = definitions;
    this.additions = trust.attempts();
    for (Block block : function.blocks()) {
      block.phis().forEach(phi -> phi.values().forEach(this::use));
      block.instructions().forEach(instruction -> Operands.forEach(instruction, this::use));
      use(Operands.of(block.terminator()));
    }
  }

  /** Whether a loop has additions of which one may take back another. */
  static boolean mayTakeBack(Function function, Loop loop) {
    return loop.order().stream()
            .flatMap(block -> function.blocks().get(block).instructions().stream())
            .filter(
                s ->
                    s instanceof Instruction.ReadModifyWrite i
                        && (i.operator() == RmwOperator.ADD || i.operator() == RmwOperator.SUB))
            .count()
        > 1;
  }

  Set<Point> looksBeforeStores() {
    return looksBeforeStores;
  }

  private void use(Value value) {
    if (value instanceof Register register) {
      used.set(register.index());
    }
  }

  private boolean isUsed(Register register) {
    return register != null && used.get(register.index());
  }

  /**
   * The condition in front of an instruction with such an effect.
   *
   * @param point right behind the instruction
   * @return null if it has none
   */
  Conjunction before(Instruction s, Point point, Conjunction after, NormalForm form) {
    if (s instanceof Instruction.ReadModifyWrite i && additions) {
      return addition(i, point, after);
    }
    if (s instanceof Instruction.Mutex i) {
      return locking(i, point, after);
    }
    return s instanceof Instruction.Store i ? store(i, point, after, form) : null;
  }

  private Conjunction addition(Instruction.ReadModifyWrite i, Point point, Conjunction after) {
    boolean adds = i.operator() == RmwOperator.ADD || i.operator() == RmwOperator.SUB;
    if (!adds || !(i.value() instanceof Value.Constant number)) {
      return null;
    }
    int unused = 64 - 8 * i.bytes();
    long added = (i.operator() == RmwOperator.ADD ? number.bits() : -number.bits()) << unused;
    AccessedPlace place = AccessedPlace.of(i, definitions);
    ClaimKind kind = added > 0 ? ClaimKind.RISING_SUM : ClaimKind.FALLING_SUM;
    Conjunction.Undoing undone = after.undoing();
    if (undone == null) {
      ClaimKind opposite = added > 0 ? ClaimKind.FALLING_SUM : ClaimKind.RISING_SUM;
      return isUsed(i.result())
          ? null
          : after.withUndoing(new Conjunction.Undoing(opposite, place, added, point));
    }
    if (undone.kind() != kind || !undone.place().equals(place) || added + undone.added() != 0) {
      return null;
    }
    Literal doubt = null;
    if (isUsed(i.result()) || !after.literals().isEmpty()) {
      Moment moment = Moment.of(after, i, kind);
      if (moment == null || !isOnlyCompared(i.result(), moment.compared())) {
        return null;
      }
      doubt = moment.doubt();
    } else {
      kind = added > 0 ? ClaimKind.RAISED_SUM : ClaimKind.LOWERED_SUM;
    }
    Conjunction done = claimed(kind, point, i.address(), i.bytes(), doubt, after);
    // Whatever else accesses the place in this iteration goes wrong only if this does.
    return isAt(place, done.barrier()) ? done.withBarrier(null) : done;
  }

  /** Whether a value is used for nothing but to compare it with another one. */
  private boolean isOnlyCompared(Register value, Value other) {
    boolean[] isOther = new boolean[1];
    for (Block block : function.blocks()) {
      isOther[0] |= block.phis().stream().anyMatch(phi -> phi.values().contains(value));
      isOther[0] |= value.equals(Operands.of(block.terminator()));
      for (Instruction instruction : block.instructions()) {
        boolean compares =
            instruction instanceof Instruction.Compare c
                && (c.left().equals(other) || c.right().equals(other));
        if (!compares) {
          Operands.forEach(instruction, operand -> isOther[0] |= operand.equals(value));
        }
      }
    }
    return !isOther[0];
  }

  private boolean isAt(AccessedPlace place, Point barrier) {
    return barrier != null
        && barrier.index() >= 0
        && place.equals(
            AccessedPlace.of(
                function.blocks().get(barrier.block()).instructions().get(barrier.index()),
                definitions));
  }

  private Conjunction locking(Instruction.Mutex i, Point point, Conjunction after) {
    AccessedPlace place = AccessedPlace.of(i, definitions);
    if (i.operator() == MutexOperator.UNLOCK && after.undoing() == null && !isUsed(i.result())) {
      return after.withUndoing(new Conjunction.Undoing(ClaimKind.LOCK, place, 0, point));
    }
    boolean isTaken =
        i.operator() == MutexOperator.LOCK
            && after.undoing() != null
            && after.undoing().kind() == ClaimKind.LOCK
            && after.undoing().place().equals(place);
    return isTaken ? claimed(ClaimKind.LOCK, point, i.address(), 8, null, after) : null;
  }

  private static Conjunction claimed(
      ClaimKind kind, Point point, Value address, int bytes, Literal doubt, Conjunction after) {
    Point front = new Point(point.block(), point.index() - 1);
    return after
        .withUndoing(null)
        .withClaim(new Conjunction.Claimed(kind, front, address, bytes, doubt));
  }

  /**
   * A store changes nothing if it writes what was loaded from there in this iteration, or if the
   * next iteration overwrites it.
   */
  private Conjunction store(Instruction.Store i, Point point, Conjunction after, NormalForm form) {
    if (after.undoing() != null) {
      return null;
    }
    Register content = contentBefore(i, point);
    if (content == null) {
      List<Point> looks = new PassingStores(function, loop, definitions, form).looksBefore(i);
      if (looks == null) {
        return null;
      }
      looksBeforeStores.addAll(looks);
      return claimed(ClaimKind.PASSING, point, i.address(), i.bytes(), null, after);
    }
    Atom same = new Atom.Comparison(Relation.EQ, 8 * i.bytes(), i.value(), content);
    Conjunction unchanged = form.and(after, same, true);
    return unchanged == null
        ? null
        : claimed(ClaimKind.OWNED, point, i.address(), i.bytes(), null, unchanged);
  }

  /** What was loaded last from where a store goes, if nothing was written since. */
  private Register contentBefore(Instruction.Store store, Point point) {
    AccessedPlace place = AccessedPlace.of(store, definitions);
    int block = point.block();
    int index = point.index() - 1;
    while (true) {
      List<Instruction> code = function.blocks().get(block).instructions();
      for (; index >= 0; index--) {
        Instruction instruction = code.get(index);
        if (instruction instanceof Instruction.Load load
            && place.equals(AccessedPlace.of(load, definitions))) {
          return load.result();
        }
        boolean isHarmless =
            instruction.isComputation()
                || instruction instanceof Instruction.Load
                || instruction instanceof Instruction.Claim
                || instruction instanceof Instruction.Assume;
        if (!isHarmless) {
          return null;
        }
      }
      List<Integer> from = loop.predecessors(block);
      if (block == loop.header() || from.size() != 1) {
        return null;
      }
      block = from.get(0);
      Terminator end = function.blocks().get(block).terminator();
      index =
          end.successors().isEmpty() ? -1 : function.blocks().get(block).instructions().size() - 1;
    }
  }
}
