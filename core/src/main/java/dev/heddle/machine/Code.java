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

  /** The globals of which each thread makes a copy when it starts, as its first objects. */
  final int[] threadLocals;

  Code(
      Program program,
      int[] instructions,
      Location[] locations,
      long[] constants,
      String[] messages,
      int[] entry,
      int[] frameSize,
      int[] parameters,
      int[] threadLocals) {
    this.program = program;
    this.instructions = instructions;
    this.locations = locations;
    this.constants = constants;
    this.messages = messages;
    this.entry = entry;
    this.frameSize = frameSize;
    this.parameters = parameters;
    this.threadLocals = threadLocals;
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
