package dev.heddle.frontend.litmus;

import dev.heddle.frontend.litmus.grammar.LitmusParser.ConstantContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.ImmediateContext;
import org.antlr.v4.runtime.Token;

/** Numbers as tests write them. */
final class Numbers {
  private Numbers() {}

  static long of(Token token) {
    String digits = withoutSuffix(token.getText());
    try {
      return digits.startsWith("0x") || digits.startsWith("0X")
          ? Long.parseUnsignedLong(digits.substring(2), 16)
          : Long.parseUnsignedLong(digits);
    } catch (NumberFormatException e) {
      throw new LitmusException.At(token, "'" + digits + "' does not fit into 64 bits");
    }
  }

  private static String withoutSuffix(String number) {
    int end = number.length();
    while ("uUlL".indexOf(number.charAt(end - 1)) >= 0) {
      end--;
    }
    return number.substring(0, end);
  }

  static long of(ConstantContext constant) {
    long value = of(constant.NUMBER().getSymbol());
    return constant.getText().startsWith("-") ? -value : value;
  }

  static long of(ImmediateContext immediate) {
    return of(immediate.constant());
  }

  /** A number that counts or names something. */
  static int small(Token token, int most, String what) {
    long value = of(token);
    if (value < 0 || value > most) {
      throw new LitmusException.At(token, what + " must be at most " + most);
    }
    return (int) value;
  }
}
