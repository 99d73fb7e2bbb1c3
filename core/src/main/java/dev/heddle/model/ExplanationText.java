package dev.heddle.model;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.model.Explanation.Case;
import dev.heddle.model.Explanation.Edge;
import dev.heddle.model.Explanation.Lemma;
import dev.heddle.model.Explanation.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** An explanation in words, line by line. */
public final class ExplanationText {
  private final ExecutionGraph graph;
  private final List<String> lines = new ArrayList<>();
  private final Set<Integer> mentioned = new TreeSet<>();

  private ExplanationText(ExecutionGraph graph) {
    this.graph = graph;
  }

  /** The axiom, what every modification order contains, the contradiction, and who is who. */
  public static List<String> of(ExecutionGraph graph, Explanation explanation) {
    ExplanationText text = new ExplanationText(graph);
    Axiom axiom = explanation.axiom();
    text.lines.add("violates " + axiom.id() + ": " + axiom.meaning());
    text.explain(explanation, "  ");
    for (int e : text.mentioned) {
      if (e >= 0) {
        text.lines.add("  " + graph.describe(e));
      }
    }
    return text.lines;
  }

  /** What a report calls an event; the initial write of x is ~x. */
  public static String name(ExecutionGraph graph, int event) {
    return event < 0
        ? "init(" + graph.names().location(~event) + ")"
        : graph.names().event(graph.recordedIndex(event));
  }

  private String name(int event) {
    mentioned.add(event);
    return name(graph, event);
  }

  private void explain(Explanation explanation, String indent) {
    int number = 1;
    for (Lemma lemma : explanation.lemmas()) {
      lines.add(indent + number++ + ". " + sentence(lemma, explanation.axiom()));
    }
    if (!explanation.cases().isEmpty()) {
      for (Case c : explanation.cases()) {
        lines.add(indent + "if " + name(c.earlier()) + " is before " + name(c.later()) + " in mo:");
        explain(c.explanation(), indent + "  ");
      }
    } else if (explanation.axiom() == Axiom.WEAK_ATOMICITY) {
      lines.add(indent + "two RMWs read one write: " + pairs(explanation.cycle()));
    } else if (explanation.cycle().isEmpty()) {
      lines.add(indent + "every order of the events was tried; none fits");
    } else {
      lines.add(indent + "contradiction: " + path(explanation.cycle()));
    }
  }

  private String sentence(Lemma lemma, Axiom axiom) {
    String order = axiom == Axiom.WEAK_READ_COHERENCE ? " happens before " : " is before ";
    String in = axiom == Axiom.WEAK_READ_COHERENCE ? "" : " in mo";
    String claim = name(lemma.from()) + order + name(lemma.to()) + in + ": " + path(lemma.steps());
    boolean throughReader = lemma.rule() == Rule.READ_COHERENCE || lemma.rule() == Rule.TOTAL_READ;
    if (!throughReader) {
      return claim;
    }
    int source = graph.source(lemma.reader());
    int read = source < 0 ? ~graph.location(lemma.reader()) : source;
    String chain = read == lemma.to() ? "" : ", which follows " + name(lemma.to()) + " by RMWs";
    return claim + ", which reads " + name(read) + chain;
  }

  private String path(List<Edge> steps) {
    StringBuilder text = new StringBuilder(name(steps.get(0).from()));
    for (Edge step : steps) {
      text.append(" -").append(kind(step)).append("-> ").append(name(step.to()));
    }
    return text.toString();
  }

  private String pairs(List<Edge> steps) {
    List<String> parts = new ArrayList<>();
    for (Edge step : steps) {
      parts.add(name(step.from()) + " -" + kind(step) + "-> " + name(step.to()));
    }
    return String.join(", ", parts);
  }

  private static String kind(Edge step) {
    return step.kind().name().toLowerCase(Locale.ROOT);
  }
}
