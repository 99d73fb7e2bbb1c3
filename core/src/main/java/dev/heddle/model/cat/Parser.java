package dev.heddle.model.cat;

import dev.heddle.model.cat.Lexer.Kind;
import dev.heddle.model.cat.Lexer.Token;
import dev.heddle.model.cat.Syntax.Exp;
import dev.heddle.model.cat.Syntax.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads a model file. */
final class Parser extends ExpressionParser {
  private Parser(List<Token> tokens) {
    super(tokens);
  }

  static Syntax.Model parse(String file, String text) throws CatException {
    Parser parser = new Parser(Lexer.tokens(file, text));
    String name = parser.title();
    parser.takeIf("catdep");
    List<Statement> statements = new ArrayList<>();
    while (parser.peek().kind() != Kind.END) {
      statements.add(parser.statement());
    }
    return new Syntax.Model(name, statements);
  }

  /** A model starts with its name, quoted or not; a file that is only included may have none. */
  private String title() {
    String title = null;
    while (peek().kind() == Kind.STRING) {
      title = take().text();
    }
    return title;
  }

  private Statement statement() throws CatException {
    Token first = peek();
    if (first.kind() != Kind.KEYWORD && !first.is("~")) {
      throw expected("a statement, such as let, acyclic or include,");
    }
    return switch (first.text()) {
      case "let" -> {
        Syntax.Let let = let();
        takeIf("in");
        yield let;
      }
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
        Syntax.Call call = new Syntax.Call(place, name, primary());
        if (takeIf("as")) {
          label();
        }
        yield call;
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
      case "if" -> new Syntax.Group(place, variantStatements());
      case "match" -> matchStatement(place);
      case "instructions", "default" -> annotations(place);
      default -> throw new CatException(place, "'" + first.text() + "' is not supported here");
    };
  }

  private List<Statement> variantStatements() throws CatException {
    boolean holds = variant();
    List<Statement> then = statementsUntil("else", "end");
    List<Statement> otherwise = List.of();
    if (takeIf("else")) {
      otherwise = statementsUntil("end");
    }
    expect("end");
    return holds ? then : otherwise;
  }

  private Statement matchStatement(SourcePlace place) throws CatException {
    Exp subject = expression();
    expect("with");
    takeIf("||");
    List<Syntax.StatementCase> cases = new ArrayList<>();
    do {
      String tag = caseTag();
      cases.add(new Syntax.StatementCase(tag, statementsUntil("||", "end")));
    } while (takeIf("||"));
    expect("end");
    return new Syntax.MatchStatement(place, subject, cases);
  }

  /** Which annotations instructions may have; tests have only those that their macros have. */
  private Statement annotations(SourcePlace place) throws CatException {
    expectName();
    expect("[");
    if (!takeIf("]")) {
      do {
        expression();
      } while (takeIf(","));
      expect("]");
    }
    return new Syntax.Group(place, List.of());
  }

  private Syntax.Show show() throws CatException {
    SourcePlace place = expect("show");
    int start = position();
    Exp value = expression();
    if (takeIf("as")) {
      return new Syntax.Show(place, List.of(label()), value);
    }
    backTo(start);
    return new Syntax.Show(place, names(), null);
  }

  private Syntax.Procedure procedure() throws CatException {
    SourcePlace place = expect("procedure");
    String name = expectName();
    List<String> parameters = parameters();
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
    List<Statement> statements = statementsUntil("end");
    expect("end");
    return statements;
  }

  private List<Statement> statementsUntil(String... ends) throws CatException {
    List<Statement> statements = new ArrayList<>();
    while (Arrays.stream(ends).noneMatch(peek()::is)) {
      if (peek().kind() == Kind.END) {
        throw expected("'end'");
      }
      enter();
      statements.add(statement());
      leave();
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
}
