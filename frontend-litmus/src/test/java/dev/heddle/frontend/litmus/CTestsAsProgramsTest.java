package dev.heddle.frontend.litmus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.Exploration;
import dev.heddle.explore.NaiveExploration;
import dev.heddle.explore.OptimalExploration;
import dev.heddle.explore.graph.GraphExploration;
import dev.heddle.explore.litmus.ExploredLitmusRun;
import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.model.MemoryModel;
import dev.heddle.model.axiomatic.LitmusOutcome;
import dev.heddle.model.axiomatic.LitmusRun;
import dev.heddle.model.cat.CatException;
import dev.heddle.model.cat.CatModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random tests in C: explorers of programs and candidates end in the same final states. */
class CTestsAsProgramsTest {
  private static final int TESTS = Integer.getInteger("heddle.fuzz.programs", 4000) / 20;
  private static final long SEED = Long.getLong("heddle.fuzz.seed", 1);
  private static final int UNROLL = 2;

  private static List<Exploration> explorers(MemoryModel model) {
    List<Exploration> explorers = new ArrayList<>();
    explorers.add(new GraphExploration(model, true, model.hasRaces()));
    explorers.add(new GraphExploration(model, false, model.hasRaces()));
    if (model == MemoryModel.SC) {
      explorers.add(new OptimalExploration());
      explorers.add(new ReadsFromExploration(1));
    }
    return explorers;
  }

  @ParameterizedTest
  @EnumSource(
      value = MemoryModel.class,
      names = {"SC", "TSO", "PSO", "SRA", "RA", "RC11", "RC20", "RELAXED"})
  void finalStatesAgree(MemoryModel model) throws CatException, LitmusException {
    int manyStates = 0;
    int races = 0;
    for (long seed = SEED * 100_000; seed < SEED * 100_000 + TESTS; seed++) {
      String text = new RandomCTest(seed, model).text();
      LitmusTest test = LitmusReader.read("random.litmus", text);
      CatModel file = CatModel.shipped(model.id(), test.architecture());
      LitmusOutcome candidates = LitmusRun.of(test, file, UNROLL, () -> false, null);
      boolean isRacy = candidates.flags().contains("racy");
      for (Exploration explorer : explorers(model)) {
        LitmusOutcome explored = ExploredLitmusRun.of(test, explorer, UNROLL, () -> false);
        boolean isFoundRacy = explored.flags().contains("racy");
        // A race may lie in an execution that is cut, of which there are no candidates.
        assertTrue(
            isRacy == isFoundRacy || (isFoundRacy && explored.cut()), () -> model + "\n" + text);
        if (!isFoundRacy) {
          assertEquals(states(candidates), states(explored), () -> model + "\n" + text);
        }
      }
      manyStates += candidates.states().size() > 2 ? 1 : 0;
      races += isRacy ? 1 : 0;
    }
    assertTrue(manyStates > TESTS / 5, "only " + manyStates + " tests have many states");
    assertEquals(model.hasRaces(), races > 0, races + " races");
  }

  /** All interleavings of the smallest tests: one step of each of two threads. */
  @ParameterizedTest
  @EnumSource(
      value = MemoryModel.class,
      names = {"SC"})
  void allInterleavingsAgree(MemoryModel model) throws CatException, LitmusException {
    for (long seed = 0; seed < 20; seed++) {
      String text = new RandomCTest(seed, model).smallText();
      LitmusTest test = LitmusReader.read("random.litmus", text);
      CatModel file = CatModel.shipped(model.id(), test.architecture());
      assertEquals(
          states(LitmusRun.of(test, file, UNROLL, () -> false, null)),
          states(ExploredLitmusRun.of(test, new NaiveExploration(), UNROLL, () -> false)),
          () -> text);
    }
  }

  private static Set<String> states(LitmusOutcome outcome) {
    Set<String> states = new TreeSet<>();
    outcome.states().keySet().forEach(state -> states.add(Arrays.toString(state)));
    return states;
  }
}
