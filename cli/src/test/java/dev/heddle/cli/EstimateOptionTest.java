package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EstimateOptionTest {
  /** More executions than anybody waits for. */
  private static final String LARGE =
      """
      #include <pthread.h>
      #include <stdatomic.h>
      atomic_int x;
      void *run(void *unused) {
        for (int i = 0; i < 9; i++) atomic_store(&x, atomic_load(&x) + 1);
        return 0;
      }
      int main(void) {
        pthread_t t[3];
        for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run, 0);
        for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
        return 0;
      }
      """;

  @TempDir private Path folder;
  private String large;

  @BeforeEach
  void writeProgram() throws IOException {
    large = Files.writeString(folder.resolve("large.c"), LARGE).toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-a rf", "-a optimal", "-a naive", "-m tso", "-m ra", "-m power", "-m arm"})
  void everyExplorerHasOne(String explorer) {
    RealConsole console = new RealConsole();
    List<String> line = new ArrayList<>(List.of("check", "--estimate", "--timeout", "2s"));
    line.addAll(List.of(explorer.split(" ")));
    line.add(large);
    assertEquals(3, console.run(line.toArray(String[]::new)), console::err);
    assertTrue(
        console
            .out()
            .matches(
                "(?s)inconclusive .*an estimate only: about"
                    + " (10\\^15 and more|[0-9,]+) \\([0-9,]+ to ([0-9,]+|10\\^15 and more)\\)"
                    + " executions, ([0-9,]+ s|years) in all at this rate; .* % is explored.*"),
        console::out);
  }

  @Test
  void severalThreadsHaveOneToo() {
    RealConsole console = new RealConsole();
    assertEquals(3, console.run("check", "--estimate", "--timeout", "2s", "-j", "2", large));
    assertTrue(console.out().contains("an estimate only: about "), console::out);
  }

  @Test
  void whatIsExploredAnywayIsNoEstimate() {
    RealConsole console = new RealConsole();
    String sample = Path.of("..", "samples", "01-store-buffering.c").toString();
    assertEquals(0, console.run("check", "--estimate", sample));
    assertTrue(console.out().startsWith("safe "), console::out);
  }

  @Test
  void withoutATimeItTakesFiveSeconds() {
    Console console = new Console(Outcomes.SAFE);
    assertEquals(0, console.run("check", "--estimate", large));
    long seconds = console.limits.nanoseconds() / 1_000_000_000;
    assertTrue(seconds == 4 || seconds == 5, () -> seconds + " s");
  }

  @Test
  void eventsTellTheShare() {
    RealConsole console = new RealConsole();
    assertEquals(3, console.run("check", "--progress", "json", "--timeout", "2s", large));
    String last = console.err().lines().reduce((a, b) -> b).orElseThrow();
    assertTrue(last.contains("\"estimate\":{\"share\":"), last);
    assertTrue(last.contains("\"secondsLeft\":"), last);
  }
}
