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

/** Loops that may go on forever: Heddle does not, and tells which one it is. */
class LoopsTest {
  @TempDir private Path folder;
  private final RealConsole console = new RealConsole();
  private String program;

  @BeforeEach
  void writeProgram() throws IOException {
    program = folder.resolve("spin.c").toString();
    Files.writeString(
        Path.of(program),
        """
        #include <pthread.h>
        #include <stdatomic.h>
        static atomic_flag taken = ATOMIC_FLAG_INIT;
        static void lock(void) {
          while (atomic_flag_test_and_set(&taken)) {
          }
        }
        static void *run(void *unused) {
          lock();
          atomic_flag_clear(&taken);
          return unused;
        }
        int main(void) {
          pthread_t threads[2];
          pthread_create(&threads[0], NULL, run, NULL);
          pthread_create(&threads[1], NULL, run, NULL);
          pthread_join(threads[0], NULL);
          pthread_join(threads[1], NULL);
        }
        """);
  }

  @Test
  void endlessLoopIsNamed() {
    assertEquals(3, console.run("check", "--no-purity", program), console::out);
    assertTrue(
        console.out().contains("the loop at " + program + ":5 in lock() keeps going"),
        console.out());
    assertTrue(console.out().contains("--unroll N"), console.out());
  }

  @Test
  void spinningNeedsNoBound() {
    assertEquals(0, console.run("check", "--verbose", program), console::out);
    assertTrue(console.out().startsWith("safe  "), console.out());
    assertTrue(
        console.out().contains(":5: an iteration does nothing if taken == 1"), console.out());
    assertTrue(
        console.out().contains(":5: the thread waits there until taken != 1"), console.out());
  }

  /** Between its looks the thread takes a mutex, and gives it back. */
  @Test
  void threadThatLooksUnderALockForeverIsALivelock() throws IOException {
    Files.writeString(
        Path.of(program),
        """
        #include <pthread.h>
        static int filled;
        static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        static void *taker(void *unused) {
          int seen;
          do {
            pthread_mutex_lock(&mutex);
            seen = filled;
            pthread_mutex_unlock(&mutex);
          } while (!seen);
          return unused;
        }
        static void *giver(void *full) {
          pthread_mutex_lock(&mutex);
          if (!filled) filled = full != NULL;
          pthread_mutex_unlock(&mutex);
          return NULL;
        }
        int main(void) {
          pthread_t threads[2];
          pthread_create(&threads[0], NULL, taker, NULL);
          pthread_create(&threads[1], NULL, giver, NULL);
          pthread_join(threads[0], NULL);
          pthread_join(threads[1], NULL);
        }
        """);
    assertEquals(1, console.run("check", "--check-liveness", program), console::out);
    assertTrue(console.out().contains("livelock at line 7"), console.out());
  }

  /** An exchange of two words that fails changes nothing, like one of a single word. */
  @Test
  void wideExchangeThatFailsForeverIsALivelock() throws IOException {
    Files.writeString(
        Path.of(program),
        """
        #include <pthread.h>
        #include <stdatomic.h>
        struct top { struct top *next; unsigned long count; };
        static _Atomic struct top top;
        static void *taker(void *unused) {
          struct top one, none = {NULL, 0};
          do {
            one = (struct top){&one, 1};
          } while (!atomic_compare_exchange_strong(&top, &one, none));
          return unused;
        }
        int main(void) {
          pthread_t thread;
          pthread_create(&thread, NULL, taker, NULL);
          pthread_join(thread, NULL);
        }
        """);
    assertEquals(1, console.run("check", "--check-liveness", program), console::out);
    assertTrue(console.out().contains("livelock at line 8"), console.out());
  }

  /** The load would learn of the data by the value that the comparison reads without learning. */
  @Test
  void readOfAWeakerOrderIsNotLeftOut() throws IOException {
    Files.writeString(
        Path.of(program),
        """
        #include <pthread.h>
        #include <stdatomic.h>
        static atomic_int x;
        static int data;
        static void *take(void *unused) {
          int seen = atomic_load_explicit(&x, memory_order_acquire);
          while (!atomic_compare_exchange_strong_explicit(
              &x, &seen, 2, memory_order_relaxed, memory_order_relaxed)) {
          }
          if (seen == 1) data = 2;
          return unused;
        }
        int main(void) {
          pthread_t thread;
          pthread_create(&thread, NULL, take, NULL);
          data = 1;
          atomic_store_explicit(&x, 1, memory_order_release);
        }
        """);
    assertEquals(1, console.run("check", "-m", "rc11", program), console::out);
    assertTrue(console.out().contains("data-race at line 10"), console.out());
  }

  @Test
  void loopThatDoesNothingIsALivelock() throws IOException {
    assertSpinsForever("int main(void) { for (;;) { } }", "nothing");
  }

  @Test
  void whoPrintsWhileSpinningSpins() throws IOException {
    assertSpinsForever(
        "#include <stdio.h>\nint x; int main(void) { while (x == 0) puts(\"not yet\"); }",
        "x != 0");
  }

