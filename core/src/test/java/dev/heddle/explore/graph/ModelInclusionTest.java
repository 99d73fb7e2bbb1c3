package dev.heddle.explore.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.graph.GraphAxioms.Model;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramPrinter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What a model allows, a weaker one does: complete executions of random programs. */
class ModelInclusionTest {
  private static final int PROGRAMS = Integer.getInteger("heddle.fuzz.programs", 3000);
  private static final long SEED = Long.getLong("heddle.fuzz.seed", 1);

  /** Programs with more executions under some model are left out. */
  private static final int MAX_EXECUTIONS = 500;

  private record Inclusion(Model strong, Model weak) {}

  /** Sequentially consistent fences do more under RC20 than under RA, which does not know them. */
  private static final List<Inclusion> WITHOUT_SEQUENTIAL_FENCES =
      List.of(new Inclusion(Model.RA, Model.RC20));

  private static final List<Inclusion> ALWAYS =
      List.of(
          new Inclusion(Model.SC, Model.SRA),
          new Inclusion(Model.SRA, Model.RA),
          new Inclusion(Model.RC20, Model.RELAXED),
          new Inclusion(Model.RA, Model.WRA),
          new Inclusion(Model.SC, Model.TSO),
          new Inclusion(Model.TSO, Model.PSO),
          new Inclusion(Model.TSO, Model.RA));

  private final Map<Model, Integer> compared = new EnumMap<>(Model.class);
  private final Map<Model, Integer> larger = new EnumMap<>(Model.class);

  @Test
  void outcomesGrow() {
    for (long i = 0; i < PROGRAMS; i++) {
      Program program = RandomWeakProgram.withoutSequentialAccesses(SEED * 1_000_000 + i);
      Code code = CodeGenerator.generateWithFences(program, 0);
      Map<Model, Set<String>> outcomes = new EnumMap<>(Model.class);
      for (Model model : Model.values()) {
        outcomes.put(model, outcomes(code, GraphSearchAgreesWithOracleTest.model(model)));
      }
      ALWAYS.forEach(inclusion -> compare(inclusion, outcomes, program));
      if (!code.hasSequentialOperations()) {
        WITHOUT_SEQUENTIAL_FENCES.forEach(inclusion -> compare(inclusion, outcomes, program));
      }
    }
    for (Model model : compared.keySet()) {
      assertTrue(compared.get(model) > PROGRAMS / 10, () -> model + " " + compared);
      assertTrue(larger.get(model) >= PROGRAMS / 1000, () -> model + " " + larger);
    }
  }

  private void compare(Inclusion inclusion, Map<Model, Set<String>> outcomes, Program program) {
    Set<String> strong = outcomes.get(inclusion.strong);
    Set<String> weak = outcomes.get(inclusion.weak);
    if (strong == null || weak == null) {
      return;
    }
    List<String> missing = new ArrayList<>(strong);
    missing.removeAll(weak);
    assertEquals(
        List.of(), missing, () -> inclusion + " does not hold\n" + ProgramPrinter.print(program));
    compared.merge(inclusion.weak, 1, Integer::sum);
    larger.merge(inclusion.weak, weak.size() > strong.size() ? 1 : 0, Integer::sum);
  }

  /** The reads-from classes of executions that come to their end; null if there are too many. */
  private static Set<String> outcomes(Code code, GraphModel model) {
    CellTable cells = new CellTable();
    while (true) {
      Set<String> found = new TreeSet<>();
      int[] visited = {0};
      EventGraph graph = new EventGraph(new ValueDrivenThreads(code), cells, model.ordering());
      try {
        new GraphSearch(
                graph,
                model,
                false,
                g -> {
                  if (isComplete(g)) {
                    found.add(GraphKey.of(g, false));
                  }
                  return ++visited[0] <= MAX_EXECUTIONS;
                })
            .run();
        return visited[0] > MAX_EXECUTIONS ? null : found;
      } catch (SearchRestart e) {
        cells = cells.fresh();
      }
    }
  }

  private static boolean isComplete(EventGraph graph) {
    for (int t = 0; t < graph.threadCount; t++) {
      ThreadNode node = graph.current(t);
      if (node != null && node.status() != ThreadNode.Status.FINISHED) {
        return false;
      }
    }
    return true;
  }
}
