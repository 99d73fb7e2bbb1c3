package dev.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.program.FailureKind;
import dev.heddle.report.ConsoleReport.Detail;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Step;
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
import org.junit.jupiter.params.provider.ValueSource;

class ConsoleReportTest {
  private static final int ALL = Interleaving.ALL;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private ConsoleReport report(Detail detail, Ink ink) {
    return new ConsoleReport(
        new PrintStream(out, false, StandardCharsets.UTF_8),
        new PrintStream(err, false, StandardCharsets.UTF_8),
        new ConsoleReport.Style(detail, ink, 100));
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void safeIsOneLineThatSaysWhatWasProved() {
    report(Detail.VERDICTS, Ink.PLAIN).add(Samples.explored("treiber-stack.c", Verdict.SAFE, null));
    assertEquals("safe  treiber-stack.c  274 executions (+60 blocked)  SC  0.31 s\n", out());
  }

  @Test
  void blockedExecutionsAreLeftOutWhenThereAreNone() {
    Outcome outcome = new Outcome(Verdict.SAFE, null, 1, 0, List.of(), List.of());
    report(Detail.USUAL, Ink.PLAIN).add(Samples.result("a.c", new Conclusion.Explored(outcome)));
    assertEquals("safe  a.c  1 execution  SC  0.31 s\n", out());
  }

  @Test
  void reasonEndsTheLine() {
    ConsoleReport report = report(Detail.VERDICTS, Ink.PLAIN);
    report.add(Samples.explored("a.c", Verdict.BOUNDED, "loops cut after 3 passes"));
    report.add(Samples.explored("b.c", Verdict.INCONCLUSIVE, "timeout"));
    assertEquals(
        """
        bounded  a.c  274 executions (+60 blocked)  SC  0.31 s  loops cut after 3 passes
        inconclusive  b.c  274 executions (+60 blocked)  SC  0.31 s  timeout
        """,
        out());
  }

  @Test
  void violationShowsTheInterleaving(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("mp.c");
    Files.writeString(file, Samples.MESSAGE_PASSING_SOURCE);
    report(Detail.USUAL, Ink.PLAIN)
        .add(
            Samples.explored(
                "mp.c", Verdict.VIOLATION, null, Samples.messagePassing(file.toString())));
    assertEquals(
        """
        violation  mp.c  274 executions (+60 blocked)  SC  0.31 s  assertion at FILE:9

          FILE:9: assertion: data == 1 (thread 2)

             main             thread 1        thread 2
          1  create thread 1                                           13  pthread_create(&a, 0, writer, 0);
          2  create thread 2                                           14  pthread_create(&b, 0, reader, 0);
          3                   write flag = 1                            4  atomic_store(&flag, 1);
          4                                   read flag = 1 from #3     8  if (atomic_load(&flag))
          5                                   read data = 0 from init   9  assert(atomic_load(&data) == 1);
          !                                   assertion fails           9  assert(atomic_load(&data) == 1);

          output of the program:
          | ready

          warning: memory is leaked
        """,
        out().replace(file.toString(), "FILE"));
  }

  @Test
  void violationIsShownWithoutItsSource() {
    report(Detail.USUAL, Ink.PLAIN)
        .add(
            Samples.explored(
                "mp.bc", Verdict.VIOLATION, null, Samples.messagePassing("not/there.c")));
    assertTrue(out().contains("read data = 0 from init   9\n"), out());
    assertFalse(out().contains("pthread_create"), out());
  }

  @Test
  void longSourceLinesAreCut(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("mp.c");
    Files.writeString(
        file,
        Samples.MESSAGE_PASSING_SOURCE.replace("writer, 0);", "writer, 0); // " + "x".repeat(99)));
    List<String> lines =
        new Interleaving(Samples.messagePassing(file.toString()), new SourceText(), Ink.PLAIN, ALL)
            .lines(80);
    assertEquals(
        "1  create thread 1                  13  pthread_create(&a, 0, writer, 0); // ...",
        lines.get(1));
    assertEquals(80, lines.get(1).length());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 16, 40})
  void interleavingFitsTheWidthForAnyNumberOfThreads(int threads) {
    report(Detail.EVERYTHING, Ink.PLAIN)
        .add(Samples.explored("crowd.c", Verdict.VIOLATION, null, Samples.crowd(threads, 3)));
    List<String> steps = out().lines().filter(line -> line.contains("write counter")).toList();
    assertEquals(3 * threads, steps.size());
    steps.forEach(step -> assertTrue(step.length() <= 100, step));
    steps.forEach(step -> assertFalse(step.contains("..."), step));
  }

  @Test
  void columnsOverlapWhenThereAreManyThreads() {
    Interleaving interleaving =
        new Interleaving(Samples.crowd(4, 1), new SourceText(), Ink.PLAIN, ALL);
    assertEquals(
        """
           T0    T1    T2    T3
        1  write counter = 0                    5
        2        write counter = 1              5
        3              write counter = 2        5
        4                    write counter = 3  5
        !                    deadlock           7
        """,
        String.join("\n", interleaving.lines(43)) + "\n");
  }

  @Test
  void addressesAreHexadecimalAndNumbersAreNot() {
    Violation violation =
        new Violation(
            FailureKind.NULL_ACCESS,
            "p is null",
            Samples.line("a.c", 2),
            0,
            List.of(
                new Step(0, "store", "p", 1L << 45, Samples.NO_READ, Samples.line("a.c", 1)),
                new Step(0, "load", "n", -4_000_000_000L, 0, Samples.line("a.c", 2))),
            "");
    List<String> lines = new Interleaving(violation, new SourceText(), Ink.PLAIN, ALL).lines(80);
    assertTrue(lines.get(1).contains("write p = 0x200000000000 "), lines.get(1));
    assertTrue(lines.get(2).contains("read n = -4000000000 from #1"), lines.get(2));
  }

