package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code heddle check -m FILE.cat}: programs under a model of the user. */
class ModelFileTest {
  private static final String BUFFERS =
      """
      #include <assert.h>
      #include <pthread.h>
      #include <stdatomic.h>
      atomic_int x, y;
      int a, b;
      void *other(void *unused) {
        atomic_store_explicit(&y, 1, memory_order_relaxed);
        b = atomic_load_explicit(&x, memory_order_relaxed);
        return 0;
      }
      int main(void) {
        pthread_t t;
        pthread_create(&t, 0, other, 0);
        atomic_store_explicit(&x, 1, memory_order_relaxed);
        a = atomic_load_explicit(&y, memory_order_relaxed);
        pthread_join(t, 0);
        assert(a == 1 || b == 1);
      }
      """;

  @TempDir private Path folder;
  private String program;

  @BeforeEach
  void write() throws IOException {
    program = Files.writeString(folder.resolve("sb.c"), BUFFERS).toString();
  }

  private String model(String text) throws IOException {
    return Files.writeString(folder.resolve("my.cat"), text).toString();
  }

  @Test
  void aStrongModelForbidsStaleReads() throws IOException {
    RealConsole console = new RealConsole();
    int code = console.run("check", "-q", "-m", model("acyclic po | rf | co | fr"), program);
    assertEquals(0, code, console::err);
    assertTrue(console.out().contains("3 executions  " + folder.resolve("my.cat")), console::out);
  }

  @Test
  void aWeakModelAllowsThemAndTheWitnessIsReplayed() throws IOException {
    String model = model("acyclic po-loc | rf | co | fr\nacyclic po | rf");
    String witness = folder.resolve("w.json").toString();
    RealConsole console = new RealConsole();
    assertEquals(1, console.run("check", "-m", model, "--witness", witness, program), console::err);
    assertTrue(console.out().contains("assertion"), console::out);
    RealConsole again = new RealConsole();
    assertEquals(1, again.run("replay", witness), again::err);
    assertTrue(again.out().contains("assertion"), again::out);
  }

  @Test
  void aFlagIsAViolation() throws IOException {
    String model =
        model(
            """
            acyclic po | rf | co | fr
            flag ~empty [RLX] as weak
            """);
    RealConsole console = new RealConsole();
    assertEquals(1, console.run("check", "-m", model, program), console::err);
    assertTrue(console.out().contains("the memory model flags this: weak"), console::out);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "acyclic rf | co # its executions need not be coherent",
        "acyclic po-loc | rf | co | fr # po | rf may have cycles",
        "acyclic po-loc | rf | co | fr acyclic addr | rf # po | rf may have cycles",
        "acyclic po | rf | co | fr empty addr # the check 'empty' uses addr",
        "acyclic po | rf | co | fr ~empty rf as some # the check 'some' can be wrong of a part",
        "acyclic po | rf | co | fr acyclic co \\ (fr; co) as odd # the check 'odd' can be wrong of"
            + " a part",
        "acyclic po | rf | co | fr flag ~empty co & ext as two # what 'two' flags depends on co",
        "acyclic po | # my.cat:1:13: expected a set or a relation",
      })
  void modelsThatCannotBeExploredSayWhy(String text, String message) throws IOException {
    RealConsole console = new RealConsole();
    assertEquals(2, console.run("check", "-m", model(text.strip()), program));
    assertTrue(console.err().contains(message), console::err);
  }

  @Test
  void aModelThatLeavesNoWayToGoOnIsRefused() throws IOException {
    String model = model("acyclic po | rf | co | fr\nempty po; [R] as no-read");
    RealConsole console = new RealConsole();
    assertEquals(2, console.run("check", "-m", model, program));
    assertTrue(console.err().contains("allows no way at all to go on here"), console::err);
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    RealConsole console = new RealConsole();
    assertEquals(2, console.run("check", "-m", folder.resolve("none.cat").toString(), program));
    assertTrue(console.err().contains("none.cat: no such file"), console::err);
  }
}
