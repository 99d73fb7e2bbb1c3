package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.readsfrom.NoReadsFromException;
import dev.heddle.frontend.llvm.Environment;
import dev.heddle.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
  @TempDir private Path folder;
  private String a;
  private String b;

  @BeforeEach
  void writeInputs() throws IOException {
    a = write("a.c");
    b = write("b.c");
  }

  private String write(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "int main(void) { return 0; }\n").toString();
  }

  // ---- Exit codes -----------------------------------------------------------------------------

  @Test
  void safeAndBoundedAreNoViolation() {
    assertEquals(0, new Console(Outcomes.SAFE).run("check", a));
    assertEquals(0, new Console(Outcomes.always(Verdict.BOUNDED, "cut")).run("check", a));
  }

  @Test
  void violationIsOne() {
    Console console = new Console(Outcomes.VIOLATION);
    assertEquals(1, console.run("check", a));
    assertTrue(console.out().startsWith("violation  " + a + "  3 executions (+1 blocked)  RC11"));
    assertTrue(console.out().contains("a.c:7: assertion: x == 1 (main thread)"), console.out());
  }

  @Test
  void inputThatCannotBeCheckedIsTwo() throws IOException {
    Console console = new Console(Outcomes.SAFE);
    String broken = write("broken.c");
    assertEquals(2, console.run("check", broken));
    assertEquals("error  " + broken + "\n", console.out());
    assertTrue(console.err().contains(": does not compile\n3:1: error: expected ';'\n"));
  }

  @Test
  void inconclusiveIsThree() {
    Console console = new Console(Outcomes.always(Verdict.INCONCLUSIVE, "timeout"));
    assertEquals(3, console.run("check", a));
    assertTrue(console.out().endsWith("  timeout\n"), console.out());
  }

  @Test
  void outOfMemoryIsInconclusive() {
    Console console = new Console(throwing(new OutOfMemoryError("Java heap space")));
    assertEquals(3, console.run("check", a));
    assertTrue(console.out().startsWith("inconclusive  " + a), console.out());
    assertTrue(console.out().endsWith("  out of memory\n"), console.out());
  }

  @Test
  void unexpectedFailureIsFourAndSaysHowToReportIt() {
    for (Throwable failure : List.of(new StackOverflowError(), new IllegalStateException("no"))) {
      Console console = new Console(throwing(failure));
      assertEquals(4, console.run("check", a));
      assertEquals("error  " + a + "\n", console.out());
      assertTrue(console.err().contains("internal error while checking " + a), console.err());
      assertTrue(console.err().contains(failure.getClass().getName()), console.err());
      assertTrue(console.err().contains("Please report it"), console.err());
    }
  }

  @Test
  void oneBadInputDoesNotStopTheOthers() throws IOException {
    Console console =
        new Console(
            Outcomes.inTurn(
                throwing(new IllegalStateException("no")), Outcomes.SAFE, Outcomes.VIOLATION));
    String broken = write("broken.c");
    assertEquals(1, console.run("check", "-q", broken, "missing.c", a, b, a));
    assertEquals(
        List.of("error", "error", "error", "safe", "violation"),
        console.out().lines().map(line -> line.substring(0, line.indexOf(" "))).toList());
    assertTrue(console.err().contains("heddle: missing.c: no such file or folder\n"));
  }

  @Test
  void highestCodeCountsWithoutViolation() {
    assertEquals(
        3,
        new Console(Outcomes.always(Verdict.INCONCLUSIVE, "timeout")).run("check", "missing.c", a));
    assertEquals(
        4,
        new Console(
                Outcomes.inTurn(
                    throwing(new IllegalStateException("no")),
                    Outcomes.always(Verdict.INCONCLUSIVE, "timeout")))
            .run("check", a, b, "missing.c"));
    assertEquals(2, new Console(Outcomes.SAFE).run("check", a, "missing.c"));
  }

  private static Exploration throwing(Throwable failure) {
    return (program, limits, progress) -> {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failure;
    };
  }

  // ---- Options --------------------------------------------------------------------------------

  @Test
  void limitsReachTheExploration() {
    Console console = new Console(Outcomes.SAFE);
    console.run("check", a);
    assertEquals(Limits.NONE, console.limits);
    assertEquals(Algorithm.RF, console.algorithm);
    console.run("check", "-u", "5", "--keep-going", "--max-executions=9", "-a", "naive", a);
    assertEquals(new Limits(5, true, 9, 0), console.limits);
    assertEquals(Algorithm.NAIVE, console.algorithm);
  }

  @Test
  void theEnvironmentReachesTheFrontEnd() {
    Console console = new Console(Outcomes.SAFE);
    console.run("check", a);
    assertEquals(Environment.USUAL, console.environment);
    console.run("check", "--nondet", "-1..5", "--spurious-wakeups", a);
    assertEquals(new Environment(-1, 5, true), console.environment);
    console.run("check", "--nondet=rand", "--args", "2 'a b'", "--stdin", a, a);
    Environment world = console.environment;
    assertTrue(world.randomIsAny());
    assertEquals(List.of("2", "a b"), world.arguments());
    assertEquals(2, console.run("check", "--stdin", a + ".missing", a));
    assertEquals(2, console.run("check", "--args", "'open", a));
  }

  @Test
  void timeoutIncludesTheFrontEnd() {
    Console console = new Console(Outcomes.SAFE);
    console.run("check", "--timeout", "10s", a);
    assertTrue(console.limits.nanoseconds() < 10_000_000_000L);
    assertTrue(console.limits.nanoseconds() > 1_000_000_000L);
  }

  @Test
  void compilerOptionsReachTheCompiler() {
    Console console = new Console(Outcomes.SAFE);
    assertEquals(
        0,
        console.run(
            "check",
            "-DN=3",
            "-D",
            "DEBUG",
            "-Iinclude",
            "-std=c11",
            "-O2",
            a,
            "--",
            "-Wall",
            "--",
            "-m32"));
    assertEquals(
        List.of("-std=c11", "-O2", "-DN=3", "-DDEBUG", "-Iinclude", "-Wall", "--", "-m32"),
        console.clangArguments);
  }

  @Test
  void coloursFollowTheTerminalUnlessTold() {
    Console terminal = new Console(Outcomes.SAFE).onTerminal();
    terminal.run("check", a);
    assertTrue(terminal.out().contains("\033["), terminal.out());
    Console never = new Console(Outcomes.SAFE).onTerminal();
    never.run("check", "--color", "never", a);
    assertFalse(never.out().contains("\033["), never.out());
    Console pipe = new Console(Outcomes.SAFE);
    pipe.run("check", a);
    assertFalse(pipe.out().contains("\033["), pipe.out());
    Console always = new Console(Outcomes.SAFE);
    always.run("check", "--color=always", a);
    assertTrue(always.out().contains("\033["), always.out());
  }

  @Test
  void progressIsShownOnATerminalOrOnDemand() {
    Exploration slow =
        (program, limits, progress) -> {
          try {
            Thread.sleep(700);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return Outcomes.SAFE.explore(program, limits, progress);
        };
    Console pipe = new Console(slow);
    pipe.run("check", a);
    assertEquals("", pipe.err());
    Console always = new Console(slow);
    always.run("check", "--progress=always", a);
    assertTrue(always.err().contains(" executions  0/s  "), always.err());
    assertTrue(always.err().endsWith("\r\033[K"), always.err());
  }

  // ---- JSON -----------------------------------------------------------------------------------

  @Test
  void jsonHasOneLinePerInputAndNothingElse() {
    Console console = new Console(Outcomes.inTurn(Outcomes.SAFE, Outcomes.VIOLATION));
    assertEquals(1, console.run("check", "--json", a, "missing.c", b));
    List<String> lines = console.out().lines().toList();
    assertEquals(3, lines.size());
    assertTrue(lines.get(0).startsWith("{\"file\":\"" + a + "\",\"model\":\"rc11\""), lines.get(0));
    assertTrue(lines.get(0).contains("\"algorithm\":\"rf\",\"verdict\":\"safe\""));
    assertTrue(lines.get(1).contains("\"verdict\":\"error\",\"reason\":\"missing.c: no such"));
    assertTrue(lines.get(2).contains("\"verdict\":\"violation\""), lines.get(2));
    assertEquals("heddle: missing.c: no such file or folder\n", console.err());
  }

  /** What rf cannot describe is for optimal, unless the user insists. */
  @Test
  void autoGoesOnWithOptimalWhereRfRefuses() {
    Exploration refuses =
        (program, limits, progress) -> {
          throw new NoReadsFromException("no such relation; use --algorithm optimal");
        };
    Console auto = new Console(Outcomes.inTurn(refuses, Outcomes.SAFE));
    assertEquals(0, auto.run("check", "--json", a));
    assertTrue(auto.out().contains("\"algorithm\":\"optimal\",\"verdict\":\"safe\""), auto.out());
    Console rf = new Console(refuses);
    assertEquals(2, rf.run("check", "-a", "rf", "--json", a));
    assertTrue(rf.out().contains("\"verdict\":\"error\""), rf.out());
    assertTrue(rf.out().contains(": no such relation; use --algorithm optimal\""), rf.out());
  }

  @Test
  void verboseJsonTellsTheStoryOnStandardError() {
    Console console = new Console(Outcomes.VIOLATION);
    console.run("check", "--json", "-v", a);
    assertEquals(1, console.out().lines().count());
    assertTrue(console.err().contains("assertion: x == 1"), console.err());
  }

  @Test
  void outputTakesTheJsonLines() throws IOException {
    Console console = new Console(Outcomes.SAFE);
    Path file = folder.resolve("out.json");
    Files.writeString(file, "old\nold\nold\n");
    assertEquals(0, console.run("check", "--output", file.toString(), a, b));
    assertEquals(2, Files.readAllLines(file).size());
    assertTrue(Files.readString(file).startsWith("{\"file\":"));
    assertTrue(console.out().startsWith("safe  " + a), console.out());
    assertTrue(console.out().endsWith("2 inputs: 2 safe\n"), console.out());
  }

  @Test
  void unwritableOutputIsFoundBeforeTheRun() throws IOException {
    assertUnwritable(folder.toString(), "it is a folder; name a file in it");
    assertUnwritable(folder.resolve("no/out.json").toString(), "there is no folder");
    assertUnwritable(a, "it is one of the inputs; name another file");
    assertUnwritable("", "name a file after --output");
    assertTrue(Files.readString(Path.of(a)).startsWith("int main"));
  }

  private void assertUnwritable(String output, String reason) {
    Console console = new Console(Outcomes.SAFE);
    assertEquals(2, console.run("check", a, "--output", output));
    assertTrue(console.err().startsWith("heddle: cannot write "), console.err());
    assertTrue(console.err().contains(reason), console.err());
    assertTrue(console.loaded.isEmpty());
  }
}
