package dev.heddle.explore.graph;

import dev.heddle.explore.AgreedClaims;
import dev.heddle.explore.Checkpointing;
import dev.heddle.explore.Exploration;
import dev.heddle.explore.Frontier;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.explore.SharedExploration;
import dev.heddle.explore.SharedSearch;
import dev.heddle.explore.Tally;
import dev.heddle.explore.overflow.Overflow;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.ThreadNumbers;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.model.MemoryModel;
import dev.heddle.model.cat.CatModel;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/**
 * Explores execution graphs under a memory model in which po ∪ rf has no cycle, each once; see
 * {@link GraphSearch}.
 */
public final class GraphExploration implements Exploration {
  private final Function<Code, GraphModel> model;
  private final boolean isTotal;
  private final int jobs;

  /** Is shown each execution. */
  private final GraphListener listener;

  /**
   * @param isTotal whether executions that differ in modification order alone count as different
   * @param racesAreViolations whether plain accesses that race are, where the model knows races
   */
  public GraphExploration(MemoryModel model, boolean isTotal, boolean racesAreViolations) {
    this(model, isTotal, racesAreViolations, 1);
  }

  /** The same by several threads. */
  public GraphExploration(
      MemoryModel model, boolean isTotal, boolean racesAreViolations, int jobs) {
    this(
        code -> GraphModels.of(model, code, racesAreViolations), isTotal, jobs, GraphListener.NONE);
  }

  /** An exploration that shows every execution to a listener, in the thread that found it. */
  GraphExploration(
      Function<Code, GraphModel> model, boolean isTotal, int jobs, GraphListener listener) {
    this.model = model;
    this.isTotal = isTotal;
    this.jobs = jobs;
    this.listener = listener;
  }

  /** An exploration under a model in a file, which has no obstacle to it. */
  public static GraphExploration under(CatModel file, boolean isTotal) {
    return new GraphExploration(code -> new CatGraphModel(file), isTotal, 1, GraphListener.NONE);
  }

  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    return SharedExploration.agreed(
        (within, searches) -> explore(program, within, progress, searches), limits, progress, jobs);
  }

  /** Explores, from the beginning again whenever a search has relied on what is not so. */
  private Outcome explore(Program program, Limits limits, Progress progress, int searches) {
    long start = System.nanoTime();
    GraphWork work = new GraphWork(program, limits.unroll());
    while (true) {
      try {
        Limits rest = limits.after(System.nanoTime() - start);
        return SharedExploration.explore(work, rest, progress, searches);
      } catch (SearchRestart e) {
        work.restart();
        listener.restarted();
        Checkpointing checkpointing = progress.checkpointing();
        progress.keep(checkpointing == null ? null : checkpointing.fromTheBeginning());
      }
    }
  }

  /** What the searches have in common: the program, and what they know of it. */
  private final class GraphWork implements SharedExploration.Work<GraphPart> {
    private final Program program;
    private final int unroll;
    private final PlainWrites plainWrites = new PlainWrites();
    private final AgreedClaims claims = new AgreedClaims();
    private ThreadNumbers numbers = new ThreadNumbers();

    GraphWork(Program program, int unroll) {
      this.program = program;
      this.unroll = unroll;
    }

    void restart() {
      plainWrites.restart();
      numbers = new ThreadNumbers();
    }

    @Override
    public SharedSearch<GraphPart> search(Frontier<GraphPart> frontier, Tally tally) {
      Code code = claims.of(CodeGenerator.generateWithFences(program, unroll));
      GraphModel rules = model.apply(code);
      EventGraph graph =
          new EventGraph(
              new ValueDrivenThreads(code, numbers), new CellTable(plainWrites), rules.ordering());
      return new SharedGraphSearch(graph, rules, isTotal, frontier, tally, listener);
    }

    @Override
    public void write(List<GraphPart> left, DataOutputStream out) throws IOException {
      numbers.write(out);
      plainWrites.write(out);
      GraphPart.write(left, out);
    }

    @Override
    public List<GraphPart> read(DataInputStream in, Overflow overflow) throws IOException {
      numbers = ThreadNumbers.read(in);
      plainWrites.read(in);
      return GraphPart.read(in, overflow);
    }
  }
}
