package dev.heddle.frontend.llvm;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Conversion;
import dev.heddle.program.Register;
import dev.heddle.program.Section;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;

/** What programs say to verifiers: the functions whose names begin with {@code __VERIFIER_}. */
final class Directions {
  private static final String NONDETERMINISTIC = "__VERIFIER_nondet_";

  /** How many bits of a number are chosen at once; no width is a multiple of it. */
  private static final int PIECE = 13;

  /** How the names of functions begin that are atomic as a whole. */
  private static final String ATOMIC = "__VERIFIER_atomic_";

  private Directions() {}

  /** Whether what a function that the program defines does happens at once. */
  static boolean isAtomic(String function) {
    return function.startsWith(ATOMIC);
  }

  /** As {@link Library#translate}. */
  static Value translate(String function, LibraryCall call) {
    return switch (function) {
      case "__VERIFIER_assume", "__VERIFIER_spin_end" ->
          Library.emitted(call, new Instruction.Assume(call.argument(0), call.location()));
      case "__VERIFIER_assert" -> check(call);
      case "__VERIFIER_loop_begin", "__VERIFIER_spin_start" -> Library.NO_RESULT;
      case "__VERIFIER_loop_bound" -> loopBound(call);
      case "__VERIFIER_atomic_begin" ->
          Library.emitted(call, new Instruction.AtomicBegin(Section.ANY, call.location()));
      case "__VERIFIER_atomic_end" ->
          Library.emitted(call, new Instruction.AtomicEnd(call.location()));
      case "__VERIFIER_tid" -> RuntimeIntrinsics.self(call);
      default ->
          function.startsWith(NONDETERMINISTIC)
              ? choose(function.substring(NONDETERMINISTIC.length()), call)
              : null;
    };
  }

  private static Value check(LibraryCall call) {
    FunctionBuilder builder = call.builder();
    int failing = builder.newBlock(builder.currentLabel() + ".failing");
    int after = builder.newBlock(builder.currentLabel() + ".after");
    Value condition = builder.compare(Instruction.Relation.NE, 32, call.argument(0), Value.of(0));
    builder.end(new Terminator.Branch(condition, after, failing, call.location()));
    builder.continueAt(failing);
    builder.emit(new Instruction.Fail(FailureKind.ASSERTION, "__VERIFIER_assert", call.location()));
    builder.end(new Terminator.Unreachable(call.location()));
    builder.continueAt(after);
    return Library.NO_RESULT;
  }

  private static Value loopBound(LibraryCall call) {
    if (!(call.argument(0) instanceof Value.Constant passes)
        || passes.bits() < 1
        || passes.bits() > Integer.MAX_VALUE) {
      throw new UnsupportedException("__VERIFIER_loop_bound needs a positive constant");
    }
    return Library.emitted(call, new Instruction.LoopBound((int) passes.bits(), call.location()));
  }

  // ---- Numbers that the program does not know -----------------------------------------------

  private static Value choose(String type, LibraryCall call) {
    return switch (type) {
      case "bool", "_Bool" -> number(call, 0, 1, 1);
      case "char", "signed_char", "schar" -> number(call, type, Byte.MIN_VALUE, Byte.MAX_VALUE, 8);
      case "uchar", "unsigned_char", "u8" -> number(call, type, 0, 0xff, 8);
      case "short" -> number(call, type, Short.MIN_VALUE, Short.MAX_VALUE, 16);
      case "ushort", "unsigned_short", "u16" -> number(call, type, 0, 0xffff, 16);
      case "int" -> number(call, type, Integer.MIN_VALUE, Integer.MAX_VALUE, 32);
      case "uint", "unsigned", "unsigned_int", "u32" -> number(call, type, 0, 0xffff_ffffL, 32);
      case "long", "longlong", "loff_t", "ptrdiff_t", "ssize_t", "intptr_t" ->
          number(call, type, Long.MIN_VALUE, Long.MAX_VALUE, 64);
      case "ulong", "ulonglong", "unsigned_long", "size_t", "uintptr_t", "u64" ->
          number(call, type, 0, Long.MAX_VALUE, 64);
      case "float" -> floatingPoint(call, type, 32);
      case "double" -> floatingPoint(call, type, 64);
      default -> null;
    };
  }

  private static Value floatingPoint(LibraryCall call, String type, int bits) {
    if (call.environment().isWhole()) {
      return anyBits(call, bits);
    }
    Value number = number(call, type, Long.MIN_VALUE, Long.MAX_VALUE, 64);
    return call.builder().convert(Conversion.SIGNED_TO_FLOAT, 64, bits, number);
  }

  /** A number of the environment's, as far as the type has it. */
  private static Value number(LibraryCall call, String type, long least, long most, int bits) {
    Environment environment = call.environment();
    if (environment.isWhole()) {
      return anyBits(call, bits);
    }
    long low = Math.max(environment.low(), least);
    long high = Math.min(environment.high(), most);
    if (low > high) {
      throw new UnsupportedException(
          ("no number from " + environment.low() + " to " + environment.high())
              + (" is a possible value of " + NONDETERMINISTIC + type + "; change --nondet"));
    }
    call.bound(
        ("numbers that are not determined (" + NONDETERMINISTIC + "…) range from ")
            + (environment.low() + " to " + environment.high()));
    return number(call, low, high, bits);
  }

  private static Value number(LibraryCall call, long low, long high, int bits) {
    Register chosen = call.builder().newRegister();
    call.builder().emit(new Instruction.Choose(chosen, low, high, call.location()));
    return low < 0 && bits < 64
        ? call.builder().convert(Conversion.TRUNCATE, 64, bits, chosen)
        : chosen;
  }

  /**
   * Any number of some bits. It is chosen in pieces, the lowest first and the last one shorter than
   * the others, as the machine tells only so many alternatives of one choice apart.
   */
  private static Value anyBits(LibraryCall call, int bits) {
    Value number = Value.of(0);
    for (int from = 0; from < bits; from += PIECE) {
      int width = Math.min(PIECE, bits - from);
      Register piece = call.builder().newRegister();
      call.builder().emit(new Instruction.Choose(piece, 0, (1L << width) - 1, call.location()));
      Value shifted = call.builder().binary(BinaryOperator.SHL, 64, piece, Value.of(from));
      number = call.builder().binary(BinaryOperator.OR, 64, number, shifted);
    }
    return number;
  }
}
