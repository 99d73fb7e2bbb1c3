package dev.heddle.machine;

import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.LoopHeaders;
import dev.heddle.program.Terminator;
import java.util.Arrays;

/**
 * How often control may pass the headers of a function's loops. Those of the library, such as the
 * one over the characters of a text, are nothing that a user knows of or could bound.
 */
final class LoopBounds {
  private final Function function;
  private final LoopHeaders loops;
  private final int unroll;

  /**
   * @param unroll the bound of loops that have none of their own; 0 for no bound
   */
  LoopBounds(Function function, LoopHeaders loops, int unroll) {
    this.function = function;
    this.loops = loops;
    this.unroll = unroll;
  }

  /** The bound of each loop; 0 for no bound. */
  int[] passes() {
    int[] passes = new int[loops.count()];
    Arrays.fill(passes, function.library() ? 0 : unroll);
    for (int b = 0; b < function.blocks().size() && passes.length > 0; b++) {
      for (Instruction instruction : function.blocks().get(b).instructions()) {
        if (instruction instanceof Instruction.LoopBound bound) {
          int loop = boundedFrom(b);
          if (loop >= 0) {
            passes[loop] = bound.passes();
          }
        }
      }
    }
    return passes;
  }

  /** The loop that a bound in a block belongs to, or -1. */
  private int boundedFrom(int block) {
    int next = block;
    for (int steps = 0; steps < function.blocks().size(); steps++) {
      if (!(function.blocks().get(next).terminator() instanceof Terminator.Jump jump)) {
        break;
      }
      next = jump.target();
      int loop = loops.loopOfHeader(next);
      if (loop >= 0 && !loops.body(loop).get(block)) {
        return loop;
      }
    }
    return loops.innermostAround(block);
  }
}
