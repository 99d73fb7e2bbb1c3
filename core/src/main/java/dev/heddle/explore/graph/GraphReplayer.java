package dev.heddle.explore.graph;

import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.Replay;
import dev.heddle.machine.Replayer;
import dev.heddle.model.MemoryModel;
import dev.heddle.model.cat.CatModel;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Program;
import java.util.function.Function;
import java.util.function.Predicate;

/** Follows execution graphs under a model. */
public final class GraphReplayer implements Replayer {
  private final Function<Code, GraphModel> model;

  /** The same where races are no violations. */
  private final Function<Code, GraphModel> withoutRaces;

  /** Whether the model has the orders of a program. */
  private final Predicate<Code> hasOrders;

  private GraphReplayer(
      Function<Code, GraphModel> model,
      Function<Code, GraphModel> withoutRaces,
      Predicate<Code> hasOrders) {
    this.model = model;
    this.withoutRaces = withoutRaces;
    this.hasOrders = hasOrders;
  }

  /**
   * @param racesAreViolations whether plain accesses that race are, where the model knows races
   */
  public GraphReplayer(MemoryModel model, boolean racesAreViolations) {
    this(
        code -> GraphModels.of(model, code, racesAreViolations),
        code -> GraphModels.of(model, code, false),
        code -> GraphModels.has(model, code));
  }

  /** The same under a model in a file, which has no obstacle to exploration. */
  public static GraphReplayer under(CatModel file) {
    Function<Code, GraphModel> model = code -> new CatGraphModel(file);
    return new GraphReplayer(model, model, code -> true);
  }

  @Override
  public Code code(Program program, int unroll) {
    return CodeGenerator.generateWithFences(program, unroll);
  }

  /** Where something else than a race goes wrong, there is none up to there. */
  @Override
  public Replayer leadingTo(FailureKind kind) {
    return kind == FailureKind.DATA_RACE
        ? this
        : new GraphReplayer(withoutRaces, withoutRaces, hasOrders);
  }

  @Override
  public Replayer onOneMemory() {
    return new GraphReplayer(MemoryModel.SC, false);
  }

  @Override
  public boolean knows(Code code) {
    return hasOrders.test(code);
  }

  @Override
  public Replay start(Code code) {
    return new GraphReplay(code, model.apply(code));
  }
}
