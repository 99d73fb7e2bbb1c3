package dev.heddle.model.cat;

import dev.heddle.model.axiomatic.BitMatrix;
import dev.heddle.model.axiomatic.CandidateExecution.Base;
import dev.heddle.model.cat.CatValue.Many;
import dev.heddle.model.cat.CatValue.Matrix;
import dev.heddle.model.cat.Meaning.Tag;
import dev.heddle.model.cat.Node.Arity;
import dev.heddle.model.cat.Syntax.Exp;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Evaluates expressions as they are written, in one execution: sets of sets, recursive functions
 * and what else needs to look at single events. Nodes, which are faster, take over where an
 * expression has become one.
 */
final class DynamicEvaluation {
  private static final int DEEPEST = 500;
  private static final int MAX_ORDERS = 1_000_000;

  private final ExpressionNodes names;
  private final Evaluation nodes;
  private final SetAlgebra algebra;
  private int depth;

  DynamicEvaluation(ExpressionNodes names, Evaluation nodes) {
    this.names = names;
    this.nodes = nodes;
    this.algebra = new SetAlgebra(nodes.execution().size());
  }

  /** The value of a set or a relation; where a relation is asked for, a set is its identity. */
  BitMatrix matrix(Meaning.Deferred deferred, Arity arity) {
    Exp expression = deferred.expression();
    Meaning value = evaluate(expression, deferred.scope());
    if (arity == Arity.RELATION && value instanceof Matrix set && set.arity() == Arity.SET) {
      BitMatrix identity = algebra.empty(Arity.RELATION);
      identity.identity(set.bits());
      return identity;
    }
    if (arity == Arity.RELATION && value instanceof Many many && !many.elements().isEmpty()) {
      BitMatrix something = algebra.empty(Arity.RELATION);
      something.fill();
      return something;
    }
    return algebra.bits(expression.place(), value, arity);
  }

  /** The relations that a choice has. */
  List<BitMatrix> relations(Meaning.Deferred deferred) {
    SourcePlace place = deferred.expression().place();
    Meaning value = evaluate(deferred.expression(), deferred.scope());
    if (!(value instanceof Many many)) {
      throw SetAlgebra.error(
          place, "this is " + value.kind() + ", but a set of relations is needed");
    }
    List<BitMatrix> relations = new ArrayList<>();
    for (Meaning element : many.elements()) {
      relations.add(algebra.bits(place, element, Arity.RELATION));
    }
    return relations;
  }

  /** Replaces what stands for an expression by its value here. */
  private Meaning value(Meaning meaning) {
    if (meaning instanceof Meaning.Events events) {
      BitMatrix copy = algebra.empty(events.node().type);
      copy.copy(nodes.value(events.node()));
      return new Matrix(copy, events.node().type);
    }
    if (meaning instanceof Meaning.Nothing) {
      return Many.EMPTY;
    }
    if (meaning instanceof Meaning.Tags tags) {
      return new Many(new LinkedHashSet<>(tags.elements()));
    }
    if (meaning instanceof Meaning.Deferred deferred) {
      return evaluate(deferred.expression(), deferred.scope());
    }
    if (meaning instanceof Meaning.Tuple tuple) {
      return new Meaning.Tuple(tuple.parts().stream().map(this::value).toList());
    }
    return meaning;
  }

  private Meaning evaluate(Exp expression, Scope in) {
    if (++depth > DEEPEST) {
      throw SetAlgebra.error(expression.place(), "functions call each other too deeply");
    }
    try {
      return evaluateHere(expression, in);
    } finally {
      depth--;
    }
  }

  private Meaning evaluateHere(Exp expression, Scope in) {
    if (expression instanceof Syntax.Name name) {
      return name(name, in);
    } else if (expression instanceof Syntax.Tag tag) {
      return new Tag(tag.name());
    } else if (expression instanceof Syntax.Empty) {
      return Many.EMPTY;
    } else if (expression instanceof Syntax.Universe) {
      BitMatrix all = algebra.empty(Arity.SET);
      all.copy(nodes.execution().set("_"));
      return new Matrix(all, Arity.SET);
    } else if (expression instanceof Syntax.Binary binary) {
      return algebra.combine(
          binary.place(),
          binary.operator(),
          evaluate(binary.left(), in),
          evaluate(binary.right(), in));
    } else if (expression instanceof Syntax.Unary unary) {
      return algebra.unary(unary, evaluate(unary.operand(), in));
    } else if (expression instanceof Syntax.Application application) {
      return apply(application, in);
    } else if (expression instanceof Syntax.Tuple tuple) {
      return new Meaning.Tuple(tuple.parts().stream().map(part -> evaluate(part, in)).toList());
    } else if (expression instanceof Syntax.Lambda function) {
      return new Meaning.Closure(function.parameters(), function.body(), in);
    } else if (expression instanceof Syntax.LetIn letIn) {
      return evaluate(letIn.body(), define(letIn.let(), in));
    } else if (expression instanceof Syntax.Try attempt) {
      try {
        return evaluate(attempt.first(), in);
      } catch (CatEvaluationException undefined) {
        return evaluate(attempt.otherwise(), in);
      }
    } else if (expression instanceof Syntax.Match match) {
      return match(match, in);
    } else if (expression instanceof Syntax.MatchSet match) {
      return matchSet(match, in);
    } else if (expression instanceof Syntax.If condition) {
      return evaluate(holds(condition, in) ? condition.then() : condition.otherwise(), in);
    }
    Syntax.ElementSet set = (Syntax.ElementSet) expression;
    Meaning elements = Many.EMPTY;
    for (Exp element : set.elements()) {
      elements = algebra.add(set.place(), evaluate(element, in), elements);
    }
    return elements;
  }

