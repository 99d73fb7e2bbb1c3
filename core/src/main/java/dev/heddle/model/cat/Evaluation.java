package dev.heddle.model.cat;

import dev.heddle.model.axiomatic.BitMatrix;
import dev.heddle.model.axiomatic.CandidateExecution;
import dev.heddle.model.cat.Node.Arity;
import dev.heddle.model.cat.Node.Operation;
import java.util.List;

/**
 * The values of a model's expressions in one execution. A value is computed again only if a value
 * that it comes from is another one than before: {@code checked} says when a node was looked at
 * last, {@code changed} when its value became what it is.
 */
final class Evaluation {
  private static final int CHOICE_BITS = 24;

  private final CandidateExecution execution;
  private final BitMatrix[] values;
  private final BitMatrix[] scratch;
  private final long[] checked;
  private final long[] changed;

  /** By recursion: the same for its fixpoint. */
  private final long[] recursionChecked;

  /** Grows with each round of an iteration; what is inside of a recursion lives for one round. */
  private long round;

  private final DynamicEvaluation dynamics;
  private long latest;
  private long turn;

  Evaluation(ExpressionNodes nodes, CandidateExecution execution) {
    this.execution = execution;
    values = new BitMatrix[nodes.size()];
    scratch = new BitMatrix[nodes.size()];
    checked = new long[nodes.size()];
    changed = new long[nodes.size()];
    recursionChecked = new long[nodes.recursions()];
    dynamics = new DynamicEvaluation(nodes, this);
  }

  CandidateExecution execution() {
    return execution;
  }

  /** The execution's time, and within it the choices that were made. */
  private long now() {
    if (execution.now() != latest) {
      latest = execution.now();
      turn = 0;
    }
    return (latest << CHOICE_BITS) + turn;
  }

  /** Chooses the relation that a node stands for from now on. */
  void choose(Node choice, BitMatrix relation) {
    now();
    if (++turn >> CHOICE_BITS != 0) {
      throw new CatEvaluationException("'with … from' has too many choices");
    }
    values[choice.number] = relation;
    changed[choice.number] = now();
  }

  /** What a choice is made from, in the present execution. */
  List<BitMatrix> alternatives(Node choice) {
    return dynamics.relations((Meaning.Deferred) choice.meaning);
  }

  BitMatrix value(Node node) {
    refresh(node);
    return values[node.number];
  }

  private BitMatrix matrix(Arity type) {
    return type == Arity.SET
        ? BitMatrix.set(execution.size())
        : BitMatrix.relation(execution.size());
  }

  private void refresh(Node node) {
    if (node.open) {
      refreshOpen(node);
      return;
    }
    int n = node.number;
    long now = now();
    if (checked[n] == now) {
      return;
    }
    if (node.operation == Operation.FIXPOINT) {
      solve(node.recursion, now);
      take(node, now);
    } else if (node.operation == Operation.DEFERRED) {
      BitMatrix value = dynamics.matrix((Meaning.Deferred) node.meaning, node.type);
      if (values[n] == null || !values[n].sameAs(value)) {
        values[n] = value;
        changed[n] = now;
      }
    } else if (values[n] == null) {
      start(node);
      changed[n] = now;
    } else if (node.operation == Operation.BASE_RELATION) {
      changed[n] = execution.changedAt(node.base) << CHOICE_BITS;
    } else if (node.operation == Operation.BASE_SET) {
      changed[n] = node.dependsOnCo ? now : changed[n];
    } else if (node.operation != Operation.EMPTY && node.operation != Operation.CHOICE) {
      refresh(node.left);
      long latest = changed[node.left.number];
      if (node.right != null) {
        refresh(node.right);
        latest = Math.max(latest, changed[node.right.number]);
      }
      if (latest > checked[n]) {
        update(node, now);
      }
    }
    checked[n] = now;
  }

  private void start(Node node) {
    int n = node.number;
    switch (node.operation) {
      case BASE_RELATION -> values[n] = execution.relation(node.base);
      case BASE_SET -> {
        BitMatrix known = execution.set(node.name);
        values[n] = known == null ? matrix(Arity.SET) : known;
      }
      case EMPTY -> values[n] = matrix(node.type);
      case CHOICE -> throw new IllegalStateException("nothing was chosen yet");
      default -> {
        refresh(node.left);
        if (node.right != null) {
          refresh(node.right);
        }
        values[n] = matrix(node.type);
        compute(node, values[n]);
      }
    }
  }

