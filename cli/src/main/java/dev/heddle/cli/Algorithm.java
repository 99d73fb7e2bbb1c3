package dev.heddle.cli;

import dev.heddle.model.MemoryModel;
import java.util.List;

/** The algorithms that the command line knows by name. */
enum Algorithm {
  AUTO,
  RF,
  GRAPH,
  OPTIMAL,
  NAIVE,
  /** That of {@code heddle symbolic}, which no other command takes. */
  SYMBOLIC,
  /** What {@code heddle test} does; it explores nothing, so it is no choice for a check. */
  RANDOM;

  static final Choice<Algorithm> CHOICE =
      new Choice<>(
          "algorithm",
          List.of(AUTO, RF, GRAPH, OPTIMAL, NAIVE),
          Algorithm::label,
          algorithm -> true);

  String label() {
    return Choice.label(this);
  }

  /** The algorithm to begin with: {@link #AUTO} stands for the best one for the model. */
  Algorithm resolve(MemoryModel model) {
    boolean byGraphs = model.isOfHardware() || model == MemoryModel.FILE;
    return this != AUTO ? this : byGraphs ? GRAPH : RF;
  }

  /** Whether the algorithm explores under a model. */
  boolean runsUnder(MemoryModel model) {
    return switch (this) {
      case AUTO, GRAPH -> true;
      case RF -> !model.isOfHardware();
      case RANDOM -> RF.runsUnder(model) && model != MemoryModel.FILE;
      case OPTIMAL, NAIVE, SYMBOLIC -> model == MemoryModel.SC;
    };
  }
}
