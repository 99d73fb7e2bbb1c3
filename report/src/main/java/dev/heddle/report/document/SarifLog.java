package dev.heddle.report.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.report.CheckResult;
import dev.heddle.report.Conclusion;
import dev.heddle.report.SourceText;
import dev.heddle.report.StepText;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Step;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * SARIF 2.1.0, the form in which analysers hand their findings to code hosts and editors. A
 * violation is a result with one code flow, whose thread flows are the threads; warnings are
 * results too. What could not be checked, or not to the end, is a notification of the run.
 */
public final class SarifLog implements Document {
  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  private static final Pattern PLACE = Pattern.compile("(?<file>.+?):(?<line>[1-9][0-9]{0,8}): .*");
  private static final String WARNING = "warning";

  private final String version;

  /**
   * @param version of Heddle
   */
  public SarifLog(String version) {
    this.version = version;
  }

  @Override
  public String text(List<CheckResult> results) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("$schema", SCHEMA);
      json.writeStringField("version", "2.1.0");
      json.writeArrayFieldStart("runs");
      json.writeStartObject();
      writeTool(json);
      writeInvocation(results, json);
      writeArtifacts(results, json);
      json.writeArrayFieldStart("results");
      Fingerprints fingerprints = new Fingerprints(new SourceText());
      for (CheckResult result : results) {
        if (result.conclusion() instanceof Conclusion.Explored explored) {
          writeFindings(result.file(), explored.outcome(), fingerprints, json);
        }
      }
      json.writeEndArray();
      // Columns of clang count bytes of UTF-8, which for plain ASCII is the same.
      json.writeStringField("columnKind", "unicodeCodePoints");
      json.writeEndObject();
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text + "\n";
  }

  private void writeTool(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("tool");
    json.writeObjectFieldStart("driver");
    json.writeStringField("name", "Heddle");
    json.writeStringField("version", version);
    json.writeArrayFieldStart("rules");
    for (FailureKind kind : FailureKind.values()) {
      writeRule(kind.label(), Rules.description(kind), "error", json);
    }
    writeRule(WARNING, "Something that is no violation but worth a look.", WARNING, json);
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void writeRule(String id, String description, String level, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("id", id);
    writeMessage("shortDescription", description, json);
    json.writeObjectFieldStart("defaultConfiguration");
    json.writeStringField("level", level);
    json.writeEndObject();
    json.writeEndObject();
  }

  // ---- The run as a whole -------------------------------------------------------------------

  private static void writeInvocation(List<CheckResult> results, JsonGenerator json)
      throws IOException {
    json.writeArrayFieldStart("invocations");
    json.writeStartObject();
    json.writeBooleanField("executionSuccessful", results.stream().allMatch(SarifLog::isDecided));
    json.writeArrayFieldStart("toolExecutionNotifications");
    for (CheckResult result : results) {
      String reason = result.conclusion().reason();
      if (reason != null) {
        json.writeStartObject();
        json.writeStringField("level", isDecided(result) ? "note" : "error");
        writeMessage("message", result.conclusion().label() + ": " + reason, json);
        json.writeArrayFieldStart("locations");
        writeLocation(new Location(result.file(), 0, 0), null, json);
        json.writeEndArray();
        json.writeEndObject();
      }
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
  }

  private static boolean isDecided(CheckResult result) {
    return result.conclusion() instanceof Conclusion.Explored explored
        && explored.outcome().verdict() != Verdict.INCONCLUSIVE;
  }

  private static void writeArtifacts(List<CheckResult> results, JsonGenerator json)
      throws IOException {
    json.writeArrayFieldStart("artifacts");
    for (CheckResult result : results) {
      json.writeStartObject();
      json.writeObjectFieldStart("location");
      json.writeStringField("uri", ArtifactUri.of(result.file()));
      json.writeEndObject();
      json.writeArrayFieldStart("roles");
      json.writeString("analysisTarget");
      json.writeEndArray();
      json.writeObjectFieldStart("properties");
      json.writeStringField("model", result.model());
      json.writeStringField("algorithm", result.algorithm());
      json.writeStringField("verdict", result.conclusion().label());
      if (result.conclusion() instanceof Conclusion.Explored explored) {
        json.writeNumberField("complete", explored.outcome().complete());
        json.writeNumberField("blocked", explored.outcome().blocked());
      }
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  // ---- Findings -----------------------------------------------------------------------------

  private static void writeFindings(
      String file, Outcome outcome, Fingerprints fingerprints, JsonGenerator json)
      throws IOException {
    for (Violation violation : outcome.violations()) {
      json.writeStartObject();
      json.writeStringField("ruleId", violation.kind().label());
      json.writeNumberField("ruleIndex", violation.kind().ordinal());
      json.writeStringField("level", "error");
      writeMessage("message", violation.kind().label() + ": " + violation.message(), json);
      json.writeArrayFieldStart("locations");
      Location place =
          violation.location().isKnown() ? violation.location() : new Location(file, 0, 0);
      writeLocation(place, null, json);
      json.writeEndArray();
      json.writeObjectFieldStart("partialFingerprints");
      json.writeStringField("heddleViolation/v1", fingerprints.next(file, violation));
      json.writeEndObject();
      if (!violation.stack().isEmpty()) {
        writeStack(violation, json);
      }
      if (!violation.trace().isEmpty()) {
        writeCodeFlow(violation, json);
      }
      json.writeEndObject();
    }
    for (String warning : outcome.warnings()) {
      writeWarning(file, warning, json);
    }
  }

  private static void writeWarning(String file, String warning, JsonGenerator json)
      throws IOException {
    Matcher place = PLACE.matcher(warning);
    Location location =
        place.matches()
            ? new Location(place.group("file"), Integer.parseInt(place.group("line")), 0)
            : new Location(file, 0, 0);
    json.writeStartObject();
    json.writeStringField("ruleId", WARNING);
    json.writeNumberField("ruleIndex", FailureKind.values().length);
    json.writeStringField("level", WARNING);
    writeMessage("message", warning, json);
    json.writeArrayFieldStart("locations");
    writeLocation(location, null, json);
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void writeStack(Violation violation, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("stacks");
    json.writeStartObject();
    json.writeArrayFieldStart("frames");
    for (Violation.Frame frame : violation.stack()) {
      json.writeStartObject();
      json.writeFieldName("location");
      writeLocation(frame.location(), frame.function(), json);
      json.writeNumberField("threadId", violation.thread());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
  }

  /** One flow per thread; the order among threads is that of {@code executionOrder}. */
  private static void writeCodeFlow(Violation violation, JsonGenerator json) throws IOException {
    List<Step> trace = violation.trace();
    json.writeArrayFieldStart("codeFlows");
    json.writeStartObject();
    json.writeArrayFieldStart("threadFlows");
    for (int thread : trace.stream().mapToInt(Step::thread).distinct().sorted().toArray()) {
      json.writeStartObject();
      json.writeStringField("id", StepText.thread(thread));
      json.writeArrayFieldStart("locations");
      for (int i : IntStream.range(0, trace.size()).toArray()) {
        if (trace.get(i).thread() == thread) {
          writeStep(i, trace.get(i), json);
        }
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
  }

  private static void writeStep(int position, Step step, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeFieldName("location");
    writeLocation(step.location(), "#" + (position + 1) + " " + StepText.of(step), null, json);
    json.writeNumberField("executionOrder", position + 1);
    boolean matters = step.fails() || step.distance() == 0;
    String otherwise = step.distance() < 0 ? "unimportant" : "important";
    json.writeStringField("importance", matters ? "essential" : otherwise);
    json.writeEndObject();
  }

  // ---- Small parts --------------------------------------------------------------------------

  private static void writeMessage(String field, String text, JsonGenerator json)
      throws IOException {
    json.writeObjectFieldStart(field);
    json.writeStringField("text", text);
    json.writeEndObject();
  }

  private static void writeLocation(Location location, String function, JsonGenerator json)
      throws IOException {
    writeLocation(location, null, function, json);
  }

  /**
   * A place, as far as it is known.
   *
   * @param message or null
   * @param function or null
   */
  private static void writeLocation(
      Location location, String message, String function, JsonGenerator json) throws IOException {
    json.writeStartObject();
    if (!location.file().isEmpty()) {
      json.writeObjectFieldStart("physicalLocation");
      json.writeObjectFieldStart("artifactLocation");
      json.writeStringField("uri", ArtifactUri.of(location.file()));
      json.writeEndObject();
      if (location.isKnown()) {
        json.writeObjectFieldStart("region");
        json.writeNumberField("startLine", location.line());
        if (location.column() > 0) {
          json.writeNumberField("startColumn", location.column());
        }
        json.writeEndObject();
      }
      json.writeEndObject();
    }
    if (function != null) {
      json.writeArrayFieldStart("logicalLocations");
      json.writeStartObject();
      json.writeStringField("name", function);
      json.writeStringField("kind", "function");
      json.writeEndObject();
      json.writeEndArray();
    }
    if (message != null) {
      writeMessage("message", message, json);
    }
    json.writeEndObject();
  }
}
