package dev.heddle.model.cat;

import dev.heddle.model.cat.Lexer.Kind;
import dev.heddle.model.cat.Lexer.Token;
import dev.heddle.model.cat.Syntax.Exp;
import dev.heddle.model.cat.Syntax.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads a model file. Operators bind as in herd: {@code |} weakest, then {@code ++ ; \ & *}. */
final class Parser {
  private static final int DEEPEST = 500;

  private static final List<String> BINARY = List.of("|", "++", ";", "\\", "&");
  private static final Set<String> CHECKS = Set.of("acyclic", "irreflexive", "empty");

  private final List<Token> tokens;
  private int at;
  private int depth;

  private Parser(List<Token> tokens) {
    this.tokens = tokens;
  }

  static Syntax.Model parse(String file, String text) throws CatException {
    Parser parser = new Parser(Lexer.tokens(file, text));
    String name = parser.title();
    List<Statement> statements = new ArrayList<>();
    while (parser.peek().kind() != Kind.END) {
      statements.add(parser.statement());
    }
    return new Syntax.Model(name, statements);
  }

  /** A model starts with its name, quoted or not; a file that is only included may have none. */
  private String title() {
    return peek().kind() == Kind.STRING ? take().text() : null;
  }

  private Token peek() {
    return tokens.get(at);
  }

  private Token peek(int ahead) {
    return tokens.get(Math.min(at + ahead, tokens.size() - 1));
  }

  private Token take() {
    Token token = peek();
    at += token.kind() == Kind.END ? 0 : 1;
    return token;
  }

  private boolean takeIf(String text) {
    if (peek().is(text)) {
      at++;
      return true;
    }
    return false;
  }

  private SourcePlace expect(String text) throws CatException {
    if (!peek().is(text)) {
      throw expected("'" + text + "'");
    }
    return take().place();
  }

  private String expectName() throws CatException {
    if (peek().kind() != Kind.NAME) {
      throw expected("a name");
    }
    return take().text();
  }

  private CatException expected(String what) {
    return new CatException(peek().place(), "expected " + what + " but found " + peek().shown());
  }

  private Statement statement() throws CatException {
    Token first = peek();
    if (first.kind() != Kind.KEYWORD && !first.is("~")) {
      throw expected("a statement, such as let, acyclic or include,");
    }
    return switch (first.text()) {
      case "let" -> let();
      case "acyclic", "irreflexive", "empty", "~" -> check(Syntax.Use.AXIOM);
      case "show" -> show();
      case "procedure" -> procedure();
      case "forall" -> forall();
      case "enum" -> enumeration();
      default -> {
        take();
        yield afterKeyword(first);
      }
    };
  }

  private Statement afterKeyword(Token first) throws CatException {
    SourcePlace place = first.place();
    return switch (first.text()) {
      case "flag" -> check(Syntax.Use.FLAG);
      case "undefined_unless", "assert" -> check(Syntax.Use.UNDEFINED_UNLESS);
      case "unshow" -> new Syntax.Unshow(place, names());
      case "call" -> {
        String name = expectName();
        yield new Syntax.Call(place, name, primary());
      }
      case "with" -> {
        String name = expectName();
        expect("from");
        yield new Syntax.WithFrom(place, name, expression());
      }
      case "include" -> {
        if (peek().kind() != Kind.STRING) {
          throw expected("the name of a file in quotes");
        }
        yield new Syntax.Include(place, take().text());
      }
      default -> throw new CatException(place, "'" + first.text() + "' is not supported here");
    };
  }

  private Syntax.Let let() throws CatException {
    SourcePlace place = expect("let");
    boolean recursive = takeIf("rec");
    List<Syntax.Binding> bindings = new ArrayList<>();
    do {
      bindings.add(binding());
    } while (takeIf("and"));
    if (peek().is("when")) {
      throw new CatException(peek().place(), "'when' is not supported");
    }
    return new Syntax.Let(place, recursive, bindings);
  }

  private Syntax.Binding binding() throws CatException {
    SourcePlace place = peek().place();
    if (takeIf("(")) {
      List<String> names = names(")");
      expect("=");
      return new Syntax.Binding(place, names, expression());
    }
    String name = expectName();
    List<String> parameters = null;
    if (!peek().is("=")) {
      parameters = parameters();
    }
    expect("=");
    Exp value = expression();
    if (parameters != null) {
      value = new Syntax.Lambda(place, parameters, value);
    }
    return new Syntax.Binding(place, List.of(name), value);
  }

