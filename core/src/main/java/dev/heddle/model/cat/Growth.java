package dev.heddle.model.cat;

import dev.heddle.model.axiomatic.CandidateExecution.Base;
import dev.heddle.model.cat.Node.Operation;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What becomes of the value of an expression when an execution grows: when events are added that
 * come last in po ∪ rf, with places in co anywhere. It may fail to see a property that holds; it
 * never sees one that does not.
 */
final class Growth {
  enum Property {
    /** A pair that ends in an event which is there begins in one, too: nothing new comes before. */
    PAST_CLOSED,
    /** Among the events that are there, the value stays what it is. */
    STABLE,
    /** It loses nothing. */
    GROWING
  }

  /** Relations that never lead from a new event to an old one. */
  private static final Set<Base> FORWARD =
      EnumSet.of(
          Base.PO,
          Base.RF,
          Base.ID,
          Base.ADDR,
          Base.DATA,
          Base.CTRL,
          Base.AMO,
          Base.LXSX,
          Base.SAME_INSTRUCTION);

  private final Map<Property, Map<Node, Boolean>> known = new EnumMap<>(Property.class);

  /** What is taken for granted of the variables of a recursion, or has been found out. */
  private final Map<Property, Map<Node.Recursion, Boolean>> ofVariables =
      new EnumMap<>(Property.class);

  Growth() {
    for (Property property : Property.values()) {
      known.put(property, new HashMap<>());
      ofVariables.put(property, new HashMap<>());
    }
  }

  boolean has(Node node, Property property) {
    Boolean found = known.get(property).get(node);
    if (found == null) {
      found = decide(node, property);
      if (!node.open) {
        known.get(property).put(node, found);
      }
    }
    return found;
  }

  private boolean decide(Node node, Property property) {
    if (node.operation == Operation.FIXPOINT || node.operation == Operation.VARIABLE) {
      return ofRecursion(node.recursion, property);
    }
    return switch (property) {
      case PAST_CLOSED -> isPastClosed(node);
      case STABLE -> isStable(node);
      case GROWING -> isGrowing(node);
    };
  }

  /** By induction on the rounds of the iteration: the bodies have what their variables have. */
  private boolean ofRecursion(Node.Recursion recursion, Property property) {
    Map<Node.Recursion, Boolean> answers = ofVariables.get(property);
    Boolean found = answers.get(recursion);
    if (found == null) {
      answers.put(recursion, true);
      found = recursion.bodies.stream().allMatch(body -> has(body, property));
      answers.put(recursion, found);
    }
    return found;
  }

  private boolean isPastClosed(Node node) {
    return switch (node.operation) {
      case BASE_RELATION -> FORWARD.contains(node.base);
      case EMPTY, IDENTITY -> true;
      case UNION, COMPOSITION -> both(node, Property.PAST_CLOSED);
      case INTERSECTION ->
          has(node.left, Property.PAST_CLOSED) || has(node.right, Property.PAST_CLOSED);
      case DIFFERENCE, CLOSURE, REFLEXIVE_CLOSURE, REFLEXIVE ->
          has(node.left, Property.PAST_CLOSED);
      default -> false;
    };
  }

  private boolean isStable(Node node) {
    return switch (node.operation) {
      case BASE_SET -> !node.name.equals("FW");
      case BASE_RELATION, EMPTY -> true;
      case UNION, INTERSECTION, DIFFERENCE, PRODUCT -> both(node, Property.STABLE);
      case COMPLEMENT, INVERSE, IDENTITY, REFLEXIVE -> has(node.left, Property.STABLE);
      // What lies between two old events is old if it comes before an old one.
      case COMPOSITION ->
          both(node, Property.STABLE)
              && (has(node.right, Property.PAST_CLOSED)
                  || node.left.operation == Operation.IDENTITY);
      case CLOSURE, REFLEXIVE_CLOSURE ->
          has(node.left, Property.STABLE) && has(node.left, Property.PAST_CLOSED);
      case RANGE -> has(node.left, Property.STABLE) && has(node.left, Property.PAST_CLOSED);
      // The read and the write of an update are added together.
      case DOMAIN -> isPairs(node.left);
      default -> false;
    };
  }

  private static boolean isPairs(Node node) {
    return node.operation == Operation.UNION
        ? isPairs(node.left) && isPairs(node.right)
        : node.operation == Operation.BASE_RELATION
            && (node.base == Base.AMO || node.base == Base.LXSX);
  }

  private boolean isGrowing(Node node) {
    if (has(node, Property.STABLE)) {
      return true;
    }
    return switch (node.operation) {
      case UNION, INTERSECTION, COMPOSITION, PRODUCT -> both(node, Property.GROWING);
      case DIFFERENCE -> has(node.left, Property.GROWING) && has(node.right, Property.STABLE);
      case INVERSE, CLOSURE, REFLEXIVE_CLOSURE, REFLEXIVE, IDENTITY, DOMAIN, RANGE ->
          has(node.left, Property.GROWING);
      default -> false;
    };
  }

  private boolean both(Node node, Property property) {
    return has(node.left, property) && has(node.right, property);
  }
}
