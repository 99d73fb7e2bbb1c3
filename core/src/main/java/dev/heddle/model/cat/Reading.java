package dev.heddle.model.cat;

import dev.heddle.model.axiomatic.CandidateExecution;
import dev.heddle.model.cat.Node.Arity;
import dev.heddle.model.cat.Node.Operation;
import dev.heddle.model.cat.Syntax.Exp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the statements of a model into checks; procedures are expanded. */
final class Reading {
  /** A check with the expression that it looks at. */
  record Check(String kind, boolean negated, Node node, String name, Syntax.Use use) {}

  private final ExpressionReading expressions;
  private final List<Node> choices = new ArrayList<>();
  private final List<Check> checks = new ArrayList<>();
  private final Map<String, Node> shown = new LinkedHashMap<>();
  private final List<String> including = new ArrayList<>();
  private Scope scope = Scope.EMPTY;

  /**
   * @param tags the sets of events that instructions of the architecture are in
   */
  Reading(Set<String> tags, String architecture) {
    expressions = new ExpressionReading(tags, architecture);
  }

  ExpressionNodes nodes() {
    return expressions.nodes();
  }

  /** What {@code with … from} chooses, in order; later ones may depend on earlier ones. */
  List<Node> choices() {
    return choices;
  }

  List<Check> checks() {
    return checks;
  }

  Map<String, Node> shown() {
    return shown;
  }

  /** Reads a file and gives the name that it has inside, or null. */
  String read(CatFiles.Source source) throws CatException {
    Syntax.Model model = Parser.parse(source.file(), source.text());
    including.add(source.file());
    run(model.statements(), source);
    including.remove(including.size() - 1);
    return model.name();
  }

  private void run(List<Syntax.Statement> statements, CatFiles.Source source) throws CatException {
    for (Syntax.Statement statement : statements) {
      run(statement, source);
    }
  }

  private void run(Syntax.Statement statement, CatFiles.Source source) throws CatException {
    if (statement instanceof Syntax.Let let) {
      scope = expressions.define(let, scope);
      if (let.when() != null) {
        check(let.when());
      }
    } else if (statement instanceof Syntax.Check check) {
      check(check);
    } else if (statement instanceof Syntax.Include include) {
      include(include, source);
    } else if (statement instanceof Syntax.Procedure procedure) {
      scope =
          scope.with(
              procedure.name(),
              new Meaning.Procedure(procedure.parameters(), procedure.body(), scope));
    } else if (statement instanceof Syntax.Call call) {
      call(call, source);
    } else if (statement instanceof Syntax.Show show) {
      show(show);
    } else if (statement instanceof Syntax.Unshow unshow) {
      unshow.names().forEach(shown::remove);
    } else if (statement instanceof Syntax.WithFrom from) {
      choose(from);
    } else if (statement instanceof Syntax.Forall forall) {
      forall(forall, source);
    } else if (statement instanceof Syntax.Group group) {
      run(group.body(), source);
    } else if (statement instanceof Syntax.MatchStatement match) {
      match(match, source);
    } else if (statement instanceof Syntax.Enumeration enumeration) {
      List<Meaning> elements = new ArrayList<>();
      enumeration.tags().forEach(tag -> elements.add(new Meaning.Tag(tag)));
      scope = scope.with(enumeration.name(), new Meaning.Tags(elements));
    }
  }

  private void check(Syntax.Check check) throws CatException {
    Arity arity = check.kind().equals("empty") ? null : Arity.RELATION;
    Node node = expressions.node(check.relation(), scope, arity);
    checks.add(new Check(check.kind(), check.negated(), node, check.name(), check.use()));
  }

  private void match(Syntax.MatchStatement match, CatFiles.Source source) throws CatException {
    if (!(expressions.evaluate(match.subject(), scope) instanceof Meaning.Tag tag)) {
      throw new CatException(match.subject().place(), "'match' works on tags only");
    }
    for (Syntax.StatementCase each : match.cases()) {
      if (each.tag() == null || each.tag().equals(tag.name())) {
        run(each.body(), source);
        return;
      }
    }
    throw new CatException(match.place(), "no case for '" + tag.name());
  }

