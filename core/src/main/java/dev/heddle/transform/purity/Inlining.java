package dev.heddle.transform.purity;

import dev.heddle.program.Function;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts functions in the place of their calls within loops, loop by loop, so that one can see
 * whether it helps. Blocks keep their positions, and what is new comes behind them.
 */
final class Inlining {
  private static final int MAX_BLOCKS = 400;

  private final Callees callees;
  private Function kept;
  private Function candidate;

  /** The headers of the loops that are still to be tried, inner ones first. */
  private final List<Integer> headers = new ArrayList<>();

  Inlining(Callees callees, Function function) {
    this.callees = callees;
    this.kept = function;
    Loop.of(function).forEach(loop -> headers.add(loop.header()));
  }

  /** The function with the calls in one more loop inlined; null if there is no such loop. */
  Function next() {
    while (!headers.isEmpty()) {
      int header = headers.remove(0);
      candidate = kept;
      boolean changed = false;
      for (int[] call = callIn(header); call != null; call = callIn(header)) {
        candidate = callees.inline(candidate, call);
        changed = true;
        if (candidate.blocks().size() > MAX_BLOCKS) {
          changed = false;
          break;
        }
      }
      if (changed) {
        return candidate;
      }
    }
    return null;
  }

  /** What was tried last is the function from now on. */
  void keep() {
    kept = candidate;
  }

  private int[] callIn(int header) {
    for (Loop loop : Loop.of(candidate)) {
      if (loop.header() == header) {
        return callees.firstCall(candidate, loop.order());
      }
    }
    return null;
  }
}
