package dev.heddle.symbolic.solve;

import dev.heddle.symbolic.term.Term;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.sosy_lab.java_smt.api.BooleanFormula;
import org.sosy_lab.java_smt.api.ProverEnvironment;
import org.sosy_lab.java_smt.api.SolverException;

/**
 * Decides whether terms can hold. One thread uses it; any thread may {@link #stop} it.
 *
 * <p>What holds may change from question to question. Constraints are only ever added to the
 * solver, never taken away, so that it keeps what it has learnt: each hangs on a literal, which is
 * assumed as long as the constraint holds. The constraints that came together have one literal.
 * When some of them do not hold any more, the others get another one, together.
 *
 * <p>A solver cannot simplify what hangs on literals. So a question that takes long is also asked
 * afresh, with constraints that hold once and for all: both ways in turn, each time for longer.
 */
public final class Solver implements AutoCloseable {
  /** How long the first way is tried at first, and then the second one; processor time. */
  private static final long FIRST_NANOSECONDS = 3_000_000_000L;

  private static final int GROWTH = 4;

  private final Name name;
  private final long firstNanoseconds;
  private final List<Group> groups = new ArrayList<>();
  private Backend backend;

  /** Null until it is needed: no constraint is added. */
  private ProverEnvironment prover;

  private int programs;
  private int kept;

  /** The size of the formulas that were made for backends that are no more. */
  private int formerSize;

  private boolean stopped;

  /** Constraints that hold as long as a literal does. */
  private static final class Group {
    final Set<Term> constraints;
    BooleanFormula literal;

    Group(Set<Term> constraints) {
      this.constraints = constraints;
    }
  }

  /**
   * @param values null if there are none
   */
  private record Answer(Valuation values) {}

  /** The solvers that can be chosen. */
  public enum Name {
    Z3,
    BITWUZLA,
    PRINCESS
  }

  /** A solver gave up, for its own reasons. */
  public static final class UndecidedException extends Exception {
    UndecidedException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  public Solver(Name name) {
    this(name, FIRST_NANOSECONDS);
  }

  Solver(Name name, long firstNanoseconds) {
    this.name = name;
    this.firstNanoseconds = firstNanoseconds;
    backend = new Backend(name);
    clear();
  }

  /** Makes the current question, and all to come, end soon. */
  public synchronized void stop() {
    stopped = true;
    backend.stop();
  }

  public synchronized boolean isStopped() {
    return stopped;
  }

  /** Nothing holds any more, and variables of the same name are others. */
  public void clear() {
    closeProver();
    groups.clear();
    formerSize = 0;
    backend.begin(programs++);
  }

  private void closeProver() {
    if (prover != null) {
      prover.close();
      prover = null;
    }
  }

  /** What was stopped is replaced by another one, which knows nothing yet. */
  private synchronized void replaceBackend() {
    closeProver();
    formerSize = size();
    backend.close();
    backend = new Backend(name);
    backend.begin(programs);
    groups.forEach(group -> group.literal = null);
    if (stopped) {
      backend.stop();
    }
  }

  /** From here on exactly this holds, of terms that were made by the same maker as before. */
  public void hold(Collection<Term> constraints) throws InterruptedException {
    Set<Term> added = new LinkedHashSet<>(constraints);
    Set<Term> left = new LinkedHashSet<>();
    int all = added.size();
    for (Group group : List.copyOf(groups)) {
      boolean holds = added.containsAll(group.constraints);
      if (!holds) {
        group.constraints.stream().filter(added::contains).forEach(left::add);
        groups.remove(group);
        if (group.literal != null) {
          prover.addConstraint(backend.not(group.literal));
        }
      }
      added.removeAll(group.constraints);
    }
    kept = all - added.size();
    addGroup(left);
    addGroup(added);
  }

  /** How many of the constraints that hold held before. */
  public int kept() {
    return kept;
  }

  private void addGroup(Set<Term> constraints) throws InterruptedException {
    if (!constraints.isEmpty()) {
      Group group = new Group(constraints);
      groups.add(group);
      tell(group);
    }
  }

  /** Tells the solver of a group that it does not know yet. */
  private void tell(Group group) throws InterruptedException {
    if (group.literal == null) {
      group.literal = backend.newLiteral();
      for (Term constraint : group.constraints) {
        addIf(group.literal, constraint);
      }
    }
  }

  private void addIf(BooleanFormula literal, Term constraint) throws InterruptedException {
    checkStopped();
    if (prover == null) {
      prover = backend.newProver();
    }
    prover.addConstraint(backend.implies(literal, constraint));
  }

  private void checkStopped() throws InterruptedException {
    if (isStopped()) {
      throw new InterruptedException();
    }
  }

  /**
   * Values for which all constraints and the question hold, or null if there are none.
   *
   * @throws InterruptedException if somebody has stopped the solver
   */
  public Valuation find(Term question) throws InterruptedException, UndecidedException {
    if (question.isFalse()) {
      return null;
    }
    Answer answer = null;
    for (long limit = firstNanoseconds; answer == null; limit *= GROWTH) {
      answer = patiently(limit, () -> findUnderLiterals(question));
      if (answer == null) {
        answer = patiently(GROWTH * limit, () -> findAfresh(question));
      }
    }
    return answer.values;
  }

  private interface Way {
    Answer ask() throws InterruptedException, SolverException;
  }

  /** An answer, or null if it does not come within some processor time. */
  private Answer patiently(long nanoseconds, Way way)
      throws InterruptedException, UndecidedException {
    try (Patience patience = new Patience(nanoseconds, backend::stop)) {
      Answer answer;
      try {
        answer = way.ask();
      } catch (InterruptedException | SolverException e) {
        checkStopped();
        if (!patience.isLost()) {
          throw new UndecidedException("the solver gave up: " + e.getMessage(), e);
        }
        answer = null;
      } catch (RuntimeException e) {
        // Who reads a model of a solver that was told to end hears of it in this way.
        checkStopped();
        if (!patience.isLost()) {
          throw e;
        }
        answer = null;
      }
      // What a solver says that was told to end means nothing.
      checkStopped();
      if (patience.isLost()) {
        replaceBackend();
        return null;
      }
      return answer;
    }
  }

  private Answer findUnderLiterals(Term question) throws InterruptedException, SolverException {
    List<BooleanFormula> assumptions = new ArrayList<>();
    for (Group group : groups) {
      tell(group);
      assumptions.add(group.literal);
    }
    BooleanFormula literal = backend.newLiteral();
    addIf(literal, question);
    assumptions.add(literal);
    if (prover.isUnsatWithAssumptions(assumptions)) {
      prover.addConstraint(backend.not(literal));
      return new Answer(null);
    }
    return new Answer(backend.valuation(prover));
  }

  private Answer findAfresh(Term question) throws InterruptedException, SolverException {
    try (ProverEnvironment fresh = backend.newProver()) {
      for (Group group : groups) {
        for (Term constraint : group.constraints) {
          checkStopped();
          fresh.addConstraint(backend.truth(constraint));
        }
      }
      fresh.addConstraint(backend.truth(question));
      return new Answer(fresh.isUnsat() ? null : backend.valuation(fresh));
    }
  }

  /** How many different parts the formulas so far have. */
  public int size() {
    return Math.max(formerSize, backend.size());
  }

  @Override
  public void close() {
    closeProver();
    backend.close();
  }
}
