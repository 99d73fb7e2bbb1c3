package dev.heddle.frontend.llvm;

import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Conversion;
import dev.heddle.program.Value;
import java.util.Locale;

/**
 * The functions of {@code <math.h>} that are one instruction each, for {@code double} and float.
 */
final class MathLibrary {
  private MathLibrary() {}

  /** As {@link Library#translate}. */
  static Value translate(String function, LibraryCall call) {
    Value result = translate(function, call, 64);
    if (result == null && function.endsWith("f")) {
      result = translate(function.substring(0, function.length() - 1), call, 32);
    }
    return result;
  }

  private static Value translate(String function, LibraryCall call, int bits) {
    return switch (function) {
      case "sin",
          "cos",
          "tan",
          "asin",
          "acos",
          "atan",
          "sinh",
          "cosh",
          "tanh",
          "exp",
          "expm1",
          "log",
          "log10",
          "log1p",
          "sqrt",
          "cbrt",
          "floor",
          "ceil",
          "rint" ->
          elementary(Conversion.valueOf(function.toUpperCase(Locale.ROOT)), call, bits);
      case "nearbyint" -> elementary(Conversion.RINT, call, bits);
      case "pow" -> binary(BinaryOperator.FPOW, call, bits);
      case "atan2" -> binary(BinaryOperator.FATAN2, call, bits);
      case "hypot" -> binary(BinaryOperator.FHYPOT, call, bits);
      case "fmod" -> binary(BinaryOperator.FREM, call, bits);
      case "fabs" ->
          call.builder()
              .binary(BinaryOperator.AND, bits, call.argument(0), Value.of((1L << (bits - 1)) - 1));
      default -> null;
    };
  }

  private static Value elementary(Conversion function, LibraryCall call, int bits) {
    return call.builder().convert(function, bits, bits, call.argument(0));
  }

  private static Value binary(BinaryOperator operator, LibraryCall call, int bits) {
    return call.builder().binary(operator, bits, call.argument(0), call.argument(1));
  }
}
