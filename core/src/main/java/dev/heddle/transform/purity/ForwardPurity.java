package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.ClaimKind;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
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
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The forward purity conditions (FPC) of a loop: at a point, a disjunction of conditions on
 * registers, each of which, when it is known to hold, tells that the current iteration will come
 * back to the header without having changed anything from that point on.
 *
 * <p>Jonsson, Lång, Sagonas: <em>Awaiting for Godot: Stateless Model Checking that Avoids
 * Executions where Nothing Happens</em>, FMCAD 2022, section III. Deviations: the value of a phi is
 * followed into the edge that it comes from, and a variable that has the same value after the
 * iteration as before counts as unchanged even if that is only known at run time.
 */
final class ForwardPurity {
  /** A condition with more disjuncts is cut: to overlook pure iterations does no harm. */
  private static final int MAX_DISJUNCTS = 64;

  private final Function function;
  private final Loop loop;
  private final Purity purity;
  private final Rereading rereading;
  private final NormalForm form;
  private final Map<Integer, List<Conjunction>> atBegin = new HashMap<>();

  /** A variable of the loop that may change; null for none. */
  private final Register free;

  /** The first thing that makes iterations impure, for people; null for none. */
  private String obstacle;

  /** Whether some iteration that comes back is not known to be pure. */
  private boolean isPartial;

  /** The headers of inner loops whose threads are stopped before they come back to them. */
  private final BitSet neverRepeated;

  /** The variables of the loop on which another iteration depends. */
  private final BitSet needed;

  /** Finds changes that are taken back; null if they count as changes. */
  private final ZeroNetEffect zeroNet;

  ForwardPurity(
      Program program,
      Function function,
      Loop loop,
      Definitions definitions,
      BitSet neverRepeated,
      Trust trust) {
    this(program, function, loop, definitions, neverRepeated, trust, null);
  }

  /**
   * @param free a variable of the loop that an iteration may change
   */
  ForwardPurity(
      Program program, Function function, Loop loop, Definitions definitions, Register free) {
    this(program, function, loop, definitions, new BitSet(), Trust.NONE, free);
  }

  private ForwardPurity(
      Program program,
      Function function,
      Loop loop,
      Definitions definitions,
      BitSet neverRepeated,
      Trust trust,
      Register free) {
    boolean takesBack = trust.attempts() && ZeroNetEffect.mayTakeBack(function, loop);
    this.neverRepeated = takesBack ? neverRepeated : new BitSet();
    this.zeroNet = trust.zeroNet() ? new ZeroNetEffect(function, loop, definitions, trust) : null;
    this.free = free;
    this.function = function;
    this.loop = loop;
    this.purity = new Purity(program, trust.races());
    this.rereading = new Rereading(function, loop, definitions, trust.oneMemory());
    this.form = new NormalForm(definitions, rereading);
    this.needed = neededAgain();
  }

  /**
   * The registers on which another iteration depends when control comes back to the header. Where
   * the header only decides whether to go on, what is used behind the loop alone does not matter.
   */
  private BitSet neededAgain() {
    LiveRegisters live = new LiveRegisters(function);
    Block header = function.blocks().get(loop.header());
    BitSet needed = new BitSet();
    for (int next : header.terminator().successors()) {
      if (loop.contains(next) || !onlyDecides()) {
        needed.or(live.along(loop.header(), next));
      }
    }
    if (!onlyDecides()) {
      LiveRegisters.use(Operands.of(header.terminator()), needed);
    }
    LiveRegisters.backwards(header.instructions(), needed);
    return needed;
  }

  /** Whether the header does nothing but decide between the loop and what is behind it. */
  private boolean onlyDecides() {
    Block header = function.blocks().get(loop.header());
    return header.terminator() instanceof Terminator.Branch branch
        && loop.contains(branch.ifTrue()) != loop.contains(branch.ifFalse())
        && header.instructions().stream().allMatch(Instruction::isComputation);
  }

  /** The purity condition (PC) of the loop: FPC(•header). */
  List<Conjunction> condition() {
    List<Integer> order = loop.order();
    for (int i = order.size() - 1; i >= 0; i--) {
      int block = order.get(i);
      List<Conjunction> condition = atEnd(block);
      List<Instruction> instructions = function.blocks().get(block).instructions();
      for (int s = instructions.size() - 1; s >= 0; s--) {
        condition = before(instructions.get(s), new Point(block, s), condition);
      }
      atBegin.put(block, condition);
    }
    return atBegin.get(loop.header()).stream().filter(c -> c.undoing() == null).toList();
  }

