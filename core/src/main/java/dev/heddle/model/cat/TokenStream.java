package dev.heddle.model.cat;

import dev.heddle.model.cat.Lexer.Kind;
import dev.heddle.model.cat.Lexer.Token;
import java.util.List;

/** The tokens of a model file, taken one after the other. */
class TokenStream {
  private static final int DEEPEST = 500;

  private final List<Token> tokens;
  private int at;
  private int depth;

  TokenStream(List<Token> tokens) {
    this.tokens = tokens;
  }

  /** Where the stream stands, to come back to. */
  final int position() {
    return at;
  }

  final void backTo(int position) {
    at = position;
  }

  final Token peek() {
    return tokens.get(at);
  }

  final Token peek(int ahead) {
    return tokens.get(Math.min(at + ahead, tokens.size() - 1));
  }

  final Token take() {
    Token token = peek();
    at += token.kind() == Kind.END ? 0 : 1;
    return token;
  }

  final boolean takeIf(String text) {
    if (peek().is(text)) {
      at++;
      return true;
    }
    return false;
  }

  final SourcePlace expect(String text) throws CatException {
    if (!peek().is(text)) {
      throw expected("'" + text + "'");
    }
    return take().place();
  }

  final String expectName() throws CatException {
    if (peek().kind() != Kind.NAME) {
      throw expected("a name");
    }
    return take().text();
  }

  final CatException expected(String what) {
    return new CatException(peek().place(), "expected " + what + " but found " + peek().shown());
  }

  final void enter() throws CatException {
    if (++depth > DEEPEST) {
      throw new CatException(peek().place(), "nested too deeply");
    }
  }

  final void leave() {
    depth--;
  }
}
