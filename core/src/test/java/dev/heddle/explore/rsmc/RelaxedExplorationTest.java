package dev.heddle.explore.rsmc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.litmus.Architecture;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.model.cat.CatException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** RSMC against the candidate executions that the axioms in cat allow. */
class RelaxedExplorationTest {
  private static final int PROGRAMS = Integer.getInteger("heddle.fuzz.programs", 5000);
  private static final long SEED = Long.getLong("heddle.fuzz.seed", 1);

  static List<String> traces(LitmusTest test) {
    List<String> traces = new ArrayList<>();
    boolean power = test.architecture() == Architecture.PPC;
    CommitBefore cb = power ? new PowerCommitBefore() : new ArmCommitBefore();
    CommitState state = new CommitState(test, Cells.of(test), cb, 2);
    CommitModel model = power ? new PowerAxioms(state) : new ArmAxioms(state);
    new RelaxedExploration(state, model, reached -> traces.add(TraceKeys.key(reached)), () -> false)
        .run();
    return traces;
  }

  @Test
  void tracesOfPowerAreTheAllowedCandidatesEachOnce() throws CatException {
    agree(new RandomCommitTests(SEED, Architecture.PPC), PROGRAMS);
  }

  @Test
  void tracesOfArmAreTheAllowedCandidatesEachOnce() throws CatException {
    agree(new RandomCommitTests(SEED, Architecture.AARCH64), PROGRAMS / 2);
  }

  private static void agree(RandomCommitTests random, int programs) throws CatException {
    int many = 0;
    for (int i = 0; i < programs; i++) {
      LitmusTest test = random.next();
      while (!RelaxedLitmusRun.isSupported(test)) {
        test = random.next();
      }
      // Candidates are different executions: the same traces as often means that none comes twice.
      List<String> expected = TraceKeys.allowed(test);
      List<String> traces = traces(test);
      Collections.sort(expected);
      Collections.sort(traces);
      assertEquals(expected, traces, "program " + i + ": " + test);
      many += traces.size() > 4 ? 1 : 0;
    }
    assertTrue(many > programs / 5, "only " + many + " programs have many traces");
  }
}