  /** The instructions that must not read where iterations that are left out have stored. */
  Set<Point> looksBeforeStores() {
    return zeroNet == null ? Set.of() : zeroNet.looksBeforeStores();
  }

  /** Whether a variable of the loop must be read again for the loop to begin anew. */
  boolean rereads() {
    return rereading.isUsed();
  }

  /** The variables on which another iteration depends, be it whether there is one. */
  List<Block.Phi> neededPhis() {
    Block header = function.blocks().get(loop.header());
    BitSet decisive = (BitSet) needed.clone();
    LiveRegisters.use(Operands.of(header.terminator()), decisive);
    LiveRegisters.backwards(header.instructions(), decisive);
    return header.phis().stream().filter(phi -> decisive.get(phi.result().index())).toList();
  }

  /** Whether all iterations that come back are pure. */
  boolean isAlwaysPure() {
    return !isPartial;
  }

  /** Why no iteration is pure, as far as it was found out. */
  String obstacle() {
    return obstacle == null ? "no path leads back without a change" : obstacle;
  }

  private List<Conjunction> before(Instruction s, Point point, List<Conjunction> after) {
    List<Conjunction> result = new ArrayList<>();
    for (Conjunction c : after) {
      Conjunction zero = zeroNet == null ? null : zeroNet.before(s, point, c, form);
      Conjunction pure = zero == null ? purity.before(s, c, form) : zero;
      isPartial |= pure == null || !pure.literals().equals(c.literals());
      if (pure == null) {
        note(s.location());
      } else {
        Conjunction raced =
            zero == null && pure.barrier() == null && purity.mayRace(s)
                ? pure.withBarrier(
                    pure.undoing() == null ? point : loop.later(point, pure.undoing().point()))
                : pure;
        result.add(withBarrier(s, point, raced));
      }
    }
    return simplified(result);
  }

  /**
   * A thread is stopped behind what may go wrong. It does not stop between an addition and what
   * takes that back.
   */
  private Conjunction withBarrier(Instruction s, Point point, Conjunction pure) {
    if (pure.barrier() != null || !purity.mustBeDone(s)) {
      return pure;
    }
    Conjunction.Undoing undoing = pure.undoing();
    if (undoing == null || undoing.kind() == ClaimKind.LOCK) {
      return pure.withBarrier(point);
    }
    return undoing.point().equals(point) ? pure : pure.withBarrier(undoing.point());
  }

  private void note(Location location) {
    if (obstacle == null || location.isKnown()) {
      obstacle = "what happens at " + location + " can be seen from outside";
    }
  }

  // ---- Edges --------------------------------------------------------------------------------

  /** FPC(A•) = ∨ FPC(A, B) over the blocks B that follow A. */
  private List<Conjunction> atEnd(int a) {
    List<Conjunction> all = new ArrayList<>();
    Terminator terminator = function.blocks().get(a).terminator();
    if (terminator instanceof Terminator.Jump jump) {
      all.addAll(along(a, jump.target()));
    } else if (terminator instanceof Terminator.Branch branch) {
      Atom condition = new Atom.Bit(branch.condition());
      all.addAll(and(along(a, branch.ifTrue()), condition, true));
      all.addAll(and(along(a, branch.ifFalse()), condition, false));
    } else if (terminator instanceof Terminator.Switch choice) {
      List<Conjunction> otherwise = along(a, choice.otherwise());
      for (int i = 0; i < choice.cases().size(); i++) {
        Value number = Value.of(choice.cases().get(i));
        Atom isCase = new Atom.Comparison(Relation.EQ, 64, choice.value(), number);
        all.addAll(and(along(a, choice.targets().get(i)), isCase, true));
        otherwise = and(otherwise, isCase, false);
      }
      all.addAll(otherwise);
    }
    return simplified(all);
  }

  private List<Conjunction> and(List<Conjunction> all, Atom atom, boolean holds) {
    List<Conjunction> result = new ArrayList<>();
    for (Conjunction c : all) {
      Conjunction both = form.and(c, atom, holds);
      if (both != null) {
        result.add(both);
      }
    }
    return result;
  }

