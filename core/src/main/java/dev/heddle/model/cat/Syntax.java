package dev.heddle.model.cat;

import java.util.List;

/** The text of a model file as a tree. */
final class Syntax {
  private Syntax() {}

  /** An expression. */
  sealed interface Exp {
    SourcePlace place();
  }

  record Name(SourcePlace place, String name) implements Exp {}

  record Tag(SourcePlace place, String name) implements Exp {}

  /** {@code 0} or an empty pair of braces. */
  record Empty(SourcePlace place) implements Exp {}

  /** {@code _}. */
  record Universe(SourcePlace place) implements Exp {}

  /** {@code | & \ ; * ++}. */
  record Binary(SourcePlace place, String operator, Exp left, Exp right) implements Exp {}

  /** {@code ~ + * ? ^-1}, and {@code []} for the identity on a set. */
  record Unary(SourcePlace place, String operator, Exp operand) implements Exp {}

  record Application(SourcePlace place, Exp function, Exp argument) implements Exp {}

  record Tuple(SourcePlace place, List<Exp> parts) implements Exp {}

  record Lambda(SourcePlace place, List<String> parameters, Exp body) implements Exp {}

  record LetIn(SourcePlace place, Let let, Exp body) implements Exp {}

  record Try(SourcePlace place, Exp first, Exp otherwise) implements Exp {}

  /** A case without a tag is the one for all others. */
  record Case(String tag, Exp body) {}

  record Match(SourcePlace place, Exp subject, List<Case> cases) implements Exp {}

  /** Elements in braces. */
  record ElementSet(SourcePlace place, List<Exp> elements) implements Exp {}

  /** {@code match set with || {} -> empty || element ++ rest -> step end}. */
  record MatchSet(SourcePlace place, Exp set, Exp empty, String element, String rest, Exp step)
      implements Exp {}

  /** {@code if left = right}, or with {@code subset} or {@code in}. */
  record If(SourcePlace place, Exp left, String relation, Exp right, Exp then, Exp otherwise)
      implements Exp {}

  /** A statement. */
  sealed interface Statement {
    SourcePlace place();
  }

  /** One {@code name = value}; names are several where a tuple is taken apart. */
  record Binding(SourcePlace place, List<String> names, Exp value) {}

  /**
   * @param when what a recursive definition must satisfy besides, or null
   */
  record Let(SourcePlace place, boolean recursive, List<Binding> bindings, Check when)
      implements Statement {}

  /**
   * @param kind acyclic, irreflexive or empty
   * @param name null if it has none
   */
  record Check(SourcePlace place, String kind, boolean negated, Exp relation, String name, Use use)
      implements Statement {}

  /** What a check is for. */
  enum Use {
    AXIOM,
    FLAG,
    UNDEFINED_UNLESS
  }

  record Include(SourcePlace place, String file) implements Statement {}

  record Procedure(SourcePlace place, String name, List<String> parameters, List<Statement> body)
      implements Statement {}

  record Call(SourcePlace place, String name, Exp argument) implements Statement {}

  /**
   * @param value null if the names are shown as they are
   */
  record Show(SourcePlace place, List<String> names, Exp value) implements Statement {}

  record Unshow(SourcePlace place, List<String> names) implements Statement {}

  record WithFrom(SourcePlace place, String name, Exp choices) implements Statement {}

  record Forall(SourcePlace place, String variable, Exp set, List<Statement> body)
      implements Statement {}

  /** A case of tags for statements. */
  record StatementCase(String tag, List<Statement> body) {}

  record MatchStatement(SourcePlace place, Exp subject, List<StatementCase> cases)
      implements Statement {}

  /** Several statements, such as those behind a condition. */
  record Group(SourcePlace place, List<Statement> body) implements Statement {}

  record Enumeration(SourcePlace place, String name, List<String> tags) implements Statement {}

  record Model(String name, List<Statement> statements) {}
}
