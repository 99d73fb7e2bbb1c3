package dev.heddle.symbolic.solve;

import dev.heddle.symbolic.term.Operator;
import dev.heddle.symbolic.term.Term;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sosy_lab.common.ShutdownManager;
import org.sosy_lab.common.configuration.Configuration;
import org.sosy_lab.common.configuration.InvalidConfigurationException;
import org.sosy_lab.common.log.LogManager;
import org.sosy_lab.java_smt.SolverContextFactory;
import org.sosy_lab.java_smt.api.BooleanFormula;
import org.sosy_lab.java_smt.api.BooleanFormulaManager;
import org.sosy_lab.java_smt.api.Model;
import org.sosy_lab.java_smt.api.ProverEnvironment;
import org.sosy_lab.java_smt.api.SolverContext;
import org.sosy_lab.java_smt.api.SolverContext.ProverOptions;
import org.sosy_lab.java_smt.api.SolverException;

/**
 * Decides whether terms can hold. One thread uses it; any thread may {@link #stop} it.
 *
 * <p>What holds may change from question to question. Constraints are only ever added to the
 * solver, never taken away, so that it keeps what it has learnt: each hangs on a literal, which is
 * assumed as long as the constraint holds. The constraints that came together have one literal.
 * When some of them do not hold any more, the others get another one, together.
 */
public final class Solver implements AutoCloseable {
  private final ShutdownManager shutdown = ShutdownManager.create();
  private final SolverContext context;
  private final BooleanFormulaManager booleans;
  private final List<Group> groups = new ArrayList<>();
  private Formulas formulas;
  private ProverEnvironment prover;
  private int programs;
  private int literals;
  private int kept;
  private volatile boolean stopped;

  /** Constraints that hold as long as a literal does. */
  private record Group(BooleanFormula literal, Set<Term> constraints) {}

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
    try {
      // What brings Z3 loads its library itself.
      context =
          SolverContextFactory.createSolverContext(
              Configuration.defaultConfiguration(),
              LogManager.createNullLogManager(),
              shutdown.getNotifier(),
              switch (name) {
                case Z3 -> SolverContextFactory.Solvers.Z3;
                case BITWUZLA -> SolverContextFactory.Solvers.BITWUZLA;
                case PRINCESS -> SolverContextFactory.Solvers.PRINCESS;
              },
              library -> {
                if (name == Name.BITWUZLA) {
                  BitwuzlaLibrary.load();
                }
              });
    } catch (InvalidConfigurationException e) {
      throw new IllegalStateException("cannot start the solver " + name, e);
    }
    booleans = context.getFormulaManager().getBooleanFormulaManager();
    clear();
  }

  /** Makes the current question, and all to come, end soon. */
  public void stop() {
    stopped = true;
    shutdown.requestShutdown("stop");
  }

  public boolean isStopped() {
    return stopped;
  }

  /** Nothing holds any more, and variables of the same name are others. */
  public void clear() {
    close(prover);
    prover = context.newProverEnvironment(ProverOptions.GENERATE_MODELS);
    groups.clear();
    formulas = new Formulas(context.getFormulaManager(), "@" + programs++);
  }

  private static void close(ProverEnvironment prover) {
    if (prover != null) {
      prover.close();
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
        prover.addConstraint(booleans.not(group.literal));
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
    if (constraints.isEmpty()) {
      return;
    }
    BooleanFormula literal = newLiteral();
    for (Term constraint : constraints) {
      addIf(literal, constraint);
    }
    groups.add(new Group(literal, constraints));
  }

  private BooleanFormula newLiteral() {
    return booleans.makeVariable("literal" + literals++);
  }

  private void addIf(BooleanFormula literal, Term constraint) throws InterruptedException {
    if (stopped) {
      throw new InterruptedException();
    }
    prover.addConstraint(booleans.implication(literal, formulas.truth(constraint)));
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
    try {
      BooleanFormula literal = newLiteral();
      addIf(literal, question);
      List<BooleanFormula> assumptions = new ArrayList<>();
      groups.forEach(group -> assumptions.add(group.literal));
      assumptions.add(literal);
      boolean isUnsatisfiable = prover.isUnsatWithAssumptions(assumptions);
      if (stopped) {
        // What a solver says that was told to end means nothing.
        throw new InterruptedException();
      }
      if (isUnsatisfiable) {
        prover.addConstraint(booleans.not(literal));
        return null;
      }
      try (Model model = prover.getModel()) {
        return valuation(model);
      }
    } catch (SolverException e) {
      if (stopped) {
        throw new InterruptedException();
      }
      throw new UndecidedException("the solver gave up: " + e.getMessage(), e);
    }
  }

  private Valuation valuation(Model model) {
    Map<Term, Long> values = new HashMap<>();
    for (Term variable : formulas.variables()) {
      if (variable.operator() == Operator.BOOLEAN_VARIABLE) {
        Boolean value = model.evaluate((BooleanFormula) formulas.formula(variable));
        values.put(variable, Boolean.TRUE.equals(value) ? 1L : 0L);
      } else {
        BigInteger value = model.evaluate(formulas.vector(variable));
        values.put(variable, value == null ? 0L : value.longValue());
      }
    }
    return new Valuation(values);
  }

  /** How many different parts the formulas so far have. */
  public int size() {
    return formulas.size();
  }

  @Override
  public void close() {
    close(prover);
    context.close();
  }
}
