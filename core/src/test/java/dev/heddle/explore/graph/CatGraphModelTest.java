package dev.heddle.explore.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.litmus.Architecture;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.model.cat.CatException;
import dev.heddle.model.cat.CatModel;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramPrinter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The file of each model gives the executions that the model gives, on random programs. */
class CatGraphModelTest {
  private static final int PROGRAMS = Integer.getInteger("heddle.fuzz.programs", 4000) / 10;
  private static final long SEED = Long.getLong("heddle.fuzz.seed", 1);

  /** A file is evaluated at each step, so larger programs take too long. */
  private static final int MAX_EXECUTIONS = 60;

  private static CatModel file(GraphAxioms.Model model) throws CatException {
    CatModel file = CatModel.shipped(model.name().toLowerCase(Locale.ROOT), Architecture.C);
    assertNull(file.obstacleToExploration(), () -> model.toString());
    return file;
  }

  @ParameterizedTest
  @EnumSource
  void executions(GraphAxioms.Model model) throws CatException {
    CatModel file = file(model);
    int compared = 0;
    for (long seed = SEED * 1_000_000; seed < SEED * 1_000_000 + PROGRAMS; seed++) {
      Program program = GraphSearchAgreesWithOracleTest.program(model, seed);
      Code code = CodeGenerator.generateWithFences(program, 0);
      String name = model + " seed " + seed + "\n" + ProgramPrinter.print(program);
      GraphModel known = GraphSearchAgreesWithOracleTest.model(model);
      Set<String> graphs = GraphSearchAgreesWithOracleTest.explore(code, known, true, name);
      if (graphs.size() > MAX_EXECUTIONS) {
        continue;
      }
      compared++;
      GraphModel read = new CatGraphModel(file);
      assertEquals(
          graphs, GraphSearchAgreesWithOracleTest.explore(code, read, true, name), () -> name);
      assertEquals(
          GraphSearchAgreesWithOracleTest.explore(code, known, false, name),
          GraphSearchAgreesWithOracleTest.explore(code, read, false, name),
          () -> name);
    }
    assertTrue(compared > PROGRAMS / 2, "too few programs compared: " + compared);
  }

  @ParameterizedTest
  @EnumSource(names = {"RC11", "RC20"})
  void races(GraphAxioms.Model model) throws CatException {
    CatModel file = file(model);
    int[] answers = new int[2];
    for (long seed = SEED * 1_000_000; seed < SEED * 1_000_000 + PROGRAMS; seed++) {
      Program program = RandomWeakProgram.withPlainAccesses(seed, model != GraphAxioms.Model.RC20);
      Code code = CodeGenerator.generateWithFences(program, 0);
      Set<FailureKind> known = failures(code, new Rc11Model(true, true));
      Set<FailureKind> flagged = failures(code, new CatGraphModel(file));
      boolean expected = known.contains(FailureKind.DATA_RACE);
      assertEquals(
          expected,
          flagged.contains(FailureKind.FLAGGED),
          () -> model + "\n" + ProgramPrinter.print(program));
      answers[expected ? 1 : 0]++;
    }
    assertTrue(Math.min(answers[0], answers[1]) > PROGRAMS / 50, Arrays.toString(answers));
  }

  /** What goes wrong in the first executions, up to the first in which something does. */
  private static Set<FailureKind> failures(Code code, GraphModel model) {
    CellTable cells = new CellTable();
    while (true) {
      Set<FailureKind> found = new TreeSet<>();
      try {
        EventGraph graph = new EventGraph(new ValueDrivenThreads(code), cells, model.ordering());
        new GraphSearch(graph, model, false, g -> !note(g, found)).run();
        return found;
      } catch (SearchRestart e) {
        cells = cells.fresh();
      }
    }
  }

  private static boolean note(EventGraph graph, Set<FailureKind> found) {
    for (int t = 0; t < graph.threadCount; t++) {
      ThreadNode node = graph.current(t);
      if (node != null && node.status() == ThreadNode.Status.FAILED) {
        found.add(node.failure().kind());
      }
    }
    return found.contains(FailureKind.DATA_RACE) || found.contains(FailureKind.FLAGGED);
  }
}
