package dev.heddle.machine;

import java.util.Locale;

/** Evaluates the format strings of C's printf, as far as all they need is known to one thread. */
final class PrintFormat {
  private static final int LONGEST = 4096;
  private static final String FLAGS = "-+ #0";

  private final ObjectTable objects;
  private final SharedMemory memory;

  PrintFormat(ObjectTable objects, SharedMemory memory) {
    this.objects = objects;
    this.memory = memory;
  }

  /** A conversion without its type: flags, least width, and precision or -1. */
  private record Directive(String flags, int width, int precision, int bits) {
    boolean has(char flag) {
      return flags.indexOf(flag) >= 0;
    }
  }

  String format(long formatAddress, long[] arguments) {
    String format = string(formatAddress);
    StringBuilder out = new StringBuilder();
    int next = 0;
    int i = 0;
    while (i < format.length()) {
      char ch = format.charAt(i++);
      if (ch != '%') {
        out.append(ch);
        continue;
      }
      int flags = i;
      while (i < format.length() && FLAGS.indexOf(format.charAt(i)) >= 0) {
        i++;
      }
      int width = i;
      i = skipDigits(format, i);
      int point = i;
      if (i < format.length() && format.charAt(i) == '.') {
        i = skipDigits(format, i + 1);
      }
      int length = i;
      while (i < format.length() && "lhzjt".indexOf(format.charAt(i)) >= 0) {
        i++;
      }
      if (i == format.length()) {
        break;
      }
      Directive conversion =
          new Directive(
              format.substring(flags, width),
              number(format.substring(width, point)),
              point == length ? -1 : number(format.substring(point + 1, length)),
              bits(format.substring(length, i)));
      char type = format.charAt(i++);
      if (type == '%') {
        out.append('%');
      } else {
        long value = next < arguments.length ? arguments[next] : 0;
        next++;
        out.append(convert(conversion, type, value));
      }
    }
    return out.toString();
  }

  private static int skipDigits(String format, int from) {
    int at = from;
    while (at < format.length() && Character.isDigit(format.charAt(at))) {
      at++;
    }
    return at;
  }

  private static int number(String digits) {
    return digits.isEmpty() ? 0 : Integer.parseInt(digits.length() > 4 ? "4096" : digits);
  }

  private static int bits(String length) {
    return switch (length) {
      case "" -> 32;
      case "h" -> 16;
      case "hh" -> 8;
      default -> 64;
    };
  }

  private String convert(Directive how, char type, long value) {
    long unsigned = Arithmetic.zeroExtend(value, how.bits);
    return switch (type) {
      case 'd', 'i' -> {
        long number = Arithmetic.signExtend(value, how.bits);
        yield integer(how, sign(how, number < 0), Long.toUnsignedString(Math.abs(number)));
      }
      case 'u' -> integer(how, "", Long.toUnsignedString(unsigned));
      case 'x' -> integer(how, prefix(how, "0x", unsigned), Long.toHexString(unsigned));
      case 'X' ->
          integer(
              how,
              prefix(how, "0X", unsigned),
              Long.toHexString(unsigned).toUpperCase(Locale.ROOT));
      case 'o' -> integer(how, prefix(how, "0", unsigned), Long.toOctalString(unsigned));
      case 'c' -> padded(how, "", String.valueOf((char) (value & 0xff)), false);
      case 'p' -> padded(how, "", value == 0 ? "(nil)" : "0x" + Long.toHexString(value), false);
      case 's' -> {
        String text = value == 0 ? "(null)" : string(value);
        boolean isCut = how.precision >= 0 && how.precision < text.length();
        yield padded(how, "", isCut ? text.substring(0, how.precision) : text, false);
      }
      default -> floatingPoint(how, type, Double.longBitsToDouble(value));
    };
  }

  private static String sign(Directive how, boolean negative) {
    return negative ? "-" : how.has('+') ? "+" : how.has(' ') ? " " : "";
  }

  private static String prefix(Directive how, String prefix, long value) {
    return how.has('#') && value != 0 ? prefix : "";
  }

  private static String integer(Directive how, String prefix, String digits) {
    String text = how.precision == 0 && digits.equals("0") ? "" : digits;
    String zeros = "0".repeat(Math.max(0, how.precision - text.length()));
    return padded(how, prefix, zeros + text, how.has('0') && how.precision < 0);
  }

  private static String floatingPoint(Directive how, char type, double value) {
    String text = DecimalText.of(Math.abs(value), type, how.precision, how.has('#'));
    boolean isNegative = Double.doubleToRawLongBits(value) < 0;
    boolean isFinite = !Double.isNaN(value) && !Double.isInfinite(value);
    return padded(how, sign(how, isNegative), text, how.has('0') && isFinite);
  }

  private static String padded(Directive how, String prefix, String text, boolean zeros) {
    int missing = how.width - prefix.length() - text.length();
    if (missing <= 0) {
      return prefix + text;
    }
    if (how.has('-')) {
      return prefix + text + " ".repeat(missing);
    }
    return zeros ? prefix + "0".repeat(missing) + text : " ".repeat(missing) + prefix + text;
  }

  /** The text at an address, if it is a constant; what threads may still write is not shown. */
  String string(long address) {
    StringBuilder out = new StringBuilder();
    int object = objects.objectAt(address);
    if (object < 0 || !objects.isConstant(object)) {
      return "(text)";
    }
    for (long at = address; out.length() < LONGEST; at++) {
      long position = objects.locate(object, at, 1);
      long ch = position < 0 ? 0 : memory.read(position, 1);
      if (ch == 0) {
        break;
      }
      out.append((char) ch);
    }
    return out.toString();
  }
}
