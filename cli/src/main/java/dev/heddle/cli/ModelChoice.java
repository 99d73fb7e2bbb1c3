package dev.heddle.cli;

import dev.heddle.model.MemoryModel;
import java.util.List;

/** Memory models picked by name. */
final class ModelChoice {
  /** Those under which programs are explored. */
  static final Choice<MemoryModel> EXPLORED =
      new Choice<>(
          "model",
          List.of(MemoryModel.values()),
          MemoryModel::id,
          model -> model != MemoryModel.POWER && model != MemoryModel.ARM);

  private ModelChoice() {}
}
