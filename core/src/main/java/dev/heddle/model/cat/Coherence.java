package dev.heddle.model.cat;

import dev.heddle.model.axiomatic.CandidateExecution.Base;
import dev.heddle.model.cat.Node.Operation;
import java.util.List;

/**
 * Sees from the shape of the checks that a model allows only executions that are sequentially
 * consistent per location. It may fail to see it, which costs time; it never sees it wrongly.
 *
 * <p>Two shapes count: {@code acyclic r} where r holds po-loc, rf, co and fr; and {@code
 * irreflexive a ; b} where a holds po-loc and b holds (rf | co | fr)+, since a cycle of po-loc and
 * communication shrinks to one step of each.
 */
final class Coherence {
  private Coherence() {}

  static boolean isImpliedBy(List<Reading.Check> checks) {
    return checks.stream().anyMatch(Coherence::isImpliedBy);
  }

  private static boolean isImpliedBy(Reading.Check check) {
    if (check.negated() || check.use() != Syntax.Use.AXIOM) {
      return false;
    }
    Node node = check.node();
    return switch (check.kind()) {
      case "acyclic" -> holdsPoLoc(node) && holdsCommunication(node);
      case "irreflexive" ->
          node.operation == Operation.COMPOSITION
              && ((holdsPoLoc(node.left) && holdsAllCommunication(node.right))
                  || (holdsAllCommunication(node.left) && holdsPoLoc(node.right)));
      default -> false;
    };
  }

  private static boolean holdsAllCommunication(Node node) {
    return switch (node.operation) {
      case REFLEXIVE -> holdsAllCommunication(node.left);
      case CLOSURE, REFLEXIVE_CLOSURE -> holdsCommunication(node.left);
      default -> false;
    };
  }

  private static boolean holdsCommunication(Node node) {
    return holds(node, Base.RF) && holds(node, Base.CO) && holds(node, Base.FR);
  }

  private static boolean holdsPoLoc(Node node) {
    return switch (node.operation) {
      case BASE_RELATION -> node.base == Base.PO;
      case INTERSECTION ->
          (isBase(node.left, Base.PO) && isBase(node.right, Base.LOC))
              || (isBase(node.left, Base.LOC) && isBase(node.right, Base.PO));
      case UNION -> holdsPoLoc(node.left) || holdsPoLoc(node.right);
      case CLOSURE, REFLEXIVE_CLOSURE, REFLEXIVE -> holdsPoLoc(node.left);
      default -> false;
    };
  }

  static boolean holds(Node node, Base base) {
    return switch (node.operation) {
      case BASE_RELATION -> node.base == base;
      case UNION -> holds(node.left, base) || holds(node.right, base);
      case CLOSURE, REFLEXIVE_CLOSURE, REFLEXIVE -> holds(node.left, base);
      case COMPOSITION ->
          base == Base.FR
              && node.left.operation == Operation.INVERSE
              && isBase(node.left.left, Base.RF)
              && isBase(node.right, Base.CO);
      default -> false;
    };
  }

  static boolean isBase(Node node, Base base) {
    return node.operation == Operation.BASE_RELATION && node.base == base;
  }
}
