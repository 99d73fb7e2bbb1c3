package dev.heddle.litmus;

import java.util.List;
import java.util.Map;

/**
 * One thread of a test.
 *
 * @param registers their names; the index is the number that instructions use
 * @param initial what registers hold at the start; the others hold zero
 */
public record LitmusThread(
    List<LitmusInstruction> instructions, List<String> registers, Map<Integer, Long> initial) {
  public LitmusThread {
    instructions = List.copyOf(instructions);
    registers = List.copyOf(registers);
    initial = Map.copyOf(initial);
  }
}
