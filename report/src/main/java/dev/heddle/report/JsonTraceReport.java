package dev.heddle.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.heddle.graph.ExecutionGraph;
import dev.heddle.model.Consistency.Inconsistent;
import dev.heddle.model.Explanation;
import dev.heddle.model.Explanation.Case;
import dev.heddle.model.Explanation.Edge;
import dev.heddle.model.Explanation.Lemma;
import dev.heddle.model.ExplanationText;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;

/** Results of recorded executions, one JSON object and line each. */
public final class JsonTraceReport implements TraceReport {
  private final JsonLines lines;

  public JsonTraceReport(OutputStream out) {
    lines = new JsonLines(out);
  }

  @Override
  public void add(TraceResult result) {
    lines.add(json -> write(result, json));
  }

  private static void write(TraceResult result, JsonGenerator json) throws IOException {
    json.writeStringField("file", result.file());
    json.writeStringField("model", result.model());
    json.writeStringField("verdict", result.conclusion().label());
    json.writeStringField("reason", result.conclusion().reason());
    if (result.conclusion() instanceof TraceConclusion.Decided decided) {
      json.writeNumberField("events", decided.graph().events());
      json.writeNumberField("threads", decided.graph().threads());
      json.writeNumberField("locations", decided.graph().locations());
    }
    json.writeObjectFieldStart("seconds");
    JsonLines.seconds("total", result.cost().total(), json);
    JsonLines.seconds("read", result.cost().frontend(), json);
    JsonLines.seconds("check", result.cost().exploration(), json);
    json.writeEndObject();
    json.writeNumberField("peakMemoryMiB", result.cost().peakMemoryMiB());
    if (result.conclusion() instanceof TraceConclusion.Decided decided
        && decided.consistency() instanceof Inconsistent no) {
      json.writeObjectFieldStart("explanation");
      new Writer(decided.graph(), json).whole(no.explanation());
      json.writeEndObject();
    } else {
      json.writeNullField("explanation");
    }
  }

  /** Writes explanations with the names that a graph gives to events. */
  private record Writer(ExecutionGraph graph, JsonGenerator json) {
    void whole(Explanation explanation) throws IOException {
      json.writeArrayFieldStart("text");
      for (String line : ExplanationText.of(graph, explanation)) {
        json.writeString(line);
      }
      json.writeEndArray();
      explanation(explanation);
    }

    private void explanation(Explanation explanation) throws IOException {
      json.writeStringField("axiom", explanation.axiom().id());
      json.writeArrayFieldStart("lemmas");
      for (Lemma lemma : explanation.lemmas()) {
        lemma(lemma);
      }
      json.writeEndArray();
      steps("cycle", explanation.cycle());
      json.writeArrayFieldStart("cases");
      for (Case c : explanation.cases()) {
        inCase(c);
      }
      json.writeEndArray();
    }

    private void inCase(Case c) throws IOException {
      json.writeStartObject();
      event("earlier", c.earlier());
      event("later", c.later());
      json.writeObjectFieldStart("explanation");
      explanation(c.explanation());
      json.writeEndObject();
      json.writeEndObject();
    }

    private void lemma(Lemma lemma) throws IOException {
      json.writeStartObject();
      event("from", lemma.from());
      event("to", lemma.to());
      json.writeStringField("rule", word(lemma.rule()));
      event("reader", lemma.reader());
      steps("steps", lemma.steps());
      json.writeEndObject();
    }

    private void steps(String field, List<Edge> steps) throws IOException {
      json.writeArrayFieldStart(field);
      for (Edge step : steps) {
        json.writeStartObject();
        json.writeStringField("relation", word(step.kind()));
        event("from", step.from());
        event("to", step.to());
        json.writeEndObject();
      }
      json.writeEndArray();
    }

    private void event(String field, int event) throws IOException {
      json.writeStringField(field, ExplanationText.name(graph, event));
    }

    private static String word(Enum<?> constant) {
      return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
