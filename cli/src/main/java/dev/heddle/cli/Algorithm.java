package dev.heddle.cli;

import dev.heddle.model.MemoryModel;
import java.util.Arrays;

/** The algorithms that the command line knows by name. */
enum Algorithm {
  AUTO,
  RF,
  GRAPH,
  OPTIMAL,
  NAIVE,
  /** That of {@code heddle symbolic}, which no other command takes. */
  SYMBOLIC;

  static final Choice<Algorithm> CHOICE =
      new Choice<>(
          "algorithm",
          Arrays.stream(values()).filter(algorithm -> algorithm != SYMBOLIC).toList(),
          Algorithm::label,
          algorithm -> true);

  String label() {
    return Choice.label(this);
  }

  /** The algorithm to begin with: {@link #AUTO} stands for the best one for the model. */
  Algorithm resolve(MemoryModel model) {
    return this != AUTO ? this : model == MemoryModel.POWER ? GRAPH : RF;
  }

  /** Whether the algorithm explores under a model. */
  boolean runsUnder(MemoryModel model) {
    return switch (this) {
      case AUTO, GRAPH -> true;
      case RF -> model != MemoryModel.POWER && model != MemoryModel.ARM;
      case OPTIMAL, NAIVE, SYMBOLIC -> model == MemoryModel.SC;
    };
  }
}
