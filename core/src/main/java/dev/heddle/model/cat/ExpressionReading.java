package dev.heddle.model.cat;

import dev.heddle.model.axiomatic.CandidateExecution;
import dev.heddle.model.cat.Node.Arity;
import dev.heddle.model.cat.Node.Operation;
import dev.heddle.model.cat.Syntax.Exp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads expressions into nodes. Functions and tags exist only here: they are expanded, so that what
 * remains are relational expressions. What depends on single events of an execution, such as sets
 * of sets and recursive functions, stays as it is written and is evaluated in each execution.
 */
final class ExpressionReading {
  private static final int DEEPEST_CALL = 200;
  private static final Set<String> SETS = Set.of("R", "W", "M", "F", "IW", "FW");
  private static final Set<String> DYNAMIC_PRIMITIVES =
      Set.of("classes-loc", "partition", "classes", "linearisations", "different-values");
  private static final Set<String> PRIMITIVES =
      Set.of("domain", "range", "tag2events", "tag2instrs", "tag2set", "fail");

  private final ExpressionNodes nodes;
  private final Set<String> tags;
  private final String architecture;
  private int calls;

  /**
   * @param tags the sets of events that instructions of the architecture are in
   */
  ExpressionReading(Set<String> tags, String architecture) {
    this.tags = tags;
    this.architecture = architecture;
    Set<String> sets = new HashSet<>(SETS);
    sets.addAll(tags);
    nodes = new ExpressionNodes(sets, architecture);
  }

  ExpressionNodes nodes() {
    return nodes;
  }

  void enterCall(SourcePlace place) throws CatException {
    if (++calls > DEEPEST_CALL) {
      throw new CatException(place, "calls are nested too deeply; recursive functions do not work");
    }
  }

  void leaveCall() {
    calls--;
  }

  Scope define(Syntax.Let let, Scope in) throws CatException {
    if (let.recursive()) {
      boolean functions =
          let.bindings().stream().allMatch(binding -> binding.value() instanceof Syntax.Lambda);
      return functions
          ? Meaning.RecursiveClosure.bind(let.bindings(), in)
          : defineRecursively(let, in);
    }
    Scope result = in;
    for (Syntax.Binding binding : let.bindings()) {
      Meaning value = evaluate(binding.value(), in);
      if (binding.names().size() == 1) {
        result = result.with(binding.names().get(0), value);
      } else {
        result = bind(binding.place(), binding.names(), value, result);
      }
    }
    return result;
  }

  /**
   * Recursive definitions are relations where that fits, and sets elsewhere. Each attempt that
   * fails turns some relations into sets, or is the last.
   */
  private Scope defineRecursively(Syntax.Let let, Scope in) throws CatException {
    Arity[] arity = new Arity[let.bindings().size()];
    Arrays.fill(arity, Arity.RELATION);
    CatException first = null;
    while (true) {
      Node.Recursion recursion = nodes.recursion(let.place(), arity);
      CatException mistake = null;
      boolean learned = false;
      BitSet wrong = new BitSet();
      Scope inner = in;
      for (int i = 0; i < arity.length; i++) {
        inner = inner.with(name(let, i), events(recursion.variables.get(i)));
      }
      for (int i = 0; i < arity.length; i++) {
        Exp body = let.bindings().get(i).value();
        try {
          Meaning meaning = evaluate(body, inner);
          if (meaning instanceof Meaning.Deferred) {
            throw new CatException(body.place(), "sets of sets cannot be defined recursively");
          }
          boolean isSet =
              meaning instanceof Meaning.Events events && events.node().type == Arity.SET;
          if (isSet && arity[i] == Arity.RELATION) {
            arity[i] = Arity.SET;
            learned = true;
          } else {
            recursion.bodies.add(node(body.place(), meaning, arity[i]));
          }
        } catch (CatException e) {
          mistake = mistake == null ? e : mistake;
          wrong.set(i);
        }
      }
      if (mistake == null && !learned) {
        Scope result = in;
        List<Node> fixpoints = nodes.fixpoints(recursion);
        for (int i = 0; i < arity.length; i++) {
          result = result.with(name(let, i), events(fixpoints.get(i)));
        }
        return result;
      }
      if (!learned && first != null) {
        throw first;
      }
      if (!learned) {
        // What does not fit as a relation may fit as a set.
        first = mistake;
        wrong.stream().forEach(i -> arity[i] = Arity.SET);
      }
    }
  }

  private static String name(Syntax.Let let, int binding) throws CatException {
    List<String> names = let.bindings().get(binding).names();
    if (names.size() != 1) {
      throw new CatException(let.bindings().get(binding).place(), "a tuple cannot be recursive");
    }
    return names.get(0);
  }

  static Scope bind(SourcePlace place, List<String> names, Meaning value, Scope in)
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

  static Meaning events(Node node) {
    return new Meaning.Events(node);
  }

