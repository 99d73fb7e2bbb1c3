package dev.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.transform.purity.LoopFinding;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Choice;
import dev.heddle.verdict.Violation.Deed;
import dev.heddle.verdict.Violation.Frame;
import dev.heddle.verdict.Violation.MemoryObject;
import dev.heddle.verdict.Violation.Step;
import dev.heddle.verdict.Violation.Wait;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainTextTest {
  /** Sets the window's title, clears the screen, rings, turns the direction of writing around. */
  private static final String HOSTILE =
      "\u001b]0;title\u0007\u001b[2J\u009b31m\u0000\r\b\u007f\u202egnp.c\u2066x\u2028\ud800";

  @Test
  void controlsAreShownAndNotObeyed() {
    assertEquals(
        "plain \u00e4\u4e2d\ud83d\ude00", PlainText.line("plain \u00e4\u4e2d\ud83d\ude00"));
    assertEquals("a b c", PlainText.line("a\tb\nc"));
    assertEquals("a b\nc", PlainText.lines("a\tb\nc"));
    assertEquals("\\x1b[2J\\x9b\\x7f\\x00", PlainText.line("\u001b[2J\u009b\u007f\u0000"));
    assertEquals("\\u202e\\ud800", PlainText.line("\u202e\ud800"));
    assertEquals("{\"a\":\"\\u009b\\u007f\"}\n", PlainText.json("{\"a\":\"\u009b\u007f\"}\n"));
  }

  private static Violation violation(FailureKind kind) {
    Location place = new Location(HOSTILE, 3, 1);
    Frame frame = new Frame(HOSTILE, place);
    MemoryObject object = new MemoryObject(HOSTILE, 4, new Deed(0, place), new Deed(1, place));
    Step step = new Step(1, "store", HOSTILE, 1L, -2, place, HOSTILE, HOSTILE, HOSTILE, 0, false);
    Step last = new Step(0, HOSTILE, HOSTILE, 1L, 0, place, HOSTILE, HOSTILE, HOSTILE, 0, true);
    return new Violation(
        kind,
        HOSTILE,
        place,
        1,
        List.of(step, last),
        HOSTILE + "\n" + HOSTILE,
        List.of(frame, frame),
        object,
        List.of(new Wait(0, place, HOSTILE, 1, place, List.of(frame))),
        List.of(object),
        List.of(HOSTILE, HOSTILE),
        List.of(new Choice(0, 0)));
  }

  private static void assertPlain(String text) {
    assertFalse(text.isEmpty());
    text.codePoints()
        .forEach(
            c ->
                assertFalse(
                    c != '\n'
                        && !PlainText.line(Character.toString(c)).equals(Character.toString(c)),
                    () -> String.format("U+%04X in %s", c, PlainText.lines(text))));
  }

  @ParameterizedTest
  @EnumSource(FailureKind.class)
  void noReportLetsThemThrough(FailureKind kind) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    Outcome outcome =
        new Outcome(Verdict.VIOLATION, HOSTILE, 1, 0, List.of(violation(kind)), List.of(HOSTILE));
    LoopFinding loop =
        new LoopFinding(new Location(HOSTILE, 1, 1), LoopFinding.LoopKind.PURE, HOSTILE);
    for (Conclusion conclusion :
        List.of(
            new Conclusion.Explored(outcome),
            new Conclusion.Uncheckable(HOSTILE + "\n" + HOSTILE),
            new Conclusion.Crashed(HOSTILE, HOSTILE))) {
      CheckResult result =
          new CheckResult(
              HOSTILE, "sc", "rf", conclusion, Samples.COST, List.of(HOSTILE), List.of(loop));
      for (ConsoleReport.Detail detail : ConsoleReport.Detail.values()) {
        ConsoleReport.Style style = new ConsoleReport.Style(detail, Ink.PLAIN, 100);
        new ConsoleReport(out, out, style).add(result);
      }
      new JsonReport(out).add(result);
    }
    assertPlain(bytes.toString(StandardCharsets.UTF_8));
  }

  @Test
  void neitherDoTheReportsOfTraces() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    TraceResult result =
        new TraceResult(
            HOSTILE,
            "ra",
            new TraceConclusion.Failed(new Conclusion.Uncheckable(HOSTILE)),
            Samples.COST);
    new ConsoleTraceReport(out, out, false).add(result);
    new JsonTraceReport(out).add(result);
    assertPlain(bytes.toString(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"passwords", "id_rsa", ".env", "a.c.key"})
  void onlySourcesAreQuoted(String name, @TempDir Path folder) throws IOException {
    Path secret = Files.writeString(folder.resolve(name), "secret\n");
    Path source = Files.writeString(folder.resolve("a.c"), "int x;\n");
    Path link = Files.createSymbolicLink(folder.resolve("link.c"), secret);
    SourceText text = new SourceText();
    assertEquals("int x;", text.at(new Location(source.toString(), 1, 1)));
    assertEquals("", text.at(new Location(secret.toString(), 1, 1)));
    assertEquals("", text.at(new Location(link.toString(), 1, 1)));
  }

  @Test
  void filesWithoutAnEndAreRefused(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("a"), new byte[1 << 20]);
    assertEquals(1 << 20, WholeFile.read(file, 1 << 20).length);
    for (Path endless : List.of(Path.of("/dev/zero"), folder)) {
      IOException refusal = assertThrows(IOException.class, () -> WholeFile.read(endless, 1 << 20));
      assertTrue(refusal.getMessage().startsWith("it is a folder, a device"), refusal::toString);
    }
    Files.write(file, new byte[(1 << 20) + 1]);
    IOException refusal = assertThrows(IOException.class, () -> WholeFile.read(file, 1 << 20));
    assertEquals("it is larger than 1 MiB", refusal.getMessage());
  }
}
