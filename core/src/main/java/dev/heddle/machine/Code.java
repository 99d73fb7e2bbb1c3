package dev.heddle.machine;

import dev.heddle.program.Location;
import dev.heddle.program.Program;

/**
 * A program as flat arrays: what the {@link Interpreter} runs.
 *
 * <p>Instruction {@code pc} is {@code instructions[pc]} (an {@link Opcode}) with its operands
 * behind it; {@code locations[pc]} is its place in the source.
 */
public final class Code {
  final Program program;
  final int[] instructions;
  final Location[] locations;
  final long[] constants;
  final String[] messages;

  /** Where function f starts, how many registers its frame has, how many arguments it takes. */
  final int[] entry;

  final int[] frameSize;
  final int[] parameters;

  Code(
      Program program,
      int[] instructions,
      Location[] locations,
      long[] constants,
      String[] messages,
      int[] entry,
      int[] frameSize,
      int[] parameters) {
    this.program = program;
    this.instructions = instructions;
    this.locations = locations;
    this.constants = constants;
    this.messages = messages;
    this.entry = entry;
    this.frameSize = frameSize;
    this.parameters = parameters;
  }

  /** The function whose code holds {@code pc}; functions lie in the order of their numbers. */
  int functionAt(int pc) {
    int function = 0;
    while (function + 1 < entry.length && entry[function + 1] <= pc) {
      function++;
    }
    return function;
  }
}
