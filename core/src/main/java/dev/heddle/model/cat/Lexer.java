package dev.heddle.model.cat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Cuts the text of a model file into tokens. */
final class Lexer {
  enum Kind {
    NAME,
    KEYWORD,
    TAG,
    STRING,
    SYMBOL,
    END
  }

  record Token(Kind kind, String text, SourcePlace place) {
    boolean is(String symbolOrKeyword) {
      return (kind == Kind.SYMBOL || kind == Kind.KEYWORD) && text.equals(symbolOrKeyword);
    }

    /** How a message calls it. */
    String shown() {
      return kind == Kind.END ? "the end of the file" : "'" + text + "'";
    }
  }

  private static final Set<String> KEYWORDS =
      Set.of(
          "let",
          "rec",
          "and",
          "when",
          "acyclic",
          "irreflexive",
          "empty",
          "show",
          "unshow",
          "as",
          "fun",
          "in",
          "procedure",
          "call",
          "forall",
          "do",
          "end",
          "from",
          "try",
          "with",
          "match",
          "instructions",
          "default",
          "if",
          "then",
          "else",
          "flag",
          "assert",
          "undefined_unless",
          "enum",
          "begin",
          "include",
          "variant",
          "not",
          "subset",
          "catdep");

  private static final List<String> SYMBOLS =
      List.of(
          "-1", "||", "++", "->", "&&", "|", "&", "\\", ";", "~", "+", "*", "?", "(", ")", "[", "]",
          "{", "}", ",", "=", "_", "0", "^", "!", ":");

  private final String file;
  private final String text;
  private int at;
  private int line = 1;
  private int lineStart;

  private Lexer(String file, String text) {
    this.file = file;
    this.text = text;
  }

  static List<Token> tokens(String file, String text) throws CatException {
    Lexer lexer = new Lexer(file, text);
    List<Token> tokens = new ArrayList<>();
    lexer.skipBlanksAndComments();
    if (lexer.startsWithTitle()) {
      tokens.add(lexer.title());
    }
    do {
      tokens.add(lexer.next());
    } while (tokens.get(tokens.size() - 1).kind() != Kind.END);
    return tokens;
  }

  private SourcePlace place() {
    return new SourcePlace(file, line, at - lineStart + 1);
  }

  private Token next() throws CatException {
    skipBlanksAndComments();
    SourcePlace place = place();
    if (at == text.length()) {
      return new Token(Kind.END, "", place);
    }
    char c = text.charAt(at);
    if (c == '"') {
      return string(place);
    }
    if (c == '\'') {
      at++;
      return new Token(Kind.TAG, name(), place);
    }
    if (isNameStart(c) && !(c == '_' && !isNamePart(at + 1))) {
      String name = name();
      return new Token(KEYWORDS.contains(name) ? Kind.KEYWORD : Kind.NAME, name, place);
    }
    for (String symbol : SYMBOLS) {
      if (text.startsWith(symbol, at)) {
        at += symbol.length();
        return new Token(Kind.SYMBOL, symbol, place);
      }
    }
    throw new CatException(place, "unexpected character '" + c + "'");
  }

  /** A model may start with its name without quotes, which is any text such as C++11. */
  private boolean startsWithTitle() {
    int start = at;
    boolean title = at < text.length() && isNameStart(text.charAt(at));
    title = title && !KEYWORDS.contains(name());
    at = start;
    return title;
  }

  private Token title() {
    SourcePlace place = place();
    int start = at;
    while (at < text.length() && text.charAt(at) != '\n' && !text.startsWith("(*", at)) {
      at++;
    }
    return new Token(Kind.STRING, text.substring(start, at).strip(), place);
  }

  private Token string(SourcePlace place) throws CatException {
    int end = text.indexOf('"', at + 1);
    if (end < 0) {
      throw new CatException(place, "this string does not end; expected a closing \"");
    }
    String content = text.substring(at + 1, end);
    while (at <= end) {
      advance();
    }
    return new Token(Kind.STRING, content, place);
  }

  private String name() {
    int start = at;
    while (at < text.length() && isNamePart(at)) {
      at++;
    }
    while (at < text.length() && text.charAt(at) == '\'') {
      at++;
    }
    return text.substring(start, at);
  }

  private static boolean isNameStart(char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private boolean isNamePart(int index) {
    if (index >= text.length()) {
      return false;
    }
    char c = text.charAt(index);
    return isNameStart(c) || (c >= '0' && c <= '9') || c == '.' || c == '-';
  }

  private void skipBlanksAndComments() throws CatException {
    while (at < text.length()) {
      if (Character.isWhitespace(text.charAt(at))) {
        advance();
      } else if (text.startsWith("(*", at)) {
        skipComment();
      } else if (text.startsWith("//", at) || text.charAt(at) == '#') {
        while (at < text.length() && text.charAt(at) != '\n') {
          at++;
        }
      } else {
        return;
      }
    }
  }

  private void skipComment() throws CatException {
    SourcePlace start = place();
    int depth = 0;
    do {
      if (at >= text.length()) {
        throw new CatException(start, "this comment does not end; expected *)");
      }
      if (text.startsWith("(*", at)) {
        depth++;
        at += 2;
      } else if (text.startsWith("*)", at)) {
        depth--;
        at += 2;
      } else {
        advance();
      }
    } while (depth > 0);
  }

  private void advance() {
    if (text.charAt(at++) == '\n') {
      line++;
      lineStart = at;
    }
  }
}
