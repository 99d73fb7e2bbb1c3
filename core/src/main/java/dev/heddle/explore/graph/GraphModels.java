package dev.heddle.explore.graph;

import dev.heddle.explore.graph.SequentialModel.Kept;
import dev.heddle.machine.Code;
import dev.heddle.model.MemoryModel;

/** What each memory model asks of an execution graph. */
final class GraphModels {
  private GraphModels() {}

  /**
   * @param code of the program to explore
   * @param racesAreViolations else plain accesses count as relaxed ones
   */
  static GraphModel of(MemoryModel model, Code code, boolean racesAreViolations) {
    Ordering asWritten = racesAreViolations ? Ordering.AS_WRITTEN : Ordering.PLAIN_AS_RELAXED;
    return switch (model) {
      case SC -> new SequentialModel(Kept.EVERYTHING);
      case TSO -> new SequentialModel(Kept.BUFFERED_WRITES);
      case PSO -> new SequentialModel(Kept.BUFFERED_PER_LOCATION);
      case SRA -> new SequentialModel(Kept.WITHOUT_STALENESS);
      case RA -> new CoherentModel(Ordering.RELEASE_ACQUIRE, false);
      case WRA -> new CoherentModel(Ordering.WEAK_RELEASE_ACQUIRE, false);
      case RELAXED -> new CoherentModel(Ordering.RELAXED, false);
      case RC20 -> new CoherentModel(asWritten, racesAreViolations);
      case RC11 -> new Rc11Model(racesAreViolations, code.hasSequentialOperations());
      case POWER, ARM ->
          throw new IllegalArgumentException(model + " has executions in which po ∪ rf is cyclic");
    };
  }
}