  private List<String> parameters() throws CatException {
    return takeIf("(") ? names(")") : List.of(expectName());
  }

  private List<String> names(String end) throws CatException {
    List<String> names = new ArrayList<>();
    if (!takeIf(end)) {
      do {
        names.add(expectName());
      } while (takeIf(","));
      expect(end);
    }
    return names;
  }

  private List<String> names() throws CatException {
    List<String> names = new ArrayList<>();
    do {
      names.add(expectName());
    } while (takeIf(","));
    return names;
  }

  private Syntax.Check check(Syntax.Use use) throws CatException {
    SourcePlace place = peek().place();
    boolean negated = takeIf("~");
    if (!CHECKS.contains(peek().text())) {
      throw expected("acyclic, irreflexive or empty");
    }
    String kind = take().text();
    Exp relation = expression();
    return new Syntax.Check(place, kind, negated, relation, takeIf("as") ? label() : null, use);
  }

  private String label() throws CatException {
    return peek().kind() == Kind.STRING ? take().text() : expectName();
  }

  private Syntax.Show show() throws CatException {
    SourcePlace place = expect("show");
    int start = at;
    Exp value = expression();
    if (takeIf("as")) {
      return new Syntax.Show(place, List.of(label()), value);
    }
    at = start;
    return new Syntax.Show(place, names(), null);
  }

  private Syntax.Procedure procedure() throws CatException {
    SourcePlace place = expect("procedure");
    String name = expectName();
    expect("(");
    List<String> parameters = names(")");
    expect("=");
    return new Syntax.Procedure(place, name, parameters, statementsUntilEnd());
  }

  private Syntax.Forall forall() throws CatException {
    SourcePlace place = expect("forall");
    String variable = expectName();
    expect("in");
    Exp set = expression();
    expect("do");
    return new Syntax.Forall(place, variable, set, statementsUntilEnd());
  }

  private List<Statement> statementsUntilEnd() throws CatException {
    List<Statement> statements = new ArrayList<>();
    while (!takeIf("end")) {
      if (peek().kind() == Kind.END) {
        throw expected("'end'");
      }
      enter();
      statements.add(statement());
      depth--;
    }
    return statements;
  }

  private Syntax.Enumeration enumeration() throws CatException {
    SourcePlace place = expect("enum");
    String name = expectName();
    expect("=");
    List<String> tags = new ArrayList<>();
    takeIf("||");
    do {
      if (peek().kind() != Kind.TAG) {
        throw expected("a tag, such as 'release");
      }
      tags.add(take().text());
    } while (takeIf("||"));
    return new Syntax.Enumeration(place, name, tags);
  }

  private void enter() throws CatException {
    if (++depth > DEEPEST) {
      throw new CatException(peek().place(), "nested too deeply");
    }
  }

  private Exp expression() throws CatException {
    enter();
    Exp result = specialOr(0);
    depth--;
    return result;
  }

  private Exp specialOr(int level) throws CatException {
    Token first = peek();
    if (first.is("let")) {
      Syntax.Let let = let();
      expect("in");
      return new Syntax.LetIn(first.place(), let, expression());
    }
    if (first.is("fun")) {
      take();
      List<String> parameters = parameters();
      expect("->");
      return new Syntax.Lambda(first.place(), parameters, expression());
    }
    if (first.is("try")) {
      take();
      Exp attempt = expression();
      expect("with");
      return new Syntax.Try(first.place(), attempt, expression());
    }
    if (first.is("match")) {
      return match();
    }
    if (first.is("if")) {
      throw new CatException(first.place(), "'if' is not supported");
    }
    return binary(level);
  }

  private Exp match() throws CatException {
    SourcePlace place = expect("match");
    Exp subject = expression();
    expect("with");
    List<Syntax.Case> cases = new ArrayList<>();
    takeIf("||");
    do {
      String tag = null;
      if (peek().kind() == Kind.TAG) {
        tag = take().text();
      } else if (!takeIf("_")) {
        throw new CatException(
            peek().place(), "only tags and _ are supported as cases; found " + peek().shown());
      }
      expect("->");
      cases.add(new Syntax.Case(tag, expression()));
    } while (takeIf("||"));
    expect("end");
    return new Syntax.Match(place, subject, cases);
  }

