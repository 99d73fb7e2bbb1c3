package dev.heddle.frontend.litmus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.Exploration;
import dev.heddle.explore.OptimalExploration;
import dev.heddle.explore.litmus.ExploredLitmusRun;
import dev.heddle.explore.rsmc.HardwareMapping;
import dev.heddle.explore.rsmc.RelaxedProgramExploration;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.model.MemoryModel;
import dev.heddle.model.axiomatic.LitmusOutcome;
import dev.heddle.model.axiomatic.LitmusRun;
import dev.heddle.model.cat.CatException;
import dev.heddle.model.cat.CatModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What machine code does is what C11 allows: random tests in C, compiled by the published mappings,
 * end on POWER and ARM in all states of sequential consistency and in none that RC11 forbids.
 *
 * <p>RC11 is taken without its last axiom. It forbids load buffering, which compilers do not
 * prevent: relaxed loads and stores are plain instructions. Lahav, Vafeiadis, Kang, Hur, Dreyer:
 * Repairing sequential consistency in C/C++11 (PLDI 2017) prove the mappings correct for the
 * others.
 */
class CompilationTest {
  private static final int TESTS = Integer.getInteger("heddle.fuzz.programs", 4000) / 4;
  private static final long SEED = Long.getLong("heddle.fuzz.seed", 1);
  private static final int UNROLL = 2;
  private static final String NO_THIN_AIR = "acyclic po | rf as no-thin-air";

  @ParameterizedTest
  @EnumSource(
      value = MemoryModel.class,
      names = {"POWER", "ARM"})
  void machinesKeepToTheLanguage(MemoryModel machine)
      throws CatException, LitmusException, IOException {
    Exploration compiled = new RelaxedProgramExploration(machine, HardwareMapping.C11);
    Exploration bare = new RelaxedProgramExploration(machine, HardwareMapping.NONE);
    int weaker = 0;
    int wrongWithoutMapping = 0;
    for (long seed = SEED * 100_000; seed < SEED * 100_000 + TESTS; seed++) {
      String text = RandomCTest.copying(seed, MemoryModel.RC11).text();
      LitmusTest test = LitmusReader.read("random.litmus", text);
      LitmusOutcome candidates = LitmusRun.of(test, languageModel(test), UNROLL, () -> false, null);
      Set<String> sequential =
          states(ExploredLitmusRun.of(test, new OptimalExploration(), UNROLL, () -> false));
      Set<String> reached = states(ExploredLitmusRun.of(test, compiled, UNROLL, () -> false));
      Set<String> missing = without(sequential, reached);
      assertEquals(Set.of(), missing, () -> "missing on " + machine + "\n" + text);
      weaker += reached.size() > sequential.size() ? 1 : 0;
      if (!candidates.flags().contains("racy")) {
        Set<String> allowed = states(candidates);
        assertEquals(
            Set.of(), without(reached, allowed), () -> "forbidden on " + machine + "\n" + text);
        Set<String> uncontrolled = states(ExploredLitmusRun.of(test, bare, UNROLL, () -> false));
        wrongWithoutMapping += without(uncontrolled, allowed).isEmpty() ? 0 : 1;
      }
    }
    assertTrue(weaker > TESTS / 50, "only " + weaker + " tests are weaker than interleavings");
    assertTrue(
        wrongWithoutMapping > TESTS / 100,
        "only " + wrongWithoutMapping + " tests need what the mapping puts in");
  }

  private static Set<String> without(Set<String> states, Set<String> others) {
    Set<String> rest = new TreeSet<>(states);
    rest.removeAll(others);
    return rest;
  }

  private static CatModel languageModel(LitmusTest test) throws CatException, IOException {
    try (InputStream file = CatModel.class.getResourceAsStream("rc11.cat")) {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(text.contains(NO_THIN_AIR), text);
      return CatModel.of("rc11.cat", text.replace(NO_THIN_AIR, ""), test.architecture());
    }
  }

  private static Set<String> states(LitmusOutcome outcome) {
    Set<String> states = new TreeSet<>();
    outcome.states().keySet().forEach(state -> states.add(Arrays.toString(state)));
    return states;
  }
}
