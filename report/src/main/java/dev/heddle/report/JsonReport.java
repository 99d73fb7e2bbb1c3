package dev.heddle.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.heddle.program.Location;
import dev.heddle.transform.purity.LoopFinding;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Sampling;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Weakness;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/** One JSON object per input, one line each. */
public final class JsonReport implements Report {
  private final JsonLines lines;

  public JsonReport(OutputStream out) {
    lines = new JsonLines(out);
  }

  @Override
  public void add(CheckResult result) {
    lines.add(json -> write(result, json));
  }

  @Override
  public void addUnchecked(List<CheckResult> results) {
    results.forEach(this::add);
  }

  @Override
  public void finish() {}

  /** Writes the fields of an object that stands for a result. */
  public static void write(CheckResult result, JsonGenerator json) throws IOException {
    json.writeStringField("file", result.file());
    json.writeStringField("model", result.model());
    json.writeStringField("algorithm", result.algorithm());
    json.writeStringField("verdict", result.conclusion().label());
    json.writeStringField("reason", result.conclusion().reason());
    if (result.conclusion() instanceof Conclusion.Explored explored) {
      writeOutcome(explored.outcome(), result.cost(), json);
      json.writeArrayFieldStart("assumptions");
      for (String assumption : result.assumptions()) {
        json.writeString(assumption);
      }
      json.writeEndArray();
      writeLoops(result.loops(), json);
    } else {
      writeError(result.cost(), json);
    }
  }

