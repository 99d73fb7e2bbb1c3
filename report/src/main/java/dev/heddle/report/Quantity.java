package dev.heddle.report;

/**
 * Numbers as people read them. Written without {@code String.format}, whose classes would be a
 * noticeable part of the start-up of a short check.
 */
public final class Quantity {
  private Quantity() {}

  /** Such as {@code 0.31 s}, {@code 12.4 s} or {@code 310 s}: three digits where there are. */
  public static String seconds(long nanoseconds) {
    if (nanoseconds < 9_995_000_000L) {
      long hundredths = (nanoseconds + 5_000_000) / 10_000_000;
      long fraction = hundredths % 100;
      return hundredths / 100 + (fraction < 10 ? ".0" : ".") + fraction + " s";
    }
    if (nanoseconds < 99_950_000_000L) {
      long tenths = (nanoseconds + 50_000_000) / 100_000_000;
      return tenths / 10 + "." + tenths % 10 + " s";
    }
    return (nanoseconds + 500_000_000) / 1_000_000_000 + " s";
  }

  /** Such as {@code 1 execution} or {@code 274 executions}. */
  public static String of(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  /** Such as {@code 1,234,567}: easier on the eye where digits change all the time. */
  public static String grouped(long count) {
    String digits = Long.toString(count);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < digits.length(); i++) {
      if (i > 0 && (digits.length() - i) % 3 == 0) {
        text.append(',');
      }
      text.append(digits.charAt(i));
    }
    return text.toString();
  }

  /** Executions in a second; 0 before any time has passed. */
  public static long rate(long count, long nanoseconds) {
    return nanoseconds <= 0 ? 0 : (long) (count * 1e9 / nanoseconds);
  }
}
