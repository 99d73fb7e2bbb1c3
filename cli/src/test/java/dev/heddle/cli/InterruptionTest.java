package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.Exploration;
import dev.heddle.frontend.llvm.Environment;
import dev.heddle.transform.purity.LoopFinding;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class InterruptionTest {
  @TempDir private Path folder;
  private String a;
  private String b;
  private Console console;

  @BeforeEach
  void writeInputs() throws IOException {
    a = Files.writeString(folder.resolve("a.c"), "").toString();
    b = Files.writeString(folder.resolve("b.c"), "").toString();
  }

  /** Explores until it is asked to stop, as the real ones do. */
  private static final Exploration ENDLESS =
      (program, limits, progress) -> {
        while (progress.stopReason() == null) {
          Thread.onSpinWait();
        }
        return new Outcome(
            Verdict.INCONCLUSIVE, progress.stopReason(), 41, 1, List.of(), List.of());
      };

  @Test
  void reportsWhatWasCovered() {
    console =
        new Console(
            (program, limits, progress) -> {
              console.interruption.request();
              return ENDLESS.explore(program, limits, progress);
            });
    assertEquals(3, console.run("check", a));
    assertTrue(console.out().startsWith("inconclusive  " + a + "  41 executions (+1 blocked)"));
    assertTrue(console.out().endsWith("  interrupted\n"), console.out());
  }

  @Test
  void remainingInputsAreNotPassedOverInSilence() {
    console =
        new Console(
            (program, limits, progress) -> {
              console.interruption.request();
              return ENDLESS.explore(program, limits, progress);
            });
    assertEquals(3, console.run("check", "--json", a, b, a));
    List<String> lines = console.out().lines().toList();
    assertEquals(3, lines.size());
    lines.forEach(
        line ->
            assertTrue(
                line.contains("\"verdict\":\"inconclusive\",\"reason\":\"interrupted\""), line));
    assertEquals(1, console.loaded.size());
    assertTrue(console.err().contains("2 inputs not looked at"), console.err());
  }

  @Test
  void earlierViolationStillDecidesTheExitCode() {
    console =
        new Console(
            Outcomes.inTurn(
                Outcomes.VIOLATION,
                (program, limits, progress) -> {
                  console.interruption.request();
                  return ENDLESS.explore(program, limits, progress);
                }));
    assertEquals(1, console.run("check", a, b));
  }

  @Test
  void interruptionBeforeTheRunEndsItAtOnce() {
    console = new Console(Outcomes.SAFE);
    console.interruption.request();
    assertEquals(3, console.run("check", a));
    assertTrue(console.loaded.isEmpty());
  }

  @Test
  void deafRunIsReportedOnItsBehalfAndOnlyOnce() throws InterruptedException {
    CountDownLatch exploring = new CountDownLatch(1);
    CountDownLatch abandoned = new CountDownLatch(1);
    console =
        new Console(
            (program, limits, progress) -> {
              exploring.countDown();
              try {
                abandoned.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              return Outcomes.SAFE.explore(program, limits, progress);
            });
    Thread run = new Thread(() -> console.run("check", "--json", a, b));
    run.start();
    exploring.await();
    console.interruption.request();
    assertEquals(ExitCode.INCONCLUSIVE, console.interruption.abandon());
    String reported = console.out();
    assertEquals(2, reported.lines().count());
    abandoned.countDown();
    run.join();
    assertEquals(reported, console.out());
  }

  @Test
  void signalEndsTheProcessWithAReport() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                EndlessHeddle.class.getName(),
                "check",
                "--json",
                a)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      // The first line says that the exploration has begun.
      var output = process.inputReader();
      assertEquals("exploring", output.readLine());
      process.toHandle().destroy();
      String line = output.readLine();
      assertTrue(line.startsWith("{\"file\":\"" + a + "\""), line);
      assertTrue(line.contains("\"verdict\":\"inconclusive\",\"reason\":\"interrupted\""), line);
      assertTrue(line.endsWith("}"), line);
      assertEquals(3, process.waitFor());
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void aSignalBeforeJavaWasThereCounts() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dheddle.interrupted=true",
                "-cp",
                System.getProperty("java.class.path"),
                EndlessHeddle.class.getName(),
                "check",
                "--json",
                a)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      String line = process.inputReader().readLine();
      assertTrue(line.startsWith("{\"file\":\"" + a + "\""), line);
      assertTrue(line.contains("\"verdict\":\"inconclusive\",\"reason\":\"interrupted\""), line);
      assertEquals(3, process.waitFor());
    } finally {
      process.destroyForcibly();
    }
  }

  /** The real entry, with a program that has no end. */
  static final class EndlessHeddle {
    private EndlessHeddle() {}

    public static void main(String[] args) {
      Toolbox toolbox =
          new Toolbox() {
            @Override
            public dev.heddle.program.Program load(
                Path file, List<String> clangArguments, Environment environment) {
              return Console.PROGRAM;
            }

            @Override
            public Exploration exploration(
                CheckRun.Setup setup, Algorithm algorithm, Consumer<LoopFinding> findings) {
              return (program, limits, progress) -> {
                System.out.println("exploring");
                return ENDLESS.explore(program, limits, progress);
              };
            }
          };
      Heddle.runProcess(toolbox, () -> {}, args);
    }
  }
}
