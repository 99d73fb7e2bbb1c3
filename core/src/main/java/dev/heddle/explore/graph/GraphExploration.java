package dev.heddle.explore.graph;

import dev.heddle.explore.Counter;
import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.explore.Tally;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.model.MemoryModel;
import dev.heddle.model.cat.CatModel;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import java.util.function.Function;

/**
 * Explores execution graphs under a memory model in which po ∪ rf has no cycle, each once; see
 * {@link GraphSearch}.
 */
public final class GraphExploration implements Exploration {
  private final Function<Code, GraphModel> model;
  private final boolean isTotal;

  /**
   * @param isTotal whether executions that differ in modification order alone count as different
   * @param racesAreViolations whether plain accesses that race are, where the model knows races
   */
  public GraphExploration(MemoryModel model, boolean isTotal, boolean racesAreViolations) {
    this(code -> GraphModels.of(model, code, racesAreViolations), isTotal);
  }

  private GraphExploration(Function<Code, GraphModel> model, boolean isTotal) {
    this.model = model;
    this.isTotal = isTotal;
  }

  /** The same under a model in a file, which has no obstacle to exploration. */
  public static GraphExploration under(CatModel file, boolean isTotal) {
    return new GraphExploration(code -> new CatGraphModel(file), isTotal);
  }

  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    Code code = CodeGenerator.generateWithFences(program, limits.unroll());
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
    GraphModel rules = model.apply(code);
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
