package dev.heddle.frontend.litmus;

import dev.heddle.frontend.litmus.grammar.LitmusParser.ComparisonContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.ConjunctionContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.DisjunctionContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.FinalConditionContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.FinalValueContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.GroupedContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.LiteralContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.NegationContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.ObservedContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.PropositionContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.QuantifierContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.QuestionContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.RegisterContext;
import dev.heddle.litmus.Condition;
import dev.heddle.litmus.Condition.Quantifier;
import dev.heddle.litmus.Observed;
import dev.heddle.litmus.Proposition;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.antlr.v4.runtime.Token;

/** The end of a test: what to observe, and what to ask about it. */
final class Question {
  private final TestMemory memory;
  private final List<ThreadCode> threads;
  private final UnaryOperator<String> registers;
  private final UnaryOperator<String> reported;
  private final boolean c;
  private final TreeSet<Observed> observed = new TreeSet<>(Question::compare);
  private Proposition filter;
  private Condition condition;

  /**
   * @param registers what threads call a register; null if it is none
   * @param reported what reports call it
   * @param c whether the test is in C, where a register must have been declared
   */
  Question(
      TestMemory memory,
      List<ThreadCode> threads,
      UnaryOperator<String> registers,
      UnaryOperator<String> reported,
      boolean c) {
    this.memory = memory;
    this.threads = threads;
    this.registers = registers;
    this.reported = reported;
    this.c = c;
  }

  void read(QuestionContext question) {
    if (question.locations() != null) {
      for (ObservedContext each : question.locations().observed()) {
        if (each.register() != null) {
          declare(each.register());
        }
        observed.add(observed(each));
      }
    }
    if (question.filter() != null) {
      TreeSet<Observed> before = new TreeSet<>(observed);
      filter = proposition(question.filter().proposition());
      observed.retainAll(before); // a filter does not make a state larger
    }
    condition = condition(question.finalCondition());
  }

  /** Registers by thread and name, then memory by name. */
  private static int compare(Observed one, Observed other) {
    int byThread = Integer.compare(rank(one), rank(other));
    return byThread != 0 ? byThread : one.text().compareTo(other.text());
  }

  private static int rank(Observed what) {
    return what instanceof Observed.FinalRegister register ? register.thread() : Integer.MAX_VALUE;
  }

  List<Observed> observed() {
    return new ArrayList<>(observed);
  }

  Proposition filter() {
    return filter;
  }

  Condition condition() {
    return condition;
  }

  /** A test without a condition asks whether it has an execution at all. */
  private Condition condition(FinalConditionContext context) {
    if (context == null) {
      return new Condition(Quantifier.FORALL, new Proposition.And(List.of()));
    }
    // Old tests end in "final" with the expectation of each model; they ask whether it can be.
    Quantifier quantifier =
        context.quantifier() == null ? Quantifier.EXISTS : quantifier(context.quantifier());
    return new Condition(quantifier, proposition(context.proposition()));
  }

  private static Quantifier quantifier(QuantifierContext context) {
    return switch (context.getText()) {
      case "exists" -> Quantifier.EXISTS;
      case "forall" -> Quantifier.FORALL;
      default -> Quantifier.NOT_EXISTS;
    };
  }

  private Proposition proposition(PropositionContext context) {
    if (context instanceof NegationContext negation) {
      return new Proposition.Not(proposition(negation.proposition()));
    }
    if (context instanceof ConjunctionContext conjunction) {
      List<Proposition> parts = new ArrayList<>();
      for (PropositionContext part : conjunction.proposition()) {
        Proposition each = proposition(part);
        if (each instanceof Proposition.And and && part instanceof ConjunctionContext) {
          parts.addAll(and.parts());
        } else {
          parts.add(each);
        }
      }
      return new Proposition.And(parts);
    }
    if (context instanceof DisjunctionContext disjunction) {
      List<Proposition> parts = new ArrayList<>();
      for (PropositionContext part : disjunction.proposition()) {
        Proposition each = proposition(part);
        if (each instanceof Proposition.Or or && part instanceof DisjunctionContext) {
          parts.addAll(or.parts());
        } else {
          parts.add(each);
        }
      }
      return new Proposition.Or(parts);
    }
    if (context instanceof GroupedContext grouped) {
      return grouped.proposition() == null
          ? new Proposition.And(List.of())
          : proposition(grouped.proposition());
    }
    if (context instanceof LiteralContext literal) {
      return literal.getText().equals("true")
          ? new Proposition.And(List.of())
          : new Proposition.Or(List.of());
    }
    return comparison((ComparisonContext) context);
  }

