package dev.heddle.explore.graph;

import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.Replay;
import dev.heddle.machine.Replayer;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.Program;

/**
 * Follows execution graphs under a model.
 *
 * @param racesAreViolations whether plain accesses that race are, where the model knows races
 */
public record GraphReplayer(MemoryModel model, boolean racesAreViolations) implements Replayer {
  @Override
  public Code code(Program program, int unroll) {
    return CodeGenerator.generateWithFences(program, unroll);
  }

  @Override
  public Replay start(Code code) {
    return new GraphReplay(code, model, racesAreViolations);
  }
}
