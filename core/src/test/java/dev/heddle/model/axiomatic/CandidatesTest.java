package dev.heddle.model.axiomatic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.litmus.Architecture;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.model.axiomatic.OperationalMachine.Buffers;
import dev.heddle.model.cat.CatException;
import dev.heddle.model.cat.CatModel;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The search by candidates against machines that run tests, and against itself without short cuts.
 */
class CandidatesTest {
  private static final int PROGRAMS = Integer.getInteger("heddle.fuzz.programs", 4000);
  private static final long SEED = Long.getLong("heddle.fuzz.seed", 1);

  @Test
  void scIsWhatInterleavingsGive() throws CatException {
    agree("sc", Buffers.NONE, new RandomLitmus(SEED, Architecture.PPC, true));
  }

  @Test
  void tsoIsWhatStoreBuffersGive() throws CatException {
    agree("tso", Buffers.PER_THREAD, new RandomLitmus(SEED + 1, Architecture.X86, false));
  }

  @Test
  void psoIsWhatStoreBuffersPerLocationGive() throws CatException {
    agree("pso", Buffers.PER_LOCATION, new RandomLitmus(SEED + 2, Architecture.X86, false));
  }

  private static void agree(String name, Buffers buffers, RandomLitmus random) throws CatException {
    int manyStates = 0;
    for (int i = 0; i < PROGRAMS / 2; i++) {
      LitmusTest test = random.next();
      CatModel model = CatModel.shipped(name, test.architecture());
      LitmusOutcome outcome = LitmusRun.of(test, model, 2, () -> false, null);
      Set<String> expected = OperationalMachine.states(test, buffers);
      assertEquals(expected, states(outcome), name + " on program " + i + ": " + test);
      manyStates += expected.size() > 2 ? 1 : 0;
    }
    assertTrue(manyStates > PROGRAMS / 10, "only " + manyStates + " programs have many states");
  }

  private static Set<String> states(LitmusOutcome outcome) {
    Set<String> states = new TreeSet<>();
    outcome.states().keySet().forEach(state -> states.add(Arrays.toString(state)));
    return states;
  }

  @Test
  void shortCutsLoseAndAddNothing() throws CatException {
    RandomLitmus random = new RandomLitmus(SEED + 3, Architecture.PPC, true);
    for (int i = 0; i < PROGRAMS / 8; i++) {
      LitmusTest test = random.next();
      CatModel model = CatModel.shipped(i % 2 == 0 ? "power" : "relaxed", test.architecture());
      LitmusOutcome fast = LitmusRun.of(test, model, 2, () -> false, null);
      LitmusOutcome slow = LitmusRun.of(test, new Exhaustive(model), 2, () -> false, null);
      assertEquals(counts(slow), counts(fast), "program " + i + ": " + test);
      assertEquals(slow.positive(), fast.positive());
      assertEquals(slow.negative(), fast.negative());
    }
  }

  private static Map<String, Long> counts(LitmusOutcome outcome) {
    Map<String, Long> counts = new java.util.TreeMap<>();
    outcome.states().forEach((state, count) -> counts.put(Arrays.toString(state), count));
    return counts;
  }

  /** The same model, judged only when candidates are complete and with a judge for each. */
  private record Exhaustive(AxiomaticModel model) implements AxiomaticModel {
    @Override
    public String name() {
      return model.name();
    }

    @Override
    public boolean isCoherent() {
      return false;
    }

    @Override
    public Judge judge(CandidateExecution execution) {
      return new Judge() {
        @Override
        public boolean mayBeAllowed() {
          return true;
        }

        @Override
        public boolean isAllowed() {
          return model.judge(execution).isAllowed();
        }

        @Override
        public List<String> flags() {
          return List.of();
        }

        @Override
        public Map<String, BitMatrix> shown() {
          return Map.of();
        }
      };
    }
  }
}
