package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** {@code heddle symbolic} on real programs: verdicts, witnesses, numbers, and what it refuses. */
class SymbolicCommandTest {
  private static final Path SAMPLES = Path.of("..", "samples");

  /** Samples with many conflicts, for which the solver takes long with three passes. */
  private static final Map<String, Integer> FEWER_PASSES =
      Map.of(
          "10-treiber-stack.c", 2,
          "11-use-after-free.c", 2,
          "12-aba.c", 2,
          "13-michael-scott-queue.c", 1,
          "15-barrier.c", 1,
          "17-condition-queue.c", 1);

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
  List<DynamicTest> agreesWithExploration() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> files = Files.list(SAMPLES)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String name = file.getFileName().toString();
        int passes = FEWER_PASSES.getOrDefault(name, 3);
        tests.add(dynamicTest(name, () -> assertAgrees(file, passes)));
      }
    }
    assertTrue(tests.size() >= 19);
    return tests;
  }

  private static void assertAgrees(Path file, int passes) {
    String bound = Integer.toString(passes);
    RealConsole check = new RealConsole();
    int expected = check.run("check", "--model", "sc", "--json", "-u", bound, file.toString());
    RealConsole symbolic = new RealConsole();
    int found =
        symbolic.run("symbolic", "--json", "--nondet", "0..2", "-u", bound, file.toString());
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
    assertRefused(
        "#include <stdatomic.h>\nstatic atomic_int x;\nint main(void) { for (;;) x++; }",
        "a.c:3: this loop goes on behind 4096 passes; --unroll N bounds it");
    assertRefused(
        "#include <stdlib.h>\nint main(void) { for (;;) { *(char *)malloc(1) = 0; } }",
        "a.c:2: more than 1024 objects may be allocated; --unroll N bounds a loop");
    assertRefused(
        """
        #include <pthread.h>
        #include <stdlib.h>
        static int *last;
        static void *f(void *p) { for (;;) last = malloc(8); }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, f, 0);
          return pthread_join(t, 0);
        }
        """,
        "a.c:4: more than 1024 objects may be allocated; --unroll N bounds a loop");
    assertRefused(
        "static int f(int n) {\n  return f(n + 1) + 1;\n}\nint main(void) { return f(0); }",
        "a.c:2: calls of f() are nested more than 200 deep");
    assertRefused(
        "#include <pthread.h>\nstatic void *f(void *p) { return p; }\nint main(void) {\n"
            + "  for (;;) {\n    pthread_t t;\n    pthread_create(&t, 0, f, 0);\n  }\n}",
        "a.c:6: more than 64 threads may be started; a smaller --unroll");
    assertRefused(
        "#include <stdlib.h>\nint main(void) {\n  char *p = malloc(1 << 24);\n  p[5] = 1;\n"
            + "  return p[5] - 1;\n}",
        "a.c:3: an object of 16777216 bytes is too large");
  }

  private void assertRefused(String program, String message) throws IOException {
    Path file = folder.resolve("a.c");
    Files.writeString(file, program);
    RealConsole console = new RealConsole();
    assertEquals(2, console.run("symbolic", "--timeout", "60s", file.toString()), console::out);
    assertTrue(console.err().contains(message), console.err());
  }

  /** What no execution comes to the end of has not been checked. */
  @Test
  void sayingNothingIsNotSafe() throws IOException {
    String assumes =
        "#include <assert.h>\n#include <heddle.h>\nint main(void) {"
            + " int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 5 && x < %d);"
            + " assert(x < 9); return 0; }";
    assertVerdict("inconclusive", "no execution came to its end: no input", assumes.formatted(3));
    assertVerdict("safe", "", assumes.formatted(9));
    String loops =
        "#include <assert.h>\n#include <stdatomic.h>\nint main(void) {"
            + " atomic_int x = 0; for (int i = 0; i < %d; i++) x++; assert(x < 9); return 0; }";
    assertVerdict("inconclusive", "raise --unroll", loops.formatted(9), "-u", "4");
    assertVerdict("safe", "", loops.formatted(3), "-u", "4");
    String status = "int main(void) { return %d; }";
    assertVerdict("inconclusive", "an exit status other than 0", status.formatted(3));
    assertVerdict("safe", "", status.formatted(0));
    String exits =
        "#include <pthread.h>\n#include <stdlib.h>\n"
            + "static void *f(void *p) { exit(%d); return 0; }\n"
            + "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);"
            + " pthread_join(t, 0); return 1; }";
    assertVerdict("inconclusive", "an exit status other than 0", exits.formatted(2));
    assertVerdict("safe", "", exits.formatted(0));
  }

  private void assertVerdict(String verdict, String reason, String program, String... options)
      throws IOException {
    Path file = folder.resolve("a.c");
    Files.writeString(file, program);
    List<String> arguments = new ArrayList<>(List.of("symbolic"));
    arguments.addAll(List.of(options));
    arguments.add(file.toString());
    RealConsole console = new RealConsole();
    console.run(arguments.toArray(String[]::new));
    assertTrue(console.out().startsWith(verdict + " "), console.out() + console.err());
    assertTrue(console.out().contains(reason), console.out());
    RealConsole check = new RealConsole();
    arguments.set(0, "check");
    arguments.addAll(1, List.of("--model", "sc", "--nondet", "0..9"));
    check.run(arguments.toArray(String[]::new));
    // Exploration of a few inputs is never enough for more.
    boolean isBounded = verdict.equals("safe") && program.contains("nondet");
    String expected = isBounded ? "bounded" : verdict;
    assertTrue(check.out().startsWith(expected + " "), check.out() + check.err());
  }

  /** What is known when the time is over: where the check was, and the numbers so far. */
  @Test
  void timeLimitsKeepTheNumbers() {
    RealConsole console = new RealConsole();
    Path hard = SAMPLES.resolve("13-michael-scott-queue.c");
    int code = console.run("symbolic", "--json", "-u", "3", "--timeout", "2s", hard.toString());
    assertEquals(3, code, console::err);
    assertTrue(console.out().contains("the time limit is reached"), console.out());
  }

  /** In the lost update, one thread has its turn twice. */
  @Test
  void boundsContexts() {
    assertContexts("1", "bounded  ", 0);
    assertContexts("2", "violation  ", 1);
    assertContexts("1..2", "violation  ", 1);
    assertContexts("7..9", "inconclusive  ", 3);
  }

  private static void assertContexts(String bound, String verdict, int code) {
    RealConsole console = new RealConsole();
    String file = SAMPLES.resolve("03-lost-update.c").toString();
    assertEquals(code, console.run("symbolic", "--context-bound", bound, file), console::out);
    assertTrue(console.out().startsWith(verdict), console.out());
  }

  @Test
  void tellsItsNumbers() {
    RealConsole console = new RealConsole();
    String file = SAMPLES.resolve("03-lost-update.c").toString();
    assertEquals(1, console.run("symbolic", "--json", file), console::err);
    for (String number :
        List.of(
            "\"threads\":3",
            "\"sharedAccesses\":[",
            "\"sharedVariables\":1",
            "\"conflictingPairs\":3",
            "\"pairs\":16",
            "\"reducedPairs\":6",
            "\"transactions\":3",
            "\"formulaSize\":",
            "\"unrollingSeconds\":",
            "\"encodingSeconds\":",
            "\"solvingSeconds\":",
            "\"replayingSeconds\":",
            "\"processorSeconds\":")) {
      assertTrue(console.out().contains(number), number + " in " + console.out());
    }
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

  /** Where something goes further than the bound, and which option bounds it. */
  @Test
  void namesWhatItCut() throws IOException {
    assertCut(
        "loops were cut after 3 passes (%s:6); a larger --unroll N goes further",
        "char *last;\n  unsigned n = __VERIFIER_nondet_uint();\n"
            + "  for (unsigned i = 0; i < n; i++) last = malloc(1);\n  return 0;");
    assertCut(
        "calls of f() were cut at depth 3 (%s:3); a larger --unroll N goes further",
        "return f(__VERIFIER_nondet_uint()) - f(0);");
    assertCut(
        "no execution came to its end: loops were cut after 3 passes (%s:4); raise --unroll",
        "for (;;) calls++;");
  }

  private void assertCut(String reason, String main) throws IOException {
    Path file = folder.resolve("cut.c");
    Files.writeString(
        file,
        "#include <heddle.h>\n#include <stdlib.h>\n"
            + "static int calls; static int f(unsigned n) { calls++; return n ? f(n - 1) : 0; }\n"
            + "int main(void) { "
            + main
            + " }\n");
    RealConsole console = new RealConsole();
    console.run("symbolic", "-u", "3", file.toString());
    assertTrue(console.out().contains(reason.formatted(file)), console.out() + console.err());
  }

  /** The section does not begin where its loop would go on, and must not count as looked at. */
  @Test
  void loopsInSectionsAreCutAsOthers() throws IOException {
    String adding =
        "#include <assert.h>\n#include <heddle.h>\n#include <pthread.h>\nstatic int x;\n"
            + "static void *f(void *p) { __VERIFIER_atomic_begin(); x++;"
            + " __VERIFIER_atomic_end(); return p; }\n"
            + "int main(void) { pthread_t t; unsigned char n = __VERIFIER_nondet_uchar();\n"
            + "  pthread_create(&t, 0, f, 0);\n  __VERIFIER_atomic_begin();\n"
            + "  for (int i = 0; i < n; i++) x++;\n  __VERIFIER_atomic_end();\n"
            + "  pthread_join(t, 0); assert(x <= %d); return 0; }";
    Path file = folder.resolve("section.c");
    Files.writeString(file, adding.formatted(5));
    assertStarts("bounded ", 0, "symbolic", "-u", "3", file.toString());
    assertStarts("violation ", 1, "symbolic", file.toString());
  }

  private static void assertStarts(String verdict, int code, String... arguments) {
    RealConsole console = new RealConsole();
    assertEquals(code, console.run(arguments), () -> console.out() + console.err());
    assertTrue(console.out().startsWith(verdict), console.out());
  }

  /** Main ends the process while a loop of another thread is cut: nothing came to its end. */
  @Test
  void whoWasCutHasNotComeToAnEnd() throws IOException {
    String program =
        """
        #include <pthread.h>
        #include <stdatomic.h>
        static atomic_int x;
        static void *f(void *p) { for (int i = 0; i < 5; i++) x++; return p; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 9; return 0; }
        """;
    assertVerdict("inconclusive", "no execution came to its end: loops", program, "-u", "2");
    assertVerdict("safe", "", program, "-u", "6");
  }

  /** What stands in a section before an assumption that fails may race. */
  @Test
  void racesWithHalfASectionLeaveTheVerdictOpen() throws IOException {
    String program =
        """
        #include <heddle.h>
        #include <pthread.h>
        #include <stdatomic.h>
        static int x; static atomic_int y;
        static void *f(void *p) { %s = 1; return p; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);
          if (__VERIFIER_nondet_bool()) {
            __VERIFIER_atomic_begin();
            int seen = %s;
            __VERIFIER_assume(y == 2);
            __VERIFIER_atomic_end();
          }
          pthread_join(t, 0); return 0; }
        """;
    Path file = folder.resolve("half.c");
    Files.writeString(file, program.formatted("x", "x"));
    assertStarts("violation ", 1, "check", "-m", "sc", "--check-races", file.toString());
    assertStarts("bounded ", 0, "symbolic", "--check-races", file.toString());
    Files.writeString(file, program.formatted("y", "y"));
    assertStarts("safe ", 0, "check", "-m", "sc", "--check-races", file.toString());
    assertStarts("safe ", 0, "symbolic", "--check-races", file.toString());
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
