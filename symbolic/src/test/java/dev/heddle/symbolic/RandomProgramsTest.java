package dev.heddle.symbolic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.ExecutionListener;
import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.OptimalExploration;
import dev.heddle.explore.Progress;
import dev.heddle.explore.RandomOrders;
import dev.heddle.explore.RandomProgram;
import dev.heddle.explore.readsfrom.NoReadsFromException;
import dev.heddle.explore.readsfrom.RaceCheck;
import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramPrinter;
import dev.heddle.symbolic.encode.EncodingOptions;
import dev.heddle.symbolic.solve.Solver;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * On random programs, some of which have inputs, the solver says what both explorations say:
 * whether something can go wrong, and what it finds is among all that they find.
 */
class RandomProgramsTest {
  /** Programs with more executions than that are left out: the others are as telling. */
  private static final Limits LIMITS = new Limits(4, true, 200, 0);

  private static final String HIDDEN_RACE = "an assumption fails in an atomic section";

  /** One for all programs: starting it takes longer than most of the questions. */
  private static final Solver SOLVER = new Solver(Solver.Name.Z3);

  @AfterAll
  static void closeSolver() {
    SOLVER.close();
  }

  /** So many programs of each of seven sorts, which are 3,010 in all. */
  private final int programs = Integer.getInteger("heddle.symbolic.programs", 430);

  private final long seed = Long.getLong("heddle.fuzz.seed", 1) * 1_000_000_000L;

  @Test
  void agreesWithExploration() {
    compare(RandomProgram::of, new EncodingOptions(false, 0, 0));
  }

  @Test
  void agreesWithExplorationOfAwaits() {
    compare(RandomProgram::withAwaits, new EncodingOptions(false, 0, 0));
  }

  @Test
  void agreesWithExplorationOfSections() {
    compare(RandomProgram::withSections, new EncodingOptions(false, 0, 0));
  }

  @Test
  void agreesWithoutReduction() {
    compare(RandomProgram::of, new EncodingOptions(true, 0, 0));
  }

  @Test
  void agreesOnDataRaces() {
    compareRaces(seed -> RandomOrders.in(RandomProgram.of(seed), seed, true));
  }

  @Test
  void agreesOnDataRacesOfAwaits() {
    compareRaces(seed -> RandomOrders.in(RandomProgram.withAwaits(seed), seed, true));
  }

  @Test
  void agreesOnDataRacesOfSections() {
    compareRaces(seed -> RandomOrders.in(RandomProgram.withSections(seed), seed, true));
  }

  private void compareRaces(LongFunction<Program> generator) {
    compare(
        generator,
        new OptimalExploration(ExecutionListener.NONE, true),
        new ReadsFromExploration(1, RaceCheck.VIOLATIONS),
        new EncodingOptions(false, 0, 0).withRaces());
  }

  private void compare(LongFunction<Program> generator, EncodingOptions encoding) {
    compare(generator, new OptimalExploration(), new ReadsFromExploration(), encoding);
  }

  private void compare(
      LongFunction<Program> generator,
      Exploration optimal,
      Exploration readsFrom,
      EncodingOptions encoding) {
    Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
    SymbolicExploration symbolic =
        new SymbolicExploration(
            new SymbolicOptions(encoding, Solver.Name.Z3, 4),
            SymbolicListener.NOBODY,
            program -> program);
    int compared = 0;
    int comparedWithReadsFrom = 0;
    int open = 0;
    for (long n = seed; compared < programs; n++) {
      Program program = generator.apply(n);
      Outcome explored = optimal.explore(program, LIMITS, new Progress());
      boolean isCut = explored.verdict() == Verdict.VIOLATION && explored.reason() != null;
      if (explored.verdict() == Verdict.INCONCLUSIVE || isCut) {
        continue; // There are more executions than the test has patience for; take another one.
      }
      Outcome found;
      try {
        found = symbolic.explore(program, LIMITS, new Progress(), SOLVER);
      } catch (RuntimeException e) {
        throw new AssertionError(ProgramPrinter.print(program), e);
      }
      if (found.reason() != null && found.reason().contains(HIDDEN_RACE)) {
        // A race with half a section, which the verdict says it has not looked for.
        open++;
      } else {
        assertAgree(program, explored, found);
        comparedWithReadsFrom += agreesWith(readsFrom, program, found) ? 1 : 0;
      }
      verdicts.merge(found.verdict(), 1, Integer::sum);
      compared++;
    }
    assertTrue(verdicts.getOrDefault(Verdict.SAFE, 0) > programs / 20, verdicts.toString());
    assertTrue(verdicts.getOrDefault(Verdict.VIOLATION, 0) > programs / 20, verdicts.toString());
    // Exploration of reads-from classes takes no atomic sections, but those of one access.
    assertTrue(comparedWithReadsFrom > programs / 20, "rf took only " + comparedWithReadsFrom);
    assertTrue(open <= programs / 20, "open because of half a section: " + open);
  }

  /** False if the program is none for exploration of reads-from classes. */
  private static boolean agreesWith(Exploration readsFrom, Program program, Outcome found) {
    try {
      assertAgree(program, readsFrom.explore(program, LIMITS, new Progress()), found);
      return true;
    } catch (NoReadsFromException e) {
      assertTrue(e.getMessage().endsWith("use --algorithm optimal"), e.getMessage());
      return false;
    }
  }

  private static void assertAgree(Program program, Outcome explored, Outcome found) {
    assertEquals(explored.verdict(), found.verdict(), program.name());
    if (found.verdict() == Verdict.VIOLATION) {
      Set<FailureKind> kinds =
          explored.violations().stream().map(Violation::kind).collect(Collectors.toSet());
      assertTrue(kinds.contains(found.violations().get(0).kind()), program.name());
    }
  }
}
