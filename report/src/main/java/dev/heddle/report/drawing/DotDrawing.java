package dev.heddle.report.drawing;

import dev.heddle.report.CheckResult;
import dev.heddle.report.PlainText;
import dev.heddle.report.StepText;
import dev.heddle.report.document.Document;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Step;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Graphs in the language of Graphviz: one for each violation, with a cluster for each thread. A
 * step points to the next one of its thread, and arrows are labelled with what they stand for.
 */
public final class DotDrawing implements Document {
  @Override
  public String text(List<CheckResult> results) {
    List<Violation> violations = Violations.of(results);
    if (violations.isEmpty()) {
      return "digraph \"no violation\" {\n}\n";
    }
    StringBuilder dot = new StringBuilder();
    violations.forEach(violation -> append(dot, violation));
    return dot.toString();
  }

  private static void append(StringBuilder dot, Violation violation) {
    List<Step> trace = violation.trace();
    String title = quoted(Violations.title(violation));
    dot.append("digraph ").append(title).append(" {\n");
    dot.append("  label=").append(title).append(";\n");
    dot.append("  node [shape=box, fontname=\"monospace\"];\n");
    for (int thread : Violations.threads(violation)) {
      dot.append("  subgraph cluster_").append(thread).append(" {\n");
      dot.append("    label=").append(quoted(Violations.name(violation, thread))).append(";\n");
      for (int i = 0; i < trace.size(); i++) {
        if (trace.get(i).thread() == thread) {
          appendStep(dot, i, trace.get(i));
        }
      }
      for (Violation.Wait wait : violation.waits()) {
        if (wait.thread() == thread) {
          String label = quoted(StepText.of(wait) + at(Violations.line(wait.location())));
          dot.append("    wait").append(thread).append(" [label=").append(label);
          dot.append(", color=red];\n");
        }
      }
      dot.append("  }\n");
    }
    appendProgramOrder(dot, violation);
    for (Arrow arrow : Arrows.of(violation)) {
      dot.append("  s").append(arrow.from()).append(" -> s").append(arrow.to());
      dot.append(" [label=").append(arrow.kind().label()).append(", constraint=false, ");
      dot.append(
              switch (arrow.kind()) {
                case READS_FROM -> "color=blue";
                case SYNCHRONIZATION -> "color=gray40, style=dashed";
                case MODIFICATION_ORDER -> "color=brown";
                case FROM_READ -> "color=orange3";
              })
          .append("];\n");
    }
    for (Violation.Wait wait : violation.waits()) {
      boolean isDrawn = violation.waits().stream().anyMatch(w -> w.thread() == wait.holder());
      if (isDrawn) {
        dot.append("  wait").append(wait.thread()).append(" -> wait").append(wait.holder());
        dot.append(" [label=\"waits for\", constraint=false, color=red];\n");
      }
    }
    dot.append("}\n");
  }

  private static void appendStep(StringBuilder dot, int position, Step step) {
    String text = "#" + (position + 1) + " " + StepText.of(step);
    String label = quoted(text + at(Violations.line(step.location())));
    dot.append("    s").append(position).append(" [label=").append(label);
    dot.append(step.fails() ? ", color=red" : "").append("];\n");
  }

  private static void appendProgramOrder(StringBuilder dot, Violation violation) {
    Map<Integer, String> latest = new HashMap<>();
    for (int i = 0; i < violation.trace().size(); i++) {
      String node = "s" + i;
      appendNext(dot, latest.put(violation.trace().get(i).thread(), node), node);
    }
    for (Violation.Wait wait : violation.waits()) {
      appendNext(dot, latest.get(wait.thread()), "wait" + wait.thread());
    }
  }

  private static void appendNext(StringBuilder dot, String before, String node) {
    if (before != null) {
      dot.append("  ").append(before).append(" -> ").append(node).append(" [weight=10];\n");
    }
  }

  private static String at(String line) {
    return line.isEmpty() ? "" : " (line " + line + ")";
  }

  private static String quoted(String text) {
    return '"' + PlainText.line(text).replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