  private Meaning name(Syntax.Name name, Scope in) {
    Meaning defined = in.find(name.name());
    if (defined != null) {
      return value(defined);
    }
    for (Base base : Base.values()) {
      if (base.text().equals(name.name())) {
        BitMatrix copy = algebra.empty(Arity.RELATION);
        copy.copy(nodes.execution().relation(base));
        return new Matrix(copy, Arity.RELATION);
      }
    }
    if (ExpressionReading.isPrimitive(name.name())) {
      return new Meaning.Primitive(name.name());
    }
    return set(name.place(), name.name());
  }

  /** A set by its name. */
  private Matrix set(SourcePlace place, String name) {
    if (!names.isSet(name)) {
      throw SetAlgebra.error(
          place, "'" + name + "' is not defined for " + names.architecture() + " tests");
    }
    BitMatrix copy = algebra.empty(Arity.SET);
    BitMatrix known = nodes.execution().set(name);
    if (known != null) {
      copy.copy(known);
    }
    return new Matrix(copy, Arity.SET);
  }

  private Scope define(Syntax.Let let, Scope in) {
    if (let.recursive()) {
      if (let.bindings().stream().allMatch(b -> b.value() instanceof Syntax.Lambda)) {
        return Meaning.RecursiveClosure.bind(let.bindings(), in);
      }
      throw SetAlgebra.error(let.place(), "only functions may be recursive here");
    }
    Scope result = in;
    for (Syntax.Binding binding : let.bindings()) {
      result = bind(binding.place(), binding.names(), evaluate(binding.value(), in), result);
    }
    return result;
  }

  private static Scope bind(SourcePlace place, List<String> names, Meaning value, Scope in) {
    try {
      return ExpressionReading.bind(place, names, value, in);
    } catch (CatException e) {
      throw new CatEvaluationException(e.getMessage());
    }
  }

  private Meaning apply(Syntax.Application application, Scope in) {
    Meaning function = evaluate(application.function(), in);
    Meaning argument = evaluate(application.argument(), in);
    SourcePlace place = application.place();
    if (function instanceof Meaning.Closure closure) {
      return evaluate(closure.body(), bind(place, closure.parameters(), argument, closure.scope()));
    }
    if (function instanceof Meaning.RecursiveClosure closure) {
      Syntax.Lambda lambda = closure.function();
      return evaluate(lambda.body(), bind(place, lambda.parameters(), argument, closure.scope()));
    }
    if (function instanceof Meaning.Primitive primitive) {
      return primitive(primitive.name(), application.argument().place(), argument);
    }
    throw SetAlgebra.error(
        application.function().place(), "this is " + function.kind() + ", not a function");
  }

  private Meaning primitive(String name, SourcePlace place, Meaning argument) {
    return switch (name) {
      case "domain" -> {
        BitMatrix result = algebra.empty(Arity.SET);
        result.domain(algebra.bits(place, argument, Arity.RELATION));
        yield new Matrix(result, Arity.SET);
      }
      case "range" -> {
        BitMatrix result = algebra.empty(Arity.SET);
        result.range(algebra.bits(place, argument, Arity.RELATION));
        yield new Matrix(result, Arity.SET);
      }
      case "classes-loc", "partition" ->
          classes(algebra.bits(place, argument, Arity.SET), nodes.execution().relation(Base.LOC));
      case "classes" -> {
        BitMatrix members = algebra.empty(Arity.SET);
        members.domain(algebra.bits(place, argument, Arity.RELATION));
        yield classes(members, algebra.bits(place, argument, Arity.RELATION));
      }
      case "linearisations" -> linearisations(place, argument);
      case "different-values" -> differentValues(algebra.bits(place, argument, Arity.RELATION));
      case "tag2events", "tag2instrs", "tag2set" -> {
        if (argument instanceof Tag tag) {
          yield set(place, ExpressionReading.tagName(tag.name()));
        }
        throw SetAlgebra.error(place, name + " needs a tag");
      }
      default -> throw SetAlgebra.error(place, "the model says '" + name + "'");
    };
  }

  private Many classes(BitMatrix members, BitMatrix equivalence) {
    Set<Meaning> classes = new LinkedHashSet<>();
    BitMatrix rest = algebra.empty(Arity.SET);
    rest.copy(members);
    for (int event = rest.next(0, -1); event >= 0; event = rest.next(0, -1)) {
      BitMatrix same = algebra.empty(Arity.SET);
      for (int other = event; other >= 0; other = rest.next(0, other)) {
        if (other == event || equivalence.get(event, other)) {
          same.add(0, other);
          rest.remove(0, other);
        }
      }
      classes.add(new Matrix(same, Arity.SET));
    }
    return new Many(classes);
  }