  private void update(Node node, long now) {
    int n = node.number;
    if (scratch[n] == null) {
      scratch[n] = matrix(node.type);
    }
    compute(node, scratch[n]);
    if (!scratch[n].sameAs(values[n])) {
      BitMatrix old = values[n];
      values[n] = scratch[n];
      scratch[n] = old;
      changed[n] = now;
    }
  }

  private void compute(Node node, BitMatrix result) {
    BitMatrix a = values[node.left.number];
    BitMatrix b = node.right == null ? null : values[node.right.number];
    switch (node.operation) {
      case UNION -> result.union(a, b);
      case INTERSECTION -> result.intersection(a, b);
      case DIFFERENCE -> result.difference(a, b);
      case COMPLEMENT -> result.complement(a);
      case COMPOSITION -> result.composition(a, b);
      case INVERSE -> result.inverse(a);
      case CLOSURE -> result.closure(a);
      case REFLEXIVE_CLOSURE -> {
        result.closure(a);
        result.reflexive(result);
      }
      case REFLEXIVE -> result.reflexive(a);
      case IDENTITY -> result.identity(a);
      case PRODUCT -> result.product(a, b);
      case DOMAIN -> result.domain(a);
      case RANGE -> result.range(a);
      default -> throw new IllegalStateException(node.operation + " has no operands");
    }
  }

  /** Computes a node that uses the variables of a recursion, once per round. */
  private void refreshOpen(Node node) {
    int n = node.number;
    if (node.operation == Operation.VARIABLE || checked[n] == round) {
      return;
    }
    if (node.operation == Operation.FIXPOINT) {
      iterate(node.recursion);
      take(node, 0);
      checked[n] = round;
      return;
    }
    refresh(node.left);
    if (node.right != null) {
      refresh(node.right);
    }
    if (values[n] == null) {
      values[n] = matrix(node.type);
    }
    compute(node, values[n]);
    checked[n] = round;
  }

  /** Gives a fixpoint its part of the solution of its recursion. */
  private void take(Node fixpoint, long now) {
    int n = fixpoint.number;
    BitMatrix solution = values[fixpoint.recursion.variables.get(fixpoint.index).number];
    if (values[n] == null || !values[n].sameAs(solution)) {
      values[n] = values[n] == null ? matrix(fixpoint.type) : values[n];
      values[n].copy(solution);
      changed[n] = now;
    }
  }

  private void solve(Node.Recursion recursion, long now) {
    long latest = 0;
    for (Node input : recursion.inputs) {
      refresh(input);
      latest = Math.max(latest, changed[input.number]);
    }
    if (recursionChecked[recursion.number] == 0 || latest > recursionChecked[recursion.number]) {
      iterate(recursion);
    }
    recursionChecked[recursion.number] = now;
  }

  /**
   * Kleene iteration from nothing; a monotone definition ends after as many rounds as pairs. Each
   * definition sees the newest values of the others, as in herd: models that are not monotone, such
   * as the matching of Linux's RCU, depend on it.
   */
  private void iterate(Node.Recursion recursion) {
    int count = recursion.variables.size();
    for (Node variable : recursion.variables) {
      if (values[variable.number] == null) {
        values[variable.number] = matrix(variable.type);
      }
      values[variable.number].clear();
    }
    long most = (long) count * execution.size() * execution.size() + 2;
    boolean stable = false;
    for (long i = 0; !stable; i++) {
      if (i > most) {
        throw new NoFixpointException(recursion.place.toString());
      }
      stable = true;
      for (int v = 0; v < count; v++) {
        round++;
        refresh(recursion.bodies.get(v));
        BitMatrix old = values[recursion.variables.get(v).number];
        BitMatrix value = values[recursion.bodies.get(v).number];
        if (!old.sameAs(value)) {
          old.copy(value);
          stable = false;
        }
      }
    }
    round++;
  }
}
