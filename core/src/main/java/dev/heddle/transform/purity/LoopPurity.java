package dev.heddle.transform.purity;

import dev.heddle.program.Function;
import dev.heddle.program.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Partial loop purity elimination: no thread of the resulting program completes an iteration of a
 * loop that changes nothing. Whatever local states threads can reach is reachable still, but for
 * those within such iterations.
 *
 * <p>Jonsson, Lång, Sagonas: <em>Awaiting for Godot</em>, FMCAD 2022, section III.
 */
public final class LoopPurity {
  private LoopPurity() {}

  /**
   * Stops the pure iterations of all loops.
   *
   * @param findings is told about each loop
   */
  public static Program apply(Program program, Consumer<LoopFinding> findings) {
    List<Function> functions = new ArrayList<>();
    for (Function function : program.functions()) {
      if (Loop.of(function).isEmpty()) {
        functions.add(function);
        continue;
      }
      int own = function.blocks().size();
      FunctionPurity best = FunctionPurity.of(program, function);
      Inlining inlining = new Inlining(program, function);
      for (Function inlined = inlining.next(); inlined != null; inlined = inlining.next()) {
        FunctionPurity candidate = FunctionPurity.of(program, inlined);
        // Only loops of the function itself count: those of the callees are theirs.
        if (candidate.pureLoops(own) > best.pureLoops(own)) {
          best = candidate;
          inlining.keep();
        }
      }
      best.findings().forEach(findings);
      functions.add(best.function());
    }
    return program.withFunctions(functions);
  }
}