  private Meaning differentValues(BitMatrix relation) {
    BitMatrix result = algebra.empty(Arity.RELATION);
    for (int from = 0; from < relation.size(); from++) {
      for (int to = relation.next(from, -1); to >= 0; to = relation.next(from, to)) {
        if (nodes.execution().value(from) != nodes.execution().value(to)) {
          result.add(from, to);
        }
      }
    }
    return new Matrix(result, Arity.RELATION);
  }

  /** All total orders of a set that hold what a relation says about it; none if it has a cycle. */
  private Many linearisations(SourcePlace place, Meaning argument) {
    if (!(argument instanceof Meaning.Tuple tuple) || tuple.parts().size() != 2) {
      throw SetAlgebra.error(place, "linearisations needs a set and a relation");
    }
    BitMatrix members = algebra.bits(place, tuple.parts().get(0), Arity.SET);
    BitMatrix order = algebra.bits(place, tuple.parts().get(1), Arity.RELATION);
    Set<Meaning> orders = new LinkedHashSet<>();
    extend(members, order, new ArrayList<>(), orders);
    return new Many(orders);
  }

  private void extend(
      BitMatrix members, BitMatrix order, List<Integer> sequence, Set<Meaning> orders) {
    if (sequence.size() == members.count()) {
      BitMatrix total = algebra.empty(Arity.RELATION);
      for (int i = 0; i < sequence.size(); i++) {
        for (int j = i + 1; j < sequence.size(); j++) {
          total.add(sequence.get(i), sequence.get(j));
        }
      }
      orders.add(new Matrix(total, Arity.RELATION));
      if (orders.size() > MAX_ORDERS) {
        throw new CatEvaluationException("a set has more than " + MAX_ORDERS + " linearisations");
      }
      return;
    }
    for (int next = members.next(0, -1); next >= 0; next = members.next(0, next)) {
      if (!sequence.contains(next) && isMinimal(next, members, order, sequence)) {
        sequence.add(next);
        extend(members, order, sequence, orders);
        sequence.remove(sequence.size() - 1);
      }
    }
  }

  private static boolean isMinimal(
      int event, BitMatrix members, BitMatrix order, List<Integer> sequence) {
    for (int other = members.next(0, -1); other >= 0; other = members.next(0, other)) {
      if (order.get(other, event) && !sequence.contains(other)) {
        return false;
      }
    }
    return true;
  }

  private Meaning match(Syntax.Match match, Scope in) {
    if (!(evaluate(match.subject(), in) instanceof Tag tag)) {
      throw SetAlgebra.error(match.subject().place(), "'match' works on tags and sets only");
    }
    for (Syntax.Case each : match.cases()) {
      if (each.tag() == null || each.tag().equals(tag.name())) {
        return evaluate(each.body(), in);
      }
    }
    throw SetAlgebra.error(match.place(), "no case for '" + tag.name());
  }

  private Meaning matchSet(Syntax.MatchSet match, Scope in) {
    Meaning set = evaluate(match.set(), in);
    Meaning element;
    Meaning rest;
    if (set instanceof Many many) {
      if (many.elements().isEmpty()) {
        return evaluate(match.empty(), in);
      }
      element = many.elements().iterator().next();
      Set<Meaning> others = new LinkedHashSet<>(many.elements());
      others.remove(element);
      rest = new Many(others);
    } else if (set instanceof Matrix matrix) {
      if (matrix.bits().isEmpty()) {
        return evaluate(match.empty(), in);
      }
      BitMatrix others = algebra.empty(matrix.arity());
      others.copy(matrix.bits());
      int row = 0;
      while (others.next(row, -1) < 0) {
        row++;
      }
      int column = others.next(row, -1);
      others.remove(row, column);
      boolean isSet = matrix.arity() == Arity.SET;
      element = isSet ? new CatValue.Event(column) : new CatValue.Pair(row, column);
      rest = new Matrix(others, matrix.arity());
    } else {
      throw SetAlgebra.error(
          match.set().place(), "this is " + set.kind() + ", but a set is needed");
    }
    return evaluate(match.step(), in.with(match.element(), element).with(match.rest(), rest));
  }

  private boolean holds(Syntax.If condition, Scope in) {
    Meaning left = evaluate(condition.left(), in);
    Meaning right = evaluate(condition.right(), in);
    SourcePlace place = condition.place();
    return switch (condition.relation()) {
      case "=" -> isEmpty(left) ? isEmpty(right) : left.equals(right);
      case "subset" -> isEmpty(algebra.combine(place, "\\", left, right));
      default ->
          right instanceof Many many
              ? many.elements().contains(left)
              : !isEmpty(algebra.combine(place, "&", left, right));
    };
  }

  private static boolean isEmpty(Meaning set) {
    return (set instanceof Many many && many.elements().isEmpty())
        || (set instanceof Matrix matrix && matrix.bits().isEmpty());
  }
}
