package dev.heddle.machine;

/** Evaluates the format strings of C's printf, as far as the text can be known to one thread. */
final class PrintFormat {
  private static final int LONGEST = 4096;

  private final SharedMemory memory;

  PrintFormat(SharedMemory memory) {
    this.memory = memory;
  }

  String format(long formatAddress, long[] arguments) {
    String format = string(formatAddress);
    StringBuilder out = new StringBuilder();
    int next = 0;
    for (int i = 0; i < format.length(); i++) {
      char ch = format.charAt(i);
      if (ch != '%') {
        out.append(ch);
        continue;
      }
      int end = i + 1;
      while (end < format.length() && "-+ #0123456789.*lhzjtLq".indexOf(format.charAt(end)) >= 0) {
        end++;
      }
      if (end == format.length()) {
        out.append(format, i, end);
        break;
      }
      char conversion = format.charAt(end);
      if (conversion == '%') {
        out.append('%');
      } else {
        long value = next < arguments.length ? arguments[next++] : 0;
        out.append(convert(format.substring(i + 1, end), conversion, value));
      }
      i = end;
    }
    return out.toString();
  }

  private String convert(String flags, char conversion, long value) {
    boolean isLong =
        flags.contains("l") || flags.contains("z") || flags.contains("j") || flags.contains("t");
    int bits = isLong ? 64 : flags.contains("hh") ? 8 : flags.contains("h") ? 16 : 32;
    String text =
        switch (conversion) {
          case 'd', 'i' -> Long.toString(Arithmetic.signExtend(value, bits));
          case 'u' -> Long.toUnsignedString(Arithmetic.zeroExtend(value, bits));
          case 'x' -> Long.toHexString(Arithmetic.zeroExtend(value, bits));
          case 'X' ->
              Long.toHexString(Arithmetic.zeroExtend(value, bits))
                  .toUpperCase(java.util.Locale.ROOT);
          case 'o' -> Long.toOctalString(Arithmetic.zeroExtend(value, bits));
          case 'c' -> String.valueOf((char) (value & 0xff));
          case 'p' -> "0x" + Long.toHexString(value);
          case 's' -> string(value);
          case 'f', 'F', 'e', 'E', 'g', 'G' -> Double.toString(Double.longBitsToDouble(value));
          default -> "%" + flags + conversion;
        };
    return pad(text, flags);
  }

  private static String pad(String text, String flags) {
    String digits = flags.replaceAll("[^0-9.].*$", "").replaceAll("\\..*$", "");
    boolean left = flags.startsWith("-");
    String width = left ? flags.substring(1).replaceAll("[^0-9].*$", "") : digits;
    if (width.isEmpty()) {
      return text;
    }
    char fill = !left && width.startsWith("0") ? '0' : ' ';
    int missing = Math.min(Integer.parseInt(width), LONGEST) - text.length();
    if (missing <= 0) {
      return text;
    }
    String padding = String.valueOf(fill).repeat(missing);
    return left ? text + padding : padding + text;
  }

  /** The text at an address, if it is a constant; what threads may still write is not shown. */
  private String string(long address) {
    StringBuilder out = new StringBuilder();
    int object = memory.objectAt(address);
    if (object < 0 || !memory.isConstant(object)) {
      return "(text)";
    }
    for (long at = address; out.length() < LONGEST; at++) {
      long position = memory.locate(object, at, 1);
      long ch = position < 0 ? 0 : memory.read(position, 1);
      if (ch == 0) {
        break;
      }
      out.append((char) ch);
    }
    return out.toString();
  }
}