  /** When main returns, the process ends; --check-liveness asks what threads would have done. */
  @ParameterizedTest
  @CsvSource({"return 0, 1", "exit(0), 0", "pthread_exit(0), 1"})
  void whoNobodyWaitsForSpinsForeverAllTheSame(String end, int code) throws IOException {
    String text =
        """
        #include <pthread.h>
        #include <stdatomic.h>
        #include <stdlib.h>
        atomic_int x;
        void *wait(void *unused) {
          while (!x) { }
          x = 2;
          return 0;
        }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, wait, 0);
          END;
        }
        """;
    Files.writeString(Path.of(program), text.replace("END", end));
    assertEquals(code, console.run("check", "--check-liveness", program), console::out);
    assertEquals(code == 1, console.out().contains("livelock: thread 1 waits for what never"));
    assertEquals(code == 1 && end.startsWith("p") ? 3 : 0, console.run("check", program));
  }

  private void assertSpinsForever(String text, String awaited) throws IOException {
    Files.writeString(Path.of(program), text);
    assertEquals(3, console.run("check", program), console::out);
    assertTrue(console.out().contains("no execution came to its end"), console.out());
    assertTrue(
        console.out().contains("livelock: thread 0 spins forever at " + program), console.out());
    assertEquals(1, console.run("check", "--check-liveness", program), console::out);
    assertTrue(console.out().contains("main waits for " + awaited), console.out());
  }

  @Test
  void spinningDoesNotHideADeadlock() throws IOException {
    Files.writeString(
        Path.of(program),
        """
        #include <pthread.h>
        #include <stdatomic.h>
        static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        static atomic_int ready;
        static void *keep(void *unused) {
          pthread_mutex_lock(&mutex);
          return unused;
        }
        static void *set(void *unused) {
          pthread_mutex_lock(&mutex);
          atomic_store(&ready, 1);
          pthread_mutex_unlock(&mutex);
          return unused;
        }
        int main(void) {
          pthread_t threads[2];
          pthread_create(&threads[0], NULL, keep, NULL);
          pthread_create(&threads[1], NULL, set, NULL);
          while (atomic_load(&ready) == 0) {
          }
        }
        """);
    assertEquals(1, console.run("check", program), console::out);
    assertTrue(console.out().contains("deadlock at line 10"), console.out());
  }

  @Test
  void printingWhileSpinningDoesNothing() throws IOException {
    Files.writeString(
        Path.of(program),
        """
        #include <pthread.h>
        #include <stdatomic.h>
        #include <stdio.h>
        static atomic_int ready;
        static void *set(void *unused) {
          atomic_store(&ready, 1);
          return unused;
        }
        int main(void) {
          pthread_t thread;
          pthread_create(&thread, NULL, set, NULL);
          while (atomic_load(&ready) == 0) {
            printf("not yet\\n");
          }
          pthread_join(thread, NULL);
        }
        """);
    assertEquals(0, console.run("check", program), console::out);
    assertTrue(console.out().contains("safe"), console.out());
    assertTrue(console.out().contains("1 execution  RC11 (SC suffices)"), console.out());
  }

  @Test
  void bound() {
    assertEquals(0, console.run("check", "--no-purity", "--unroll", "3", program), console::out);
    assertTrue(console.out().startsWith("bounded  "), console.out());
  }

  /** A bound is for the loops of the program, not for those by which a text is made. */
  @Test
  void loopsOfTheLibraryHaveNoBound() throws IOException {
    Files.writeString(
        Path.of(program),
        """
        #include <assert.h>
        #include <stdio.h>
        #include <string.h>
        int main(void) {
          char name[16];
          snprintf(name, sizeof name, "worker-%d", 1234);
          assert(strcmp(name, "worker-1234") == 0);
        }
        """);
    assertEquals(0, console.run("check", "--unroll", "1", program), console::out);
    assertTrue(console.out().startsWith("safe  "), console.out());
  }

  @Test
  void whatIsAwaitedHasTheNamesOfMembers() throws IOException {
    Files.writeString(
        Path.of(program),
        """
        #include <pthread.h>
        #include <stdatomic.h>
        static struct { atomic_int head, tail; } queue;
        static void *put(void *unused) {
          atomic_store(&queue.tail, 1);
          return unused;
        }
        int main(void) {
          pthread_t thread;
          pthread_create(&thread, NULL, put, NULL);
          while (atomic_load(&queue.head) == atomic_load(&queue.tail)) {
          }
          pthread_join(thread, NULL);
        }
        """);
    assertEquals(0, console.run("check", "--verbose", program), console::out);
    assertTrue(console.out().contains("waits there until queue.head != queue.tail"), console.out());
  }

  /** That main ends says nothing if a thread was cut before it could do anything. */
  @Test
  void aBoundThatCutsAThreadInEveryExecutionIsTooSmall() throws IOException {
    Files.writeString(
        Path.of(program),
        """
        #include <assert.h>
        #include <pthread.h>
        static void *run(void *unused) {
          for (int i = 0; i < 5; i++) {
          }
          assert(0);
          return unused;
        }
        int main(void) {
          pthread_t thread;
          pthread_create(&thread, NULL, run, NULL);
          return 0;
        }
        """);
    assertEquals(3, console.run("check", "--unroll", "3", program), console::out);
    assertTrue(console.out().contains("thread 1 stops in a loop that was cut"), console.out());
    assertEquals(1, console.run("check", program), console::out);
  }
}
