package dev.heddle.report.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.report.CheckResult;
import dev.heddle.report.Conclusion;
import dev.heddle.report.Samples;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Frame;
import dev.heddle.verdict.Violation.Step;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What we write is what the published schema asks for, and says what the results say. */
class SarifLogTest {
  private static final JsonSchema SCHEMA = schema();

  @TempDir private Path folder;

  /** The one that OASIS has published, from a library that brings it along. */
  private static JsonSchema schema() {
    try (InputStream text =
        SarifLogTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(text);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The run of a valid document. */
  private static JsonNode run(CheckResult... results) throws IOException {
    JsonNode log = new ObjectMapper().readTree(new SarifLog("1.2.3").text(List.of(results)));
    Set<?> complaints = SCHEMA.validate(log);
    assertEquals(Set.of(), complaints);
    assertEquals(1, log.get("runs").size());
    return log.get("runs").get(0);
  }

  @Test
  void theSchemaRefusesWhatIsWrong() throws IOException {
    String text = new SarifLog("1").text(List.of());
    String wrong = text.replace("\"columnKind\"", "\"columnSort\"");
    assertFalse(SCHEMA.validate(new ObjectMapper().readTree(wrong)).isEmpty());
  }

  @Test
  void everyEndOfACheckIsValid() throws IOException {
    Violation nowhere =
        new Violation(FailureKind.DEADLOCK, "\ud800 \u001b[31m", Location.NONE, 0, List.of(), "");
    JsonNode run =
        run(
            Samples.explored("a.c", Verdict.SAFE, null),
            Samples.explored("b c/ü%.c", Verdict.BOUNDED, "loops were cut"),
            Samples.explored("/tmp/c.c", Verdict.VIOLATION, null, Samples.messagePassing("c.c")),
            Samples.explored("c:d.c", Verdict.VIOLATION, null, nowhere),
            Samples.explored("e.c", Verdict.INCONCLUSIVE, "the time limit is reached"),
            Samples.result("f.c", new Conclusion.Uncheckable("f.c: does not compile\nhere")),
            Samples.result("g.c", new Conclusion.Crashed("null", "stack")));
    assertEquals(7, run.get("artifacts").size());
    assertFalse(run.get("invocations").get(0).get("executionSuccessful").asBoolean());
    List<String> notes = new ArrayList<>();
    for (JsonNode note : run.get("invocations").get(0).get("toolExecutionNotifications")) {
      notes.add(note.get("level").asText() + " " + note.get("message").get("text").asText());
    }
    assertEquals(
        List.of(
            "note bounded: loops were cut",
            "error inconclusive: the time limit is reached",
            "error error: f.c: does not compile\nhere",
            "error error: internal error: null"),
        notes);
  }

  @Test
  void nothingUndecidedIsSuccess() throws IOException {
    JsonNode run = run(Samples.explored("a.c", Verdict.VIOLATION, null));
    assertTrue(run.get("invocations").get(0).get("executionSuccessful").asBoolean());
  }

  @Test
  void theThreadFlowsAreTheTrace() throws IOException {
    Violation violation = Samples.messagePassing("c.c");
    JsonNode result =
        run(Samples.explored("c.c", Verdict.VIOLATION, null, violation)).get("results").get(0);
    assertEquals("assertion", result.get("ruleId").asText());
    TreeMap<Integer, String> steps = new TreeMap<>();
    for (JsonNode flow : result.get("codeFlows").get(0).get("threadFlows")) {
      int before = 0;
      for (JsonNode step : flow.get("locations")) {
        int order = step.get("executionOrder").asInt();
        assertTrue(order > before);
        before = order;
        JsonNode region = step.get("location").get("physicalLocation").get("region");
        steps.put(order, flow.get("id").asText() + " line " + region.get("startLine").asText());
      }
    }
    List<String> expected = new ArrayList<>();
    for (Step step : violation.trace()) {
      String thread = step.thread() == 0 ? "main" : "thread " + step.thread();
      expected.add(thread + " line " + step.location().line());
    }
    assertEquals(expected, List.copyOf(steps.values()));
  }

  @Test
  void rulesAreFoundByTheirPositions() throws IOException {
    for (FailureKind kind : FailureKind.values()) {
      Violation violation = new Violation(kind, "?", new Location("a.c", 1, 0), 0, List.of(), "");
      JsonNode run = run(Samples.explored("a.c", Verdict.VIOLATION, null, violation));
      for (JsonNode result : run.get("results")) {
        JsonNode rules = run.get("tool").get("driver").get("rules");
        JsonNode rule = rules.get(result.get("ruleIndex").asInt());
        assertEquals(result.get("ruleId"), rule.get("id"));
      }
    }
  }

  @Test
  void aWarningStandsWhereItSays() throws IOException {
    Outcome outcome =
        new Outcome(
            Verdict.SAFE, null, 1, 0, List.of(), List.of("a.h:12: memory leaks", "no place"));
    JsonNode results = run(Samples.result("a.c", new Conclusion.Explored(outcome))).get("results");
    JsonNode first = results.get(0).get("locations").get(0).get("physicalLocation");
    assertEquals("a.h", first.get("artifactLocation").get("uri").asText());
    assertEquals(12, first.get("region").get("startLine").asInt());
    JsonNode second = results.get(1).get("locations").get(0).get("physicalLocation");
    assertEquals("a.c", second.get("artifactLocation").get("uri").asText());
    assertFalse(second.has("region"));
  }

  // ---- Fingerprints -------------------------------------------------------------------------

  private String fingerprint(String source, int line, String function, FailureKind kind)
      throws IOException {
    Path file = folder.resolve("a.c");
    Files.writeString(file, source);
    Location place = new Location(file.toString(), line, 3);
    Violation violation =
        new Violation(
            kind,
            "x == 1 at line " + line,
            place,
            1,
            List.of(),
            "",
            List.of(new Frame(function, place)),
            null,
            List.of(),
            List.of(),
            List.of(),
            List.of());
    JsonNode run = run(Samples.explored("a.c", Verdict.VIOLATION, null, violation, violation));
    String first = fingerprint(run.get("results").get(0));
    assertNotEquals(first, fingerprint(run.get("results").get(1)));
    return first;
  }

  private static String fingerprint(JsonNode result) {
    return result.get("partialFingerprints").get("heddleViolation/v1").asText();
  }

  @Test
  void fingerprintsSurviveChangesElsewhere() throws IOException {
    String source = "int x;\nvoid f(void) {\n  assert(x == 1);\n}\n";
    String before = fingerprint(source, 3, "f", FailureKind.ASSERTION);
    assertEquals(before, fingerprint("// new\n\n" + source, 5, "f", FailureKind.ASSERTION));
    String indented = source.replace("  assert(x == 1)", "\tassert(x  ==  1)");
    assertEquals(before, fingerprint(indented, 3, "f", FailureKind.ASSERTION));
    String other = source.replace("x == 1", "x == 2");
    assertNotEquals(before, fingerprint(other, 3, "f", FailureKind.ASSERTION));
    assertNotEquals(before, fingerprint(source, 3, "g", FailureKind.ASSERTION));
    assertNotEquals(before, fingerprint(source, 3, "f", FailureKind.NULL_ACCESS));
  }

  // ---- Names of files -----------------------------------------------------------------------

  @ParameterizedTest
  @CsvSource({
    "a.c, a.c",
    "dir/a b.c, dir/a%20b.c",
    "ü.c, %C3%BC.c",
    "50%.c, 50%25.c",
    "/tmp/a.c, file:///tmp/a.c",
    "a:b.c, ./a:b.c",
    "C:\\x\\a.c, file:///C:/x/a.c",
    "a?b#c.c, a%3Fb%23c.c"
  })
  void namesAreReferences(String file, String uri) {
    assertEquals(uri, ArtifactUri.of(file));
  }
}
