package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/** Empties the blocks that control no longer comes to; blocks keep their positions. */
final class Unreached {
  private Unreached() {}

  static Function removed(Function function, List<Block> blocks) {
    BitSet reached = reached(blocks);
    List<Block> kept = new ArrayList<>();
    for (int b = 0; b < blocks.size(); b++) {
      Block block = blocks.get(b);
      kept.add(
          reached.get(b)
              ? new Block(
                  block.label(), phis(b, blocks, reached), block.instructions(), block.terminator())
              : new Block(
                  block.label(),
                  List.of(),
                  List.of(),
                  new Terminator.Unreachable(block.terminator().location())));
    }
    return new Function(
        function.name(), function.parameters(), function.registers(), kept, function.library());
  }

  private static BitSet reached(List<Block> blocks) {
    BitSet reached = new BitSet();
    Deque<Integer> open = new ArrayDeque<>(List.of(0));
    while (!open.isEmpty()) {
      int b = open.pop();
      if (!reached.get(b)) {
        reached.set(b);
        blocks.get(b).terminator().successors().forEach(open::push);
      }
    }
    return reached;
  }

  private static List<Block.Phi> phis(int b, List<Block> blocks, BitSet reached) {
    List<Block.Phi> kept = new ArrayList<>();
    for (Block.Phi phi : blocks.get(b).phis()) {
      List<Integer> from = new ArrayList<>();
      List<Value> values = new ArrayList<>();
      for (int p : phi.predecessors()) {
        if (reached.get(p) && blocks.get(p).terminator().successors().contains(b)) {
          from.add(p);
          values.add(phi.valueFrom(p));
        }
      }
      kept.add(new Block.Phi(phi.result(), from, values));
    }
    return kept;
  }
}
