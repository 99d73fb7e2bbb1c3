package dev.heddle.machine;

/** A program goes on for so long that it seems to have no end; the message says where. */
public final class EndlessException extends MachineException {
  EndlessException(Code code, ThreadState state) {
    super(
        code.loopAround(state)
            + " keeps going; bound loops with --unroll N, or this one with"
            + " __VERIFIER_loop_bound(N)");
  }
}
