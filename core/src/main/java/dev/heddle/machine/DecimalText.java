package dev.heddle.machine;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Floating-point numbers in decimal, as C's printf writes them. */
final class DecimalText {
  private static final int USUAL_PRECISION = 6;
  private static final int MAX = 1100;
  private static final int FRACTION_BITS = 52;

  private DecimalText() {}

  /**
   * A character of the text, or 32 bits set behind its end. All operands are what registers hold.
   *
   * @param flags 0 for none
   */
  static long digit(long number, long conversion, long precision, long flags, long index) {
    String text =
        of(Double.longBitsToDouble(number), (char) conversion, (int) precision, flags != 0);
    return Arithmetic.zeroExtend((int) index < text.length() ? text.charAt((int) index) : -1, 32);
  }

  /**
   * @param conversion one of a, e, f, g and their capitals
   * @param precision below 0 for the usual one
   * @param alternative whether to keep the point and the zeros behind it
   */
  static String of(double number, char conversion, int precision, boolean alternative) {
    boolean isCapital = Character.isUpperCase(conversion);
    String sign = Math.copySign(1, number) < 0 && !Double.isNaN(number) ? "-" : "";
    String text;
    if (Double.isNaN(number)) {
      text = "nan";
    } else if (Double.isInfinite(number)) {
      text = "inf";
    } else {
      BigDecimal exact = new BigDecimal(Math.abs(number));
      int digits = precision < 0 ? USUAL_PRECISION : Math.min(precision, MAX);
      text =
          switch (Character.toLowerCase(conversion)) {
            case 'e' -> exponential(exact, digits, alternative);
            case 'f' -> fixed(exact, digits, alternative);
            case 'a' -> hexadecimal(Math.abs(number), precision, alternative);
            default -> general(exact, Math.max(1, digits), alternative);
          };
    }
    return sign + (isCapital ? text.toUpperCase(Locale.ROOT) : text);
  }

  /** Without {@code 0x}; all digits that there are if the precision is below 0. */
  private static String hexadecimal(double number, int precision, boolean alternative) {
    long bits = Double.doubleToRawLongBits(number);
    long fraction = bits & ((1L << FRACTION_BITS) - 1);
    int exponent = (int) (bits >>> FRACTION_BITS);
    long whole = exponent == 0 ? 0 : 1;
    int power = number == 0 ? 0 : exponent == 0 ? Double.MIN_EXPONENT : exponent - 1023;
    int digits = FRACTION_BITS / 4;
    if (precision >= 0 && precision < digits) {
      int dropped = 4 * (digits - precision);
      long all = (whole << FRACTION_BITS) | fraction;
      long half = 1L << (dropped - 1);
      long rest = all & ((1L << dropped) - 1);
      long kept = all >>> dropped;
      boolean isRoundedUp = rest > half || (rest == half && (kept & 1) != 0);
      kept += isRoundedUp ? 1 : 0;
      whole = kept >>> (4 * precision);
      fraction = (kept & ((1L << (4 * precision)) - 1)) << dropped;
    }
    String text = String.format(Locale.ROOT, "%013x", fraction);
    if (precision < 0) {
      text = text.replaceFirst("0+$", "");
    } else {
      text =
          precision <= digits
              ? text.substring(0, precision)
              : text + "0".repeat(Math.min(precision, MAX) - digits);
    }
    String point = text.isEmpty() && !alternative ? "" : ".";
    return whole + point + text + (power < 0 ? "p-" : "p+") + Math.abs(power);
  }

  private static String fixed(BigDecimal number, int digits, boolean alternative) {
    String text = number.setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
    return alternative && digits == 0 ? text + "." : text;
  }

  private static String exponential(BigDecimal number, int digits, boolean alternative) {
    int exponent = exponent(number, digits);
    BigDecimal mantissa =
        number.scaleByPowerOfTen(-exponent).setScale(digits, RoundingMode.HALF_EVEN);
    return fixed(mantissa, digits, alternative) + exponentText(exponent);
  }

  private static String exponentText(int exponent) {
    int magnitude = Math.abs(exponent);
    return (exponent < 0 ? "e-" : "e+") + (magnitude < 10 ? "0" : "") + magnitude;
  }

  /** The power of ten of the first digit, when so many follow it. */
  private static int exponent(BigDecimal number, int digits) {
    if (number.signum() == 0) {
      return 0;
    }
    int exponent = number.precision() - number.scale() - 1;
    BigDecimal rounded = number.setScale(digits - exponent, RoundingMode.HALF_EVEN);
    return rounded.precision() - rounded.scale() - 1;
  }

  /** The shorter form, without zeros at the end. */
  private static String general(BigDecimal number, int digits, boolean alternative) {
    int exponent = exponent(number, digits - 1);
    if (exponent < -4 || exponent >= digits) {
      String text = exponential(number, digits - 1, alternative);
      int mantissa = text.indexOf('e');
      return alternative
          ? text
          : withoutZeros(text.substring(0, mantissa)) + text.substring(mantissa);
    }
    String text = fixed(number, digits - 1 - exponent, alternative);
    return alternative ? text : withoutZeros(text);
  }

  private static String withoutZeros(String text) {
    if (text.indexOf('.') < 0) {
      return text;
    }
    int end = text.length();
    while (text.charAt(end - 1) == '0') {
      end--;
    }
    return text.substring(0, text.charAt(end - 1) == '.' ? end - 1 : end);
  }
}
