package dev.heddle.transform;

import dev.heddle.program.Instruction;
import dev.heddle.program.Program;
import dev.heddle.transform.purity.LoopFinding;
import dev.heddle.transform.purity.LoopPurity;
import java.util.function.Consumer;

/**
 * Which transformations make a program easier to explore, without changing what can go wrong in it.
 *
 * @param purity iterations of loops that do nothing are left out
 * @param await an access with an assumption about its result waits until that holds
 * @param ifaa fetch-and-adds whose results are not used are independent of each other
 */
public record Reductions(boolean purity, boolean await, boolean ifaa) {
  public static final Reductions ALL = new Reductions(true, true, true);
  public static final Reductions NONE = new Reductions(false, false, false);

  /**
   * The reduced program.
   *
   * @param findings is told what was found out about each loop
   */
  public Program apply(Program program, Consumer<LoopFinding> findings) {
    Program reduced = purity ? LoopPurity.apply(program, findings) : program;
    reduced = await ? AwaitIntroduction.apply(reduced, findings) : reduced;
    return withIndependentAdds(DeadCode.apply(reduced, program));
  }

  /** A program that is reduced otherwise, with independent fetch-and-adds if they are wanted. */
  public Program withIndependentAdds(Program program) {
    // An atomic section is in the way of all events, so that nothing is gained beside it.
    boolean independent = ifaa && !program.uses(Instruction.AtomicBegin.class);
    return independent ? IndependentAdds.apply(program) : program;
  }

  public Program apply(Program program) {
    return apply(program, finding -> {});
  }
}
