package dev.heddle.explore.rsmc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.litmus.Architecture;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.model.cat.CatException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** RSMC against the candidate executions that the axioms in cat allow. */
class RelaxedExplorationTest {
  private static final int PROGRAMS = Integer.getInteger("heddle.fuzz.programs", 4000) * 5 / 4;
  private static final long SEED = Long.getLong("heddle.fuzz.seed", 1);

  static List<String> traces(LitmusTest test) {
    return RelaxedLitmusRun.withCells(test, 2, cells -> traces(test, cells));
  }

  private static List<String> traces(LitmusTest test, LitmusCells cells) {
    List<String> traces = new ArrayList<>();
    HardwareModel model = HardwareModel.of(test.architecture());
    CommitState state = LitmusFetch.state(test, cells, model.commitBefore(), 2);
    new RelaxedExploration(
            state,
            model.axioms().apply(state),
            reached -> reached.isComplete() && traces.add(TraceKeys.key(reached)),
            () -> false)
        .run();
    return traces;
  }

  @ParameterizedTest
  @EnumSource(
      value = Architecture.class,
      names = {"PPC", "AARCH64"})
  void tracesAreTheAllowedCandidatesEachOnce(Architecture architecture) throws CatException {
    RandomHardwareTests random = new RandomHardwareTests(architecture, SEED);
    compare(PROGRAMS, random::next);
  }

  @ParameterizedTest
  @EnumSource(
      value = Architecture.class,
      names = {"PPC", "AARCH64"})
  void soTheyAreWithAccessesOfSeveralSizes(Architecture architecture) throws CatException {
    RandomHardwareTests random = new RandomHardwareTests(architecture, SEED);
    compare(Math.max(PROGRAMS / 10, 1), random::nextWithSizes);
  }

  private static void compare(int programs, Supplier<LitmusTest> random) throws CatException {
    int many = 0;
    for (int i = 0; i < programs; i++) {
      LitmusTest test = random.get();
      TreeSet<String> expected = new TreeSet<>(TraceKeys.allowed(test));
      List<String> traces = traces(test);
      String where = "program " + i + ": " + test;
      assertEquals(expected, new TreeSet<>(traces), where);
      assertEquals(new HashSet<>(traces).size(), traces.size(), "a trace twice in " + where);
      many += traces.size() > 4 ? 1 : 0;
    }
    assertTrue(many > programs / 5, "only " + many + " programs have many traces");
  }
}
