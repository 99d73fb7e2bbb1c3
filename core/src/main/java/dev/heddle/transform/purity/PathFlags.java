package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Registers that tell at each block of a loop whether the current iteration has come along certain
 * edges: for instance back to the header of an inner loop, so that it is not pure.
 */
final class PathFlags {
  private static final Value NO = Value.of(0);
  private static final Value YES = Value.of(1);

  /** Certain edges of a loop. */
  interface Edges {
    boolean contain(int from, int to);
  }

  private final Loop loop;
  private final Supplier<Register> fresh;
  private final Edges edges;
  private final Map<Integer, Value> flags = new HashMap<>();
  private final Map<Integer, Block.Phi> phis = new HashMap<>();

  PathFlags(Loop loop, Supplier<Register> fresh, Edges edges) {
    this.loop = loop;
    this.fresh = fresh;
    this.edges = edges;
  }

  /** Whether the iteration has come along one of the edges before it is at a block: 0 or 1. */
  Value at(int block) {
    if (flags.isEmpty()) {
      flags.put(loop.header(), NO);
      for (int b : loop.order()) {
        if (b != loop.header()) {
          flags.put(b, flagOf(b));
        }
      }
    }
    return flags.getOrDefault(block, NO);
  }

  /** The same when control goes on from a block to another. */
  Value along(int from, int to) {
    return edges.contain(from, to) ? YES : at(from);
  }

  private Value flagOf(int block) {
    List<Integer> predecessors = loop.predecessors(block);
    List<Value> values = new ArrayList<>();
    for (int from : predecessors) {
      values.add(edges.contain(from, block) ? YES : flags.getOrDefault(from, NO));
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
