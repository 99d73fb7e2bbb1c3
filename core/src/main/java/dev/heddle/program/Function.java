package dev.heddle.program;

import java.util.List;

/**
 * A function. Its arguments arrive in the registers 0 to {@code parameters - 1}; the first block is
 * its entry and has no predecessor.
 *
 * @param registers how many registers its code uses, parameters included
 * @param library whether the code is part of Heddle's own model of a library, so that errors inside
 *     it are reported at the line of the user's call
 */
public record Function(
    String name, int parameters, int registers, List<Block> blocks, boolean library) {
  public Function {
    blocks = List.copyOf(blocks);
    if (blocks.isEmpty()) {
      throw new IllegalArgumentException("function " + name + " has no body");
    }
  }

  /** Whether there is an instruction of some kind in it. */
  public boolean uses(Class<? extends Instruction> kind) {
    for (Block block : blocks) {
      for (Instruction instruction : block.instructions()) {
        if (kind.isInstance(instruction)) {
          return true;
        }
      }
    }
    return false;
  }
}
