package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** {@code heddle symbolic} on real programs: verdicts, witnesses, numbers, and what it refuses. */
class SymbolicCommandTest {
  private static final Path SAMPLES = Path.of("..", "samples");

  @TempDir private Path folder;

  /** Programs whose inputs range over whole types; exploration cannot check them. */
  @TestFactory
  List<DynamicTest> samplesWithInputs() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> files = Files.list(SAMPLES.resolve("symbolic"))) {
      for (Path file : files.sorted().toList()) {
        tests.add(dynamicTest(file.getFileName().toString(), () -> assertAsExpected(file)));
      }
    }
    assertTrue(tests.size() >= 10);
    return tests;
  }

  private void assertAsExpected(Path file) throws IOException {
    String expectation = Files.readAllLines(file).get(0);
    RealConsole console = new RealConsole();
    if (expectation.contains("verdict=safe")) {
      assertEquals(0, console.run("symbolic", file.toString()), console::err);
      assertTrue(console.out().startsWith("safe"), console.out());
      return;
    }
    Path witness = folder.resolve("witness.json");
    int code = console.run("symbolic", "--witness", witness.toString(), file.toString());
    assertEquals(1, code, console::err);
    String kind = expectation.replaceAll(".* kind=", "");
    assertTrue(console.out().contains(kind), console.out());
    assertTrue(console.out().contains("the input of"), console.out());
    RealConsole again = new RealConsole();
    assertEquals(1, again.run("replay", witness.toString()), again::err);
    assertTrue(again.out().contains(kind), again.out());
  }

  /** What exploration says of the other samples, within the same loop bound. */
  @TestFactory
  List<DynamicTest> agreesWithExploration() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String name :
        List.of(
            "01-store-buffering",
            "02-message-passing",
            "03-lost-update",
            "04-peterson",
            "06-deadlock",
            "07-dekker",
            "08-double-checked-locking",
            "09-seqlock",
            "11-use-after-free",
            "14-bounded-queue",
            "18-lost-wakeup")) {
      tests.add(dynamicTest(name, () -> assertAgrees(SAMPLES.resolve(name + ".c"))));
    }
    return tests;
  }

  private static void assertAgrees(Path file) {
    RealConsole check = new RealConsole();
    int expected = check.run("check", "--model", "sc", "--json", "--unroll", "3", file.toString());
    RealConsole symbolic = new RealConsole();
    int found =
        symbolic.run("symbolic", "--json", "--nondet", "0..2", "--unroll", "3", file.toString());
    assertEquals(expected, found, symbolic::err);
    assertEquals(field(check.out(), "verdict"), field(symbolic.out(), "verdict"));
    if (expected == 1) {
      assertEquals(field(check.out(), "kind"), field(symbolic.out(), "kind"));
    }
  }

  private static String field(String json, String name) {
    return json.replaceFirst("(?s).*?\"" + name + "\":\"([^\"]*)\".*", "$1");
  }

  @Test
  void benchmarkHasThePublishedNumbers() {
    RealConsole console = new RealConsole();
    assertEquals(0, console.run("bench", "--table", "symbolic", "E1S", "E2S"), console::err);
    assertTrue(console.out().contains("E1S\t1,4,4\t2\t48\t23\t14\t"), console.out());
    assertTrue(console.out().contains("E2S\t2,8,8\t3\t192\t8\t4\t"), console.out());
  }

  @Test
  void namesWhatItCannotUnroll() throws IOException {
    assertRefused(
        "#include <heddle.h>\n#include <stdlib.h>\n"
            + "int main(void) { char *p = malloc(__VERIFIER_nondet_uint()); return p == 0; }",
        "a.c:3: the size of this object");
    assertRefused("int main(void) { volatile int x = 0; for (;;) x = 1; }", "--unroll N bounds it");
  }

  private void assertRefused(String program, String message) throws IOException {
    Path file = folder.resolve("a.c");
    Files.writeString(file, program);
    RealConsole console = new RealConsole();
    assertEquals(2, console.run("symbolic", "--timeout", "60s", file.toString()), console::out);
    assertTrue(console.err().contains(message), console.err());
  }

  @Test
  void boundsRecursion() throws IOException {
    Path file = folder.resolve("r.c");
    Files.writeString(
        file,
        "#include <heddle.h>\nstatic int f(int n) { return n > 0 ? f(n - 1) + 1 : 0; }\n"
            + "int main(void) { return f(__VERIFIER_nondet_int()); }");
    RealConsole console = new RealConsole();
    assertEquals(0, console.run("symbolic", "-u", "3", file.toString()), console::err);
    assertTrue(console.out().startsWith("bounded"), console.out());
  }

  @Test
  void refusesOptionsThatMakeNoSense() {
    for (List<String> options :
        List.of(
            List.of("--unroll", "many"),
            List.of("--context-bound", "0"),
            List.of("--context-bound", "3..1"),
            List.of("--solver", "z4"))) {
      List<String> all = new ArrayList<>(List.of("symbolic"));
      all.addAll(options);
      all.add("a.c");
      RealConsole console = new RealConsole();
      assertEquals(2, console.run(all.toArray(String[]::new)), console::out);
      assertTrue(console.err().startsWith("heddle: "), console.err());
    }
  }
}