  private static void writeOutcome(Outcome outcome, Cost cost, JsonGenerator json)
      throws IOException {
    json.writeBooleanField("sequential", outcome.isSequential());
    writeExecutions(outcome.complete(), outcome.blocked(), json);
    if (outcome.sampling() != null) {
      write(outcome.sampling(), json);
    }
    writeCost(cost, json);
    json.writeArrayFieldStart("violations");
    for (Violation violation : outcome.violations()) {
      write(violation, json);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("warnings");
    for (String warning : outcome.warnings()) {
      json.writeString(warning);
    }
    json.writeEndArray();
    if (!outcome.details().isEmpty()) {
      json.writeObjectFieldStart("details");
      for (Map.Entry<String, Object> detail : outcome.details().entrySet()) {
        json.writeFieldName(detail.getKey());
        write(detail.getValue(), json);
      }
      json.writeEndObject();
    }
  }

  /** A number, a text, or a list of such. */
  private static void write(Object value, JsonGenerator json) throws IOException {
    if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        write(element, json);
      }
      json.writeEndArray();
    } else {
      json.writeObject(value);
    }
  }

  private static void write(Sampling sampling, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("testing");
    json.writeNumberField("seed", sampling.seed());
    json.writeNumberField("runs", sampling.runs());
    json.writeNumberField("cut", sampling.cut());
    json.writeNumberField("events", sampling.events());
    json.writeNumberField("classes", sampling.classes());
    json.writeNumberField("unseenShare", sampling.unseenShare());
    json.writeNumberField("unseenClasses", sampling.unseenClasses());
    json.writeArrayFieldStart("occurrences");
    for (Sampling.Occurrence occurrence : sampling.occurrences()) {
      json.writeStartObject();
      json.writeNumberField("seed", occurrence.seed());
      json.writeNumberField("runs", occurrence.runs());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void writeLoops(List<LoopFinding> loops, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("loops");
    for (LoopFinding loop : loops) {
      json.writeStartObject();
      write("location", loop.location(), json);
      json.writeStringField("kind", loop.kind().label());
      json.writeStringField("text", loop.text());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeError(Cost cost, JsonGenerator json) throws IOException {
    writeExecutions(0, 0, json);
    writeCost(cost, json);
    json.writeArrayFieldStart("violations");
    json.writeEndArray();
    json.writeArrayFieldStart("warnings");
    json.writeEndArray();
  }

  private static void writeExecutions(long complete, long blocked, JsonGenerator json)
      throws IOException {
    json.writeObjectFieldStart("executions");
    json.writeNumberField("complete", complete);
    json.writeNumberField("blocked", blocked);
    json.writeEndObject();
  }

  private static void writeCost(Cost cost, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("seconds");
    JsonLines.seconds("total", cost.total(), json);
    JsonLines.seconds("frontend", cost.frontend(), json);
    JsonLines.seconds("exploration", cost.exploration(), json);
    json.writeEndObject();
    json.writeNumberField("peakMemoryMiB", cost.peakMemoryMiB());
    if (cost.temporaryFileMiB() > 0) {
      json.writeNumberField("temporaryFileMiB", cost.temporaryFileMiB());
    }
  }

  private static void write(Violation violation, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("kind", violation.kind().label());
    json.writeStringField("message", violation.message());
    write("location", violation.location(), json);
    json.writeNumberField("thread", violation.thread());
    writeStack(violation.stack(), json);
    if (violation.object() != null) {
      write(violation.object(), json);
    }
    if (!violation.waits().isEmpty()) {
      writeWaits(violation, json);
    }
    json.writeArrayFieldStart("threads");
    for (String function : violation.threads()) {
      json.writeString(function);
    }
    json.writeEndArray();
    if (violation.weakness() != null) {
      writeWeakness(violation, json);
    }
    if (!violation.racing().isEmpty()) {
      writeRace(violation, json);
    }
    json.writeArrayFieldStart("trace");
    for (Violation.Step step : violation.trace()) {
      write(step, json);
    }
    json.writeEndArray();
    json.writeStringField("output", violation.output());
    json.writeEndObject();
  }

  private static void writeStack(List<Violation.Frame> stack, JsonGenerator json)
      throws IOException {
    json.writeArrayFieldStart("stack");
    for (Violation.Frame frame : stack) {
      json.writeStartObject();
      json.writeStringField("function", frame.function());
      write("location", frame.location(), json);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void write(Violation.MemoryObject object, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("object");
    json.writeStringField("name", object.name());
    json.writeNumberField("bytes", object.bytes());
    json.writeEndObject();
    write("allocatedAt", object.allocated(), json);
    write("freedAt", object.freed(), json);
  }

  private static void write(String field, Violation.Deed deed, JsonGenerator json)
      throws IOException {
    if (deed != null) {
      json.writeObjectFieldStart(field);
      json.writeNumberField("thread", deed.thread());
      write("location", deed.location(), json);
      json.writeEndObject();
    }
  }

  private static void writeWeakness(Violation violation, JsonGenerator json) throws IOException {
    Weakness weakness = violation.weakness();
    json.writeObjectFieldStart("weakness");
    json.writeArrayFieldStart("cycle");
    for (Weakness.Link link : weakness.cycle()) {
      json.writeStartObject();
      json.writeNumberField("from", link.from());
      json.writeNumberField("to", link.to());
      json.writeStringField("relation", link.relation().label());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("stale");
    for (Weakness.Stale stale : weakness.stale()) {
      json.writeStartObject();
      json.writeNumberField("read", stale.read());
      json.writeNumberField("unseen", stale.unseen());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("remedy");
    for (Weakness.Stronger stronger : weakness.remedy()) {
      json.writeStartObject();
      write("location", stronger.location(), json);
      json.writeStringField("order", stronger.order().label());
      json.writeArrayFieldStart("steps");
      for (int step : stronger.steps()) {
        json.writeNumber(step);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    if (weakness.existsSequentially() == null) {
      json.writeNullField("existsUnderSc");
    } else {
      json.writeBooleanField("existsUnderSc", weakness.existsSequentially());
    }
    json.writeArrayFieldStart("text");
    for (String sentence : WeaknessText.of(violation)) {
      json.writeString(sentence.strip());
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void writeRace(Violation violation, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("race");
    for (int position : violation.racing()) {
      json.writeStartObject();
      json.writeNumberField("step", position);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeWaits(Violation violation, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("waits");
    for (Violation.Wait wait : violation.waits()) {
      json.writeStartObject();
      json.writeNumberField("thread", wait.thread());
      write("location", wait.location(), json);
      json.writeStringField("target", wait.target());
      if (wait.holder() >= 0) {
        json.writeNumberField("holder", wait.holder());
      }
      if (wait.since() != null) {
        write("heldSince", wait.since(), json);
      }
      writeStack(wait.stack(), json);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void write(Violation.Step step, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeNumberField("thread", step.thread());
    json.writeStringField("operation", step.operation());
    json.writeStringField("target", step.target());
    if (step.value() == null) {
      json.writeNullField("value");
    } else {
      json.writeNumberField("value", step.value());
    }
    if (step.readsFrom() == Violation.NOTHING) {
      json.writeNullField("readsFrom");
    } else {
      json.writeNumberField("readsFrom", step.readsFrom());
    }
    write("location", step.location(), json);
    writeIfAny("text", step.text(), json);
    writeIfAny("expected", step.expected(), json);
    writeIfAny("becomes", step.becomes(), json);
    json.writeNumberField("distance", step.distance());
    if (step.fails()) {
      json.writeBooleanField("fails", true);
    }
    json.writeEndObject();
  }

  private static void writeIfAny(String field, String text, JsonGenerator json) throws IOException {
    if (!text.isEmpty()) {
      json.writeStringField(field, text);
    }
  }

  private static void write(String field, Location location, JsonGenerator json)
      throws IOException {
    if (!location.isKnown()) {
      json.writeNullField(field);
      return;
    }
    json.writeObjectFieldStart(field);
    json.writeStringField("file", location.file());
    json.writeNumberField("line", location.line());
    if (location.column() > 0) {
      json.writeNumberField("column", location.column());
    }
    json.writeEndObject();
  }
}
