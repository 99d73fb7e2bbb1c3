package dev.heddle.model;

import dev.heddle.graph.ExecutionGraph;

/**
 * Decides whether an execution is consistent in one model. Stateless; may be used by many threads.
 */
public interface ConsistencyChecker {
  /**
   * @throws UnsupportedEventException if the model says nothing about some event of the execution
   */
  Consistency check(ExecutionGraph graph);

  /**
   * The checker of a model, which must be one of those {@linkplain MemoryModel#ofTraces of traces}.
   */
  static ConsistencyChecker of(MemoryModel model) {
    return switch (model) {
      case SC -> new ScChecker();
      case SRA -> new SraChecker();
      case RA -> Rc20Checker.releaseAcquire();
      case WRA -> new WraChecker();
      case RC20 -> Rc20Checker.rc20();
      case RELAXED -> new RelaxedChecker();
      default -> throw new IllegalArgumentException("no checker of recorded executions: " + model);
    };
  }
}