  /** Evaluates to a set or a relation; of the given type unless that is null. */
  Node node(Exp expression, Scope in, Arity type) throws CatException {
    return node(expression.place(), evaluate(expression, in), type);
  }

  Node node(SourcePlace place, Meaning meaning, Arity type) throws CatException {
    if (meaning instanceof Meaning.Nothing) {
      return nodes.empty(type == null ? Arity.RELATION : type);
    }
    if (meaning instanceof Meaning.Events events && (type == null || events.node().type == type)) {
      return events.node();
    }
    if (meaning instanceof Meaning.Deferred deferred) {
      // Where either will do, a set counts as the identity on it, which is empty if the set is.
      return nodes.deferred(deferred, type == null ? Arity.RELATION : type);
    }
    String wanted =
        type == null ? "a set or a relation" : type == Arity.SET ? "a set" : "a relation";
    throw new CatException(place, "this is " + meaning.kind() + ", but " + wanted + " is needed");
  }

  Meaning evaluate(Exp expression, Scope in) throws CatException {
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
      Meaning operand = evaluate(unary.operand(), in);
      return isDynamic(operand) ? new Meaning.Deferred(unary, in) : events(unary(unary, operand));
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
    if (expression instanceof Syntax.ElementSet set) {
      List<Meaning> elements = new ArrayList<>();
      for (Exp element : set.elements()) {
        elements.add(evaluate(element, in));
      }
      boolean tagsOnly = elements.stream().allMatch(Meaning.Tag.class::isInstance);
      return tagsOnly ? new Meaning.Tags(elements) : new Meaning.Deferred(set, in);
    }
    return new Meaning.Deferred(expression, in);
  }

  /** Whether something is known only in an execution, so that what is made of it is, too. */
  private static boolean isDynamic(Meaning meaning) {
    return meaning instanceof Meaning.Deferred || meaning instanceof Meaning.Tags;
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
    if (isPrimitive(name.name())) {
      return new Meaning.Primitive(name.name());
    }
    throw new CatException(
        name.place(), "'" + name.name() + "' is not defined for " + architecture + " tests");
  }

  /** Whether a name that nobody defined is that of a function. */
  static boolean isPrimitive(String name) {
    return PRIMITIVES.contains(name) || DYNAMIC_PRIMITIVES.contains(name);
  }

  private Meaning match(Syntax.Match match, Scope in) throws CatException {
    Meaning subject = evaluate(match.subject(), in);
    if (subject instanceof Meaning.Deferred) {
      return new Meaning.Deferred(match, in);
    }
    if (!(subject instanceof Meaning.Tag tag)) {
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
      leaveCall();
      return result;
    }
    if (function instanceof Meaning.RecursiveClosure || function instanceof Meaning.Deferred) {
      return new Meaning.Deferred(application, in);
    }
    if (function instanceof Meaning.Primitive primitive) {
      return primitive(primitive.name(), application, in);
    }
    throw new CatException(
        application.function().place(), "this is " + function.kind() + ", not a function");
  }

  private Meaning primitive(String name, Syntax.Application application, Scope in)
      throws CatException {
    Meaning argument = evaluate(application.argument(), in);
    SourcePlace place = application.argument().place();
    if (DYNAMIC_PRIMITIVES.contains(name) || isDynamic(argument)) {
      return new Meaning.Deferred(application, in);
    }
    if (name.equals("fail")) {
      throw new CatException(application.place(), "the model says 'fail'");
    }
    if (name.startsWith("tag2")) {
      if (argument instanceof Meaning.Tag tag) {
        return meaning(new Syntax.Name(place, tagName(tag.name())), Scope.EMPTY);
      }
      throw new CatException(place, name + " needs a tag");
    }
    Operation operation = name.equals("domain") ? Operation.DOMAIN : Operation.RANGE;
    return events(nodes.unary(operation, Arity.SET, node(place, argument, Arity.RELATION)));
  }

  /** Tags are written small; the sets that they stand for start with a capital letter. */
  static String tagName(String tag) {
    return tag.isEmpty() ? tag : Character.toUpperCase(tag.charAt(0)) + tag.substring(1);
  }

  private Meaning binary(Syntax.Binary binary, Scope in) throws CatException {
    Meaning left = evaluate(binary.left(), in);
    Meaning right = evaluate(binary.right(), in);
    if (isDynamic(left) || isDynamic(right) || binary.operator().equals("++")) {
      return new Meaning.Deferred(binary, in);
    }
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

  private Node unary(Syntax.Unary unary, Meaning meaning) throws CatException {
    SourcePlace place = unary.operand().place();
    if (unary.operator().equals("~")) {
      Node operand = node(place, meaning, null);
      return nodes.unary(Operation.COMPLEMENT, operand.type, operand);
    }
    if (unary.operator().equals("[]")) {
      Node set = node(place, meaning, Arity.SET);
      return nodes.unary(Operation.IDENTITY, Arity.RELATION, set);
    }
    Node operand = node(place, meaning, Arity.RELATION);
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
