package dev.heddle.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.heddle.program.Location;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Violation;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One JSON object per input, one line each, in UTF-8. A line is built in memory and written at
 * once, so that a reader never sees half of one, even when the run is interrupted.
 */
public final class JsonReport implements Report {
  /** What {@link Violation.Step#readsFrom} holds for operations that read nothing. */
  private static final int READS_NOTHING = -2;

  private final JsonFactory json = new JsonFactory();
  private final OutputStream out;

  public JsonReport(OutputStream out) {
    this.out = out;
  }

  @Override
  public void add(CheckResult result) {
    try {
      // A Writer and not a stream of bytes: the latter refuses unpaired surrogates, which the
      // output of a checked program may contain.
      StringWriter line = new StringWriter();
      try (JsonGenerator generator = json.createGenerator(line)) {
        write(result, generator);
      }
      line.write('\n');
      out.write(line.toString().getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void addUnchecked(List<CheckResult> results) {
    results.forEach(this::add);
  }

  @Override
  public void finish() {}

  private static void write(CheckResult result, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("file", result.file());
    json.writeStringField("model", result.model());
    json.writeStringField("algorithm", result.algorithm());
    json.writeStringField("verdict", result.conclusion().label());
    if (result.conclusion() instanceof Conclusion.Explored explored) {
      writeOutcome(explored.outcome(), result.cost(), json);
    } else {
      writeError(result.conclusion(), result.cost(), json);
    }
    json.writeEndObject();
  }

  private static void writeOutcome(Outcome outcome, Cost cost, JsonGenerator json)
      throws IOException {
    json.writeStringField("reason", outcome.reason());
    writeExecutions(outcome.complete(), outcome.blocked(), json);
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
  }

  private static void writeError(Conclusion conclusion, Cost cost, JsonGenerator json)
      throws IOException {
    if (conclusion instanceof Conclusion.Crashed crashed) {
      json.writeStringField("reason", "internal error: " + crashed.message());
    } else if (conclusion instanceof Conclusion.Uncheckable uncheckable) {
      json.writeStringField("reason", uncheckable.message());
    }
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
    writeSeconds("total", cost.total(), json);
    writeSeconds("frontend", cost.frontend(), json);
    writeSeconds("exploration", cost.exploration(), json);
    json.writeEndObject();
    json.writeNumberField("peakMemoryMiB", cost.peakMemoryMiB());
  }

  /** Microseconds are kept, so that the rate of a very short exploration can still be computed. */
  private static void writeSeconds(String field, long nanoseconds, JsonGenerator json)
      throws IOException {
    json.writeFieldName(field);
    json.writeNumber(BigDecimal.valueOf(nanoseconds / 1000, 6).toPlainString());
  }

  private static void write(Violation violation, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("kind", violation.kind().label());
    json.writeStringField("message", violation.message());
    write(violation.location(), json);
    json.writeNumberField("thread", violation.thread());
    json.writeArrayFieldStart("trace");
    for (Violation.Step step : violation.trace()) {
      write(step, json);
    }
    json.writeEndArray();
    json.writeStringField("output", violation.output());
    json.writeEndObject();
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
    if (step.readsFrom() == READS_NOTHING) {
      json.writeNullField("readsFrom");
    } else {
      json.writeNumberField("readsFrom", step.readsFrom());
    }
    write(step.location(), json);
    json.writeEndObject();
  }

  private static void write(Location location, JsonGenerator json) throws IOException {
    if (!location.isKnown()) {
      json.writeNullField("location");
      return;
    }
    json.writeObjectFieldStart("location");
    json.writeStringField("file", location.file());
    json.writeNumberField("line", location.line());
    if (location.column() > 0) {
      json.writeNumberField("column", location.column());
    }
    json.writeEndObject();
  }
}
