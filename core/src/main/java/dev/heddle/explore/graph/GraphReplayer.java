package dev.heddle.explore.graph;

import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.Replay;
import dev.heddle.machine.Replayer;
import dev.heddle.model.MemoryModel;
import dev.heddle.model.cat.CatModel;
import dev.heddle.program.Program;
import java.util.function.Function;

/** Follows execution graphs under a model. */
public final class GraphReplayer implements Replayer {
  private final Function<Code, GraphModel> model;

  private GraphReplayer(Function<Code, GraphModel> model) {
    this.model = model;
  }

  /**
   * @param racesAreViolations whether plain accesses that race are, where the model knows races
   */
  public GraphReplayer(MemoryModel model, boolean racesAreViolations) {
    this(code -> GraphModels.of(model, code, racesAreViolations));
  }

  /** The same under a model in a file, which has no obstacle to exploration. */
  public static GraphReplayer under(CatModel file) {
    return new GraphReplayer(code -> new CatGraphModel(file));
  }

  @Override
  public Code code(Program program, int unroll) {
    return CodeGenerator.generateWithFences(program, unroll);
  }

  @Override
  public Replayer onOneMemory() {
    return new GraphReplayer(MemoryModel.SC, false);
  }

  @Override
  public Replay start(Code code) {
    return new GraphReplay(code, model.apply(code));
  }
}
