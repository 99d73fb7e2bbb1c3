package dev.heddle.model.cat;

import dev.heddle.model.cat.Lexer.Kind;
import dev.heddle.model.cat.Lexer.Token;
import dev.heddle.model.cat.Syntax.Exp;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads expressions. Operators bind as in herd: {@code |} weakest, then {@code ++ ; \ & *}. */
class ExpressionParser extends TokenStream {
  private static final List<String> BINARY = List.of("|", "++", ";", "\\", "&");
  private static final Set<String> CHECKS = Set.of("acyclic", "irreflexive", "empty");

  ExpressionParser(List<Token> tokens) {
    super(tokens);
  }

  final Syntax.Let let() throws CatException {
    SourcePlace place = expect("let");
    boolean recursive = takeIf("rec");
    List<Syntax.Binding> bindings = new ArrayList<>();
    do {
      bindings.add(binding());
    } while (takeIf("and"));
    Syntax.Check when = recursive && takeIf("when") ? check(Syntax.Use.AXIOM) : null;
    return new Syntax.Let(place, recursive, bindings, when);
  }

  private Syntax.Binding binding() throws CatException {
    SourcePlace place = peek().place();
    if (takeIf("(")) {
      List<String> names = names(")");
      expect("=");
      return new Syntax.Binding(place, names, expression());
    }
    String name = nameOrAny();
    List<String> parameters = null;
    if (peek().is(",")) {
      List<String> names = new ArrayList<>(List.of(name));
      while (takeIf(",")) {
        names.add(nameOrAny());
      }
      expect("=");
      return new Syntax.Binding(place, names, expression());
    }
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

  final List<String> parameters() throws CatException {
    return takeIf("(") ? names(")") : List.of(nameOrAny());
  }

  /** A name, or {@code _} for what nobody asks for. */
  private String nameOrAny() throws CatException {
    return takeIf("_") ? "_" : expectName();
  }

  final List<String> names(String end) throws CatException {
    List<String> names = new ArrayList<>();
    if (!takeIf(end)) {
      do {
        names.add(nameOrAny());
      } while (takeIf(","));
      expect(end);
    }
    return names;
  }

  final List<String> names() throws CatException {
    List<String> names = new ArrayList<>();
    do {
      names.add(expectName());
    } while (takeIf(","));
    return names;
  }

  final Syntax.Check check(Syntax.Use use) throws CatException {
    SourcePlace place = peek().place();
    boolean negated = takeIf("~");
    if (!CHECKS.contains(peek().text())) {
      throw expected("acyclic, irreflexive or empty");
    }
    String kind = take().text();
    Exp relation = expression();
    return new Syntax.Check(place, kind, negated, relation, takeIf("as") ? label() : null, use);
  }

  final String label() throws CatException {
    return peek().kind() == Kind.STRING ? take().text() : expectName();
  }

  final Exp expression() throws CatException {
    enter();
    Exp result = specialOr(0);
    leave();
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
      return condition();
    }
    return binary(level);
  }

  private Exp condition() throws CatException {
    SourcePlace place = expect("if");
    if (startsVariant()) {
      boolean holds = variant();
      expect("then");
      Exp then = expression();
      expect("else");
      Exp otherwise = expression();
      return holds ? then : otherwise;
    }
    Exp left = binary(0);
    Token relation = take();
    if (!relation.is("=") && !relation.is("subset") && !relation.is("in")) {
      throw new CatException(
          relation.place(), "expected '=', 'subset' or 'in' but found " + relation.shown());
    }
    Exp right = binary(0);
    expect("then");
    Exp then = expression();
    expect("else");
    return new Syntax.If(place, left, relation.text(), right, then, expression());
  }

  private boolean startsVariant() {
    int ahead = 0;
    while (peek(ahead).is("(")) {
      ahead++;
    }
    Token token = peek(ahead);
    return token.kind() == Kind.STRING || token.is("not") || token.is("variant");
  }

  /** A condition on variants of the model, as herd's command line chooses them; none is chosen. */
  final boolean variant() throws CatException {
    boolean holds = conjunction();
    while (takeIf("||")) {
      holds |= conjunction();
    }
    return holds;
  }

  private boolean conjunction() throws CatException {
    boolean holds = negation();
    while (takeIf("&&")) {
      holds &= negation();
    }
    return holds;
  }

  private boolean negation() throws CatException {
    enter();
    boolean holds = false;
    if (takeIf("not")) {
      holds = !negation();
    } else if (takeIf("(")) {
      holds = variant();
      expect(")");
    } else {
      takeIf("variant");
      if (peek().kind() != Kind.STRING) {
        throw expected("the name of a variant in quotes");
      }
      take();
    }
    leave();
    return holds;
  }

  private Exp match() throws CatException {
    SourcePlace place = expect("match");
    Exp subject = expression();
    expect("with");
    takeIf("||");
    if (peek().is("{") || peek(1).is("++")) {
      return matchSet(place, subject);
    }
    List<Syntax.Case> cases = new ArrayList<>();
    do {
      String tag = caseTag();
      cases.add(new Syntax.Case(tag, expression()));
    } while (takeIf("||"));
    expect("end");
    return new Syntax.Match(place, subject, cases);
  }

  /** A tag or {@code _}, which is null, and the arrow behind it. */
  final String caseTag() throws CatException {
    String tag = null;
    if (peek().kind() == Kind.TAG) {
      tag = take().text();
    } else if (!takeIf("_")) {
      throw expected("a tag, _, {} or 'element ++ rest'");
    }
    expect("->");
    return tag;
  }

  /** The empty set and {@code element ++ rest}, in either order. */
  private Exp matchSet(SourcePlace place, Exp set) throws CatException {
    Exp empty = peek().is("{") ? emptyCase() : null;
    if (empty != null) {
      expect("||");
    }
    String element = nameOrAny();
    expect("++");
    String rest = nameOrAny();
    expect("->");
    Exp step = expression();
    if (empty == null) {
      expect("||");
      empty = emptyCase();
    }
    expect("end");
    return new Syntax.MatchSet(place, set, empty, element, rest, step);
  }

  private Exp emptyCase() throws CatException {
    expect("{");
    expect("}");
    expect("->");
    return expression();
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
          peek().is("let")
                  || peek().is("fun")
                  || peek().is("try")
                  || peek().is("match")
                  || peek().is("if")
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
      leave();
    }
    return left;
  }

  private Exp prefix() throws CatException {
    if (peek().is("~")) {
      SourcePlace place = take().place();
      enter();
      Exp operand = prefix();
      leave();
      return new Syntax.Unary(place, "~", operand);
    }
    return postfix();
  }

  private Exp postfix() throws CatException {
    Exp operand = application();
    while (true) {
      Token token = peek();
      if (token.is("+") || token.is("?")) {
        take();
      } else if (token.is("*") && !startsOperand(peek(1))) {
        take();
      } else if (token.is("^")
          && (peek(1).is("-1") || peek(1).is("*") || peek(1).is("+") || peek(1).is("?"))) {
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
          next.is("(")
              || next.is("{")
              || next.is("[")
              || next.is("0")
              || next.is("_")
              || next.is("begin")
              || next.kind() == Kind.NAME
              || next.kind() == Kind.TAG;
      if (!argument) {
        break;
      }
      function = new Syntax.Application(next.place(), function, primary());
    }
    return function;
  }

  final Exp primary() throws CatException {
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
    return new Syntax.ElementSet(place, elements);
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
