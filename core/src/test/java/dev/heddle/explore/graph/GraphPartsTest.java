package dev.heddle.explore.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.CutExplorations;
import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.ThreadNumbers;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramPrinter;
import dev.heddle.verdict.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** However an exploration is cut into parts, it visits what one search does, and nothing twice. */
class GraphPartsTest {
  private static final int PROGRAMS = 1 + Integer.getInteger("heddle.fuzz.programs", 2000) / 10;
  private static final long SEED = Long.getLong("heddle.fuzz.seed", 1) * 1_000_000_000L;
  private static final int MAX = 3_000;

  private static Exploration exploration(
      GraphAxioms.Model model, boolean isTotal, int jobs, List<String> seen) {
    return exploration(model, jobs, new Classes(seen, isTotal, ConcurrentHashMap.newKeySet()));
  }

  private static Exploration exploration(GraphAxioms.Model model, int jobs, Classes classes) {
    return new GraphExploration(
        code -> GraphSearchAgreesWithOracleTest.model(model), classes.isTotal, jobs, classes);
  }

  private static Outcome explore(Program program, Exploration exploration) {
    return exploration.explore(
        program, Limits.NONE.withKeepGoing().withExecutions(MAX), new Progress());
  }

  /**
   * Notes the classes of executions.
   *
   * @param searching the threads that find them
   */
  private record Classes(List<String> seen, boolean isTotal, Set<Thread> searching)
      implements GraphListener {
    @Override
    public void visited(EventGraph graph) {
      seen.add(GraphKey.of(graph, isTotal));
      searching.add(Thread.currentThread());
      if (searching.size() < 2) {
        LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(5));
      }
    }

    @Override
    public void restarted() {
      seen.clear();
    }
  }

  // ---- Parts that are given away at any moment ------------------------------------------------

  @ParameterizedTest
  @EnumSource
  void partsAreExploredOnce(GraphAxioms.Model model) {
    int parts = 0;
    for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
      Program program = GraphSearchAgreesWithOracleTest.program(model, seed);
      for (boolean isTotal : new boolean[] {false, true}) {
        List<String> expected = new ArrayList<>();
        Outcome whole = explore(program, exploration(model, isTotal, 1, expected));
        if (whole.executions() < MAX) {
          PiecewiseSearch pieces = new PiecewiseSearch(program, model, isTotal, seed);
          List<String> seen = pieces.run();
          Collections.sort(expected);
          Collections.sort(seen);
          assertEquals(expected, seen, () -> model + "\n" + ProgramPrinter.print(program));
          parts += pieces.parts;
        }
      }
    }
    assertTrue(parts > 3 * PROGRAMS, "only " + parts + " parts");
  }

  /** Searches that give parts away, stop in the middle and are interrupted by others. */
  private static final class PiecewiseSearch {
    private static final int MAX_NESTING = 3;

    private final Code code;
    private final GraphAxioms.Model model;
    private final boolean isTotal;
    private final Random random;
    private final PlainWrites plainWrites = new PlainWrites();
    private final ThreadNumbers numbers = new ThreadNumbers();
    private final ArrayDeque<GraphPart> waiting = new ArrayDeque<>();
    private final List<String> seen = new ArrayList<>();
    private int nesting;
    int parts;

    PiecewiseSearch(Program program, GraphAxioms.Model model, boolean isTotal, long seed) {
      this.code = CodeGenerator.generateWithFences(program, 0);
      this.model = model;
      this.isTotal = isTotal;
      this.random = new Random(seed);
    }

    List<String> run() {
      while (true) {
        try {
          explore(null);
          while (!waiting.isEmpty()) {
            explore(waiting.poll());
          }
          return seen;
        } catch (SearchRestart e) {
          seen.clear();
          waiting.clear();
          nesting = 0;
          plainWrites.restart();
        }
      }
    }

    private void explore(GraphPart part) {
      GraphModel rules = GraphSearchAgreesWithOracleTest.model(model);
      EventGraph graph =
          new EventGraph(
              new ValueDrivenThreads(code, numbers), new CellTable(plainWrites), rules.ordering());
      GraphSearch search =
          new GraphSearch(graph, rules, isTotal, g -> seen.add(GraphKey.of(g, isTotal)));
      if (part == null) {
        search.run(() -> {}, () -> goesOn(search));
      } else {
        search.run(part, () -> {}, () -> goesOn(search));
      }
    }

    private boolean goesOn(GraphSearch search) {
      int moment = random.nextInt(12);
      if (moment < 4) {
        add(search.share());
      } else if (moment == 4) {
        add(search.left());
        return false;
      } else if (moment < 7 && nesting < MAX_NESTING && !waiting.isEmpty()) {
        nesting++;
        explore(random.nextBoolean() ? waiting.pollFirst() : waiting.pollLast());
        nesting--;
      }
      return true;
    }

    private void add(GraphPart part) {
      if (part != null) {
        parts++;
        waiting.add(part);
      }
    }
  }

  // ---- Several threads ------------------------------------------------------------------------

  @ParameterizedTest
  @EnumSource
  void severalThreadsExploreWhatOneDoes(GraphAxioms.Model model) {
    int shared = 0;
    for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
      Program program = GraphSearchAgreesWithOracleTest.program(model, seed);
      boolean isTotal = seed % 2 == 0;
      List<String> expected = new ArrayList<>();
      Outcome whole = explore(program, exploration(model, isTotal, 1, expected));
      if (whole.executions() < MAX && whole.violations().isEmpty()) {
        Set<Thread> searching = ConcurrentHashMap.newKeySet();
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        Outcome outcome =
            explore(program, exploration(model, 3, new Classes(seen, isTotal, searching)));
        Collections.sort(expected);
        Collections.sort(seen);
        assertEquals(expected, seen, () -> model + "\n" + ProgramPrinter.print(program));
        assertEquals(whole.complete(), outcome.complete(), program.name());
        assertEquals(whole.blocked(), outcome.blocked(), program.name());
        assertEquals(whole.verdict(), outcome.verdict(), program.name());
        shared += searching.size() > 1 ? 1 : 0;
      }
    }
    assertTrue(shared > PROGRAMS / 20, "only " + shared + " explorations were shared");
  }

  // ---- Checkpoints ----------------------------------------------------------------------------

  @ParameterizedTest
  @EnumSource
  void goesOnWhereItWasLeft(GraphAxioms.Model model) {
    int overflowed = 0;
    for (boolean isTotal : new boolean[] {false, true}) {
      overflowed +=
          CutExplorations.assertGoOn(
              seed -> GraphSearchAgreesWithOracleTest.program(model, seed),
              (jobs, seen) -> exploration(model, isTotal, jobs, seen),
              PROGRAMS / 4);
    }
    assertTrue(overflowed > PROGRAMS / 40, "only " + overflowed + " had too little memory");
  }
}
