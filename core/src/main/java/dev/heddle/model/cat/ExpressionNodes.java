package dev.heddle.model.cat;

import dev.heddle.model.axiomatic.CandidateExecution;
import dev.heddle.model.cat.Node.Arity;
import dev.heddle.model.cat.Node.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes nodes, each expression once. */
final class ExpressionNodes {
  /**
   * By operation, type, operands and leaf, in a list: linking what a record has to compare and hash
   * its parts would cost each start some 30 ms.
   */
  private final Map<List<Object>, Node> nodes = new HashMap<>();

  private final List<Node.Recursion> recursions = new ArrayList<>();
  private final Set<String> sets;
  private final String architecture;
  private int count;

  /**
   * @param sets the names of all sets that executions know
   */
  ExpressionNodes(Set<String> sets, String architecture) {
    this.sets = sets;
    this.architecture = architecture;
  }

  boolean isSet(String name) {
    return sets.contains(name);
  }

  String architecture() {
    return architecture;
  }

  int size() {
    return count;
  }

  int recursions() {
    return recursions.size();
  }

  Node set(String name) {
    return make(Operation.BASE_SET, Arity.SET, null, null, name, null);
  }

  /** Whether some expression has asked for a set. */
  boolean mentionsSet(String name) {
    return nodes.containsKey(Arrays.asList(Operation.BASE_SET, Arity.SET, null, null, name));
  }

  Node relation(CandidateExecution.Base base) {
    return make(Operation.BASE_RELATION, Arity.RELATION, null, null, null, base);
  }

  Node empty(Arity type) {
    return make(Operation.EMPTY, type, null, null, null, null);
  }

  Node unary(Operation operation, Arity type, Node operand) {
    return make(operation, type, operand, null, null, null);
  }

  Node binary(Operation operation, Arity type, Node left, Node right) {
    return make(operation, type, left, right, null, null);
  }

  /** What is known only in an execution. */
  Node deferred(Meaning.Deferred meaning, Arity type) {
    return new Node(count++, Operation.DEFERRED, type, meaning);
  }

  Node choice(Meaning from) {
    return new Node(count++, Operation.CHOICE, Arity.RELATION, from);
  }

  private Node make(
      Operation operation,
      Arity type,
      Node left,
      Node right,
      String name,
      CandidateExecution.Base base) {
    List<Object> key = Arrays.asList(operation, type, left, right, name == null ? base : name);
    Node known = nodes.get(key);
    if (known == null) {
      known = new Node(count++, operation, type, left, right, name, base, null, 0);
      nodes.put(key, known);
    }
    return known;
  }

  /** Starts a recursive definition; its bodies follow. */
  Node.Recursion recursion(SourcePlace place, Arity[] types) {
    Node.Recursion recursion = new Node.Recursion(place, recursions.size());
    recursions.add(recursion);
    for (int i = 0; i < types.length; i++) {
      recursion.variables.add(
          new Node(count++, Operation.VARIABLE, types[i], null, null, null, null, recursion, i));
    }
    return recursion;
  }

  /** Ends a recursive definition whose bodies are known, and gives what each name means. */
  List<Node> fixpoints(Node.Recursion recursion) {
    Set<Node> inputs = new HashSet<>();
    Set<Node> seen = new HashSet<>();
    recursion.bodies.forEach(body -> collectInputs(body, recursion, inputs, seen));
    recursion.inputs.addAll(inputs);
    List<Node> fixpoints = new ArrayList<>();
    for (int i = 0; i < recursion.variables.size(); i++) {
      Arity type = recursion.variables.get(i).type;
      fixpoints.add(
          new Node(count++, Operation.FIXPOINT, type, null, null, null, null, recursion, i));
    }
    return fixpoints;
  }

  /** The nodes that the iteration does not change, or that an enclosing recursion changes. */
  private static void collectInputs(
      Node node, Node.Recursion recursion, Set<Node> inputs, Set<Node> seen) {
    if (node == null || !seen.add(node)) {
      return;
    }
    if (!node.open) {
      inputs.add(node);
    } else if (node.operation == Operation.VARIABLE) {
      if (node.recursion != recursion) {
        inputs.add(node);
      }
    } else if (node.operation == Operation.FIXPOINT) {
      node.recursion.inputs.forEach(input -> collectInputs(input, recursion, inputs, seen));
    } else {
      collectInputs(node.left, recursion, inputs, seen);
      collectInputs(node.right, recursion, inputs, seen);
    }
  }
}
