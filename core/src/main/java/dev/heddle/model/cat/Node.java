package dev.heddle.model.cat;

import dev.heddle.model.axiomatic.CandidateExecution;
import java.util.ArrayList;
import java.util.List;

/** A relational expression; operands are nodes, and equal expressions are the same node. */
final class Node {
  enum Arity {
    SET,
    RELATION
  }

  enum Operation {
    /** A set by its name. */
    BASE_SET,
    BASE_RELATION,
    EMPTY,
    UNION,
    INTERSECTION,
    DIFFERENCE,
    COMPLEMENT,
    COMPOSITION,
    INVERSE,
    CLOSURE,
    REFLEXIVE_CLOSURE,
    REFLEXIVE,
    IDENTITY,
    PRODUCT,
    DOMAIN,
    RANGE,
    /** What a recursive definition means by its own name. */
    VARIABLE,
    /** The least fixpoint of a recursive definition. */
    FIXPOINT,
    /** What only an evaluation in an execution can tell. */
    DEFERRED,
    /** One of several relations; the meaning is what they are chosen from. */
    CHOICE
  }

  /** Definitions that refer to each other, and the nodes outside that their bodies use. */
  static final class Recursion {
    final List<Node> variables = new ArrayList<>();
    final List<Node> bodies = new ArrayList<>();
    final List<Node> inputs = new ArrayList<>();
    final SourcePlace place;
    final int number;

    Recursion(SourcePlace place, int number) {
      this.place = place;
      this.number = number;
    }
  }

  final int number;
  final Operation operation;
  final Arity type;
  final Node left;
  final Node right;
  final String name;
  final CandidateExecution.Base base;

  /** For variables and fixpoints, and which of its definitions this is. */
  final Recursion recursion;

  final int index;

  /** Of what is deferred or chosen; otherwise null. */
  final Meaning meaning;

  /** Whether the value depends on co. */
  final boolean dependsOnCo;

  /** Whether the value only gains, or only loses, elements when co gains some. */
  final boolean grows;

  final boolean shrinks;

  /** Whether it is inside a recursive definition and uses its variables. */
  final boolean open;

  /** A node that is evaluated, or chosen, in each execution. */
  Node(int number, Operation operation, Arity type, Meaning meaning) {
    this(number, operation, type, null, null, null, null, null, 0, meaning);
  }

  Node(
      int number,
      Operation operation,
      Arity type,
      Node left,
      Node right,
      String name,
      CandidateExecution.Base base,
      Recursion recursion,
      int index) {
    this(number, operation, type, left, right, name, base, recursion, index, null);
  }

  private Node(
      int number,
      Operation operation,
      Arity type,
      Node left,
      Node right,
      String name,
      CandidateExecution.Base base,
      Recursion recursion,
      int index,
      Meaning meaning) {
    this.number = number;
    this.operation = operation;
    this.type = type;
    this.left = left;
    this.right = right;
    this.name = name;
    this.base = base;
    this.recursion = recursion;
    this.index = index;
    this.meaning = meaning;
    switch (operation) {
      case BASE_SET -> {
        dependsOnCo = name.equals("FW");
        grows = !dependsOnCo;
        shrinks = !dependsOnCo;
        open = false;
      }
      case BASE_RELATION -> {
        dependsOnCo = base == CandidateExecution.Base.CO || base == CandidateExecution.Base.FR;
        grows = true;
        shrinks = !dependsOnCo;
        open = false;
      }
      case DEFERRED, CHOICE -> {
        dependsOnCo = true;
        grows = false;
        shrinks = false;
        open = false;
      }
      case EMPTY -> {
        dependsOnCo = false;
        grows = true;
        shrinks = true;
        open = false;
      }
      case VARIABLE -> {
        dependsOnCo = false;
        grows = true;
        shrinks = false; // so that a body grows only if it uses the variable positively
        open = true;
      }
      case FIXPOINT -> {
        dependsOnCo = recursion.bodies.stream().anyMatch(body -> body.dependsOnCo);
        grows = !dependsOnCo || recursion.bodies.stream().allMatch(body -> body.grows);
        shrinks = !dependsOnCo;
        open = recursion.inputs.stream().anyMatch(input -> input.open);
      }
      case COMPLEMENT -> {
        dependsOnCo = left.dependsOnCo;
        grows = left.shrinks;
        shrinks = left.grows;
        open = left.open;
      }
      case DIFFERENCE -> {
        dependsOnCo = left.dependsOnCo || right.dependsOnCo;
        grows = left.grows && right.shrinks;
        shrinks = left.shrinks && right.grows;
        open = left.open || right.open;
      }
      default -> {
        dependsOnCo = left.dependsOnCo || (right != null && right.dependsOnCo);
        grows = left.grows && (right == null || right.grows);
        shrinks = left.shrinks && (right == null || right.shrinks);
        open = left.open || (right != null && right.open);
      }
    }
  }
}
