package dev.heddle.model.cat;

import dev.heddle.model.axiomatic.BitMatrix;
import dev.heddle.model.cat.CatValue.Many;
import dev.heddle.model.cat.CatValue.Matrix;
import dev.heddle.model.cat.Node.Arity;
import java.util.LinkedHashSet;
import java.util.Set;

/** The operators of the language on values of an execution with a number of events. */
final class SetAlgebra {
  private final int events;

  SetAlgebra(int events) {
    this.events = events;
  }

  static CatEvaluationException error(SourcePlace place, String message) {
    return new CatEvaluationException(place + ": " + message);
  }

  BitMatrix empty(Arity arity) {
    return arity == Arity.SET ? BitMatrix.set(events) : BitMatrix.relation(events);
  }

  /** A value as a set or a relation; an event is the set of it, a pair the relation of it. */
  BitMatrix bits(SourcePlace place, Meaning value, Arity arity) {
    if (value instanceof Matrix matrix && matrix.arity() == arity) {
      return matrix.bits();
    }
    BitMatrix result = empty(arity);
    if (value instanceof CatValue.Event event && arity == Arity.SET) {
      result.add(0, event.event());
    } else if (value instanceof CatValue.Pair pair && arity == Arity.RELATION) {
      result.add(pair.from(), pair.to());
    } else if (!(value instanceof Many many && many.elements().isEmpty())) {
      String wanted = arity == Arity.SET ? "a set" : "a relation";
      throw error(place, "this is " + value.kind() + ", but " + wanted + " is needed");
    }
    return result;
  }

  /** Whether a value is a set of events or a relation; null if it is the empty set or neither. */
  private static Arity arity(Meaning value) {
    if (value instanceof Matrix matrix) {
      return matrix.arity();
    }
    if (value instanceof CatValue.Event) {
      return Arity.SET;
    }
    return value instanceof CatValue.Pair ? Arity.RELATION : null;
  }

  Meaning combine(SourcePlace place, String operator, Meaning left, Meaning right) {
    switch (operator) {
      case "++" -> {
        return add(place, left, right);
      }
      case ";" -> {
        BitMatrix composition = empty(Arity.RELATION);
        composition.composition(
            bits(place, left, Arity.RELATION), bits(place, right, Arity.RELATION));
        return new Matrix(composition, Arity.RELATION);
      }
      case "*" -> {
        BitMatrix product = empty(Arity.RELATION);
        product.product(bits(place, left, Arity.SET), bits(place, right, Arity.SET));
        return new Matrix(product, Arity.RELATION);
      }
      default -> {
        Arity arity = arity(left) == null ? arity(right) : arity(left);
        return arity == null
            ? combineMany(place, operator, left, right)
            : combineEvents(operator, arity, bits(place, left, arity), bits(place, right, arity));
      }
    }
  }

  private Meaning combineEvents(String operator, Arity arity, BitMatrix left, BitMatrix right) {
    BitMatrix result = empty(arity);
    switch (operator) {
      case "|" -> result.union(left, right);
      case "&" -> result.intersection(left, right);
      default -> result.difference(left, right);
    }
    return new Matrix(result, arity);
  }

  private static Meaning combineMany(
      SourcePlace place, String operator, Meaning left, Meaning right) {
    if (!(left instanceof Many first) || !(right instanceof Many second)) {
      Meaning wrong = left instanceof Many ? right : left;
      throw error(place, "this is " + wrong.kind() + ", but " + operator + " needs sets");
    }
    Set<Meaning> result = new LinkedHashSet<>(first.elements());
    switch (operator) {
      case "|" -> result.addAll(second.elements());
      case "&" -> result.retainAll(second.elements());
      default -> result.removeAll(second.elements());
    }
    return new Many(result);
  }

  /** The set with one more element. */
  Meaning add(SourcePlace place, Meaning element, Meaning set) {
    if (element instanceof CatValue.Event || element instanceof CatValue.Pair) {
      return combine(place, "|", element, set);
    }
    if (set instanceof Many many) {
      return many.with(element);
    }
    throw error(place, "this is " + set.kind() + ", but a set of sets is needed");
  }

  Meaning unary(Syntax.Unary unary, Meaning operand) {
    SourcePlace place = unary.operand().place();
    if (unary.operator().equals("~")) {
      Arity arity = arity(operand) == null ? Arity.RELATION : arity(operand);
      BitMatrix complement = empty(arity);
      complement.complement(bits(place, operand, arity));
      return new Matrix(complement, arity);
    }
    BitMatrix result = empty(Arity.RELATION);
    if (unary.operator().equals("[]")) {
      result.identity(bits(place, operand, Arity.SET));
      return new Matrix(result, Arity.RELATION);
    }
    BitMatrix relation = bits(place, operand, Arity.RELATION);
    switch (unary.operator()) {
      case "+" -> result.closure(relation);
      case "*" -> {
        result.closure(relation);
        result.reflexive(result);
      }
      case "?" -> result.reflexive(relation);
      default -> result.inverse(relation);
    }
    return new Matrix(result, Arity.RELATION);
  }
}
