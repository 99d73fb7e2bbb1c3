package dev.heddle.machine;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The registers of a function that may still be read behind an instruction. What no instruction
 * reads any more does not tell two states of a thread apart. The code generator notes what each
 * instruction reads and writes; the rest is worked out when a thread first stands in the function.
 */
final class Liveness {
  private final Function function;

  /** Where the code of the function begins. */
  private final int begin;

  // What instructions read (the register) and write (~register), in the order of the code.
  private int[] at = new int[64];
  private int[] touched = new int[64];
  private int count;

  /** Where the notes of each block end. */
  private final int[] end;

  /** Counters of loops, which are always kept. */
  private int firstCounter;

  private int counters;

  /** By instruction, counted from the beginning of the function. */
  private BitSet[] live;

  Liveness(Function function, int begin) {
    this.function = function;
    this.begin = begin;
    this.end = new int[function.blocks().size()];
  }

  void keepCounters(int first, int number) {
    firstCounter = first;
    counters = number;
  }

  /** An instruction, which may touch no register at all, begins here. */
  void instruction(int pc) {
    note(pc, ~Integer.MAX_VALUE);
  }

  void reads(int pc, int register) {
    note(pc, register);
  }

  void writes(int pc, int register) {
    note(pc, ~register);
  }

  void endOfBlock(int block) {
    end[block] = count;
  }

  private void note(int pc, int what) {
    if (count == at.length) {
      at = Arrays.copyOf(at, 2 * count);
      touched = Arrays.copyOf(touched, 2 * count);
    }
    at[count] = pc;
    touched[count++] = what;
  }

  /**
   * The registers that a thread may still read when it stands at an instruction that has taken its
   * operands: what is live behind it, but for its own results. A return that is delayed takes its
   * operand again.
   */
  synchronized BitSet at(int pc, int[] code) {
    if (live == null) {
      BitSet[] out = behindBlocks();
      live = new BitSet[at[count - 1] - begin + 1];
      for (int b = 0; b < end.length; b++) {
        backwards(b, (BitSet) out[b].clone(), code);
      }
    }
    return live[pc - begin];
  }

  /** Goes back through a block, from what is live behind it to what is live in front of it. */
  private void backwards(int block, BitSet set, int[] code) {
    int from = block == 0 ? 0 : end[block - 1];
    int i = end[block];
    while (i > from) {
      int pc = at[i - 1];
      int first = i;
      while (first > from && at[first - 1] == pc) {
        first--;
      }
      for (int k = first; k < i; k++) {
        if (touched[k] < 0) {
          set.clear(~touched[k]);
        }
      }
      boolean takesAgain = code != null && takesItsOperandAgain(code[pc]);
      if (code != null && !takesAgain) {
        live[pc - begin] = kept(set);
      }
      for (int k = first; k < i; k++) {
        if (touched[k] >= 0) {
          set.set(touched[k]);
        }
      }
      if (takesAgain) {
        live[pc - begin] = kept(set);
      }
      i = first;
    }
  }

  private static boolean takesItsOperandAgain(int opcode) {
    return opcode == Opcode.RETURN || opcode == Opcode.THREAD_EXIT || opcode == Opcode.THROW;
  }

  private BitSet kept(BitSet set) {
    BitSet kept = (BitSet) set.clone();
    kept.set(firstCounter, firstCounter + counters);
    return kept;
  }

  /** What is live behind each block, the values that phis of later blocks take included. */
  private BitSet[] behindBlocks() {
    int blocks = end.length;
    BitSet[] out = new BitSet[blocks];
    BitSet[] in = new BitSet[blocks];
    for (int b = 0; b < blocks; b++) {
      out[b] = new BitSet();
      in[b] = new BitSet();
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int b = blocks - 1; b >= 0; b--) {
        for (int next : function.blocks().get(b).terminator().successors()) {
          out[b].or(in[next]);
        }
        BitSet front = (BitSet) out[b].clone();
        backwards(b, front, null);
        for (Block.Phi phi : function.blocks().get(b).phis()) {
          front.clear(phi.result().index());
        }
        if (!front.equals(in[b])) {
          in[b] = front;
          changed = true;
        }
      }
    }
    return out;
  }
}
