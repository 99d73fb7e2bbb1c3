package dev.heddle.model.cat;

import dev.heddle.model.axiomatic.BitMatrix;
import dev.heddle.model.cat.Node.Arity;
import java.util.LinkedHashSet;
import java.util.Set;

/** What an expression is in one execution, where that is known only there. */
sealed interface CatValue extends Meaning {
  /** A set of events or a relation. */
  record Matrix(BitMatrix bits, Arity arity) implements CatValue {
    @Override
    public boolean equals(Object other) {
      return other instanceof Matrix matrix && matrix.arity == arity && matrix.bits.sameAs(bits);
    }

    @Override
    public int hashCode() {
      return bits.count() * 31 + arity.ordinal();
    }
  }

  record Event(int event) implements CatValue {}

  record Pair(int from, int to) implements CatValue {}

  /** A set of sets, relations, tags or tuples; or the empty set, which may be of anything. */
  record Many(Set<Meaning> elements) implements CatValue {
    static final Many EMPTY = new Many(Set.of());

    Many with(Meaning element) {
      Set<Meaning> all = new LinkedHashSet<>(elements);
      all.add(element);
      return new Many(all);
    }
  }
}
