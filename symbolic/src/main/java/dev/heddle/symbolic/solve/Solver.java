package dev.heddle.symbolic.solve;

import dev.heddle.symbolic.term.Operator;
import dev.heddle.symbolic.term.Term;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sosy_lab.common.ShutdownManager;
import org.sosy_lab.common.configuration.Configuration;
import org.sosy_lab.common.configuration.InvalidConfigurationException;
import org.sosy_lab.common.log.LogManager;
import org.sosy_lab.java_smt.SolverContextFactory;
import org.sosy_lab.java_smt.api.BooleanFormula;
import org.sosy_lab.java_smt.api.Model;
import org.sosy_lab.java_smt.api.ProverEnvironment;
import org.sosy_lab.java_smt.api.SolverContext;
import org.sosy_lab.java_smt.api.SolverContext.ProverOptions;
import org.sosy_lab.java_smt.api.SolverException;

/** Decides whether terms can hold. One thread uses it; any thread may {@link #stop} it. */
public final class Solver implements AutoCloseable {
  private final ShutdownManager shutdown = ShutdownManager.create();
  private final SolverContext context;
  private Formulas formulas;
  private int programs;
  private final List<Term> constraints = new ArrayList<>();
  private volatile boolean stopped;

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

  /** From here on this holds. */
  public void add(Term constraint) {
    constraints.add(constraint);
  }

  /** Nothing holds any more, and variables of the same name are others. */
  public void clear() {
    constraints.clear();
    formulas = new Formulas(context.getFormulaManager(), "@" + programs++);
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
    try (ProverEnvironment prover = context.newProverEnvironment(ProverOptions.GENERATE_MODELS)) {
      for (Term constraint : constraints) {
        if (stopped) {
          throw new InterruptedException();
        }
        prover.addConstraint(formulas.truth(constraint));
      }
      prover.addConstraint(formulas.truth(question));
      if (stopped) {
        throw new InterruptedException();
      }
      boolean isUnsatisfiable = prover.isUnsat();
      if (stopped) {
        // What a solver says that was told to end means nothing.
        throw new InterruptedException();
      }
      if (isUnsatisfiable) {
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
    context.close();
  }
}
