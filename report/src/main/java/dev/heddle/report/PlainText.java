package dev.heddle.report;

/**
 * Text of others, made fit for a terminal. Names of files, lines of programs, what programs print
 * and what witnesses and traces tell can hold characters that move the cursor, switch colours, send
 * answers to the shell or turn the direction of writing around. None of them gets to a terminal as
 * it is: all text that Heddle did not make up itself goes through here.
 */
public final class PlainText {
  private PlainText() {}

  /** The text on one line: white space is blank, and other controls are shown as {@code \x1b}. */
  public static String line(String text) {
    return of(text, false);
  }

  /** The same for text of several lines, which stay apart. */
  public static String lines(String text) {
    return of(text, true);
  }

  /** Text of several lines that speaks of a name, which may have line breaks itself. */
  public static String lines(String text, String name) {
    return lines(text.replace(name, line(name)));
  }

  /**
   * JSON that means the same and has nothing to control a terminal in it: the generator escapes
   * only what it must.
   */
  public static String json(String line) {
    StringBuilder plain = new StringBuilder(line.length());
    line.codePoints()
        .forEach(
            c -> {
              if (Character.MIN_SURROGATE <= c && c <= Character.MAX_SURROGATE) {
                plain.append('?'); // many readers of JSON refuse half a character
              } else if (isControl(c) && c != '\n') {
                plain.append(String.format("\\u%04x", c));
              } else {
                plain.appendCodePoint(c);
              }
            });
    return plain.toString();
  }

  private static String of(String text, boolean keepsLines) {
    if (text.codePoints().noneMatch(PlainText::isControl)) {
      return text;
    }
    StringBuilder plain = new StringBuilder(text.length() + 8);
    text.codePoints()
        .forEach(
            c -> {
              if (c == '\n' && keepsLines) {
                plain.append('\n');
              } else if (c == '\n' || c == '\t' || c == '\r' || c == '\f') {
                plain.append(' ');
              } else if (isControl(c)) {
                plain.append(String.format(c < 0x100 ? "\\x%02x" : "\\u%04x", c));
              } else {
                plain.appendCodePoint(c);
              }
            });
    return plain.toString();
  }

  /** Also those that change the direction, and halves of pairs, which no encoding has. */
  private static boolean isControl(int c) {
    return Character.isISOControl(c)
        || (c >= 0x202a && c <= 0x202e)
        || (c >= 0x2066 && c <= 0x2069)
        || c == 0x2028
        || c == 0x2029
        || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }
}
