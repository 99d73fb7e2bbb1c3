package dev.heddle.explore.graph;

import dev.heddle.explore.Counter;
import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.explore.Tally;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.MachineException;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;

/**
 * Explores execution graphs under a memory model in which po ∪ rf has no cycle, each once; see
 * {@link GraphSearch}.
 */
public final class GraphExploration implements Exploration {
  private final MemoryModel model;
  private final boolean isTotal;
  private final boolean racesAreViolations;

  /**
   * @param isTotal whether executions that differ in modification order alone count as different
   * @param racesAreViolations whether plain accesses that race are, where the model knows races
   */
  public GraphExploration(MemoryModel model, boolean isTotal, boolean racesAreViolations) {
    this.model = model;
    this.isTotal = isTotal;
    this.racesAreViolations = racesAreViolations;
  }

  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    Code code = CodeGenerator.generateWithFences(program, limits.unroll());
    if (model == MemoryModel.RC20 && code.sequentialAccess() != null) {
      throw new MachineException(
          code.sequentialAccess()
              + ": rc20 has no seq_cst accesses; --model rc11 has, or use a weaker order");
    }
    CellTable cells = new CellTable();
    while (true) {
      Tally tally = new Tally(limits, progress);
      CellTable known = cells;
      try {
        return tally.of(() -> explore(code, known, tally));
      } catch (SearchRestart e) {
        cells = known.fresh();
      }
    }
  }

  private void explore(Code code, CellTable cells, Tally tally) {
    GraphModel rules = GraphModels.of(model, code, racesAreViolations);
    EventGraph graph = new EventGraph(new ValueDrivenThreads(code), cells, rules.ordering());
    GraphView view = new GraphView(graph);
    Counter counter = tally.counter();
    GraphSearch search =
        new GraphSearch(
            graph,
            rules,
            isTotal,
            g -> {
              boolean goesOn = counter.count(view);
              view.close();
              graph.trim();
              return goesOn;
            });
    counter.watch(search::explored);
    EndlessLoops endless = new EndlessLoops(view);
    search.run(
        () -> {
          tally.look(view);
          endless.look();
        });
  }
}
