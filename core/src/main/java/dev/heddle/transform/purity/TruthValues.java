package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Values that are 0 or 1, of which the lowest bit tells all. */
final class TruthValues {
  private final Definitions definitions;
  private final Map<Register, Block.Phi> phis = new HashMap<>();

  TruthValues(Function function, Definitions definitions) {
    this.definitions = definitions;
    for (Block block : function.blocks()) {
      block.phis().forEach(phi -> phis.put(phi.result(), phi));
    }
  }

  /** The literals without equalities of truth values that the others say already. */
  Set<Literal> withoutImplied(Set<Literal> literals) {
    Set<Literal> kept = new LinkedHashSet<>(literals);
    kept.removeIf(
        literal ->
            literal.holds()
                && literal.atom() instanceof Atom.Comparison c
                && c.relation() == Instruction.Relation.EQ
                && areSame(literals, c.left(), c.right()));
    return kept;
  }

  private boolean areSame(Set<Literal> literals, Value left, Value right) {
    for (boolean holds : new boolean[] {false, true}) {
      if (literals.contains(new Literal(new Atom.Bit(left), holds))
          && literals.contains(new Literal(new Atom.Bit(right), holds))) {
        return is(left, new HashSet<>()) && is(right, new HashSet<>());
      }
    }
    return false;
  }

  /**
   * @param assumed phis that are truth values if what is being looked at is
   */
  private boolean is(Value value, Set<Value> assumed) {
    if (value instanceof Value.Constant constant) {
      return constant.bits() == 0 || constant.bits() == 1;
    }
    if (value instanceof Register register && phis.containsKey(register)) {
      return !assumed.add(register)
          || phis.get(register).values().stream().allMatch(input -> is(input, assumed));
    }
    Instruction definition = definitions.of(value);
    if (definition instanceof Instruction.Convert i) {
      return switch (i.conversion()) {
        case ZERO_EXTEND -> i.fromBits() == 1 || is(i.value(), assumed);
        case TRUNCATE -> is(i.value(), assumed);
        default -> false;
      };
    }
    return definition instanceof Instruction.Compare
        || (definition instanceof Instruction.CompareExchange i && value.equals(i.success()));
  }
}
