package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Registers that tell at each block of a loop whether the current iteration has gone back to the
 * header of an inner loop, and so is not pure.
 */
final class BackEdgeFlags {
  private static final Value NO = Value.of(0);
  private static final Value YES = Value.of(1);

  private final Loop loop;
  private final Supplier<Register> fresh;
  private final BitSet possible;
  private final Map<Integer, Value> flags = new HashMap<>();
  private final Map<Integer, Block.Phi> phis = new HashMap<>();

  BackEdgeFlags(Loop loop, Supplier<Register> fresh) {
    this.loop = loop;
    this.fresh = fresh;
    this.possible = loop.behindInnerBackEdges();
  }

  /** Whether the iteration has gone back somewhere before it came to a block: 0 or 1. */
  Value at(int block) {
    if (possible.get(block) && flags.isEmpty()) {
      for (int b : loop.order()) {
        if (possible.get(b)) {
          flags.put(b, flagOf(b));
        }
      }
    }
    return flags.getOrDefault(block, NO);
  }

  private Value flagOf(int block) {
    List<Integer> predecessors = loop.predecessors(block);
    List<Value> values = new ArrayList<>();
    for (int from : predecessors) {
      values.add(loop.isBackEdge(from, block) ? YES : flags.getOrDefault(from, NO));
    }
    if (values.stream().distinct().count() == 1) {
      return values.get(0);
    }
    Register flag = fresh.get();
    phis.put(block, new Block.Phi(flag, predecessors, values));
    return flag;
  }

  /** The phis that compute the flags, by block. */
  Map<Integer, Block.Phi> phis() {
    return phis;
  }
}
