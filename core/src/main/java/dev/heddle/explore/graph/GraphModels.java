package dev.heddle.explore.graph;

import dev.heddle.explore.graph.SequentialModel.Kept;
import dev.heddle.machine.Code;
import dev.heddle.machine.MachineException;
import dev.heddle.model.MemoryModel;

/** What each memory model asks of an execution graph. */
final class GraphModels {
  private GraphModels() {}

  /**
   * @param code of the program to explore
   * @param racesAreViolations else plain accesses count as relaxed ones
   */
  static GraphModel of(MemoryModel model, Code code, boolean racesAreViolations) {
    return switch (model) {
      case SC -> new SequentialModel(Kept.EVERYTHING);
      case TSO -> new SequentialModel(Kept.BUFFERED_WRITES);
      case PSO -> new SequentialModel(Kept.BUFFERED_PER_LOCATION);
      case SRA -> new SequentialModel(Kept.WITHOUT_STALENESS);
      case RA -> new CoherentModel(Ordering.RELEASE_ACQUIRE, false);
      case WRA -> new CoherentModel(Ordering.WEAK_RELEASE_ACQUIRE, false);
      case RELAXED -> new CoherentModel(Ordering.RELAXED, false);
      case RC20 -> rc20(code, racesAreViolations);
      case RC11 -> new Rc11Model(racesAreViolations, code.hasSequentialOperations());
      case POWER, ARM ->
          throw new IllegalArgumentException(model + " has executions in which po ∪ rf is cyclic");
      case FILE -> throw new IllegalArgumentException("a model in a file is not known by name");
    };
  }

  /** Whether a model has the orders of a program. */
  static boolean has(MemoryModel model, Code code) {
    return model != MemoryModel.RC20 || code.sequentialAccess() == null;
  }

  /** RC20 is RC11 without sequentially consistent accesses. */
  private static GraphModel rc20(Code code, boolean racesAreViolations) {
    if (!has(MemoryModel.RC20, code)) {
      throw new MachineException(
          code.sequentialAccess()
              + ": rc20 has no seq_cst accesses; --model rc11 has, or use a weaker order");
    }
    return new Rc11Model(racesAreViolations, code.hasSequentialOperations());
  }
}