  /** Level 0 is {@code |}; {@code \} groups to the left, the others mean the same either way. */
  private Exp binary(int level) throws CatException {
    if (level == BINARY.size()) {
      return product();
    }
    Exp left = binary(level + 1);
    while (peek().is(BINARY.get(level))) {
      SourcePlace place = take().place();
      Exp right =
          peek().is("let") || peek().is("fun") || peek().is("try") || peek().is("match")
              ? expression()
              : binary(level + 1);
      left = new Syntax.Binary(place, BINARY.get(level), left, right);
    }
    return left;
  }

  private Exp product() throws CatException {
    Exp left = prefix();
    if (peek().is("*")) {
      SourcePlace place = take().place();
      enter();
      left = new Syntax.Binary(place, "*", left, product());
      depth--;
    }
    return left;
  }

  private Exp prefix() throws CatException {
    if (peek().is("~")) {
      SourcePlace place = take().place();
      enter();
      Exp operand = prefix();
      depth--;
      return new Syntax.Unary(place, "~", operand);
    }
    return postfix();
  }

  private Exp postfix() throws CatException {
    Exp operand = application();
    while (true) {
      Token token = peek();
      if (token.is("+") || token.is("?") || token.is("^-1")) {
        take();
      } else if (token.is("*") && !startsOperand(peek(1))) {
        take();
      } else if (token.is("^") && (peek(1).is("*") || peek(1).is("+") || peek(1).is("?"))) {
        take();
        token = take();
      } else {
        return operand;
      }
      operand = new Syntax.Unary(token.place(), token.text(), operand);
    }
  }

  /** Whether a star before this token is a product, and not a closure. */
  private static boolean startsOperand(Token token) {
    return token.kind() == Kind.NAME
        || token.kind() == Kind.TAG
        || token.is("(")
        || token.is("[")
        || token.is("{")
        || token.is("_")
        || token.is("0")
        || token.is("~");
  }

  private Exp application() throws CatException {
    Exp function = primary();
    while (function instanceof Syntax.Name || function instanceof Syntax.Application) {
      Token next = peek();
      boolean argument =
          next.is("(") || next.is("{") || next.kind() == Kind.NAME || next.kind() == Kind.TAG;
      if (!argument) {
        break;
      }
      function = new Syntax.Application(next.place(), function, primary());
    }
    return function;
  }

  private Exp primary() throws CatException {
    Token token = peek();
    SourcePlace place = token.place();
    if (token.kind() == Kind.NAME) {
      return new Syntax.Name(place, take().text());
    }
    if (token.kind() == Kind.TAG) {
      return new Syntax.Tag(place, take().text());
    }
    if (takeIf("0")) {
      return new Syntax.Empty(place);
    }
    if (takeIf("_")) {
      return new Syntax.Universe(place);
    }
    if (takeIf("[")) {
      Exp set = expression();
      expect("]");
      return new Syntax.Unary(place, "[]", set);
    }
    if (takeIf("begin")) {
      Exp inner = expression();
      expect("end");
      return inner;
    }
    if (takeIf("{")) {
      return braces(place);
    }
    if (takeIf("(")) {
      return parentheses(place);
    }
    throw expected("a set or a relation");
  }

  private Exp braces(SourcePlace place) throws CatException {
    if (takeIf("}")) {
      return new Syntax.Empty(place);
    }
    List<Exp> elements = new ArrayList<>();
    do {
      elements.add(expression());
    } while (takeIf(","));
    expect("}");
    return new Syntax.TagSet(place, elements);
  }

  private Exp parentheses(SourcePlace place) throws CatException {
    if (takeIf(")")) {
      return new Syntax.Tuple(place, List.of());
    }
    Exp first = expression();
    if (takeIf(")")) {
      return first;
    }
    List<Exp> parts = new ArrayList<>(List.of(first));
    while (takeIf(",")) {
      parts.add(expression());
    }
    expect(")");
    return new Syntax.Tuple(place, parts);
  }
}
