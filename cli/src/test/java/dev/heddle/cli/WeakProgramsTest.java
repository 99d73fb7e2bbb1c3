package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What interleavings have, weak memory has, too: leaks, limits, liveness, replay and the rest. */
@Timeout(120)
class WeakProgramsTest {
  private static final String HEAD =
      """
      #include <assert.h>
      #include <pthread.h>
      #include <stdatomic.h>
      #include <stdlib.h>
      #define LOAD(x) atomic_load_explicit(&x, memory_order_relaxed)
      #define STORE(x, v) atomic_store_explicit(&x, v, memory_order_relaxed)
      static void *left(void *p);
      static void *right(void *p);
      static void after(void);
      int main(void) {
        pthread_t t, u;
        pthread_create(&t, 0, left, 0);
        pthread_create(&u, 0, right, 0);
        pthread_join(t, 0);
        pthread_join(u, 0);
        after();
        return 0;
      }
      """;

  private static final int FIRST_LINE = (int) HEAD.lines().count() + 1;

  @TempDir private Path folder;

  /** What a command line gives. */
  private record Run(int code, String out, String err) {
    /** What was said, but for how long it took. */
    String told() {
      return out.replaceAll("\\d+\\.\\d\\d s", "");
    }
  }

  private Run check(String program, String... options) throws IOException {
    String file = Files.writeString(folder.resolve("a.c"), HEAD + program).toString();
    return run(
        Stream.of(Stream.of("check"), Stream.of(options), Stream.of(file))
            .flatMap(words -> words)
            .toArray(String[]::new));
  }

  private static Run run(String... line) {
    RealConsole console = new RealConsole();
    int code = console.run(line);
    return new Run(code, console.out(), console.err());
  }

  // ---- Leaks ----------------------------------------------------------------------------------

  private static String exchange(String old) {
    return """
    static _Atomic(int *) box;
    static void *left(void *p) {
      int *mine = malloc(sizeof(int));
      *mine = 1;
      int *old = atomic_exchange_explicit(&box, mine, memory_order_acq_rel);
      %s
      return 0;
    }
    static void *right(void *p) { return left(p); }
    static void after(void) { free(atomic_load_explicit(&box, memory_order_acquire)); }
    """
        .formatted(old);
  }

  /** Whoever comes second has the other one's object in its hands. */
  @ParameterizedTest
  @ValueSource(strings = {"rc11", "rc20", "ra", "sra", "wra", "tso", "pso"})
  void leaks(String model) throws IOException {
    Run lost = check(exchange("(void)old;"), "-m", model);
    assertEquals(0, lost.code, lost.err);
    String place = "a.c:" + (FIRST_LINE + 2) + ": memory allocated here leaks";
    assertTrue(lost.out.contains(place) && lost.out.contains("2 executions"), lost.out);
    Run freed = check(exchange("free(old);"), "-m", model);
    assertEquals(0, freed.code, freed.err);
    assertFalse(freed.out.contains("leaks"), freed.out);
  }

  // ---- Liveness -------------------------------------------------------------------------------

  private static String waiting(String later) {
    return """
    static atomic_int ready;
    static void *left(void *p) {
      while (LOAD(ready) != 1) {}
      return 0;
    }
    static void *right(void *p) {
      STORE(ready, 1);
      %s
      return 0;
    }
    static void after(void) {}
    """
        .formatted(later);
  }

  /** Who waits for a write reads the last one sooner or later, and need not read any other. */
  @ParameterizedTest
  @ValueSource(strings = {"rc11", "rc20", "ra", "sra", "relaxed", "tso", "pso"})
  void liveness(String model) throws IOException {
    Run stays = check(waiting(""), "-m", model, "--check-liveness");
    assertEquals(0, stays.code, stays.out);
    String livelock = "a.c:" + (FIRST_LINE + 2) + ": livelock";
    Run warned = check(waiting("STORE(ready, 0);"), "-m", model);
    assertEquals(0, warned.code, warned.out);
    assertTrue(warned.out.contains("1 execution (+1 blocked)"), warned.out);
    assertTrue(warned.out.contains(livelock), warned.out);
    Run judged = check(waiting("STORE(ready, 0);"), "-m", model, "--check-liveness");
    assertEquals(1, judged.code, judged.out);
    assertTrue(judged.out.contains(livelock), judged.out);
  }

  // ---- Several violations ---------------------------------------------------------------------

