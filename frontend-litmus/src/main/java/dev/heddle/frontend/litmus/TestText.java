package dev.heddle.frontend.litmus;

import dev.heddle.litmus.Architecture;
import java.util.regex.Pattern;

/**
 * A test's first lines, which name it and are otherwise free text, and the rest, which the grammar
 * reads.
 *
 * @param body the whole text with blanks in place of what the grammar does not read
 */
record TestText(Architecture architecture, String name, String body) {
  private static final Pattern LOCK = Pattern.compile("\\b[Ll](?i:ock)[ \t](?=[A-Za-z])");

  static TestText of(String text) {
    int start = 0;
    while (start < text.length() && Character.isWhitespace(text.charAt(start))) {
      start++;
    }
    int end = text.indexOf('\n', start);
    String first = text.substring(start, end < 0 ? text.length() : end).strip();
    int line = 1 + (int) text.substring(0, start).chars().filter(c -> c == '\n').count();
    String[] words = first.split("\\s+", 3);
    Architecture architecture = Architecture.named(words[0]);
    if (architecture == null) {
      throw new LitmusException.At(
          line,
          1,
          "expected C, PPC, X86, X86_64, AArch64 or RISCV at the start of the test but found "
              + (words[0].isEmpty() ? "nothing" : "'" + words[0] + "'"));
    }
    if (words.length < 2) {
      throw new LitmusException.At(line, words[0].length() + 1, "expected the name of the test");
    }
    char[] body = text.toCharArray();
    int brace = openingBrace(text, Math.max(end, 0));
    if (end < 0 || brace < 0) {
      throw new LitmusException.At(
          line, first.length() + 1, "expected '{' and the initial state after the first lines");
    }
    blank(body, 0, brace);
    blankComments(body, architecture == Architecture.C);
    if (architecture != Architecture.C) {
      blankAppendix(body, text.indexOf("\n<<"));
    }
    String rest = new String(body);
    if (architecture == Architecture.X86 && mayLock(text)) {
      // A prefix is part of its instruction; the columns of what follows stay the same.
      rest = LOCK.matcher(rest).replaceAll("LOCK_");
    }
    return new TestText(architecture, words[1], rest);
  }

  /** Whether it is worth looking for the prefix, which few tests have. */
  private static boolean mayLock(String text) {
    return text.contains("LOCK") || text.contains("lock") || text.contains("Lock");
  }

  /** The initial state's brace; comments and quoted lines before it may hold others. */
  private static int openingBrace(String text, int from) {
    boolean quoted = false;
    for (int at = from; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '\n') {
        quoted = false;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && c == '(' && text.startsWith("(*", at)) {
        int end = text.indexOf("*)", at + 2);
        at = end < 0 ? text.length() : end + 1;
      } else if (!quoted && c == '{') {
        return at;
      }
    }
    return -1;
  }

  /** Comments in parentheses; in the functions of C they would be dereferenced pointers. */
  private static void blankComments(char[] body, boolean c) {
    int depth = 0;
    boolean initial = true;
    for (int at = 0; at + 1 < body.length; at++) {
      char here = body[at];
      if (here == '{') {
        depth++;
      } else if (here == '}') {
        depth--;
        initial = initial && depth > 0;
      } else if (here == '(' && body[at + 1] == '*' && (!c || initial || depth == 0)) {
        int end = commentEnd(body, at);
        blank(body, at, end);
        at = end - 1;
      }
    }
  }

  private static int commentEnd(char[] body, int start) {
    int depth = 0;
    for (int at = start; at + 1 < body.length; at++) {
      if (body[at] == '(' && body[at + 1] == '*') {
        depth++;
        at++;
      } else if (body[at] == '*' && body[at + 1] == ')') {
        depth--;
        at++;
        if (depth == 0) {
          return at + 1;
        }
      }
    }
    return body.length;
  }

  /** Old tests end with commands for another tool, between {@code <<} and {@code >>}. */
  private static void blankAppendix(char[] body, int start) {
    if (start >= 0) {
      blank(body, start, body.length);
    }
  }

  private static void blank(char[] body, int from, int to) {
    for (int at = from; at < to; at++) {
      if (body[at] != '\n') {
        body[at] = ' ';
      }
    }
  }
}