  private void include(Syntax.Include include, CatFiles.Source source) throws CatException {
    CatFiles.Source file = CatFiles.included(include.place(), include.file(), source.folder());
    if (including.contains(file.file())) {
      throw new CatException(include.place(), "'" + include.file() + "' includes itself");
    }
    read(file);
  }

  private void call(Syntax.Call call, CatFiles.Source source) throws CatException {
    if (!(scope.find(call.name()) instanceof Meaning.Procedure procedure)) {
      throw new CatException(call.place(), "there is no procedure '" + call.name() + "'");
    }
    Scope caller = scope;
    Meaning argument = expressions.evaluate(call.argument(), scope);
    scope =
        ExpressionReading.bind(call.place(), procedure.parameters(), argument, procedure.scope());
    expressions.enterCall(call.place());
    run(procedure.body(), source);
    expressions.leaveCall();
    scope = caller;
  }

  private void show(Syntax.Show show) throws CatException {
    for (String name : show.names()) {
      Exp value = show.value() == null ? new Syntax.Name(show.place(), name) : show.value();
      shown.put(name, expressions.node(value, scope, Arity.RELATION));
    }
  }

  /**
   * The search tries all coherence orders, so {@code with co from generate_cos(r)} only demands
   * that co holds r, and an order of some writes is a part of co. Everything else is a choice that
   * is made in each execution.
   */
  private void choose(Syntax.WithFrom from) throws CatException {
    Node co = nodes().relation(CandidateExecution.Base.CO);
    Exp order = argumentOf("generate_cos", from.choices());
    if (order != null && from.name().equals("co")) {
      demand(expressions.node(order, scope, Arity.RELATION), co);
      scope = scope.with("co", ExpressionReading.events(co));
      return;
    }
    Exp orders = argumentOf("generate_orders", from.choices());
    if (orders != null
        && expressions.evaluate(orders, scope) instanceof Meaning.Tuple tuple
        && tuple.parts().size() == 2
        && tuple.parts().get(0) instanceof Meaning.Events writes
        && isOfWrites(writes.node())) {
      Node square = nodes().binary(Operation.PRODUCT, Arity.RELATION, writes.node(), writes.node());
      Node part = nodes().binary(Operation.INTERSECTION, Arity.RELATION, co, square);
      Node base = expressions.node(orders.place(), tuple.parts().get(1), Arity.RELATION);
      Node here = nodes().binary(Operation.INTERSECTION, Arity.RELATION, base, square);
      Node loc = nodes().relation(CandidateExecution.Base.LOC);
      demand(nodes().binary(Operation.INTERSECTION, Arity.RELATION, here, loc), part);
      scope = scope.with(from.name(), ExpressionReading.events(part));
      return;
    }
    expressions.evaluate(from.choices(), scope);
    Node choice = nodes().choice(new Meaning.Deferred(from.choices(), scope));
    choices.add(choice);
    if (from.name().equals("co")) {
      demand(choice, co);
      demand(co, choice);
    }
    scope = scope.with(from.name(), ExpressionReading.events(choice));
  }

  /** Adds a check that the second relation holds the first. */
  private void demand(Node part, Node whole) {
    Node missing = nodes().binary(Operation.DIFFERENCE, Arity.RELATION, part, whole);
    checks.add(new Check("empty", false, missing, "with", Syntax.Use.AXIOM));
  }

  private static Exp argumentOf(String function, Exp choices) {
    return choices instanceof Syntax.Application application
            && application.function() instanceof Syntax.Name name
            && name.name().equals(function)
        ? application.argument()
        : null;
  }

  private static boolean isOfWrites(Node set) {
    return switch (set.operation) {
      case BASE_SET -> set.name.equals("W") || set.name.equals("IW");
      case INTERSECTION -> isOfWrites(set.left) || isOfWrites(set.right);
      case DIFFERENCE -> isOfWrites(set.left);
      case UNION -> isOfWrites(set.left) && isOfWrites(set.right);
      default -> false;
    };
  }

  private void forall(Syntax.Forall forall, CatFiles.Source source) throws CatException {
    if (!(expressions.evaluate(forall.set(), scope) instanceof Meaning.Tags set)) {
      throw new CatException(forall.set().place(), "'forall' works on sets of tags only");
    }
    Scope before = scope;
    for (Meaning element : set.elements()) {
      scope = before.with(forall.variable(), element);
      run(forall.body(), source);
    }
    scope = before;
  }
}
