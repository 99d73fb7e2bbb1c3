package dev.heddle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.execution.EventDescription;
import dev.heddle.explore.readsfrom.NoReadsFromException;
import dev.heddle.machine.ClaimRefutedException;
import dev.heddle.machine.Machine;
import dev.heddle.machine.ThreadNode;
import dev.heddle.program.Instruction;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramPrinter;
import dev.heddle.transform.Reductions;
import dev.heddle.verdict.Outcome;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** On random programs with spin loops, reductions change nothing that matters. */
final class ReductionsTest {
  /** Loops are cut after so many passes, in the same way with and without reductions. */
  private static final int PASSES = 3;

  private static final int PROGRAMS = Integer.getInteger("heddle.fuzz.programs", 3000);
  private static final long MAX_TRACES = 300;
  private static final long MAX_INTERLEAVINGS = 1_000;

  /** What can be seen of all executions of a program: how complete ones end, and what fails. */
  private record Behaviour(Set<String> ends, Set<String> failures, long executions) {
    static Behaviour of(Program program) {
      Set<String> ends = new TreeSet<>();
      Set<String> failures = new TreeSet<>();
      Outcome outcome =
          new OptimalExploration(
                  (machine, hb) -> {
                    addEnd(ends, machine);
                    addFailures(failures, machine);
                  })
              .explore(program, new Limits(PASSES, true, MAX_TRACES, 0), new Progress());
      if (outcome.executions() >= MAX_TRACES) {
        return null;
      }
      return new Behaviour(ends, failures, outcome.executions());
    }

    private static void addFailures(Set<String> failures, Machine machine) {
      EventDescription explanation = new EventDescription(machine);
      for (int t = 0; t < machine.threads(); t++) {
        ThreadNode node = machine.current(t);
        if (node != null && node.status() == ThreadNode.Status.FAILED) {
          failures.add(node.failure().kind().label() + " at " + explanation.locationOf(node));
        }
      }
    }

    private static void addEnd(Set<String> ends, Machine machine) {
      if (machine.isComplete() && !machine.hasFailedThread()) {
        StringBuilder end = new StringBuilder();
        for (int word = 0; word < machine.words(); word++) {
          end.append(machine.word(word)).append(' ');
        }
        ends.add(end.toString());
      }
    }
  }

  private static final List<Reductions> COMBINATIONS =
      IntStream.range(0, 8)
          .mapToObj(i -> new Reductions((i & 1) != 0, (i & 2) != 0, (i & 4) != 0))
          .toList();

  @Test
  void keepWhatCanHappen() {
    int smaller = smaller(PROGRAMS, RandomSpinning::of);
    assertTrue(smaller > PROGRAMS / 2, "hardly any program has become smaller");
  }

  @Test
  void keepWhatCanHappenInAttempts() {
    int programs = (PROGRAMS + 2) / 3;
    int smaller = smaller(programs, RandomAttempts::of);
    assertTrue(smaller > programs / 5, "only " + smaller + " programs have become smaller");
  }

  /** Compares random programs; gives how many of them have become smaller. */
  private static int smaller(int programs, LongFunction<Program> random) {
    long seed = Long.getLong("heddle.fuzz.seed", 1) * 1_000_000_000L;
    assertTrue(programs > 0, "heddle.fuzz.programs must be positive");
    int smaller = 0;
    for (int compared = 0; compared < programs; seed++) {
      Program program = random.apply(seed);
      Behaviour expected = Behaviour.of(program);
      if (expected != null) {
        smaller += compare(program, expected) < expected.executions ? 1 : 0;
        compared++;
      }
    }
    return smaller;
  }

  /** Fails unless all reductions keep the behaviour; gives the executions with all of them. */
  private static long compare(Program program, Behaviour expected) {
    Map<Reductions, Long> executions = new HashMap<>();
    long bold = 0;
    for (Reductions reductions : COMBINATIONS) {
      Program reduced = reductions.apply(program);
      Behaviour found = Behaviour.of(reduced);
      Supplier<String> text =
          () -> reductions + " of " + text(program) + "\nbecomes\n" + text(reduced);
      assertTrue(found != null, text);
      assertEquals(expected.ends, found.ends, text);
      assertEquals(expected.failures, found.failures, text);
      executions.put(reductions, found.executions);
      bold = compareBold(reductions, program, expected, found.executions);
      if (reductions.purity()) {
        Reductions without = new Reductions(false, reductions.await(), reductions.ifaa());
        assertTrue(found.executions <= executions.get(without), text);
      }
    }
    return Math.min(executions.get(Reductions.ALL), bold);
  }

  /** Iterations that leave memory as it was may be left out unless somebody says no. */
  private static long compareBold(
      Reductions reductions, Program program, Behaviour expected, long otherwise) {
    Program bold = reductions.applyBoldly(program, finding -> {});
    try {
      Behaviour found = Behaviour.of(bold);
      Supplier<String> text =
          () -> "bold " + reductions + " of " + text(program) + "\nbecomes\n" + text(bold);
      assertTrue(found != null, text);
      assertEquals(expected.ends, found.ends, text);
      assertEquals(expected.failures, found.failures, text);
      return found.executions;
    } catch (ClaimRefutedException e) {
      assertTrue(bold.uses(Instruction.Claim.class), "nothing was claimed");
      return otherwise;
    }
  }

  @Test
  void leaveProgramsThatAreExploredOptimally() {
    assertExploredOptimally(PROGRAMS, seed -> Reductions.ALL.apply(RandomSpinning.of(seed)));
  }

  @Test
  void leaveAttemptsThatAreExploredOptimally() {
    assertExploredOptimally(
        (PROGRAMS + 2) / 3,
        seed -> Reductions.ALL.applyBoldly(RandomAttempts.of(seed), finding -> {}));
  }

  private static void assertExploredOptimally(int programs, LongFunction<Program> random) {
    long seed = Long.getLong("heddle.fuzz.seed", 2) * 1_000_000_000L;
    assertTrue(programs > 0, "heddle.fuzz.programs must be positive");
    Set<String> kinds = new HashSet<>();
    for (int compared = 0; compared < programs; seed++) {
      Program reduced = random.apply(seed);
      Set<String> traces;
      try {
        traces = Traces.naive(reduced, MAX_INTERLEAVINGS, PASSES);
      } catch (ClaimRefutedException e) {
        kinds.add("refuted");
        continue;
      }
      if (traces == null) {
        continue;
      }
      Traces.assertOptimal(reduced, traces, PASSES);
      Set<String> classes = ReadsFromClasses.naive(reduced, MAX_INTERLEAVINGS, PASSES);
      try {
        ReadsFromClasses.assertOptimal(reduced, classes, PASSES);
        kinds.add("explored");
      } catch (NoReadsFromException e) {
        kinds.add("refused");
      }
      compared++;
    }
    assertTrue(kinds.contains("explored"), "no program has been explored by reads-from classes");
  }

  private static String text(Program program) {
    return program.name() + "\n" + ProgramPrinter.print(program);
  }
}
