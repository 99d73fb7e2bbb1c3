package dev.heddle.transform.purity;

import dev.heddle.program.Global;
import dev.heddle.program.Instruction;
import dev.heddle.program.Program;
import dev.heddle.program.Register;
import dev.heddle.program.Value;

/** When instructions leave everything as it is, and which of them may go wrong. */
final class Purity {
  private final Program program;
  private final RacingPlaces races;

  /**
   * @param races where loads may race; null if nobody asks
   */
  Purity(Program program, RacingPlaces races) {
    this.program = program;
    this.races = races;
  }

  /**
   * FPC(•s) = FPC(s•) ∧ g, where g is the condition under which s does not change anything that
   * others, or later iterations, could see.
   *
   * @return null for False
   */
  Conjunction before(Instruction s, Conjunction after, NormalForm form) {
    if (s instanceof Instruction.ReadModifyWrite i && i.result() != null) {
      Atom unchanged = new Atom.Unchanged(i.operator(), 8 * i.bytes(), i.result(), i.value());
      return form.and(after, unchanged, true);
    }
    if (s instanceof Instruction.CompareExchange i) {
      return unless(i.success(), after, form);
    }
    if (s instanceof Instruction.Attempt i) {
      return i.update() == null ? after : unless(i.success(), after, form);
    }
    if (s instanceof Instruction.Mutex i) {
      boolean tries = i.operator() == Instruction.MutexOperator.TRY_LOCK;
      return tries ? unless(i.result(), after, form) : null;
    }
    return isPure(s) ? after : null;
  }

  private static Conjunction unless(Register success, Conjunction after, NormalForm form) {
    return success == null ? null : form.and(after, new Atom.Bit(success), false);
  }

  /** Whether an instruction never changes anything. */
  static boolean isPure(Instruction s) {
    return s instanceof Instruction.Binary
        || s instanceof Instruction.Compare
        || s instanceof Instruction.Convert
        || s instanceof Instruction.Select
        || s instanceof Instruction.Load
        || s instanceof Instruction.Peek
        || s instanceof Instruction.Fence
        || s instanceof Instruction.Assume
        || s instanceof Instruction.Choose
        || s instanceof Instruction.CurrentThread
        || s instanceof Instruction.ThreadLocalAddress
        || s instanceof Instruction.Claim
        || s instanceof Instruction.Doubt
        || s instanceof Instruction.Again
        || s instanceof Instruction.Print // nobody in the program sees it
        || s instanceof Instruction.AtomicBegin
        || s instanceof Instruction.AtomicEnd
        || (s instanceof Instruction.Await i && i.update() == null);
  }

  /**
   * Whether a thread must not be stopped before it has done an instruction: an error may happen
   * there, as far as can be seen without running it, or others wait for the end of a section.
   */
  boolean mustBeDone(Instruction s) {
    if (s instanceof Instruction.Load i) {
      boolean mayRace = races != null && races.mayRace(i);
      return mayRace || !isSafe(i.address(), i.bytes());
    }
    if (s instanceof Instruction.Peek i) {
      return races != null || !isSafe(i.address(), i.bytes());
    }
    if (s instanceof Instruction.ReadModifyWrite i) {
      return !isSafe(i.address(), i.bytes());
    }
    if (s instanceof Instruction.CompareExchange i) {
      return !isSafe(i.address(), i.bytes());
    }
    if (s instanceof Instruction.Binary i) {
      return i.mayDivideByZero();
    }
    return s instanceof Instruction.Store
        || s instanceof Instruction.AtomicEnd
        || s instanceof Instruction.Await
        || s instanceof Instruction.Attempt
        || s instanceof Instruction.Mutex;
  }

  /**
   * Whether an update that changes nothing may be part of a data race. It writes, if only what was
   * there; what is left out of account because it is taken back is claimed to be nobody's.
   */
  boolean mayRace(Instruction s) {
    return races != null
        && (s instanceof Instruction.ReadModifyWrite || s instanceof Instruction.CompareExchange);
  }

  private boolean isSafe(Value address, int bytes) {
    if (!(address instanceof Value.GlobalAddress place)) {
      return false;
    }
    Global global = program.globals().get(place.global());
    return !global.constant()
        && place.offset() >= 0
        && place.offset() + bytes <= global.bytes().length;
  }
}
