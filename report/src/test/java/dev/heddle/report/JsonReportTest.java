package dev.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Step;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonReportTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private String lineFor(CheckResult result) {
    out.reset();
    new JsonReport(out).add(result);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void safe() {
    Outcome outcome = new Outcome(Verdict.SAFE, null, 274, 60, List.of(), List.of());
    assertEquals(
        "{\"file\":\"a.c\",\"model\":\"sc\",\"algorithm\":\"optimal\",\"verdict\":\"safe\",\"reason\":null,\"sequential\":false,\"executions\":{\"complete\":274,\"blocked\":60},\"seconds\":{\"total\":0.310000,\"frontend\":0.120000,\"exploration\":0.150000},\"peakMemoryMiB\":120,\"violations\":[],\"warnings\":[],\"assumptions\":[],\"loops\":[]}\n",
        lineFor(Samples.result("a.c", new Conclusion.Explored(outcome))));
  }

  @Test
  void whatDidNotFitIntoMemory() throws IOException {
    Outcome outcome = new Outcome(Verdict.SAFE, null, 274, 60, List.of(), List.of());
    CheckResult large =
        new CheckResult(
            "a.c",
            "sc",
            "rf",
            new Conclusion.Explored(outcome),
            new Cost(1, 1, 1, 120, 1_500),
            List.of(),
            List.of());
    assertEquals(1_500L, Json.object(lineFor(large)).get("temporaryFileMiB"));
  }

  @Test
  void violation() throws IOException {
    CheckResult result =
        Samples.explored("mp.c", Verdict.VIOLATION, null, Samples.messagePassing("mp.c"));
    Map<String, Object> json = Json.object(lineFor(result));
    assertEquals("violation", json.get("verdict"));
    assertEquals(List.of("memory is leaked"), json.get("warnings"));
    Map<String, Object> violation = Json.child(json, "violations", 0);
    assertEquals("assertion", violation.get("kind"));
    assertEquals("data == 1", violation.get("message"));
    assertEquals(Map.of("file", "mp.c", "line", 9L, "column", 3L), violation.get("location"));
    assertEquals(2L, violation.get("thread"));
    assertEquals("ready\n", violation.get("output"));
    assertEquals(5, ((List<?>) violation.get("trace")).size());
    Map<String, Object> store = Json.child(violation, "trace", 2);
    assertEquals("store", store.get("operation"));
    assertEquals("flag", store.get("target"));
    assertEquals(1L, store.get("value"));
    assertEquals(null, store.get("readsFrom"));
    assertEquals(2L, Json.child(violation, "trace", 3).get("readsFrom"));
    assertEquals(-1L, Json.child(violation, "trace", 4).get("readsFrom"));
  }

  @Test
  void whatIsWeakAboutAnExecution() throws IOException {
    CheckResult result =
        Samples.explored("mp.c", Verdict.VIOLATION, null, Samples.weakMessagePassing("mp.c"));
    Map<String, Object> json = Json.object(lineFor(result));
    Map<?, ?> weakness = (Map<?, ?>) Json.child(json, "violations", 0).get("weakness");
    assertEquals(
        Map.of("from", 3L, "to", 0L, "relation", "fr"), ((List<?>) weakness.get("cycle")).get(3));
    assertEquals(List.of(Map.of("read", 3L, "unseen", 0L)), weakness.get("stale"));
    Map<?, ?> remedy = (Map<?, ?>) ((List<?>) weakness.get("remedy")).get(0);
    assertEquals("release", remedy.get("order"));
    assertEquals(List.of(1L), remedy.get("steps"));
    assertEquals(false, weakness.get("existsUnderSc"));
    assertEquals(7, ((List<?>) weakness.get("text")).size());
  }

  @Test
  void numbersKeepAllTheirDigits() throws IOException {
    Step step = new Step(0, "store", "x", Long.MIN_VALUE, Samples.NO_READ, Location.NONE);
    Violation violation =
        new Violation(FailureKind.ABORT, "abort()", Location.NONE, 0, List.of(step), "");
    Outcome outcome =
        new Outcome(Verdict.VIOLATION, null, Long.MAX_VALUE, 1, List.of(violation), List.of());
    Map<String, Object> json =
        Json.object(lineFor(Samples.result("a.c", new Conclusion.Explored(outcome))));
    assertEquals(Map.of("complete", Long.MAX_VALUE, "blocked", 1L), json.get("executions"));
    Map<String, Object> found = Json.child(json, "violations", 0);
    assertEquals(Long.MIN_VALUE, Json.child(found, "trace", 0).get("value"));
    assertEquals(null, found.get("location"));
  }

  @Test
  void errorsHaveAReasonAndTheSameFields() throws IOException {
    Map<String, Object> bad =
        Json.object(
            lineFor(Samples.result("a.c", new Conclusion.Uncheckable("a.c: \"oops\"\nline 2"))));
    assertEquals("error", bad.get("verdict"));
    assertEquals("a.c: \"oops\"\nline 2", bad.get("reason"));
    assertEquals(Map.of("complete", 0L, "blocked", 0L), bad.get("executions"));
    assertEquals(List.of(), bad.get("violations"));
    assertEquals(List.of(), bad.get("warnings"));
    Map<String, Object> crash =
        Json.object(lineFor(Samples.result("a.c", new Conclusion.Crashed("boom", "at"))));
    assertEquals("internal error: boom", crash.get("reason"));
    assertEquals(bad.keySet(), crash.keySet());
  }

  @Test
  void textIsUtf8OnOneLineWhateverItContains() throws IOException {
    String name = "dossier été/\u2028\ud83e\uddf5 \"a\"\n.c";
    String line = lineFor(Samples.explored(name, Verdict.SAFE, null));
    assertEquals(1, line.chars().filter(c -> c == '\n').count());
    assertEquals(name, Json.object(line).get("file"));
    String broken = "half \ud83e of a character";
    Outcome outcome = new Outcome(Verdict.BOUNDED, broken, 1, 0, List.of(), List.of());
    Map<String, Object> json =
        Json.object(lineFor(Samples.result("a.c", new Conclusion.Explored(outcome))));
    assertEquals("half ? of a character", json.get("reason"));
  }

  @Test
  void uncheckedInputsHaveALineEach() {
    new JsonReport(out)
        .addUnchecked(
            List.of(
                Samples.explored("a.c", Verdict.INCONCLUSIVE, "interrupted"),
                Samples.explored("b.c", Verdict.INCONCLUSIVE, "interrupted")));
    assertEquals(2, out.toString(StandardCharsets.UTF_8).lines().count());
  }

  @Test
  void fullDiskIsNotSilent() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    JsonReport report = new JsonReport(full);
    CheckResult result = Samples.explored("a.c", Verdict.SAFE, null);
    UncheckedIOException e = assertThrows(UncheckedIOException.class, () -> report.add(result));
    assertEquals("No space left on device", e.getCause().getMessage());
  }
}
