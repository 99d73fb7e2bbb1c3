package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Operands;
import dev.heddle.program.Program;
import dev.heddle.program.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Takes back assumptions that stop a thread in a loop which it would only repeat. An exploration
 * has another execution for what such a thread sees later; a single run has none, and there the
 * thread goes round instead.
 *
 * <p>What stays are assumptions about one access that is part of each iteration, whatever else it
 * reads: a thread that waits there misses nothing. In {@code while (flag && turn == other)}, one
 * that waits for the turn would miss the flag.
 */
public final class StopsInRuns {
  private final Function function;
  private final List<Loop> loops;
  private final Definitions definitions;

  private StopsInRuns(Function function) {
    this.function = function;
    this.loops = Loop.of(function);
    this.definitions = new Definitions(function);
  }

  /** Keeps the assumptions that a thread can wait for. */
  public static Program awaited(Program program) {
    return program.withFunctions(
        program.functions().stream().map(f -> hasStops(f) ? rewrite(f, true) : f).toList());
  }

  /** Keeps none. */
  public static Program removed(Program program) {
    return program.withFunctions(
        program.functions().stream().map(f -> hasStops(f) ? rewrite(f, false) : f).toList());
  }

  private static boolean hasStops(Function function) {
    return function.blocks().stream()
        .anyMatch(block -> block.instructions().stream().anyMatch(StopsInRuns::isStop));
  }

  /** Assumptions of the source have no purpose. */
  private static boolean isStop(Instruction instruction) {
    return instruction instanceof Instruction.Assume assume && assume.purpose() != null;
  }

  private static Function rewrite(Function function, boolean keepsWaits) {
    StopsInRuns stops = new StopsInRuns(function);
    List<Block> blocks = new ArrayList<>();
    for (int b = 0; b < function.blocks().size(); b++) {
      Block block = function.blocks().get(b);
      List<Instruction> kept = new ArrayList<>();
      for (Instruction instruction : block.instructions()) {
        if (!isStop(instruction)
            || (keepsWaits && stops.canWait((Instruction.Assume) instruction, b))) {
          kept.add(instruction);
        }
      }
      blocks.add(new Block(block.label(), block.phis(), kept, block.terminator()));
    }
    return new Function(
        function.name(), function.parameters(), function.registers(), blocks, function.library());
  }

  private boolean canWait(Instruction.Assume assume, int block) {
    for (Loop loop : loops) {
      if (loop.header() == assume.loop()) {
        return isAboutOneAccess(assume.condition(), loop, block) && isAlwaysPassed(loop, block);
      }
    }
    return false;
  }

  /** Whether a condition depends on one access of a block, and on nothing else in the loop. */
  private boolean isAboutOneAccess(Value condition, Loop loop, int block) {
    Set<Point> accesses = new HashSet<>();
    Set<Value> seen = new HashSet<>();
    Deque<Value> open = new ArrayDeque<>(List.of(condition));
    while (!open.isEmpty()) {
      Value value = open.pop();
      Point point = definitions.pointOf(value);
      if (point == null || !loop.contains(point.block()) || !seen.add(value)) {
        continue;
      }
      Instruction definition = definitions.of(value);
      if (definition == null) {
        return false;
      }
      if (!definition.isComputation()) {
        accesses.add(point);
      }
      Operands.forEach(definition, open::push);
    }
    return accesses.size() == 1 && accesses.iterator().next().block() == block;
  }

  /** Whether each way from the header, back to it or out of the loop, leads through a block. */
  private boolean isAlwaysPassed(Loop loop, int block) {
    BitSet reached = new BitSet();
    reached.set(block);
    Deque<Integer> open = new ArrayDeque<>();
    if (loop.header() != block) {
      open.push(loop.header());
    }
    while (!open.isEmpty()) {
      int from = open.pop();
      reached.set(from);
      for (int to : function.blocks().get(from).terminator().successors()) {
        if (to == loop.header() || !loop.contains(to)) {
          return false;
        }
        if (!reached.get(to)) {
          open.push(to);
        }
      }
    }
    return true;
  }
}
