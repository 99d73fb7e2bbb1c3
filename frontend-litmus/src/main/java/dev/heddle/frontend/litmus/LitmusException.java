package dev.heddle.frontend.litmus;

import org.antlr.v4.runtime.Token;

/** A litmus test that cannot be read; the message names file, line and column. */
public final class LitmusException extends Exception {
  private static final long serialVersionUID = 1;

  LitmusException(String message) {
    super(message);
  }

  /** Thrown inside of the visitors, which do not know the file. */
  static final class At extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final int line;
    private final int column;

    At(Token token, String message) {
      this(token.getLine(), token.getCharPositionInLine() + 1, message);
    }

    At(int line, int column, String message) {
      super(message);
      this.line = line;
      this.column = column;
    }

    LitmusException in(String file) {
      return new LitmusException(file + ":" + line + ":" + column + ": " + getMessage());
    }
  }
}
