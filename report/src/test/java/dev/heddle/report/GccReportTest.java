package dev.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class GccReportTest {
  private static String printed(boolean steps, CheckResult... results) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    GccReport report = new GccReport(new PrintStream(out, false, StandardCharsets.UTF_8), steps);
    List.of(results).forEach(report::add);
    report.finish();
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aViolationAndItsSteps() {
    CheckResult result =
        Samples.explored("c.c", Verdict.VIOLATION, null, Samples.messagePassing("c.c"));
    assertEquals(
        """
        c.c:9:3: error: assertion: data == 1 [assertion]
        c.c:13:3: note: #1 main: create thread 1
        c.c:14:3: note: #2 main: create thread 2
        c.c:4:3: note: #3 thread 1: write flag = 1
        c.c:8:3: note: #4 thread 2: read flag = 1 from #3
        c.c:9:3: note: #5 thread 2: read data = 0 from init
        c.c: warning: memory is leaked
        """,
        printed(true, result));
    assertEquals(
        "c.c:9:3: error: assertion: data == 1 [assertion]\nc.c: warning: memory is leaked\n",
        printed(false, result));
  }

  @Test
  void whatIsNoViolation() {
    assertEquals(
        """
        a.c: warning: memory is leaked
        a.c: note: safe: 274 executions (+60 blocked) under SC
        b.c: warning: memory is leaked
        b.c: note: bounded: 274 executions (+60 blocked) under SC; loops were cut
        d.c: warning: memory is leaked
        d.c: error: inconclusive: interrupted
        e.c: error: does not compile
        e.c:3:1: error: expected ';'
        f.c: error: internal error: null
        """,
        printed(
            true,
            Samples.explored("a.c", Verdict.SAFE, null),
            Samples.explored("b.c", Verdict.BOUNDED, "loops were cut"),
            Samples.explored("d.c", Verdict.INCONCLUSIVE, "interrupted"),
            Samples.result(
                "e.c",
                new Conclusion.Uncheckable("e.c: does not compile\ne.c:3:1: error: expected ';'")),
            Samples.result("f.c", new Conclusion.Crashed("null", "stack"))));
  }

  @Test
  void aWarningWithAPlace() {
    Outcome outcome =
        new Outcome(Verdict.SAFE, null, 1, 0, List.of(), List.of("a.c:12: memory leaks: x"));
    assertEquals(
        "a.c:12: warning: memory leaks: x\n",
        printed(false, Samples.result("a.c", new Conclusion.Explored(outcome))));
  }

  @Test
  void aViolationWithoutAPlaceIsThatOfItsFile() {
    Violation violation = new Violation(FailureKind.DEADLOCK, "", Location.NONE, 0, List.of(), "");
    Outcome outcome = new Outcome(Verdict.VIOLATION, null, 1, 0, List.of(violation), List.of());
    assertEquals(
        "a.bc: error: deadlock:  [deadlock]\n",
        printed(false, Samples.result("a.bc", new Conclusion.Explored(outcome))));
  }
}
