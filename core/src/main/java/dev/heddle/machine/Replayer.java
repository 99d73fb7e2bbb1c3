package dev.heddle.machine;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Program;

/** How executions of a program are followed again: on one memory, or under another model. */
public interface Replayer {
  /** Under sequential consistency. */
  Replayer ON_ONE_MEMORY =
      new Replayer() {
        @Override
        public Code code(Program program, int unroll) {
          return CodeGenerator.generate(program, unroll);
        }

        @Override
        public Replay start(Code code) {
          return new MachineReplay(code);
        }

        @Override
        public boolean isReschedulable() {
          return true;
        }
      };

  /**
   * The code to follow.
   *
   * @param unroll at most this many passes through a loop's header; 0 for no bound
   */
  Code code(Program program, int unroll);

  /** One that follows the same steps only if some interleaving on one memory has them. */
  default Replayer onOneMemory() {
    return this;
  }

  /** Whether code has a meaning here: not every model has all memory orders. */
  default boolean knows(Code code) {
    return true;
  }

  /** An execution of the code that has no events yet. */
  Replay start(Code code);

  /** Whether all reads see the latest writes, so that events may change places. */
  default boolean isReschedulable() {
    return false;
  }

  /** How executions are followed that go wrong in a certain way. */
  default Replayer leadingTo(FailureKind kind) {
    return this;
  }
}
