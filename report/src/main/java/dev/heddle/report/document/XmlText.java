package dev.heddle.report.document;

/** Text within XML. */
public final class XmlText {
  private XmlText() {}

  /**
   * The text as content of an element or of a quoted attribute. XML has no way to write most
   * control characters and unpaired surrogates, so a replacement character stands for them.
   */
  public static String of(String text) {
    StringBuilder xml = new StringBuilder(text.length() + 16);
    text.codePoints().forEach(c -> append(xml, c));
    return xml.toString();
  }

  private static void append(StringBuilder xml, int c) {
    switch (c) {
      case '<' -> xml.append("&lt;");
      case '>' -> xml.append("&gt;");
      case '&' -> xml.append("&amp;");
      case '"' -> xml.append("&quot;");
      case '\n' -> xml.append("&#10;");
      case '\t' -> xml.append("&#9;");
      case '\r' -> xml.append("&#13;");
      default -> xml.appendCodePoint(isAllowed(c) ? c : 0xfffd);
    }
  }

  private static boolean isAllowed(int c) {
    boolean isSurrogate = c >= 0xd800 && c <= 0xdfff;
    return c >= 0x20 && !isSurrogate && c != 0xfffe && c != 0xffff && !(c >= 0x7f && c <= 0x9f);
  }
}
