package dev.heddle.frontend.llvm;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Instruction;
import dev.heddle.program.Location;

/** What clang's checks for undefined behaviour say, by the numbers it gives them. */
final class SanitizerTrap {
  private SanitizerTrap() {}

  static Instruction.Fail failure(long number, Location location) {
    return switch ((int) number) {
      case 0 -> overflow("an addition overflows", location);
      case 3 -> overflow("a division overflows", location);
      case 11 ->
          new Instruction.Fail(
              FailureKind.ABORT, "the end of a function that must return a value", location);
      case 12 -> overflow("a multiplication overflows", location);
      case 13 -> overflow("a negation overflows", location);
      case 21 -> overflow("a subtraction overflows", location);
      case 20 ->
          new Instruction.Fail(
              FailureKind.INVALID_SHIFT,
              "a number is shifted too far, or a negative one to the left",
              location);
      default ->
          new Instruction.Fail(
              FailureKind.ABORT, "a check of the compiler fails (" + number + ")", location);
    };
  }

  private static Instruction.Fail overflow(String message, Location location) {
    return new Instruction.Fail(FailureKind.SIGNED_OVERFLOW, message, location);
  }
}
