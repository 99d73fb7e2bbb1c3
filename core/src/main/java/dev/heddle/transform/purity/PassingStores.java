package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Stores of a loop that the next iteration overwrites before it reads the place or leaves the loop,
 * such as those of an attempt to its out-parameter. If no other thread accesses the place, nobody
 * sees what an iteration that fails has left there.
 */
final class PassingStores {
  private final Function function;
  private final Loop loop;
  private final Definitions definitions;
  private final NormalForm form;

  /** More ways through the loop are not followed. */
  private static final int MAX_WAYS = 1000;

  /**
   * A block as it is entered on some way through the loop, with the constants that phis are then.
   */
  private record Entered(int block, Map<Value, Value> constants) {}

  PassingStores(Function function, Loop loop, Definitions definitions, NormalForm form) {
    this.function = function;
    this.loop = loop;
    this.definitions = definitions;
    this.form = form;
  }

  /**
   * The instructions that read, in an iteration that has not stored to the place yet, from where
   * that place might be; null if an iteration may do something else that shows what is there.
   */
  List<Point> looksBefore(Instruction.Store store) {
    AccessedPlace place = AccessedPlace.of(store, definitions);
    Point base = definitions.pointOf(place.base());
    if (store.order() == MemoryOrder.SEQUENTIALLY_CONSISTENT
        || (base != null && loop.contains(base.block()))) {
      return null;
    }
    List<Point> looks = new ArrayList<>();
    Set<Entered> seen = new HashSet<>();
    Deque<Entered> open = new ArrayDeque<>(List.of(new Entered(loop.header(), Map.of())));
    while (!open.isEmpty()) {
      Entered next = open.pop();
      if (!seen.add(next)) {
        continue;
      }
      if (seen.size() > MAX_WAYS) {
        return null;
      }
      Boolean isStored = look(next.block(), place, looks);
      if (isStored == null) {
        return null;
      }
      if (!isStored) {
        for (int to : successors(next)) {
          if (!loop.contains(to) && !fails(to)) {
            return null;
          }
          if (loop.contains(to) && to != loop.header()) {
            open.push(new Entered(to, constantsAlong(next, to)));
          }
        }
      }
    }
    return looks;
  }

  /** Whether the program ends in a block, as something went wrong. */
  private boolean fails(int block) {
    return function.blocks().get(block).instructions().stream()
        .anyMatch(Instruction.Fail.class::isInstance);
  }

  /** Whether a block stores to the place; null if it may do what cannot be followed. */
  private Boolean look(int block, AccessedPlace place, List<Point> looks) {
    List<Instruction> instructions = function.blocks().get(block).instructions();
    for (int i = 0; i < instructions.size(); i++) {
      Instruction instruction = instructions.get(i);
      if (instruction instanceof Instruction.Store store) {
        if (AccessedPlace.of(store, definitions).equals(place)) {
          return true;
        }
      } else if (addressOf(instruction) != null) {
        AccessedPlace read =
            AccessedPlace.of(addressOf(instruction), bytesOf(instruction), definitions);
        Point point = new Point(block, i);
        if (mayOverlap(read, place) && !looks.contains(point)) {
          looks.add(point);
        }
      } else if (instruction instanceof Instruction.Await || !Purity.isPure(instruction)) {
        return null;
      }
    }
    return false;
  }

  /** Where an instruction reads; null for those that do not. */
  static Value addressOf(Instruction instruction) {
    if (instruction instanceof Instruction.Load i) {
      return i.address();
    }
    if (instruction instanceof Instruction.Peek i) {
      return i.address();
    }
    if (instruction instanceof Instruction.ReadModifyWrite i) {
      return i.address();
    }
    return instruction instanceof Instruction.CompareExchange i ? i.address() : null;
  }

  static int bytesOf(Instruction instruction) {
    if (instruction instanceof Instruction.Load i) {
      return i.bytes();
    }
    if (instruction instanceof Instruction.Peek i) {
      return i.bytes();
    }
    return instruction instanceof Instruction.ReadModifyWrite i
        ? i.bytes()
        : ((Instruction.CompareExchange) instruction).bytes();
  }

  private static boolean mayOverlap(AccessedPlace one, AccessedPlace other) {
    if (one.base().equals(other.base())) {
      return one.offset() < other.offset() + other.bytes()
          && other.offset() < one.offset() + one.bytes();
    }
    return !(one.base() instanceof Value.GlobalAddress)
        || !(other.base() instanceof Value.GlobalAddress);
  }

  private Map<Value, Value> constantsAlong(Entered from, int to) {
    Map<Value, Value> constants = new HashMap<>(from.constants());
    for (Block.Phi phi : function.blocks().get(to).phis()) {
      Value value = phi.valueFrom(from.block());
      Value known = from.constants().getOrDefault(value, value);
      if (known instanceof Value.Constant) {
        constants.put(phi.result(), known);
      } else {
        constants.remove(phi.result());
      }
    }
    return constants;
  }

  /** Where control may go behind a block, as far as the way to it does not decide that. */
  private List<Integer> successors(Entered entered) {
    Terminator terminator = function.blocks().get(entered.block()).terminator();
    if (!(terminator instanceof Terminator.Branch branch)) {
      return terminator.successors();
    }
    List<Integer> possible = new ArrayList<>();
    if (mayBe(branch.condition(), true, entered.constants())) {
      possible.add(branch.ifTrue());
    }
    if (mayBe(branch.condition(), false, entered.constants())) {
      possible.add(branch.ifFalse());
    }
    return possible;
  }

  private boolean mayBe(Value condition, boolean holds, Map<Value, Value> constants) {
    Conjunction all = form.and(Conjunction.TRUE, new Atom.Bit(condition), holds);
    Conjunction known = all == null ? null : Conjunction.TRUE;
    for (Literal literal : all == null ? Set.<Literal>of() : all.literals()) {
      Atom atom = literal.atom().map(value -> constants.getOrDefault(value, value));
      known = known == null ? null : form.and(known, atom, literal.holds());
    }
    return known != null;
  }
}
