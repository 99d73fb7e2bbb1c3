package dev.heddle.machine;

import dev.heddle.program.Location;
import dev.heddle.program.Program;
import java.util.Arrays;
import java.util.Map;

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

  /** What is known about the objects that instructions make, by their position. */
  final Map<Integer, MadeObject> madeObjects;

  /**
   * What an instruction makes.
   *
   * @param name of a local variable; null for an object on the heap
   * @param type in the types of the program
   */
  record MadeObject(String name, int type) {}

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
      int[] threadLocals,
      Map<Integer, MadeObject> madeObjects) {
    this.program = program;
    this.instructions = instructions;
    this.locations = locations;
    this.constants = constants;
    this.messages = messages;
    this.entry = entry;
    this.frameSize = frameSize;
    this.parameters = parameters;
    this.threadLocals = threadLocals;
    this.madeObjects = madeObjects;
  }

  /** The function whose code holds {@code pc}; functions lie in the order of their numbers. */
  int functionAt(int pc) {
    int found = Arrays.binarySearch(entry, pc);
    return found >= 0 ? found : -2 - found;
  }

  boolean isLibrary(int pc) {
    return program.functions().get(functionAt(pc)).library();
  }

  /** Where in the user's code a thread stands: a library's code counts as the call of it. */
  int userSite(ThreadState state) {
    if (!isLibrary(state.pc)) {
      return state.pc;
    }
    for (int level = state.depth() - 1; level >= 0; level--) {
      if (!isLibrary(state.callSite(level))) {
        return state.callSite(level);
      }
    }
    return state.pc;
  }
}
