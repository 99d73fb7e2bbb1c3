package dev.heddle.explore.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.explore.RandomAttempts;
import dev.heddle.explore.RandomOrders;
import dev.heddle.explore.RandomSpinning;
import dev.heddle.machine.ClaimRefutedException;
import dev.heddle.machine.ThreadNode;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Instruction;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramPrinter;
import dev.heddle.transform.Reductions;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On random programs with spin loops, reductions change nothing that matters under weak models. */
class WeakReductionsTest {
  /** Loops are cut after so many passes, in the same way with and without reductions. */
  private static final int PASSES = 3;

  private static final int PROGRAMS =
      Math.max(1, Integer.getInteger("heddle.fuzz.programs", 3000) / 10);
  private static final long SEED = Long.getLong("heddle.fuzz.seed", 1) * 1_000_000_000L;
  private static final long MAX_EXECUTIONS = 300;

  /**
   * An execution ends at its race, and the same race may be found at either of its accesses: with
   * races, a reduced program may have more executions.
   */
  private static final long MAX_REDUCED = 30_000;

  /** What can be seen of all executions: what threads ended with, and what goes wrong. */
  private record Behaviour(Set<String> results, Set<FailureKind> failures, long executions) {
    boolean hasRace() {
      return failures.contains(FailureKind.DATA_RACE);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RC11", "RA", "SRA", "WRA", "RELAXED", "TSO", "PSO"})
  void keepWhatCanHappen(MemoryModel model) {
    Reductions reductions = new Reductions(true, true, false, true);
    int smaller = 0;
    int compared = 0;
    int refuted = 0;
    int looks = 0;
    for (long seed = SEED; compared < PROGRAMS; seed++) {
      Program random = seed % 2 == 0 ? RandomSpinning.of(seed) : RandomAttempts.of(seed);
      Program program = RandomOrders.in(random, seed, seed % 3 == 0);
      Behaviour expected = behaviour(program, model, MAX_EXECUTIONS);
      if (expected == null) {
        continue;
      }
      compared++;
      for (Reductions each : List.of(reductions, reductions.withAnotherLook())) {
        boolean mayMissRaces = !each.anotherLook();
        try {
          compare(program, each.apply(program), expected, model);
        } catch (ClaimRefutedException e) {
          assertTrue(e.isAboutLooks() && mayMissRaces, "refuted without a claim");
          looks++;
        }
        Program bold = each.applyBoldly(program, finding -> {});
        try {
          long executions = compare(program, bold, expected, model);
          smaller += mayMissRaces && executions < expected.executions ? 1 : 0;
        } catch (ClaimRefutedException e) {
          assertTrue(bold.uses(Instruction.Claim.class), "nothing was claimed");
          refuted += e.isAboutLooks() ? 0 : 1;
        }
      }
    }
    boolean hasRaces = model == MemoryModel.RC11;
    assertEquals(hasRaces, looks > 0, looks + " programs with looks that race later");
    assertTrue(smaller > PROGRAMS / 10, smaller + " smaller, " + refuted + " refuted");
  }

  /** With a race there are no results that mean something, but there must be one again. */
  private static long compare(
      Program program, Program reduced, Behaviour expected, MemoryModel model) {
    Behaviour found = behaviour(reduced, model, MAX_REDUCED);
    String text = ProgramPrinter.print(program) + "\nbecomes\n" + ProgramPrinter.print(reduced);
    assertTrue(found != null, () -> "more than " + MAX_REDUCED + " executions: " + text);
    assertEquals(expected.hasRace(), found.hasRace(), () -> "races differ: " + text);
    if (!expected.hasRace()) {
      assertEquals(expected.results, found.results, text);
      assertEquals(expected.failures, found.failures, text);
      assertTrue(
          found.executions <= expected.executions,
          () -> found.executions + " executions for " + expected.executions + ": " + text);
    }
    return found.executions;
  }

  private static Behaviour behaviour(Program program, MemoryModel model, long most) {
    Set<String> results = new TreeSet<>();
    Set<FailureKind> failures = new TreeSet<>();
    GraphListener listener =
        new GraphListener() {
          @Override
          public void visited(EventGraph graph) {
            look(program, graph, results, failures);
          }

          @Override
          public void restarted() {
            results.clear();
            failures.clear();
          }
        };
    long executions =
        new GraphExploration(code -> GraphModels.of(model, code, true), false, 1, listener)
            .explore(program, new Limits(PASSES, true, most, 0), new Progress())
            .executions();
    return executions >= most ? null : new Behaviour(results, failures, executions);
  }

  private static void look(
      Program program, EventGraph graph, Set<String> results, Set<FailureKind> failures) {
    boolean isComplete = true;
    for (int t = 0; t < graph.threadCount; t++) {
      ThreadNode node = graph.current(t);
      if (node != null && node.status() == ThreadNode.Status.FAILED) {
        failures.add(node.failure().kind());
      }
      isComplete &= node == null || node.status() == ThreadNode.Status.FINISHED;
    }
    if (isComplete) {
      TreeMap<String, Long> values = new TreeMap<>();
      for (int e = 0; e < graph.length; e++) {
        int object = graph.slot(e) < 0 ? -1 : graph.threads.object(graph.before(e));
        if (object >= 0 && object < program.globals().size()) {
          String name = program.globals().get(object).name();
          if (name.startsWith("result")) {
            values.put(name, graph.written(e));
          }
        }
      }
      results.add(values.toString());
    }
  }
}
