package dev.heddle.explore.rsmc;

import dev.heddle.litmus.Architecture;
import dev.heddle.model.MemoryModel;
import java.util.function.Function;

/**
 * What the execution model takes of a processor: the axiomatic model M, the commit-before function
 * cb, and the instructions that stand for C11.
 */
record HardwareModel(
    CommitBefore commitBefore,
    Function<CommitState, CommitModel> axioms,
    Function<HardwareMapping, InstructionMapping> mapping) {
  static final HardwareModel POWER =
      new HardwareModel(new PowerCommitBefore(), PowerAxioms::new, PowerMapping::new);
  static final HardwareModel ARM =
      new HardwareModel(new ArmCommitBefore(), ArmAxioms::new, ArmMapping::new);

  static HardwareModel of(MemoryModel model) {
    return switch (model) {
      case POWER -> POWER;
      case ARM -> ARM;
      default -> throw new IllegalArgumentException(model + " is not a model of hardware");
    };
  }

  /** The model of an architecture's processors, or null. */
  static HardwareModel of(Architecture architecture) {
    return switch (architecture) {
      case PPC -> POWER;
      case AARCH64 -> ARM;
      default -> null;
    };
  }
}
