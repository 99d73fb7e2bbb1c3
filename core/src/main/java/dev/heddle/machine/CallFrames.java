package dev.heddle.machine;

/** How the code of calls is laid out, and what that means for the frames of a thread. */
final class CallFrames {
  private static final int MAX_DEPTH = 50_000;

  private final Code code;

  CallFrames(Code code) {
    this.code = code;
  }

  /** Enters a function with the arguments that the call has; not if these are too few. */
  boolean enter(ThreadState state, int callSite, int function) {
    int[] c = code.instructions;
    int parameters = code.parameters[function];
    if (c[callSite + 3] < parameters) {
      return false;
    }
    int callerBase = state.base;
    state.call(callSite, code.entry[function], code.frameSize[function], c[callSite + 1]);
    for (int i = 0; i < parameters; i++) {
      state.setRegister(i, code.value(state.registers(), callerBase, c[callSite + 4 + i]));
    }
    return true;
  }

  /** Recursion that does not end is a mistake of the program, and would take all memory. */
  void checkDepth(ThreadState state, int callSite, int function) {
    if (state.depth() > MAX_DEPTH) {
      state.pc = callSite;
      String name = code.program.functions().get(function).name();
      throw new MachineException(
          (code.userLocation(state) + ": calls of " + name + "() are nested more than ")
              + (MAX_DEPTH + " deep"));
    }
  }

  /** What stands behind a call and its arguments: of one that takes exceptions, where they go. */
  int behind(int callSite) {
    return callSite + 4 + code.instructions[callSite + 3];
  }

  /** The call under way that takes exceptions, the innermost but {@code skipped}; or -1. */
  int handling(ThreadState state, int skipped) {
    int others = skipped;
    for (int level = state.depth() - 1; level >= 0; level--) {
      if (code.instructions[state.callSite(level)] == Opcode.INVOKE && others-- == 0) {
        return level;
      }
    }
    return -1;
  }

  /** What a call says about its handlers: always a constant. */
  long handlers(ThreadState state, int callSite) {
    return code.value(state.registers(), state.base, code.instructions[behind(callSite) + 1]);
  }
}
