package dev.heddle.symbolic.unroll;

import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Location;
import dev.heddle.program.LoopHeaders;
import dev.heddle.program.Terminator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** The order in which the blocks of a function are unrolled, and its loops. */
final class FunctionShape {
  final Function function;
  final LoopHeaders loops;

  /** Blocks behind those from which control comes to them without going back. */
  private final int[] place;

  /** Of each block the loops around it, the outermost first. */
  private final List<List<Integer>> around = new ArrayList<>();

  private final BitSet[] bodies;
  private final int[] ownBound;

  FunctionShape(Function function) {
    this.function = function;
    loops = new LoopHeaders(function);
    int blocks = function.blocks().size();
    place = new int[blocks];
    Arrays.fill(place, -1);
    List<Integer> order = new ArrayList<>();
    visit(order);
    Collections.reverse(order);
    for (int i = 0; i < order.size(); i++) {
      place[order.get(i)] = i;
    }
    bodies = new BitSet[loops.count()];
    for (int l = 0; l < bodies.length; l++) {
      bodies[l] = loops.body(l);
    }
    for (int b = 0; b < blocks; b++) {
      List<Integer> ofBlock = new ArrayList<>();
      for (int l = 0; l < bodies.length; l++) {
        if (bodies[l].get(b)) {
          ofBlock.add(l);
        }
      }
      ofBlock.sort(Comparator.comparingInt(l -> -bodies[l].cardinality()));
      around.add(ofBlock);
    }
    checkEntries();
    ownBound = new int[loops.count()];
    for (int b = 0; b < blocks; b++) {
      for (Instruction instruction : function.blocks().get(b).instructions()) {
        if (instruction instanceof Instruction.LoopBound bound && boundedFrom(b) >= 0) {
          ownBound[boundedFrom(b)] = bound.passes();
        }
      }
    }
  }

  private List<Integer> successors(int block) {
    return function.blocks().get(block).terminator().successors();
  }

  /** Depth first without recursion, as functions can be long. */
  private void visit(List<Integer> order) {
    List<int[]> path = new ArrayList<>();
    BitSet seen = new BitSet();
    path.add(new int[] {0, 0});
    seen.set(0);
    while (!path.isEmpty()) {
      int[] top = path.get(path.size() - 1);
      List<Integer> successors = successors(top[0]);
      if (top[1] == successors.size()) {
        order.add(top[0]);
        path.remove(path.size() - 1);
        continue;
      }
      int next = successors.get(top[1]++);
      if (!seen.get(next)) {
        seen.set(next);
        path.add(new int[] {next, 0});
      }
    }
  }

  private void checkEntries() {
    for (int from = 0; from < place.length; from++) {
      for (int to : successors(from)) {
        for (int l = 0; l < bodies.length; l++) {
          if (bodies[l].get(to) && !bodies[l].get(from) && loops.header(l) != to) {
            throw new UnrollingException(
                location(to), "a jump into the middle of a loop cannot be unrolled");
          }
        }
      }
    }
  }

  /** As the machine takes it: the loop that control runs into without a decision, or around. */
  private int boundedFrom(int block) {
    int next = block;
    for (int steps = 0; steps < place.length; steps++) {
      if (!(function.blocks().get(next).terminator() instanceof Terminator.Jump jump)) {
        break;
      }
      next = jump.target();
      int loop = loops.loopOfHeader(next);
      if (loop >= 0 && !bodies[loop].get(block)) {
        return loop;
      }
    }
    return loops.innermostAround(block);
  }

  /** The bound that the program gives a loop, or 0. */
  int ownBound(int loop) {
    return ownBound[loop];
  }

  /** A line of a loop, for messages. */
  Location locationOf(int loop) {
    for (int b = bodies[loop].nextSetBit(0); b >= 0; b = bodies[loop].nextSetBit(b + 1)) {
      if (location(b).isKnown()) {
        return location(b);
      }
    }
    return Location.NONE;
  }

  private Location location(int block) {
    for (Instruction instruction : function.blocks().get(block).instructions()) {
      if (instruction.location().isKnown()) {
        return instruction.location();
      }
    }
    return function.blocks().get(block).terminator().location();
  }

  /**
   * Where a copy of a block comes in the unrolled function: for each loop around it the place of
   * the loop and the number of the pass, and then the block's own place.
   */
  @SuppressWarnings("ArrayRecordComponent") // made by this class only, and never changed
  record Copy(int block, int[] position) implements Comparable<Copy> {
    @Override
    public int compareTo(Copy that) {
      return Arrays.compare(position, that.position);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Copy that && Arrays.equals(position, that.position);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(position);
    }
  }

  Copy entry() {
    return copy(0, new int[0], -1);
  }

  /** The copy of a block that control comes to from a copy of another. */
  Copy next(Copy from, int to) {
    int again = loops.isBackEdge(from.block, to) ? loops.loopOfHeader(to) : -1;
    return copy(to, from.position, again);
  }

  private Copy copy(int block, int[] from, int again) {
    List<Integer> loopsAround = around.get(block);
    int[] position = new int[2 * loopsAround.size() + 1];
    boolean isSame = true;
    for (int i = 0; i < loopsAround.size(); i++) {
      int loop = loopsAround.get(i);
      position[2 * i] = place[loops.header(loop)];
      boolean goesOn = isSame && 2 * i + 1 < from.length - 1 && from[2 * i] == position[2 * i];
      position[2 * i + 1] = goesOn ? from[2 * i + 1] : 1;
      isSame &= goesOn;
      if (loop == again) {
        position[2 * i + 1]++;
      }
    }
    position[2 * loopsAround.size()] = place[block];
    return new Copy(block, position);
  }

  /** In which pass of a loop a copy of a block of it lies. */
  int pass(Copy copy, int loop) {
    return copy.position[2 * around.get(copy.block).indexOf(loop) + 1];
  }
}
