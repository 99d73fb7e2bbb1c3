package dev.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.program.FailureKind;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Deed;
import dev.heddle.verdict.Violation.Frame;
import dev.heddle.verdict.Violation.MemoryObject;
import dev.heddle.verdict.Violation.Step;
import dev.heddle.verdict.Violation.Wait;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ViolationTextTest {
  private static String text(Violation violation, boolean whole) {
    ConsoleReport.Style style = new ConsoleReport.Style(ConsoleReport.Detail.USUAL, Ink.PLAIN, 100);
    return String.join("\n", new ViolationText(violation, new SourceText(), style, whole).lines())
        + "\n";
  }

  private static Step step(
      int thread, String operation, String target, int source, int line, String... texts) {
    return new Step(
        thread,
        operation,
        target,
        0L,
        source,
        Samples.line("a.c", line),
        texts.length > 0 ? texts[0] : "",
        texts.length > 1 ? texts[1] : "",
        texts.length > 2 ? texts[2] : "",
        1,
        false);
  }

  private static Step failing(Step step) {
    return new Step(
        step.thread(),
        step.operation(),
        step.target(),
        null,
        Violation.NOTHING,
        step.location(),
        "",
        "",
        "",
        0,
        true);
  }

  private static Violation violation(
      FailureKind kind, List<Step> trace, MemoryObject object, List<Wait> waits) {
    return new Violation(
        kind,
        "what is wrong",
        Samples.line("a.c", 20),
        2,
        trace,
        "",
        List.of(
            new Frame("pop", Samples.line("a.c", 20)),
            new Frame("work", Samples.line("a.c", 30)),
            new Frame("run", Samples.line("b.h", 3))),
        object,
        waits,
        List.of(
            new MemoryObject("node#1", 16, new Deed(1, Samples.line("a.c", 9)), null),
            new MemoryObject("node#12", 16, new Deed(1, Samples.line("a.c", 9)), null)),
        List.of("main", "push_all", "pop_all"),
        List.of());
  }

  @Test
  void memoryErrorTellsTheLifeOfTheObject() {
    List<Step> trace =
        List.of(
            step(1, "store", "top->next", Violation.NOTHING, 11, "NULL"),
            step(2, "cas", "top", Violation.INITIAL, 12, "NULL", "", "&node#12"),
            step(2, "cas", "top", 1, 13, "&node#12", "&node#2"),
            step(1, "rmw", "count", 0, 14, "4", "", "5"),
            step(1, "free", "node#2", Violation.NOTHING, 15),
            failing(step(2, "load", "node#2.next", Violation.NOTHING, 20)));
    MemoryObject object =
        new MemoryObject(
            "node#2",
            16,
            new Deed(0, Samples.line("a.c", 9)),
            new Deed(1, Samples.line("a.c", 15)));
    assertEquals(
        """

        a.c:20: use-after-free: what is wrong (thread 2)
          in pop, called by work at line 30, called by run at b.h:3
          node#2 has 16 bytes, allocated at line 9 by main, freed at line 15 by thread 1

           thread 1: push_all           thread 2: pop_all
        1  write top->next = NULL                                                     11
        2                               cas top: NULL → &node#12 from init            12
        3                               cas top fails: &node#12, not &node#2 from #2  13
        4  update count: 4 → 5 from #1                                                14
        5  free node#2                                                                15
        !                               read node#2.next: use-after-free              20

        node#12 has 16 bytes, allocated at line 9 by thread 1
        """,
        text(violation(FailureKind.USE_AFTER_FREE, trace, object, List.of()), false));
  }

  @Test
  void deadlockNamesTheCircle() {
    List<Frame> stack = List.of(new Frame("take", Samples.line("a.c", 20)));
    List<Wait> waits =
        List.of(
            new Wait(1, Samples.line("a.c", 20), "b", 2, Samples.line("a.c", 25), stack),
            new Wait(2, Samples.line("a.c", 26), "the end of thread 1", 1, null, stack));
    List<Step> trace = List.of(step(2, "lock", "b", Violation.NOTHING, 25));
    assertEquals(
        """

        a.c:20: deadlock: what is wrong
          thread 1 waits for b at line 20, held by thread 2 since line 25
          thread 2 waits for the end of thread 1 at line 26

           thread 1: push_all  thread 2: pop_all
        1                      lock b                         25
        !  waits for b                                        20
        !                      waits for the end of thread 1  26
        """,
        text(violation(FailureKind.DEADLOCK, trace, null, waits), false));
  }

  @Test
  void stepsFarFromTheFailureAreFolded() {
    List<Step> trace = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Step step = step(1, "store", "x" + i, Violation.NOTHING, i + 1, "0");
      trace.add(step.withDistance(i % 50 == 7 ? 1 : i % 10 == 0 ? 5 : -1));
    }
    String text = text(violation(FailureKind.ASSERTION, trace, null, List.of()), false);
    List<String> rows =
        text.lines().dropWhile(line -> !line.contains("thread 1: ")).skip(1).toList();
    assertEquals("    … 6 steps", rows.get(1));
    assertTrue(rows.get(2).startsWith(" 8  write x7 = 0"), text);
    assertEquals("    … 2 steps", rows.get(3));
    assertTrue(rows.get(4).startsWith("11  write x10 = 0"), text);
    assertTrue(text.lines().count() <= 38, text);
    String whole = text(violation(FailureKind.ASSERTION, trace, null, List.of()), true);
    assertEquals(100, whole.lines().filter(line -> line.contains("write x")).count());
  }

  @Test
  void theNearestStepsGetTheRoom() {
    List<Step> trace = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      trace.add(step(1, "store", "x" + i, Violation.NOTHING, i + 1, "0").withDistance(100 - i));
    }
    String text = text(violation(FailureKind.ASSERTION, trace, null, List.of()), false);
    assertEquals(38, text.lines().count(), text);
    assertTrue(text.contains("write x99 = 0"), text);
    assertTrue(text.contains("… 69 steps\n 70  write x69"), text);
  }

  @Test
  void aWeakExecutionSaysWhyNoInterleavingHasIt() {
    String text = text(Samples.weakMessagePassing("a.c"), false);
    assertTrue(text.contains("read data = 0 from init, not #1"), text);
    assertTrue(
        text.contains(
            """
            No interleaving has this execution: each step comes before the next, in a circle.
              #1 write data = 1  →  #2 write flag = 1: later in thread 1
              #2 write flag = 1  →  #3 read flag = 1: reads from it
              #3 read flag = 1  →  #4 read data = 0: later in thread 2
              #4 read data = 0  →  #1 write data = 1: was not seen by it
            Under sequential consistency the failure does not exist.
            With release at line 6 and acquire at line 8 this cannot happen.
            """),
        text);
  }
}
