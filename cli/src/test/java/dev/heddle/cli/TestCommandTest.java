package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.heddle.explore.Exploration;
import dev.heddle.frontend.llvm.Environment;
import dev.heddle.frontend.llvm.InputException;
import dev.heddle.program.Program;
import dev.heddle.transform.purity.LoopFinding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class TestCommandTest {
  private static final Path SAMPLES = Path.of("..", "samples");
  private static final Pattern SEED = Pattern.compile("--seed (-?\\d+) --runs 1 shows it again");

  @TempDir private Path folder;

  private static String sample(String name) {
    return SAMPLES.resolve(name).toString();
  }

  private static String run(int expectedCode, String... arguments) {
    RealConsole console = new RealConsole();
    assertEquals(expectedCode, console.run(arguments), console::err);
    return console.out();
  }

  /** Whatever is wrong with a sample shows within the usual number of runs. */
  @TestFactory
  List<DynamicTest> violationsOfSamplesAreMet() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> files = Files.list(SAMPLES)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".c")).sorted().toList()) {
        String expectation = Files.readAllLines(file).get(0);
        tests.add(
            dynamicTest(file.getFileName().toString(), () -> assertVerdict(file, expectation)));
      }
    }
    assertTrue(tests.size() >= 19);
    return tests;
  }

  private static void assertVerdict(Path file, String expectation) {
    boolean isWrong = expectation.contains(" verdict=violation ");
    String model = expectation.replaceAll(".* model=([a-z0-9]+).*", "$1");
    String shown = run(isWrong ? 1 : 0, "test", "-m", model, file.toString());
    assertTrue(shown.startsWith(isWrong ? "violation  " : "tested  "), shown);
    if (isWrong) {
      String kind = expectation.replaceAll(".* kind=([a-z-]+).*", "$1");
      assertTrue(shown.lines().findFirst().orElseThrow().contains("  " + kind + " at "), shown);
    }
  }

  @Test
  void theSeedShowsTheSameCounterexample() {
    for (String model : List.of("sc", "rc11", "tso", "ra")) {
      String shown = run(1, "test", "-m", model, sample("14-bounded-queue.c"));
      Matcher seed = SEED.matcher(shown);
      assertTrue(seed.find(), shown);
      String again =
          run(
              1,
              "test",
              "-m",
              model,
              "--seed",
              seed.group(1),
              "--runs",
              "1",
              sample("14-bounded-queue.c"));
      assertEquals(counterexample(shown), counterexample(again));
    }
  }

  private static String counterexample(String shown) {
    return shown.substring(shown.indexOf('\n'), shown.indexOf("  met in "));
  }

  @Test
  void aWitnessIsReplayed() {
    String witness = folder.resolve("bug.json").toString();
    String shown = run(1, "test", "-m", "rc11", "--witness", witness, sample("18-lost-wakeup.c"));
    String replayed = run(1, "replay", witness);
    assertTrue(replayed.contains("deadlock"), replayed);
    assertEquals(counterexample(shown).strip(), replayed.substring(replayed.indexOf('\n')).strip());
  }

  /** A witness could not be replayed of which only the end is known. */
  @Test
  void aRunThatWasNotKeptHasNoWitness() throws IOException {
    String source =
        """
        #include <assert.h>
        #include <pthread.h>
        #include <stdatomic.h>
        atomic_int n;
        void *run(void *arg) { for (int i = 0; i < 3000; i++) atomic_fetch_add(&n, 1); return 0; }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, run, 0);
          run(0);
          pthread_join(t, 0);
          assert(n != 6000);
        }
        """;
    Path file = Files.writeString(folder.resolve("long.c"), source);
    Path witness = folder.resolve("long.json");
    RealConsole console = new RealConsole();
    assertEquals(1, console.run("test", "--witness", witness.toString(), file.toString()));
    assertTrue(console.err().contains("no witness is written: the run is so long"), console::err);
    assertFalse(Files.exists(witness));
  }

  @Test
  void numbersForScripts() {
    String json = run(0, "test", "--json", "--runs", "500", "--seed", "3", sample("07-dekker.c"));
    assertTrue(json.contains("\"algorithm\":\"random\",\"verdict\":\"tested\""), json);
    assertTrue(json.contains("\"testing\":{\"seed\":3,\"runs\":500,\"cut\":0,\"events\":"), json);
    assertTrue(json.contains("\"occurrences\":[]"), json);
    assertFalse(json.contains("safe"), json);
  }

  @Test
  void timeIsALimitToo() {
    String shown = run(0, "test", "--time", "1s", sample("05-ticket-lock.c"));
    assertTrue(shown.startsWith("tested  "), shown);
    assertTrue(shown.matches("(?s).* reads-from class(es)? in .*"), shown);
  }

  /** When reading the program has taken all the time, one run is made to have an answer. */
  @Test
  void readingTheProgramTakesFromTheTime() throws Exception {
    Toolbox slow =
        new Toolbox() {
          @Override
          public Program load(Path file, List<String> arguments, Environment environment)
              throws InputException {
            try {
              Thread.sleep(250);
            } catch (InterruptedException e) {
              throw new InputException("interrupted", e);
            }
            return Toolbox.standard().load(file, arguments, environment);
          }

          @Override
          public Exploration exploration(
              CheckRun.Setup setup, Algorithm algorithm, Consumer<LoopFinding> findings) {
            return Toolbox.standard().exploration(setup, algorithm, findings);
          }
        };
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(stream, stream, false, false, false, RealConsole.COLUMNS);
    String[] line = {"test", "--time", "200ms", sample("05-ticket-lock.c")};
    assertEquals(0, new Heddle(slow, terminal, new Interruption()).run(line));
    String shown = out.toString(StandardCharsets.UTF_8);
    assertTrue(shown.startsWith("tested  ") && shown.contains("  1 run  "), shown);
  }

  @Test
  void withKeepGoingAllViolationsAreCounted() {
    String shown = run(1, "test", "--keep-going", "--runs", "300", sample("03-lost-update.c"));
    assertTrue(shown.startsWith("violation  "), shown);
    assertTrue(Pattern.compile("met in \\d\\d+ of 300 runs").matcher(shown).find(), shown);
  }

  @Test
  void jobsMakeNoDifference() {
    String[] files = {sample("14-bounded-queue.c"), sample("weak/02-relaxed-message.c")};
    for (String file : files) {
      String one = run(1, "test", "-m", "rc11", "--keep-going", "--runs", "400", file);
      String three = run(1, "test", "-m", "rc11", "--keep-going", "--runs", "400", "-j", "3", file);
      assertEquals(withoutTime(one), withoutTime(three));
    }
  }

  /** A loop that looks at several places cannot be waited for at one of them. */
  @Test
  void nobodyIsStoppedWhereTheProgramGoesOn() {
    for (String file :
        List.of(
            "04-peterson.c",
            "10-treiber-stack.c",
            "13-michael-scott-queue.c",
            "weak/06-seqlock.c")) {
      String shown = run(0, "test", "-m", "rc11", "--runs", "1000", sample(file));
      assertTrue(shown.contains("  1000 runs  "), shown);
    }
    String livelock = run(0, "test", "--runs", "1000", sample("19-livelock.c"));
    assertTrue(livelock.contains(" blocked)"), livelock);
  }

  private static String withoutTime(String shown) {
    return shown.replaceAll("\\d+\\.\\d+ s\\b", "");
  }

  @Test
  void aCheckGoesOnAtALimit() {
    String file = sample("14-bounded-queue.c");
    String shown = run(1, "check", "-m", "sc", "--max-executions", "1", "--on-limit", "test", file);
    assertTrue(shown.startsWith("violation  "), shown);
    assertTrue(SEED.matcher(shown).find(), shown);
    String tested =
        run(
            0,
            "check",
            "-m",
            "sc",
            "--max-executions",
            "1",
            "--on-limit",
            "test",
            sample("10-treiber-stack.c"));
    assertTrue(tested.startsWith("tested  "), tested);
    assertTrue(tested.contains("limit of 1 executions is reached"), tested);
  }

  /** What a program can be too large for is said with its place. */
  @Test
  void limitsOfAProgramAreSaid() throws IOException {
    String threads =
        """
        #include <pthread.h>
        void *run(void *arg) { return 0; }
        int main(void) {
          for (int i = 0; i < 600; i++) {
            pthread_t t;
            pthread_create(&t, 0, run, 0);
            pthread_join(t, 0);
          }
        }
        """;
    assertSaid(2, threads, ":6: the program starts more than 512 threads");
    String objects =
        """
        #include <stdlib.h>
        void *volatile kept;
        int main(void) {
          for (int i = 0; i < 70000; i++) {
            kept = malloc(1);
            free(kept);
          }
        }
        """;
    assertSaid(2, objects, ":5: a thread makes more than 65536 objects");
    String endless = "int main(void) { volatile int i = 0; while (1) i++; }\n";
    assertSaid(3, endless, "keeps going; bound it with __VERIFIER_loop_bound(N)");
  }

  private void assertSaid(int expectedCode, String source, String expected) throws IOException {
    Path file = Files.writeString(folder.resolve("limit.c"), source);
    RealConsole console = new RealConsole();
    assertEquals(
        expectedCode,
        console.run("test", "--runs", "1", "--max-events", "1000000", file.toString()));
    String shown = console.out() + console.err();
    assertTrue(shown.contains(expected), shown);
  }
}
