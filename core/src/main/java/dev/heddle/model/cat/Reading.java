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

/**
 * Reads the statements of a model into nodes and checks. Functions, tags and procedures exist only
 * here: they are expanded, so that what remains are relational expressions.
 */
final class Reading {
  private static final int DEEPEST_CALL = 200;
  private static final Set<String> SETS = Set.of("R", "W", "M", "F", "IW", "FW");
  private static final Set<String> PRIMITIVES =
      Set.of("domain", "range", "tag2events", "generate_cos", "generate_orders");

  /** A check with the expression that it looks at. */
  record Check(String kind, boolean negated, Node node, String name, Syntax.Use use) {}

  private final ExpressionNodes nodes = new ExpressionNodes();
  private final Set<String> tags;
  private final String architecture;
  private final List<Check> checks = new ArrayList<>();
  private final Map<String, Node> shown = new LinkedHashMap<>();
  private final List<String> including = new ArrayList<>();
  private Scope scope = Scope.EMPTY;
  private int calls;

  /**
   * @param tags the sets of events that instructions of the architecture are in
   */
  Reading(Set<String> tags, String architecture) {
    this.tags = tags;
    this.architecture = architecture;
  }

  ExpressionNodes nodes() {
    return nodes;
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
      scope = define(let, scope);
    } else if (statement instanceof Syntax.Check check) {
      Node node =
          node(check.relation(), scope, check.kind().equals("empty") ? null : Arity.RELATION);
      checks.add(new Check(check.kind(), check.negated(), node, check.name(), check.use()));
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
    } else if (statement instanceof Syntax.Enumeration enumeration) {
      List<Meaning> elements = new ArrayList<>();
      enumeration.tags().forEach(tag -> elements.add(new Meaning.Tag(tag)));
      scope = scope.with(enumeration.name(), new Meaning.Tags(elements));
    }
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
    Meaning argument = evaluate(call.argument(), scope);
    scope = bind(call.place(), procedure.parameters(), argument, procedure.scope());
    enterCall(call.place());
    run(procedure.body(), source);
    calls--;
    scope = caller;
  }

  private void enterCall(SourcePlace place) throws CatException {
    if (++calls > DEEPEST_CALL) {
      throw new CatException(place, "calls are nested too deeply; recursive functions do not work");
    }
  }

  private void show(Syntax.Show show) throws CatException {
    for (String name : show.names()) {
      Exp value = show.value() == null ? new Syntax.Name(show.place(), name) : show.value();
      shown.put(name, node(value, scope, Arity.RELATION));
    }
  }

  /** {@code with co from …}: the search tries all orders, so only the words that say so work. */
  private void choose(Syntax.WithFrom from) throws CatException {
    boolean known =
        from.name().equals("co")
            && from.choices() instanceof Syntax.Application application
            && application.function() instanceof Syntax.Name name
            && name.name().equals("generate_cos");
    if (!known) {
      throw new CatException(
          from.place(), "only 'with co from generate_cos(…)' is supported; co is chosen already");
    }
    Exp order = ((Syntax.Application) from.choices()).argument();
    Node must = node(order, scope, Arity.RELATION);
    Node missing =
        nodes.binary(
            Operation.DIFFERENCE, Arity.RELATION, must, nodes.relation(CandidateExecution.Base.CO));
    checks.add(new Check("empty", false, missing, "co", Syntax.Use.AXIOM));
    scope = scope.with("co", events(nodes.relation(CandidateExecution.Base.CO)));
  }

  private void forall(Syntax.Forall forall, CatFiles.Source source) throws CatException {
    if (!(evaluate(forall.set(), scope) instanceof Meaning.Tags set)) {
      throw new CatException(forall.set().place(), "'forall' works on sets of tags only");
    }
    Scope before = scope;
    for (Meaning element : set.elements()) {
      scope = before.with(forall.variable(), element);
      run(forall.body(), source);
    }
    scope = before;
  }

  private Scope define(Syntax.Let let, Scope in) throws CatException {
    if (let.recursive()
        && let.bindings().stream().noneMatch(b -> b.value() instanceof Syntax.Lambda)) {
      return defineRecursively(let, in);
    }
    Scope result = in;
    for (Syntax.Binding binding : let.bindings()) {
      // A recursive function would be expanded for ever: its name is not known in its body.
      Meaning value = evaluate(binding.value(), in);
      if (binding.names().size() == 1) {
        result = result.with(binding.names().get(0), value);
      } else {
        result = bind(binding.place(), binding.names(), value, result);
      }
    }
    return result;
  }

  /** Recursive definitions are relations; if that does not fit, sets. */
  private Scope defineRecursively(Syntax.Let let, Scope in) throws CatException {
    try {
      return defineRecursively(let, in, Arity.RELATION);
    } catch (CatException relationsDoNotFit) {
      try {
        return defineRecursively(let, in, Arity.SET);
      } catch (CatException setsDoNotFit) {
        relationsDoNotFit.addSuppressed(setsDoNotFit);
        throw relationsDoNotFit;
      }
    }
  }

  private Scope defineRecursively(Syntax.Let let, Scope in, Arity type) throws CatException {
    int count = let.bindings().size();
    Node.Recursion recursion = nodes.recursion(let.place(), count, type);
    Scope inner = in;
    for (int i = 0; i < count; i++) {
      inner = inner.with(name(let, i), events(recursion.variables.get(i)));
    }
    for (Syntax.Binding binding : let.bindings()) {
      recursion.bodies.add(node(binding.value(), inner, type));
    }
    List<Node> fixpoints = nodes.fixpoints(recursion);
    Scope result = in;
    for (int i = 0; i < count; i++) {
      result = result.with(name(let, i), events(fixpoints.get(i)));
    }
    return result;
  }

  private static String name(Syntax.Let let, int binding) throws CatException {
    List<String> names = let.bindings().get(binding).names();
    if (names.size() != 1) {
      throw new CatException(let.bindings().get(binding).place(), "a tuple cannot be recursive");
    }
    return names.get(0);
  }

  private static Scope bind(SourcePlace place, List<String> names, Meaning value, Scope in)
      throws CatException {
    if (names.size() == 1) {
      return in.with(names.get(0), value);
    }
    List<Meaning> parts = value instanceof Meaning.Tuple tuple ? tuple.parts() : List.of(value);
    if (parts.size() != names.size()) {
      throw new CatException(
          place, "expected " + names.size() + " values but found " + parts.size());
    }
    Scope result = in;
    for (int i = 0; i < parts.size(); i++) {
      result = result.with(names.get(i), parts.get(i));
    }
    return result;
  }

  private static Meaning events(Node node) {
    return new Meaning.Events(node);
  }

  /** Evaluates to a set or a relation; of the given type unless that is null. */
  private Node node(Exp expression, Scope in, Arity type) throws CatException {
    return node(expression.place(), evaluate(expression, in), type);
  }

  private Node node(SourcePlace place, Meaning meaning, Arity type) throws CatException {
    if (meaning instanceof Meaning.Nothing) {
      return nodes.empty(type == null ? Arity.RELATION : type);
    }
    if (meaning instanceof Meaning.Events events && (type == null || events.node().type == type)) {
      return events.node();
    }
    String wanted =
        type == null ? "a set or a relation" : type == Arity.SET ? "a set" : "a relation";
    throw new CatException(place, "this is " + meaning.kind() + ", but " + wanted + " is needed");
  }

  private Meaning evaluate(Exp expression, Scope in) throws CatException {
    if (expression instanceof Syntax.Name name) {
      return meaning(name, in);
    }
    if (expression instanceof Syntax.Tag tag) {
      return new Meaning.Tag(tag.name());
    }
    if (expression instanceof Syntax.Empty) {
      return new Meaning.Nothing();
    }
    if (expression instanceof Syntax.Universe) {
      return events(nodes.set("_"));
    }
    if (expression instanceof Syntax.Binary binary) {
      return binary(binary, in);
    }
    if (expression instanceof Syntax.Unary unary) {
      return events(unary(unary, in));
    }
    if (expression instanceof Syntax.Application application) {
      return apply(application, in);
    }
    if (expression instanceof Syntax.Tuple tuple) {
      List<Meaning> parts = new ArrayList<>();
      for (Exp part : tuple.parts()) {
        parts.add(evaluate(part, in));
      }
      return new Meaning.Tuple(parts);
    }
    if (expression instanceof Syntax.Lambda function) {
      return new Meaning.Closure(function.parameters(), function.body(), in);
    }
    if (expression instanceof Syntax.LetIn letIn) {
      return evaluate(letIn.body(), define(letIn.let(), in));
    }
    if (expression instanceof Syntax.Try attempt) {
      try {
        return evaluate(attempt.first(), in);
      } catch (CatException undefined) {
        return evaluate(attempt.otherwise(), in);
      }
    }
    if (expression instanceof Syntax.Match match) {
      return match(match, in);
    }
    List<Meaning> elements = new ArrayList<>();
    for (Exp element : ((Syntax.TagSet) expression).elements()) {
      elements.add(evaluate(element, in));
    }
    return new Meaning.Tags(elements);
  }

  private Meaning meaning(Syntax.Name name, Scope in) throws CatException {
    Meaning defined = in.find(name.name());
    if (defined != null) {
      return defined;
    }
    for (CandidateExecution.Base base : CandidateExecution.Base.values()) {
      if (base.text().equals(name.name())) {
        return events(nodes.relation(base));
      }
    }
    if (SETS.contains(name.name()) || tags.contains(name.name())) {
      return events(nodes.set(name.name()));
    }
    if (PRIMITIVES.contains(name.name())) {
      return new Meaning.Primitive(name.name());
    }
    throw new CatException(
        name.place(), "'" + name.name() + "' is not defined for " + architecture + " tests");
  }

  private Meaning match(Syntax.Match match, Scope in) throws CatException {
    if (!(evaluate(match.subject(), in) instanceof Meaning.Tag tag)) {
      throw new CatException(match.subject().place(), "'match' works on tags only");
    }
    for (Syntax.Case each : match.cases()) {
      if (each.tag() == null || each.tag().equals(tag.name())) {
        return evaluate(each.body(), in);
      }
    }
    throw new CatException(match.place(), "no case for '" + tag.name());
  }

  private Meaning apply(Syntax.Application application, Scope in) throws CatException {
    Meaning function = evaluate(application.function(), in);
    if (function instanceof Meaning.Closure closure) {
      Meaning argument = evaluate(application.argument(), in);
      Scope inner = bind(application.place(), closure.parameters(), argument, closure.scope());
      enterCall(application.place());
      Meaning result = evaluate(closure.body(), inner);
      calls--;
      return result;
    }
    if (function instanceof Meaning.Primitive primitive) {
      return primitive(primitive.name(), application, in);
    }
    throw new CatException(
        application.function().place(), "this is " + function.kind() + ", not a function");
  }

  private Meaning primitive(String name, Syntax.Application application, Scope in)
      throws CatException {
    Exp argument = application.argument();
    return switch (name) {
      case "domain" ->
          events(nodes.unary(Operation.DOMAIN, Arity.SET, node(argument, in, Arity.RELATION)));
      case "range" ->
          events(nodes.unary(Operation.RANGE, Arity.SET, node(argument, in, Arity.RELATION)));
      case "tag2events" -> {
        if (evaluate(argument, in) instanceof Meaning.Tag tag) {
          yield meaning(new Syntax.Name(argument.place(), tagName(tag.name())), Scope.EMPTY);
        }
        throw new CatException(argument.place(), "tag2events needs a tag");
      }
      default ->
          throw new CatException(
              application.place(), "'" + name + "' works in 'with co from " + name + "(…)' only");
    };
  }

  /** Tags are written small; the sets that they stand for start with a capital letter. */
  private static String tagName(String tag) {
    return tag.isEmpty() ? tag : Character.toUpperCase(tag.charAt(0)) + tag.substring(1);
  }

  private Meaning binary(Syntax.Binary binary, Scope in) throws CatException {
    Meaning left = evaluate(binary.left(), in);
    Meaning right = evaluate(binary.right(), in);
    SourcePlace leftPlace = binary.left().place();
    SourcePlace rightPlace = binary.right().place();
    if (binary.operator().equals(";")) {
      return events(
          nodes.binary(
              Operation.COMPOSITION,
              Arity.RELATION,
              node(leftPlace, left, Arity.RELATION),
              node(rightPlace, right, Arity.RELATION)));
    }
    if (binary.operator().equals("*")) {
      return events(
          nodes.binary(
              Operation.PRODUCT,
              Arity.RELATION,
              node(leftPlace, left, Arity.SET),
              node(rightPlace, right, Arity.SET)));
    }
    if (binary.operator().equals("++")) {
      throw new CatException(binary.place(), "'++' is not supported: sets hold events only");
    }
    if (left instanceof Meaning.Nothing && right instanceof Meaning.Nothing) {
      return left;
    }
    Node first = left instanceof Meaning.Nothing ? null : node(leftPlace, left, null);
    Arity type = first == null ? node(rightPlace, right, null).type : first.type;
    Node a = first == null ? nodes.empty(type) : first;
    if (right instanceof Meaning.Events events && events.node().type != type) {
      throw new CatException(
          binary.place(),
          "the left operand of "
              + binary.operator()
              + " is "
              + left.kind()
              + ", the right one "
              + right.kind());
    }
    Node b = node(rightPlace, right, type);
    Operation operation =
        switch (binary.operator()) {
          case "|" -> Operation.UNION;
          case "&" -> Operation.INTERSECTION;
          default -> Operation.DIFFERENCE;
        };
    return events(nodes.binary(operation, type, a, b));
  }

  private Node unary(Syntax.Unary unary, Scope in) throws CatException {
    if (unary.operator().equals("~")) {
      Node operand = node(unary.operand(), in, null);
      return nodes.unary(Operation.COMPLEMENT, operand.type, operand);
    }
    if (unary.operator().equals("[]")) {
      Node set = node(unary.operand(), in, Arity.SET);
      return nodes.unary(Operation.IDENTITY, Arity.RELATION, set);
    }
    Node operand = node(unary.operand(), in, Arity.RELATION);
    Operation operation =
        switch (unary.operator()) {
          case "+" -> Operation.CLOSURE;
          case "*" -> Operation.REFLEXIVE_CLOSURE;
          case "?" -> Operation.REFLEXIVE;
          default -> Operation.INVERSE;
        };
    return nodes.unary(operation, Arity.RELATION, operand);
  }
}