  private Proposition comparison(ComparisonContext comparison) {
    Observed left = observed(comparison.observed());
    observed.add(left);
    FinalValueContext right = comparison.finalValue();
    Proposition equal;
    if (right.constant() != null) {
      long value = Numbers.of(right.constant());
      equal = new Proposition.Equal(left, value, right.constant().getText(), isWide(left));
    } else if (right.register() != null) {
      Observed other = register(right.register());
      observed.add(other);
      equal = new Proposition.Same(left, other);
    } else if (right.getText().startsWith("[")) {
      Observed other = memory(right.ID().getText(), 0, right.getStart());
      observed.add(other);
      equal = new Proposition.Same(left, other);
    } else {
      equal = new Proposition.Equal(left, address(right), right.getText());
    }
    String relation = comparison.getChild(1).getText();
    return relation.equals("!=") || relation.equals("<>") ? new Proposition.Not(equal) : equal;
  }

  private boolean isWide(Observed what) {
    return what instanceof Observed.FinalRegister register
        && threads.get(register.thread()).isWide(register.register());
  }

  private long address(FinalValueContext value) {
    String name = value.ID().getText();
    if (!memory.has(name)) {
      throw new LitmusException.At(value.getStart(), "there is no location '" + name + "'");
    }
    int index =
        value.NUMBER() == null
            ? 0
            : Numbers.small(
                value.NUMBER().getSymbol(), TestMemory.MAX_ELEMENTS, "an array's index");
    int size = memory.elementSize(memory.object(name, value.getStart()));
    return memory.address(name, value.getStart()) + (long) index * (size == 0 ? 4 : size);
  }

  private Observed observed(ObservedContext context) {
    if (context.register() != null) {
      return register(context.register());
    }
    int element =
        context.NUMBER() == null
            ? 0
            : Numbers.small(
                context.NUMBER().getSymbol(), TestMemory.MAX_ELEMENTS, "an array's index");
    return memory(context.ID().getText(), element, context.getStart());
  }

  private Observed memory(String name, int element, Token place) {
    if (!memory.has(name)) {
      throw new LitmusException.At(place, "there is no location '" + name + "' in this test");
    }
    int object = memory.object(name, place);
    if (element > 0 && element >= memory.elements(object)) {
      throw new LitmusException.At(place, "'" + name + "' has no element " + element);
    }
    boolean array = memory.elements(object) > 1;
    return new Observed.FinalMemory(
        object, element, array ? name + "[" + element + "]" : "[" + name + "]");
  }

  /** To ask for a register that its thread does not use is harmless: it holds zero. */
  private void declare(RegisterContext context) {
    String name = registers.apply(written(context));
    if (name != null) {
      threads.get(InitialState.thread(context, threads.size())).register(name);
    }
  }

  private static String written(RegisterContext context) {
    return context.ID(context.ID().size() - 1).getText();
  }

  private Observed register(RegisterContext context) {
    int thread = InitialState.thread(context, threads.size());
    String written = written(context);
    String name = registers.apply(written);
    if (name == null || (c && !threads.get(thread).hasRegister(name))) {
      throw new LitmusException.At(
          context.getStart(), "there is no register '" + written + "' in thread " + thread);
    }
    return new Observed.FinalRegister(
        thread, threads.get(thread).register(name), thread + ":" + reported.apply(written));
  }
}
