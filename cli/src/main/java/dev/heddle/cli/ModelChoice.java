package dev.heddle.cli;

import dev.heddle.model.MemoryModel;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Memory models picked by name. */
final class ModelChoice {
  /** Those under which programs are explored. */
  static final Choice<MemoryModel> EXPLORED =
      new Choice<>(
          "model",
          Arrays.stream(MemoryModel.values()).filter(m -> m != MemoryModel.FILE).toList(),
          MemoryModel::id,
          model -> true);

  /** Those under which programs can be run at random. */
  static final Choice<MemoryModel> RANDOM =
      new Choice<>("model", EXPLORED.values(), MemoryModel::id, Algorithm.RANDOM::runsUnder);

  /** The names of those of litmus tests. */
  static final List<String> LITMUS =
      Stream.concat(EXPLORED.availableLabels().stream(), Stream.of("riscv")).toList();

  private ModelChoice() {}
}
