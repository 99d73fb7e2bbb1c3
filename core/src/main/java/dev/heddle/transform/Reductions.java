package dev.heddle.transform;

import dev.heddle.program.Instruction;
import dev.heddle.program.Program;
import dev.heddle.transform.purity.LoopFinding;
import dev.heddle.transform.purity.LoopPurity;
import dev.heddle.transform.purity.RacingPlaces;
import dev.heddle.transform.purity.StopsInRuns;
import dev.heddle.transform.purity.Trust;
import dev.heddle.transform.purity.Trust.Looks;
import java.util.function.Consumer;

/**
 * Which transformations make a program easier to explore, without changing what can go wrong in it.
 *
 * @param purity iterations of loops that do nothing are left out
 * @param await an access with an assumption about its result waits until that holds
 * @param ifaa fetch-and-adds whose results are not used are independent of each other
 * @param races whether plain accesses may race, so that iterations with them must not be left out
 *     before they have happened
 * @param rounds threads go round in loops where they would be stopped: a single run has no other
 *     execution for what they see later
 * @param anotherLook each thread may do nothing in one iteration of a loop, so that races of such
 *     iterations are found whatever they depend on; else somebody may have to be told that it is
 *     needed
 */
public record Reductions(
    boolean purity,
    boolean await,
    boolean ifaa,
    boolean races,
    boolean rounds,
    boolean anotherLook) {
  public static final Reductions ALL = new Reductions(true, true, true);
  public static final Reductions NONE = new Reductions(false, false, false);

  /** Reductions where nobody asks for races. */
  public Reductions(boolean purity, boolean await, boolean ifaa) {
    this(purity, await, ifaa, false);
  }

  /** Those of an exploration. */
  public Reductions(boolean purity, boolean await, boolean ifaa, boolean races) {
    this(purity, await, ifaa, races, false, false);
  }

  /** The same for single runs. */
  public Reductions ofRuns() {
    return new Reductions(purity, await, false, races, true, false);
  }

  /** The same where races of iterations that do nothing may depend on what comes later. */
  public Reductions withAnotherLook() {
    return new Reductions(purity, await, ifaa, races, rounds, true);
  }

  /**
   * The reduced program.
   *
   * @param findings is told what was found out about each loop
   */
  public Program apply(Program program, Consumer<LoopFinding> findings) {
    return apply(program, Trust.cautious(races(program), looks()), findings);
  }

  /**
   * The same, and iterations that leave memory as it was count as ones that do nothing. Who
   * explores the program must be ready to learn that a claim is refuted: then that was too bold,
   * and what was explored is worth nothing.
   */
  public Program applyBoldly(Program program, Consumer<LoopFinding> findings) {
    boolean attempts = await && !program.uses(Instruction.AtomicBegin.class);
    return apply(
        program,
        new Trust(races(program), looks(), true, attempts, await && isIndependent(program)),
        findings);
  }

  private Looks looks() {
    return rounds ? Looks.IGNORED : anotherLook ? Looks.REPEATED : Looks.CLAIMED;
  }

  private RacingPlaces races(Program program) {
    return purity && races ? new RacingPlaces(program) : null;
  }

  private Program apply(Program program, Trust trust, Consumer<LoopFinding> findings) {
    Program reduced = purity ? LoopPurity.apply(program, trust, findings) : program;
    reduced = rounds ? StopsInRuns.awaited(reduced) : reduced;
    reduced = await ? AwaitIntroduction.apply(reduced, findings) : reduced;
    reduced = rounds ? StopsInRuns.removed(reduced) : reduced;
    reduced = DeadCode.apply(reduced, program);
    // Claims about sums need to know which additions nobody looks at.
    boolean claims = trust.attempts() && reduced.claims(kind -> !kind.isOfLook());
    return claims ? IndependentAdds.apply(reduced) : withIndependentAdds(reduced);
  }

  /** A program that is reduced otherwise, with independent fetch-and-adds if they are wanted. */
  public Program withIndependentAdds(Program program) {
    return isIndependent(program) ? IndependentAdds.apply(program) : program;
  }

  /** An atomic section is in the way of all events, so that nothing is gained beside it. */
  private boolean isIndependent(Program program) {
    return ifaa && !program.uses(Instruction.AtomicBegin.class);
  }

  public Program apply(Program program) {
    return apply(program, finding -> {});
  }
}