  /** FPC(A, B) without the condition of the edge. */
  private List<Conjunction> along(int a, int b) {
    if (b == loop.header()) {
      return backToHeader(a);
    }
    if (loop.contains(b) && loop.isBackEdge(a, b) && neverRepeated.get(b)) {
      return List.of(Conjunction.TRUE); // nobody gets here
    }
    if (!loop.contains(b) || loop.isBackEdge(a, b)) {
      isPartial |= loop.contains(b);
      return List.of();
    }
    Map<Value, Value> phis = new HashMap<>();
    for (Block.Phi phi : function.blocks().get(b).phis()) {
      phis.put(phi.result(), phi.valueFrom(a));
    }
    if (phis.isEmpty()) {
      return atBegin.get(b);
    }
    List<Conjunction> result = new ArrayList<>();
    for (Conjunction c : atBegin.get(b)) {
      Conjunction replaced = new Conjunction(Set.of(), c.barrier(), c.undoing(), c.claims());
      for (Literal literal : c.literals()) {
        Atom atom = literal.atom().map(value -> phis.getOrDefault(value, value));
        replaced = replaced == null ? null : form.and(replaced, atom, literal.holds());
      }
      if (replaced != null) {
        result.add(replaced);
      }
    }
    return result;
  }

  /** Along an edge to the header, all of its phis must keep their values. */
  private List<Conjunction> backToHeader(int a) {
    Conjunction same = Conjunction.TRUE;
    for (Block.Phi phi : function.blocks().get(loop.header()).phis()) {
      if (same != null && !phi.result().equals(free) && needed.get(phi.result().index())) {
        same = form.and(same, new Atom.Kept(phi.valueFrom(a), phi.result()), true);
      }
    }
    same = same == null || !onlyDecides() ? same : decidedAlike(a, same);
    isPartial |= same == null || !same.literals().isEmpty();
    if (same == null) {
      obstacle = "each iteration changes a local variable";
      return List.of();
    }
    return List.of(same);
  }

  /** With what must hold of the values along an edge so that the header goes on with the loop. */
  private Conjunction decidedAlike(int a, Conjunction same) {
    Block header = function.blocks().get(loop.header());
    Terminator.Branch branch = (Terminator.Branch) header.terminator();
    BitSet decisive = new BitSet();
    LiveRegisters.use(branch.condition(), decisive);
    LiveRegisters.backwards(header.instructions(), decisive);
    Map<Value, Value> changed = new HashMap<>();
    for (Block.Phi phi : header.phis()) {
      int index = phi.result().index();
      if (decisive.get(index) && !needed.get(index) && !phi.result().equals(free)) {
        Atom kept = new Atom.Kept(phi.valueFrom(a), phi.result());
        Conjunction unchanged = form.and(Conjunction.TRUE, kept, true);
        if (unchanged == null || !unchanged.literals().isEmpty()) {
          changed.put(phi.result(), phi.valueFrom(a));
        }
      }
    }
    Atom goesOn = new Atom.Bit(branch.condition());
    Conjunction decision =
        changed.isEmpty()
            ? Conjunction.TRUE
            : form.and(Conjunction.TRUE, goesOn, loop.contains(branch.ifTrue()));
    Conjunction all = decision == null ? null : same;
    for (Literal literal : decision == null ? Set.<Literal>of() : decision.literals()) {
      Atom atom = literal.atom().map(value -> changed.getOrDefault(value, value));
      all = all == null ? null : form.and(all, atom, literal.holds());
    }
    return all;
  }

  // ---- Disjunctions -------------------------------------------------------------------------

  private List<Conjunction> simplified(List<Conjunction> all) {
    List<Conjunction> kept = new ArrayList<>(all);
    boolean changed = kept.size() > 1;
    while (changed) {
      changed = false;
      for (int i = 0; i < kept.size() && !changed; i++) {
        for (int j = 0; j < kept.size() && !changed; j++) {
          if (i != j && kept.get(i).implies(kept.get(j))) {
            kept.remove(i);
            changed = true;
          } else if (i < j) {
            Conjunction merged = kept.get(i).mergedWith(kept.get(j));
            if (merged != null) {
              kept.remove(j);
              kept.set(i, merged);
              changed = true;
            }
          }
        }
      }
    }
    isPartial |= kept.size() > MAX_DISJUNCTS;
    return kept.size() > MAX_DISJUNCTS ? kept.subList(0, MAX_DISJUNCTS) : kept;
  }
}
