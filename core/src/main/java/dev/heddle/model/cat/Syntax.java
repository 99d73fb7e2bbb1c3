package dev.heddle.model.cat;

import java.util.List;

/** The text of a model file as a tree. */
final class Syntax {
  private Syntax() {}

  /** An expression. */
  sealed interface Exp {
    Place place();
  }

  record Name(Place place, String name) implements Exp {}

  record Tag(Place place, String name) implements Exp {}

  /** {@code 0} or an empty pair of braces. */
  record Empty(Place place) implements Exp {}

  /** {@code _}. */
  record Universe(Place place) implements Exp {}

  /** {@code | & \ ; * ++}. */
  record Binary(Place place, String operator, Exp left, Exp right) implements Exp {}

  /** {@code ~ + * ? ^-1}, and {@code []} for the identity on a set. */
  record Unary(Place place, String operator, Exp operand) implements Exp {}

  record Application(Place place, Exp function, Exp argument) implements Exp {}

  record Tuple(Place place, List<Exp> parts) implements Exp {}

  record Lambda(Place place, List<String> parameters, Exp body) implements Exp {}

  record LetIn(Place place, Let let, Exp body) implements Exp {}

  record Try(Place place, Exp first, Exp otherwise) implements Exp {}

  /** A case without a tag is the one for all others. */
  record Case(String tag, Exp body) {}

  record Match(Place place, Exp subject, List<Case> cases) implements Exp {}

  record TagSet(Place place, List<Exp> elements) implements Exp {}

  /** A statement. */
  sealed interface Statement {
    Place place();
  }

  /** One {@code name = value}; names are several where a tuple is taken apart. */
  record Binding(Place place, List<String> names, Exp value) {}

  record Let(Place place, boolean recursive, List<Binding> bindings) implements Statement {}

  /**
   * @param kind acyclic, irreflexive or empty
   * @param name null if it has none
   */
  record Check(Place place, String kind, boolean negated, Exp relation, String name, Use use)
      implements Statement {}

  /** What a check is for. */
  enum Use {
    AXIOM,
    FLAG,
    UNDEFINED_UNLESS
  }

  record Include(Place place, String file) implements Statement {}

  record Procedure(Place place, String name, List<String> parameters, List<Statement> body)
      implements Statement {}

  record Call(Place place, String name, Exp argument) implements Statement {}

  /**
   * @param value null if the names are shown as they are
   */
  record Show(Place place, List<String> names, Exp value) implements Statement {}

  record Unshow(Place place, List<String> names) implements Statement {}

  record WithFrom(Place place, String name, Exp choices) implements Statement {}

  record Forall(Place place, String variable, Exp set, List<Statement> body) implements Statement {}

  record Enumeration(Place place, String name, List<String> tags) implements Statement {}

  record Model(String name, List<Statement> statements) {}
}
