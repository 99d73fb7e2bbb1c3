package dev.heddle.model.cat;

import java.util.List;

/** What a name of a model file stands for while the file is read. */
sealed interface Meaning
    permits Meaning.Events,
        Meaning.Nothing,
        Meaning.Tag,
        Meaning.Tags,
        Meaning.Tuple,
        Meaning.Closure,
        Meaning.RecursiveClosure,
        Meaning.Procedure,
        Meaning.Primitive,
        Meaning.Deferred,
        CatValue {
  /** A set or a relation. */
  record Events(Node node) implements Meaning {}

  /** Nothing: the empty set and the empty relation. */
  record Nothing() implements Meaning {}

  record Tag(String name) implements Meaning {}

  record Tags(List<Meaning> elements) implements Meaning {}

  record Tuple(List<Meaning> parts) implements Meaning {}

  record Closure(List<String> parameters, Syntax.Exp body, Scope scope) implements Meaning {}

  /** One of several functions that may call each other; the scope is the one around them. */
  record RecursiveClosure(Syntax.Lambda function, List<Syntax.Binding> group, Scope around)
      implements Meaning {
    /** Where the body is evaluated, but for the parameters. */
    Scope scope() {
      return bind(group, around);
    }

    static Scope bind(List<Syntax.Binding> group, Scope around) {
      Scope scope = around;
      for (Syntax.Binding binding : group) {
        Syntax.Lambda function = (Syntax.Lambda) binding.value();
        scope = scope.with(binding.names().get(0), new RecursiveClosure(function, group, around));
      }
      return scope;
    }
  }

  record Procedure(List<String> parameters, List<Syntax.Statement> body, Scope scope)
      implements Meaning {}

  /** A function that the language has built in. */
  record Primitive(String name) implements Meaning {}

  /** What depends on the single events of an execution and is evaluated there. */
  record Deferred(Syntax.Exp expression, Scope scope) implements Meaning {}

  default String kind() {
    if (this instanceof Events events) {
      return events.node().type == Node.Arity.SET ? "a set" : "a relation";
    }
    if (this instanceof CatValue.Matrix matrix) {
      return matrix.arity() == Node.Arity.SET ? "a set" : "a relation";
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
    if (this instanceof CatValue.Event) {
      return "an event";
    }
    if (this instanceof CatValue.Pair) {
      return "a pair of events";
    }
    if (this instanceof CatValue.Many many) {
      return many.elements().isEmpty() ? "an empty set" : "a set of sets";
    }
    return this instanceof Nothing ? "an empty set" : "a function";
  }
}
