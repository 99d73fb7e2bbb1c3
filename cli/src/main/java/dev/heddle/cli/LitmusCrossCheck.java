package dev.heddle.cli;

import dev.heddle.explore.Exploration;
import dev.heddle.explore.OptimalExploration;
import dev.heddle.explore.graph.GraphExploration;
import dev.heddle.explore.litmus.ExploredLitmusRun;
import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.explore.rsmc.RelaxedLitmusRun;
import dev.heddle.litmus.Architecture;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.litmus.Observed;
import dev.heddle.machine.MachineException;
import dev.heddle.model.MemoryModel;
import dev.heddle.model.axiomatic.LitmusOutcome;
import dev.heddle.model.cat.CatException;
import dev.heddle.model.cat.CatModel;
import dev.heddle.report.litmus.StateText;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.TypeConversionException;

/**
 * Holds the final states that the candidates of a test have against those that explorers find:
 * tests in C run as programs, tests of POWER and ARM by commits.
 */
final class LitmusCrossCheck {
  /** Two engines do not agree; the message has the answers of both. */
  static final class DisagreementException extends RuntimeException {
    private static final long serialVersionUID = 1;

    DisagreementException(String message) {
      super(message);
    }
  }

  private final LitmusTest test;
  private final LitmusOutcome candidates;
  private final int unroll;
  private final BooleanSupplier stopped;

  /**
   * @param candidates what the candidates gave
   */
  LitmusCrossCheck(LitmusTest test, LitmusOutcome candidates, int unroll, BooleanSupplier stopped) {
    this.test = test;
    this.candidates = candidates;
    this.unroll = unroll;
    this.stopped = stopped;
  }

  /**
   * @throws DisagreementException if another engine has another answer
   * @throws TypeConversionException if there is no other engine for the test
   */
  void run(LitmusModels models) throws CatException {
    String model = models.name(test.architecture());
    if (LitmusEngine.isOfProcessor(test, models)) {
      RelaxedLitmusRun commits = RelaxedLitmusRun.of(test, unroll, stopped);
      if (commits == null) {
        throw new TypeConversionException(
            "an address that depends on what was read is not aligned to the accesses of the test");
      }
      compare("rsmc", commits.outcome());
      return;
    }
    if (test.architecture() != Architecture.C) {
      throw new TypeConversionException(
          "--cross-check compares tests in C, and tests of PPC and AArch64 under their models; for this one there is"
              + " one engine only");
    }
    if (hasLocks() && (ChosenModel.isFile(model) || model.equals("tso") || model.equals("pso"))) {
      throw new TypeConversionException(
          "it has locks: unlocking is a store in a test, but a read-modify-write in a program, and"
              + " under this model that may be a difference");
    }
    try {
      for (Map.Entry<String, Exploration> each : explorers(model, models).entrySet()) {
        compare(each.getKey(), ExploredLitmusRun.of(test, each.getValue(), unroll, stopped));
      }
    } catch (MachineException e) {
      throw new TypeConversionException("it cannot run as a program: " + e.getMessage());
    }
  }

  private boolean hasLocks() {
    return test.threads().stream()
        .flatMap(thread -> thread.instructions().stream())
        .anyMatch(
            each -> each instanceof LitmusInstruction.ReadModifyWrite update && update.mustStore());
  }

  private Map<String, Exploration> explorers(String model, LitmusModels models)
      throws CatException {
    Map<String, Exploration> explorers = new LinkedHashMap<>();
    if (ChosenModel.isFile(model)) {
      CatModel file = models.of(Architecture.C);
      String obstacle = file.obstacleToExploration();
      if (obstacle != null) {
        throw new TypeConversionException("programs cannot be explored under it: " + obstacle);
      }
      explorers.put("graph", GraphExploration.under(file, true));
      explorers.put("rf", GraphExploration.under(file, false));
      return explorers;
    }
    if (model.equals("power") || model.equals("armv8")) {
      throw new TypeConversionException("tests in C are not machine code; pick another model");
    }
    MemoryModel known = ModelChoice.EXPLORED.convert(model);
    if (known == MemoryModel.WRA) {
      if (test.observed().stream().anyMatch(Observed.FinalMemory.class::isInstance)) {
        throw new TypeConversionException(
            "wra has no order of writes, so that nobody can say what memory contains at the end;"
                + " tests that only ask for registers can be compared");
      }
      explorers.put("rf", new GraphExploration(known, false, known.hasRaces()));
      return explorers;
    }
    if (known == MemoryModel.SC) {
      explorers.put("optimal", new OptimalExploration());
      explorers.put("rf of sc", new ReadsFromExploration(1));
    }
    explorers.put("graph", new GraphExploration(known, true, known.hasRaces()));
    explorers.put("rf", new GraphExploration(known, false, known.hasRaces()));
    return explorers;
  }

  private void compare(String engine, LitmusOutcome other) {
    boolean isRacy = candidates.flags().contains("racy");
    boolean isFoundRacy = other.flags().contains("racy");
    // A race may lie in an execution that did not come to its end: of such there are no candidates.
    if (isRacy != isFoundRacy && !(isFoundRacy && other.cut())) {
      throw new DisagreementException(
          test.name()
              + ": the candidates "
              + (isRacy ? "have" : "do not have")
              + " a race, and the engine "
              + engine
              + " says otherwise");
    }
    // A test with a race has no meaning, and its programs are not explored beyond the race.
    if (!isFoundRacy && !Arrays.equals(states(candidates), states(other))) {
      throw new DisagreementException(
          test.name()
              + ": the candidates end in "
              + Arrays.toString(states(candidates))
              + ", the engine "
              + engine
              + " in "
              + Arrays.toString(states(other)));
    }
  }

  private Object[] states(LitmusOutcome outcome) {
    TreeSet<String> states = new TreeSet<>();
    outcome.states().keySet().forEach(state -> states.add(StateText.of(test, state)));
    return states.toArray();
  }
}