  @Test
  void oneColumnNamesThreadsWhenEvenOverlappingDoesNotFit() {
    Interleaving interleaving =
        new Interleaving(Samples.crowd(20, 1), new SourceText(), Ink.PLAIN, ALL);
    List<String> lines = interleaving.lines(80);
    assertEquals(" 1  T0: write counter = 0    5", lines.get(1));
    assertEquals("20  T19: write counter = 19  5", lines.get(20));
  }

  @Test
  void whatDoesNotFitOnAScreenIsLeftOutUnlessWanted() {
    CheckResult result =
        Samples.explored("crowd.c", Verdict.VIOLATION, null, Samples.crowd(2, 500));
    report(Detail.USUAL, Ink.PLAIN).add(result);
    assertTrue(out().contains("\n        … 968 steps\n   969  write counter = 0 "), out());
    assertEquals(40, out().lines().takeWhile(line -> !line.startsWith("  warning")).count());
    out.reset();
    report(Detail.EVERYTHING, Ink.PLAIN).add(result);
    assertEquals(1000, out().lines().filter(line -> line.contains("write counter")).count());
  }

  @Test
  void verdictsOnlyLeavesOutEverythingElse() {
    report(Detail.VERDICTS, Ink.PLAIN)
        .add(Samples.explored("a.c", Verdict.VIOLATION, null, Samples.messagePassing("a.c")));
    assertEquals(
        "violation  a.c  274 executions (+60 blocked)  SC  0.31 s  assertion at line 9\n", out());
    out.reset();
    report(Detail.VERDICTS, Ink.PLAIN)
        .add(
            Samples.explored(
                "a.c",
                Verdict.VIOLATION,
                null,
                Samples.crowd(2, 1),
                Samples.messagePassing("a.c")));
    assertTrue(out().endsWith("  deadlock at crowd.c:7 and 1 more\n"), out());
  }

  @Test
  void everythingSaysWhereTheTimeWent() {
    report(Detail.EVERYTHING, Ink.PLAIN).add(Samples.explored("a.c", Verdict.SAFE, null));
    assertTrue(
        out()
            .contains(
                "  algorithm optimal, front end 0.12 s, exploration 0.15 s"
                    + " (2,226 executions/s), peak memory 120 MiB\n"),
        out());
  }

  @Test
  void everythingSaysWhatDidNotFitIntoMemory() {
    Conclusion safe = Samples.explored("a.c", Verdict.SAFE, null).conclusion();
    CheckResult large =
        new CheckResult(
            "a.c", "sc", "rf", safe, new Cost(1, 1, 1, 120, 1_500), List.of(), List.of());
    report(Detail.EVERYTHING, Ink.PLAIN).add(large);
    assertTrue(out().contains(", peak memory 120 MiB, temporary file 1,500 MiB\n"), out());
  }

  @Test
  void uncheckableInputIsExplainedOnTheErrorStream() {
    report(Detail.USUAL, Ink.PLAIN)
        .add(Samples.result("a.c", new Conclusion.Uncheckable("a.c:3: no main function")));
    assertEquals("error  a.c\n", out());
    assertEquals("heddle: a.c:3: no main function\n", err());
  }

  @Test
  void internalErrorSaysHowToReportIt() {
    report(Detail.USUAL, Ink.PLAIN)
        .add(Samples.result("a.c", new Conclusion.Crashed("it broke", "at line 5")));
    assertEquals("error  a.c\n", out());
    assertTrue(err().startsWith("heddle: internal error while checking a.c: it broke\n"), err());
    assertTrue(err().contains("Please report it"), err());
    assertFalse(err().contains("at line 5"), err());
    err.reset();
    report(Detail.EVERYTHING, Ink.PLAIN)
        .add(Samples.result("a.c", new Conclusion.Crashed("it broke", "at line 5")));
    assertTrue(err().endsWith("at line 5\n"), err());
  }

  @Test
  void summaryCountsAllInputsEvenUncheckedOnes() {
    ConsoleReport report = report(Detail.USUAL, Ink.PLAIN);
    Outcome safe = new Outcome(Verdict.SAFE, null, 1, 0, List.of(), List.of());
    report.add(Samples.result("a.c", new Conclusion.Explored(safe)));
    report.add(Samples.result("b.c", new Conclusion.Explored(safe)));
    report.addUnchecked(List.of(Samples.explored("c.c", Verdict.INCONCLUSIVE, "interrupted")));
    report.finish();
    assertTrue(out().endsWith("3 inputs: 2 safe, 1 inconclusive\n"), out());
    assertEquals("heddle: 1 input not looked at\n", err());
  }

  @Test
  void coloursOnlyWhenAsked() {
    report(Detail.USUAL, Ink.COLOURED).add(Samples.explored("a.c", Verdict.SAFE, null));
    assertTrue(out().startsWith("\033[1;32msafe\033[0m  a.c"), out());
    out.reset();
    report(Detail.EVERYTHING, Ink.PLAIN)
        .add(Samples.explored("a.c", Verdict.VIOLATION, null, Samples.messagePassing("a.c")));
    assertFalse(out().contains("\033"), out());
  }

  @Test
  void textOfTheProgramCannotSteerTheTerminal() {
    Outcome outcome =
        new Outcome(Verdict.BOUNDED, "x\033[2Jy", 1, 0, List.of(), List.of("\033]0;title\007"));
    report(Detail.USUAL, Ink.PLAIN)
        .add(Samples.result("a\033b.c", new Conclusion.Explored(outcome)));
    assertFalse(out().contains("\033"), out());
    assertFalse(out().contains("\007"), out());
  }
}