  private static final String MESSAGE =
      """
      static atomic_int data, flag;
      static void *left(void *p) {
        STORE(data, 1);
        STORE(flag, 1);
        return 0;
      }
      static void *right(void *p) {
        if (LOAD(flag)) {
          assert(LOAD(data) == 1);
        } else {
          assert(LOAD(data) == 0);
        }
        return 0;
      }
      static void after(void) {}
      """;

  /** The second assertion fails in interleavings, too; the first one where writes pass writes. */
  @ParameterizedTest
  @CsvSource({
    "rc11, 2",
    "rc20, 2",
    "relaxed, 2",
    "pso, 2",
    "tso, 1",
    "ra, 1",
    "sra, 1",
    "wra, 1",
  })
  void keepsGoing(String model, int violations) throws IOException {
    Run alone = check(MESSAGE, "-m", model, "--keep-going");
    assertEquals(1, alone.code, alone.err);
    assertTrue(alone.out.contains("2 executions (+" + violations + " blocked)"), alone.out);
    boolean isWeak = alone.out.contains("a.c:" + (FIRST_LINE + 8) + ": assertion");
    assertEquals(violations == 2, isWeak, alone.out);
    assertTrue(alone.out.contains("a.c:" + (FIRST_LINE + 10) + ": assertion"), alone.out);
    Run together = check(MESSAGE, "-m", model, "--keep-going", "-j", "3");
    assertEquals(alone.told(), together.told());
    Run first = check(MESSAGE, "-m", model);
    assertEquals(first.told(), check(MESSAGE, "-m", model, "-j", "3").told());
  }

  // ---- Witnesses ------------------------------------------------------------------------------

  private static final String STORE_BUFFERING =
      """
      static atomic_int x, y, a, b;
      static void *left(void *p) {
        STORE(x, 1);
        STORE(a, LOAD(y));
        return 0;
      }
      static void *right(void *p) {
        STORE(y, 1);
        STORE(b, LOAD(x));
        return 0;
      }
      static void after(void) { assert(LOAD(a) || LOAD(b)); }
      """;

  @ParameterizedTest
  @ValueSource(strings = {"rc11", "rc20", "ra", "sra", "wra", "relaxed", "tso", "pso"})
  void replays(String model) throws IOException {
    String witness = folder.resolve("bug.json").toString();
    for (String algorithm : new String[] {"rf", "graph"}) {
      Run found = check(STORE_BUFFERING, "-m", model, "-a", algorithm, "--witness", witness);
      assertEquals(1, found.code, found.err);
      Run replayed = run("replay", witness);
      assertEquals(1, replayed.code, replayed.err);
      String step = "read x = 0 from init";
      assertTrue(found.out.contains(step) && replayed.out.contains(step), replayed.out);
    }
    // Interleavings do not have it, and so does no witness of them.
    Run sequential = check(STORE_BUFFERING, "-m", "sc");
    assertEquals(0, sequential.code, sequential.out);
  }

  // ---- Limits ---------------------------------------------------------------------------------

  /** More executions than anybody waits for. */
  private static final String MANY =
      """
      static atomic_int x;
      static void *left(void *p) {
        for (int i = 0; i < 9; i++) STORE(x, LOAD(x) + 1);
        return 0;
      }
      static void *right(void *p) {
        for (int i = 0; i < 9; i++) STORE(x, LOAD(x) + 2);
        return 0;
      }
      static void after(void) {}
      """;

  @ParameterizedTest
  @ValueSource(strings = {"rc11", "rc20", "ra", "sra", "wra", "relaxed", "tso", "pso"})
  void limitOfExecutionsIsExact(String model) throws IOException {
    for (String algorithm : new String[] {"rf", "graph"}) {
      for (String jobs : new String[] {"1", "3"}) {
        Run cut = check(MANY, "-m", model, "-a", algorithm, "-j", jobs, "--max-executions", "57");
        assertEquals(3, cut.code, cut.out);
        assertTrue(cut.out.contains("  57 executions  "), cut.out);
      }
    }
  }

  @Test
  void limitOfTimeHolds() throws IOException {
    for (String jobs : new String[] {"1", "3"}) {
      long start = System.nanoTime();
      Run cut = check(MANY, "-m", "rc11", "-j", jobs, "--timeout", "1s");
      assertEquals(3, cut.code, cut.out);
      assertTrue(cut.out.contains("the time limit is reached"), cut.out);
      long milliseconds = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      assertTrue(milliseconds < 10_000, () -> "it took " + milliseconds + " ms");
    }
  }
}
