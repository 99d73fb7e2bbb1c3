package dev.heddle.report.litmus;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.heddle.model.axiomatic.LitmusOutcome;
import dev.heddle.report.JsonLines;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/** Results of litmus tests, one JSON object and line each. */
public final class JsonLitmusReport implements LitmusReport {
  private final JsonLines lines;

  public JsonLitmusReport(OutputStream out) {
    lines = new JsonLines(out);
  }

  @Override
  public void add(LitmusResult result) {
    lines.add(json -> write(result, json));
  }

  private static void write(LitmusResult result, JsonGenerator json) throws IOException {
    json.writeStringField("file", result.file());
    json.writeStringField("name", result.test() == null ? null : result.test().name());
    json.writeStringField("model", result.model());
    json.writeStringField("verdict", verdict(result));
    json.writeStringField("reason", reason(result));
    if (result.isAnswered()) {
      answer(result, json);
    }
    json.writeObjectFieldStart("seconds");
    JsonLines.seconds("total", result.nanoseconds(), json);
    json.writeEndObject();
  }

  private static String verdict(LitmusResult result) {
    if (result.isAnswered()) {
      return "ok";
    }
    return result.failure() == null ? "inconclusive" : "error";
  }

  private static String reason(LitmusResult result) {
    if (result.failure() != null) {
      return result.failure().reason();
    }
    return result.isAnswered() && result.outcome().cut()
        ? "the loop bound is reached; executions may be missing"
        : result.stopped();
  }

  private static void answer(LitmusResult result, JsonGenerator json) throws IOException {
    LitmusOutcome outcome = result.outcome();
    json.writeStringField("architecture", result.test().architecture().name());
    json.writeStringField("condition", result.test().condition().text());
    json.writeArrayFieldStart("states");
    for (Map.Entry<long[], Long> state : outcome.states().entrySet()) {
      json.writeString(StateText.of(result.test(), state.getKey()));
    }
    json.writeEndArray();
    json.writeStringField("observation", outcome.observation());
    json.writeBooleanField("reachable", outcome.positive() > 0);
    json.writeBooleanField("confirmed", outcome.confirmed());
    json.writeNumberField("positive", outcome.positive());
    json.writeNumberField("negative", outcome.negative());
    json.writeBooleanField("bounded", outcome.cut());
    json.writeArrayFieldStart("flags");
    for (String flag : outcome.flags()) {
      json.writeString(flag);
    }
    json.writeEndArray();
  }
}
