package dev.heddle.explore.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramPrinter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random programs: the explorer visits exactly the executions that the axioms allow, each once. */
class GraphSearchAgreesWithOracleTest {
  private static final int PROGRAMS = Integer.getInteger("heddle.fuzz.programs", 4000);

  /** Larger programs take the oracle too long. */
  private static final int MAX_STATES = 300;

  private static final long SEED = Long.getLong("heddle.fuzz.seed", 1);

  static GraphModel model(GraphAxioms.Model model) {
    return switch (model) {
      case RC11, RC20 -> new Rc11Model(false, true);
      default -> GraphModels.of(MemoryModel.valueOf(model.name()), null, false);
    };
  }

  @ParameterizedTest
  @EnumSource
  void executions(GraphAxioms.Model model) {
    compare(model);
  }

  @ParameterizedTest
  @EnumSource(names = {"RC20", "RC11"})
  void races(GraphAxioms.Model axioms) {
    int[] answers = new int[2];
    for (long i = 0; i < PROGRAMS; i++) {
      Program program = RandomWeakProgram.withPlainAccesses(SEED * 1_000_000 + i);
      Code code = CodeGenerator.generateWithFences(program, 0);
      GraphOracle oracle = new GraphOracle(code, axioms);
      if (oracle.run(MAX_STATES)) {
        boolean found = hasRace(code, new Rc11Model(true, true));
        assertEquals(oracle.hasRace, found, () -> ProgramPrinter.print(program));
        answers[found ? 1 : 0]++;
      }
    }
    assertTrue(Math.min(answers[0], answers[1]) > PROGRAMS / 50, Arrays.toString(answers));
  }

  private static boolean hasRace(Code code, GraphModel model) {
    CellTable cells = new CellTable();
    while (true) {
      boolean[] found = {false};
      try {
        EventGraph graph = new EventGraph(new ValueDrivenThreads(code), cells, model.ordering());
        new GraphSearch(graph, model, false, g -> !(found[0] |= endsInRace(g))).run();
        return found[0];
      } catch (SearchRestart e) {
        cells = cells.fresh();
      }
    }
  }

  static boolean endsInRace(EventGraph graph) {
    for (int t = 0; t < graph.threadCount; t++) {
      ThreadNode node = graph.current(t);
      if (node != null
          && node.status() == ThreadNode.Status.FAILED
          && node.failure().kind() == FailureKind.DATA_RACE) {
        return true;
      }
    }
    return false;
  }

  /** Fences and accesses that are sequentially consistent, in all places. */
  @Test
  void executionsAroundFences() {
    compare(GraphAxioms.Model.RC11, RandomWeakProgram::aroundSequentialOperations);
  }

  static void compare(GraphAxioms.Model axioms) {
    compare(axioms, seed -> program(axioms, seed));
  }

  private static void compare(GraphAxioms.Model axioms, LongFunction<Program> programs) {
    int compared = 0;
    for (long i = 0; i < PROGRAMS; i++) {
      long seed = SEED * 1_000_000 + i;
      Program program = programs.apply(seed);
      Code code = CodeGenerator.generateWithFences(program, 0);
      GraphOracle oracle = new GraphOracle(code, axioms);
      if (oracle.run(MAX_STATES)) {
        compared++;
        String name = axioms + " seed " + seed + "\n" + ProgramPrinter.print(program);
        compare(oracle.classes, explore(code, model(axioms), false, name), name);
        compare(oracle.graphs, explore(code, model(axioms), true, name), name);
      }
    }
    assertTrue(compared > PROGRAMS / 3, "too few programs compared: " + compared);
  }

  static Program program(GraphAxioms.Model model, long seed) {
    return model == GraphAxioms.Model.RC20
        ? RandomWeakProgram.withoutSequentialAccesses(seed)
        : RandomWeakProgram.of(seed);
  }

  private static void compare(Set<String> expected, Set<String> visited, String name) {
    assertEquals("", without(expected, visited), () -> "not visited\n" + name);
    assertEquals("", without(visited, expected), () -> "not allowed\n" + name);
  }

  private static String without(Set<String> keys, Set<String> others) {
    return keys.stream().filter(key -> !others.contains(key)).collect(Collectors.joining("\n"));
  }

  static Set<String> explore(Code code, GraphModel model, boolean isTotal, String name) {
    CellTable cells = new CellTable();
    while (true) {
      try {
        return explore(code, model, cells, isTotal, name);
      } catch (SearchRestart e) {
        cells = cells.fresh();
      }
    }
  }

  private static Set<String> explore(
      Code code, GraphModel model, CellTable cells, boolean isTotal, String name) {
    Set<String> found = new TreeSet<>();
    List<String> twice = new ArrayList<>();
    EventGraph graph = new EventGraph(new ValueDrivenThreads(code), cells, model.ordering());
    new GraphSearch(
            graph,
            model,
            isTotal,
            g -> {
              String key = GraphKey.of(g, isTotal);
              if (!found.add(key)) {
                twice.add(key);
              }
              return true;
            })
        .run();
    assertTrue(twice.isEmpty(), () -> "visited twice: " + twice + "\n" + name);
    return found;
  }
}
