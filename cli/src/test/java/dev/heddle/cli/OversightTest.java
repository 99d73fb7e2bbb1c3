package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Limits hold, even for a check that does not look at them. */
@Timeout(60)
class OversightTest {
  @TempDir private Path folder;
  private final CountDownLatch testEnded = new CountDownLatch(1);
  private String a;
  private String b;

  @BeforeEach
  void writeInputs() throws IOException {
    a = Files.writeString(folder.resolve("a.c"), "").toString();
    b = Files.writeString(folder.resolve("b.c"), "").toString();
  }

  @AfterEach
  void letGo() {
    testEnded.countDown();
  }

  /** Listens to nobody. */
  private Outcome deaf(Program program, Limits limits, Progress progress) {
    try {
      testEnded.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return Outcomes.SAFE.explore(program, limits, progress);
  }

  @Test
  void aDeafCheckIsGivenUpAndTheNextOneRuns() {
    Console console = new Console(Outcomes.inTurn(this::deaf, Outcomes.SAFE));
    assertEquals(3, console.run("check", "--timeout", "200ms", a, b));
    List<String> lines = console.out().lines().toList();
    assertTrue(lines.get(0).startsWith("inconclusive  " + a), console.out());
    assertTrue(lines.get(0).endsWith("the time limit is reached"), console.out());
    assertTrue(lines.get(1).startsWith("safe  " + b), console.out());
  }

  @Test
  void whatWasFoundIsNotLostWhenWordsForItTakeTooLong() {
    Exploration explaining =
        (program, limits, progress) -> {
          progress.found(Outcomes.VIOLATION.explore(program, limits, progress));
          return deaf(program, limits, progress);
        };
    Console console = new Console(explaining);
    String witness = folder.resolve("bug.json").toString();
    assertEquals(1, console.run("check", "--timeout", "200ms", "--witness", witness, a));
    assertTrue(console.out().startsWith("violation  " + a), console.out());
    assertTrue(Files.exists(Path.of(witness)));
  }

  @Test
  void theMemoryOfTheProcessIsLimited() {
    Console console = new Console(this::deaf);
    assertEquals(3, console.run("check", "--memory", "1M", a));
    assertTrue(console.out().endsWith("the memory limit of 1 MiB is reached\n"), console.out());
    assertEquals(0, new Console(Outcomes.SAFE).run("check", "--memory", "900G", a));
  }

  @Test
  void aCompilerThatIsBusyIsEnded() throws IOException {
    // Ten million statements.
    Files.writeString(
        Path.of(a),
        """
        #define A(x) x x x x x x x x x x
        #define B(x) A(A(A(A(A(A(A(x)))))))
        int main(void) { int i = 0; B(i++;) return 0; }
        """);
    RealConsole console = new RealConsole();
    assertEquals(3, console.run("check", "--timeout", "300ms", a));
    assertTrue(console.out().endsWith("the time limit is reached\n"), console.out());
  }
}
