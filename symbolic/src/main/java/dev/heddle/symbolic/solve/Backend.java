package dev.heddle.symbolic.solve;

import dev.heddle.symbolic.term.Operator;
import dev.heddle.symbolic.term.Term;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
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

/** A solver of JavaSMT with the formulas made for it. Once it was stopped it is of no more use. */
final class Backend implements AutoCloseable {
  private final ShutdownManager shutdown = ShutdownManager.create();
  private final SolverContext context;
  private final BooleanFormulaManager booleans;
  private Formulas formulas;
  private int literals;

  Backend(Solver.Name name) {
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
                if (name == Solver.Name.BITWUZLA) {
                  BitwuzlaLibrary.load();
                }
              });
    } catch (InvalidConfigurationException e) {
      throw new IllegalStateException("cannot start the solver " + name, e);
    }
    booleans = context.getFormulaManager().getBooleanFormulaManager();
  }

  /** From here on, variables are those of a program; of the same names, others than before. */
  void begin(int program) {
    formulas = new Formulas(context.getFormulaManager(), "@" + program);
  }

  /** Makes the current question end soon; any thread may call it. */
  void stop() {
    shutdown.requestShutdown("stop");
  }

  ProverEnvironment newProver() {
    return context.newProverEnvironment(ProverOptions.GENERATE_MODELS);
  }

  BooleanFormula truth(Term term) {
    return formulas.truth(term);
  }

  BooleanFormula newLiteral() {
    return booleans.makeVariable("literal" + literals++);
  }

  BooleanFormula not(BooleanFormula formula) {
    return booleans.not(formula);
  }

  BooleanFormula implies(BooleanFormula literal, Term term) {
    return booleans.implication(literal, truth(term));
  }

  /** How many different parts the formulas so far have. */
  int size() {
    return formulas.size();
  }

  /** The values of all variables in what a prover has found. */
  Valuation valuation(ProverEnvironment prover) throws SolverException {
    Map<Term, Long> values = new HashMap<>();
    try (Model model = prover.getModel()) {
      for (Term variable : formulas.variables()) {
        if (variable.operator() == Operator.BOOLEAN_VARIABLE) {
          Boolean value = model.evaluate((BooleanFormula) formulas.formula(variable));
          values.put(variable, Boolean.TRUE.equals(value) ? 1L : 0L);
        } else {
          BigInteger value = model.evaluate(formulas.vector(variable));
          values.put(variable, value == null ? 0L : value.longValue());
        }
      }
    }
    return new Valuation(values);
  }

  @Override
  public void close() {
    context.close();
  }
}
