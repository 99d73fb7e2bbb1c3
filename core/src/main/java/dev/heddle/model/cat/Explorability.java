package dev.heddle.model.cat;

import dev.heddle.model.axiomatic.CandidateExecution.Base;
import dev.heddle.model.cat.Growth.Property;
import java.util.HashSet;
import java.util.Set;

/**
 * Whether the executions of programs can be explored under a model by adding events one by one. It
 * takes four things, all of which are seen in the model's text: executions are coherent, or the
 * model knows no coherence order; po ∪ rf has no cycle, so that events can come in that order; what
 * a check finds wrong with a part of an execution is wrong with the whole; and dependencies, which
 * C programs do not have, do not matter.
 */
final class Explorability {
  private static final Set<Base> DEPENDENCIES = Set.of(Base.ADDR, Base.DATA, Base.CTRL);

  private final CatModel model;
  private final Growth growth = new Growth();
  private final Set<Node> seen = new HashSet<>();

  Explorability(CatModel model) {
    this.model = model;
  }

  /** Why it is not possible, or null. */
  String obstacle() {
    if (!model.choices().isEmpty()) {
      return "'with … from' chooses relations for whole executions";
    }
    if (!model.isCoherent() && model.usesCoherence()) {
      return "its executions need not be coherent; a check such as"
          + " 'acyclic po-loc | rf | co | fr' would make them so";
    }
    if (!NoThinAir.isImpliedBy(model.checks(), model.isCoherent())) {
      return "po | rf may have cycles, so that events cannot be added one after the other; a check"
          + " such as 'acyclic po | rf' would forbid them";
    }
    for (Reading.Check check : model.checks()) {
      String name = check.name() == null ? check.kind() : check.name();
      Base dependency = dependency(check.node());
      if (dependency != null) {
        return "the check '"
            + name
            + "' uses "
            + dependency.text()
            + ": C programs have no dependencies that a compiler must keep";
      }
      if (!lasts(check)) {
        return "the check '"
            + name
            + "' can be wrong of a part of an execution and right of the whole, because of what it"
            + " subtracts, complements or negates";
      }
      if (check.use() != Syntax.Use.AXIOM && check.node().dependsOnCo) {
        return "what '" + name + "' flags depends on co";
      }
    }
    return null;
  }

  /** Whether what the check finds stays true when events are added. */
  private boolean lasts(Reading.Check check) {
    boolean isFlag = check.use() == Syntax.Use.FLAG;
    return check.negated() == isFlag && growth.has(check.node(), Property.GROWING);
  }

  private Base dependency(Node node) {
    if (node == null || !seen.add(node)) {
      return null;
    }
    if (node.base != null && DEPENDENCIES.contains(node.base)) {
      return node.base;
    }
    if (node.recursion != null) {
      for (Node body : node.recursion.bodies) {
        Base found = dependency(body);
        if (found != null) {
          return found;
        }
      }
    }
    Base found = dependency(node.left);
    return found != null ? found : dependency(node.right);
  }
}
