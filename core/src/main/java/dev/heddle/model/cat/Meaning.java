package dev.heddle.model.cat;

import java.util.List;

/** What a name of a model file stands for while the file is read. */
sealed interface Meaning {
  /** A set or a relation. */
  record Events(Node node) implements Meaning {}

  /** Nothing: the empty set and the empty relation. */
  record Nothing() implements Meaning {}

  record Tag(String name) implements Meaning {}

  record Tags(List<Meaning> elements) implements Meaning {}

  record Tuple(List<Meaning> parts) implements Meaning {}

  record Closure(List<String> parameters, Syntax.Exp body, Scope scope) implements Meaning {}

  record Procedure(List<String> parameters, List<Syntax.Statement> body, Scope scope)
      implements Meaning {}

  /** A function that the language has built in. */
  record Primitive(String name) implements Meaning {}

  default String kind() {
    if (this instanceof Events events) {
      return events.node().type == Node.Arity.SET ? "a set" : "a relation";
    }
    if (this instanceof Tag) {
      return "a tag";
    }
    if (this instanceof Tags) {
      return "a set of tags";
    }
    if (this instanceof Tuple) {
      return "a tuple";
    }
    if (this instanceof Procedure) {
      return "a procedure";
    }
    return this instanceof Nothing ? "an empty set" : "a function";
  }
}
