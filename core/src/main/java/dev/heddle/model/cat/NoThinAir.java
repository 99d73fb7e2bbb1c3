package dev.heddle.model.cat;

import dev.heddle.model.axiomatic.CandidateExecution.Base;
import dev.heddle.model.cat.Node.Operation;
import java.util.List;
import java.util.Set;

/**
 * Sees from the shape of the checks that po ∪ rf has no cycle in the executions of a model. It may
 * fail to see it; it never sees it wrongly.
 *
 * <p>Two shapes count: {@code acyclic r}, or {@code irreflexive r+}, where r holds po and rf; and
 * the same where r holds rf between threads and po from reads to writes, in a coherent model. There
 * a cycle of po and rf is one of po and rfe, and each of its steps in po leads from what reads to
 * what is read.
 */
final class NoThinAir {
  private NoThinAir() {}

  static boolean isImpliedBy(List<Reading.Check> checks, boolean coherent) {
    return checks.stream().anyMatch(check -> isImpliedBy(check, coherent));
  }

  private static boolean isImpliedBy(Reading.Check check, boolean coherent) {
    if (check.negated() || check.use() != Syntax.Use.AXIOM) {
      return false;
    }
    Node node = check.node();
    if (check.kind().equals("irreflexive")) {
      return node.operation == Operation.CLOSURE && isAcyclicWith(node.left, coherent);
    }
    return check.kind().equals("acyclic") && isAcyclicWith(node, coherent);
  }

  private static boolean isAcyclicWith(Node node, boolean coherent) {
    if (coherent) {
      return holdsOrder(node) && holdsExternalReads(node);
    }
    return Coherence.holds(node, Base.PO) && Coherence.holds(node, Base.RF);
  }

  /** rf between threads. */
  private static boolean holdsExternalReads(Node node) {
    return switch (node.operation) {
      case BASE_RELATION -> node.base == Base.RF;
      case UNION -> holdsExternalReads(node.left) || holdsExternalReads(node.right);
      case INTERSECTION ->
          (Coherence.isBase(node.left, Base.RF) && Coherence.isBase(node.right, Base.EXT))
              || (Coherence.isBase(node.left, Base.EXT) && Coherence.isBase(node.right, Base.RF));
      case DIFFERENCE ->
          Coherence.isBase(node.left, Base.RF) && Coherence.isBase(node.right, Base.INT);
      case CLOSURE, REFLEXIVE_CLOSURE, REFLEXIVE -> holdsExternalReads(node.left);
      default -> false;
    };
  }

  /** po from reads to writes, those of read-modify-writes included. */
  private static boolean holdsOrder(Node node) {
    return switch (node.operation) {
      case BASE_RELATION -> node.base == Base.PO;
      case UNION -> holdsOrder(node.left) || holdsOrder(node.right);
      case INTERSECTION ->
          (holdsOrder(node.left) && holdsProduct(node.right))
              || (holdsProduct(node.left) && holdsOrder(node.right));
      case DIFFERENCE -> holdsOrder(node.left) && missesProduct(node.right);
      case CLOSURE, REFLEXIVE_CLOSURE, REFLEXIVE -> holdsOrder(node.left);
      default -> false;
    };
  }

  /** Every pair of a read and a write. */
  private static boolean holdsProduct(Node node) {
    return switch (node.operation) {
      case PRODUCT -> holdsAll(node.left, "R") && holdsAll(node.right, "W");
      case UNION -> holdsProduct(node.left) || holdsProduct(node.right);
      case COMPLEMENT -> missesProduct(node.left);
      default -> false;
    };
  }

  private static boolean holdsAll(Node set, String kind) {
    return switch (set.operation) {
      case BASE_SET -> Set.of(kind, "M", "_").contains(set.name);
      case UNION -> holdsAll(set.left, kind) || holdsAll(set.right, kind);
      default -> false;
    };
  }

  /** No pair of a read and a write. */
  private static boolean missesProduct(Node node) {
    return switch (node.operation) {
      case PRODUCT -> misses(node.left, "R") || misses(node.right, "W");
      case UNION -> missesProduct(node.left) && missesProduct(node.right);
      case INTERSECTION -> missesProduct(node.left) || missesProduct(node.right);
      default -> false;
    };
  }

  private static boolean misses(Node set, String kind) {
    return switch (set.operation) {
      case BASE_SET ->
          (kind.equals("R") ? Set.of("W", "F", "IW") : Set.of("R", "F")).contains(set.name);
      case UNION -> misses(set.left, kind) && misses(set.right, kind);
      case INTERSECTION -> misses(set.left, kind) || misses(set.right, kind);
      default -> false;
    };
  }
}
