package dev.heddle.transform.purity;

import dev.heddle.program.Function;
import dev.heddle.program.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
      FunctionPurity best = better(program, FunctionPurity.of(program, function), function, own);
      Inlining inlining = new Inlining(program, function);
      for (Function inlined = inlining.next(); inlined != null; inlined = inlining.next()) {
        FunctionPurity candidate = FunctionPurity.of(program, inlined);
        candidate = better(program, candidate, inlined, own);
        // Only loops of the function itself count: those of the callees are theirs.
        if (candidate.gain(own) > best.gain(own)) {
          best = candidate;
          inlining.keep();
        }
      }
      best.findings().forEach(findings);
      functions.add(best.function());
    }
    return program.withFunctions(functions);
  }

  /** What becomes of a function if it is simplified first, unless that is no help. */
  private static FunctionPurity better(
      Program program, FunctionPurity plain, Function function, int own) {
    Map<Integer, LoopFinding> bounded = new HashMap<>();
    Function simple = FaintCode.removed(PrivateVariables.inRegisters(function));
    simple = BoundedSpinning.shortened(program, simple, bounded);
    if (simple.equals(function)) {
      return plain;
    }
    FunctionPurity simplified = FunctionPurity.of(program, simple, bounded);
    boolean helps = simplified.gain(own) > 0 && simplified.gain(own) >= plain.gain(own);
    return helps ? simplified : plain;
  }
}
