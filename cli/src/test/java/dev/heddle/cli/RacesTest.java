package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Data races, under sc and rc11, and what accesses of different sizes mean there. */
class RacesTest {
  private static final String HEAD =
      """
      #include <assert.h>
      #include <pthread.h>
      #include <stdatomic.h>
      #include <stdlib.h>
      #include <string.h>
      """;

  @TempDir private Path folder;
  private final RealConsole console = new RealConsole();

  private int check(String program, String... options) throws IOException {
    return run("check", program, options);
  }

  private int run(String command, String program, String... options) throws IOException {
    String file = Files.writeString(folder.resolve("a.c"), HEAD + program).toString();
    String[] line = new String[options.length + 2];
    line[0] = command;
    System.arraycopy(options, 0, line, 1, options.length);
    line[line.length - 1] = file;
    return console.run(line);
  }

  private static String publication(String store, String load) {
    return """
    struct node { int key; int value; atomic_int refs; struct node *next; };
    _Atomic(struct node *) head;
    void *writer(void *unused) {
      struct node *n = malloc(sizeof *n);
      *n = (struct node){.key = 7, .value = 9, .refs = 1};
      atomic_store_explicit(&head, n, %s);
      return 0;
    }
    int main(void) {
      pthread_t t;
      pthread_create(&t, 0, writer, 0);
      struct node *n = atomic_load_explicit(&head, %s);
      if (n) {
        atomic_fetch_add_explicit(&n->refs, 1, memory_order_relaxed);
        char bytes[8];
        memcpy(bytes, n, 8);
        assert(n->key == 7 && bytes[4] == 9 && n->next == 0 && n->refs == 2);
      }
      pthread_join(t, 0);
      free(head);
    }
    """
        .formatted(store, load);
  }

  @ParameterizedTest
  @CsvSource({
    "-m=rc11 -q, memory_order_release, memory_order_acquire, 0",
    "-m=rc11 -q, memory_order_relaxed, memory_order_acquire, 1",
    "-m=rc11 -q -a=graph, memory_order_release, memory_order_relaxed, 1",
    "-m=sc -q --check-races, memory_order_release, memory_order_acquire, 0",
    "-m=sc -q --check-races, memory_order_release, memory_order_relaxed, 1",
    "-m=sc -q, memory_order_relaxed, memory_order_relaxed, 0",
    "-m=tso -q, memory_order_relaxed, memory_order_relaxed, 0"
  })
  void aStructThatIsPublished(String options, String store, String load, int code)
      throws IOException {
    assertEquals(code, check(publication(store, load), options.split(" ")), console::err);
    // Under rc11 the memory itself is not known to be there yet.
    String kind = options.contains("-m=sc") ? "data-race" : "invalid-access";
    assertEquals(code == 1, console.out().contains(kind), console::out);
  }

  private static final String COUNTER =
      """
      pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
      int counter;
      void *count(void *unused) {
        LOCK;
        counter++;
        UNLOCK;
        return 0;
      }
      int main(void) {
        pthread_t t, u;
        pthread_create(&t, 0, count, 0);
        pthread_create(&u, 0, count, 0);
        pthread_join(t, 0);
        pthread_join(u, 0);
        assert(counter == 2);
      }
      """;

  @Test
  void whereNothingIsWeakRc11IsExploredOnOneMemory() throws IOException {
    String program =
        COUNTER
            .replace("UNLOCK", "pthread_mutex_unlock(&m)")
            .replace("LOCK", "pthread_mutex_lock(&m)");
    assertEquals(0, check(program, "-m", "rc11"), console::err);
    assertTrue(console.out().contains("2 executions  RC11 (SC suffices)"), console::out);
    assertEquals(0, check(program, "-m", "rc11", "--json"), console::err);
    assertTrue(console.out().contains("\"sequential\":true"), console::out);
    assertEquals(0, check(program, "-m", "rc11", "-a", "rf", "--json"), console::err);
    assertTrue(console.out().contains("\"sequential\":false"), console::out);
  }

  @ParameterizedTest
  @CsvSource({"-m=rc11", "-m=rc11 -a=rf", "-m=sc --check-races", "-m=sc --check-races -a=optimal"})
  void aRaceIsShownAndReplayed(String options) throws IOException {
    Path witness = folder.resolve("race.json");
    String program = COUNTER.replace("UNLOCK", "(void)0").replace("LOCK", "(void)0");
    String[] given = (options + " --witness=" + witness).split(" ");
    assertEquals(1, check(program, given), console::err);
    assertTrue(console.out().contains("data race on counter with the plain"), console::out);
    String text = console.out().replaceAll("\\s+", " ");
    assertTrue(text.contains("stronger memory orders would not order them; a mutex"), console::out);
    assertEquals(1, console.run("replay", witness.toString()), console::err);
    assertTrue(console.out().contains("data-race"), console::out);
  }

  /** The later access is the step that fails; the other one may be any step before it. */
  @ParameterizedTest
  @CsvSource({"-m=rc11", "-m=rc11 -a=rf", "-m=rc20 -a=graph", "-m=sc --check-races", "symbolic"})
  void bothAccessesOfARaceAreNamed(String options) throws IOException {
    String program = COUNTER.replace("UNLOCK", "(void)0").replace("LOCK", "(void)0");
    boolean isSymbolic = options.equals("symbolic");
    String[] given = (isSymbolic ? "--check-races --json" : options + " --json").split(" ");
    assertEquals(1, run(isSymbolic ? "symbolic" : "check", program, given), console::err);
    Matcher race =
        Pattern.compile("\"race\":\\[\\{\"step\":(\\d+)},\\{\"step\":(\\d+)}]")
            .matcher(console.out());
    assertTrue(race.find(), console::out);
    String trace = console.out().substring(console.out().indexOf("\"trace\":["));
    String[] steps = trace.split("\\{\"thread\":", -1);
    String first = steps[1 + Integer.parseInt(race.group(1))];
    String second = steps[1 + Integer.parseInt(race.group(2))];
    assertTrue(first.contains("\"target\":\"counter\"") && !first.contains("\"fails\""), first);
    assertTrue(second.contains("\"target\":\"counter\"") && second.contains("\"fails\""), second);
    assertNotEquals(first.charAt(0), second.charAt(0), "they are of different threads");
  }

  private static final String MESSAGE =
      """
      int data;
      atomic_int flag, other;
      void *writer(void *unused) {
        atomic_store_explicit(&other, 1, memory_order_relaxed);
        data = 1;
        atomic_store_explicit(&flag, 1, STORE);
        return 0;
      }
      int main(void) {
        pthread_t t;
        pthread_create(&t, 0, writer, 0);
        atomic_load_explicit(&other, memory_order_relaxed);
        if (atomic_load_explicit(&flag, LOAD)) data++;
        pthread_join(t, 0);
      }
      """;

  /** Only what must be stronger is named; each answer was tried on the execution. */
  @ParameterizedTest
  @CsvSource({
    "-m=rc11, memory_order_relaxed, memory_order_relaxed, release at line 11 and acquire at line 18",
    "-m=rc11, memory_order_release, memory_order_relaxed, acquire at line 18",
    "-m=rc20, memory_order_relaxed, memory_order_acquire, release at line 11",
    "-m=sc --check-races, memory_order_relaxed, memory_order_seq_cst, release at line 11"
  })
  void ordersThatWouldOrderARaceAreNamed(String options, String store, String load, String orders)
      throws IOException {
    String program = MESSAGE.replace("STORE", store).replace("LOAD", load);
    assertEquals(1, check(program, options.split(" ")), console::err);
    String text = console.out().replaceAll("\\s+", " ");
    String remedy = "neither happens before the other; " + orders + " would order them (main";
    assertTrue(text.contains(remedy), console::out);
  }

  /** Both threads are in the critical section, which release and acquire do not prevent. */
  @Test
  void ordersThatWouldForbidARaceAreNamed() throws IOException {
    String program =
        """
        atomic_int x, y;
        int data;
        void *left(void *unused) {
          atomic_store_explicit(&x, 1, memory_order_release);
          if (!atomic_load_explicit(&y, memory_order_acquire)) data = 1;
          return 0;
        }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, left, 0);
          atomic_store_explicit(&y, 1, memory_order_release);
          if (!atomic_load_explicit(&x, memory_order_acquire)) data = 2;
          pthread_join(t, 0);
        }
        """;
    assertEquals(1, check(program, "-m", "rc11"), console::err);
    String text = console.out().replaceAll("\\s+", " ");
    String remedy = "; with seq_cst at lines 9, 10, 16 and 17 this cannot happen (";
    assertTrue(text.contains(remedy), console::out);
  }

  @Test
  void withoutRacesPlainAccessesAreRelaxed() throws IOException {
    String program = COUNTER.replace("UNLOCK", "(void)0").replace("LOCK", "(void)0");
    assertEquals(1, check(program, "-m", "rc11", "--no-races", "-q"), console::err);
    assertTrue(console.out().contains("assertion at line"), console::out);
  }

  @Test
  void atomicsOfDifferentSizesAreRefusedWithTheirLines() throws IOException {
    String program =
        """
        union { _Atomic unsigned word; _Atomic unsigned char byte[4]; } u;
        void *write(void *unused) {
          u.word = 1;
          return 0;
        }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, write, 0);
          return u.byte[0];
        }
        """;
    assertEquals(2, check(program, "-m", "rc11"), console::err);
    assertTrue(console.err().contains("a.c:8: an access that is not ordered"), console::err);
    assertTrue(console.err().contains("a.c:14"), console::err);
    assertTrue(console.err().contains("--model sc can check it"), console::err);
    assertEquals(0, check(program, "-m", "sc", "-q"), console::err);
  }

  @ParameterizedTest
  @CsvSource({
    "-m=rc11 --check-races, races are violations anyway",
    "-m=tso --check-races, nothing is a data race",
    "-m=sc --check-races -a=naive, goes with the algorithms rf and optimal",
    "-m=tso --no-races, goes with --model rc11 or rc20"
  })
  void optionsThatDoNotFitAreRefused(String options, String complaint) throws IOException {
    assertEquals(2, check(COUNTER, options.split(" ")));
    assertTrue(console.err().contains(complaint), console::err);
  }

  /** An address that is known through relaxed accesses does not order an allocation. */
  @ParameterizedTest
  @CsvSource({
    "-DORDER=relaxed -DUSE=relaxed, 1",
    "-DORDER=relaxed -DUSE=relaxed -DLATER, 1",
    "-DORDER=release -DUSE=acquire, 0",
    "-DORDER=release -DUSE=acquire -DLATER, 0",
    "-m=ra -DORDER=relaxed -DUSE=relaxed, 0"
  })
  void memoryIsThereOnceItsAllocationHappensBefore(String options, int code) throws IOException {
    String program =
        """
        #define JOINED(x) memory_order_ ## x
        #define AS(x) JOINED(x)
        _Atomic(atomic_int *) place;
        atomic_int begun;
        void *make(void *unused) {
        #ifdef LATER
          atomic_store_explicit(&begun, 1, memory_order_release);
        #endif
          atomic_int *made = malloc(sizeof *made);
          atomic_store_explicit(made, 1, memory_order_relaxed);
          atomic_store_explicit(&place, made, AS(ORDER));
          return 0;
        }
        void *use(void *unused) {
        #ifdef LATER
          if (!atomic_load_explicit(&begun, memory_order_acquire)) return 0;
        #endif
          atomic_int *used = atomic_load_explicit(&place, AS(USE));
          if (used) atomic_fetch_add_explicit(used, 1, memory_order_relaxed);
          return 0;
        }
        int main(void) {
          pthread_t s, t;
          pthread_create(&s, 0, make, 0);
          pthread_create(&t, 0, use, 0);
          pthread_join(s, 0);
          pthread_join(t, 0);
          free(place);
        }
        """;
    assertEquals(code, check(program, options.split(" ")), console::out);
    if (code == 1) {
      assertTrue(console.out().contains("whose allocation by thread 1 does not"), console.out());
      assertTrue(console.out().contains("would order them"), console.out());
      assertFalse(console.out().contains("No interleaving"), console.out());
    }
  }

  /** Threads that are started behind an allocation, and who joins its thread, may use it. */
  @ParameterizedTest
  @CsvSource({"rc11", "ra", "tso", "relaxed"})
  void memoryIsHandedToThreadsAndBack(String model) throws IOException {
    String program =
        """
        void *inner(void *given) {
          assert(*(int *) given == 5);
          return 0;
        }
        void *run(void *given) {
          int *made = malloc(sizeof *made);
          *made = *(int *) given;
          pthread_t t;
          pthread_create(&t, 0, inner, made);
          pthread_join(t, 0);
          return made;
        }
        int main(void) {
          int *first = malloc(sizeof *first);
          *first = 5;
          pthread_t t;
          pthread_create(&t, 0, run, first);
          void *made;
          pthread_join(t, &made);
          assert(*(int *) made == 5);
          free(made);
          free(first);
        }
        """;
    assertEquals(0, check(program, "-m", model, "-a", "graph"), console::out);
  }

  /** Which of the two comes first is open, though each order would order them once it is chosen. */
  @ParameterizedTest
  @CsvSource({"rc11", "ra", "tso"})
  void atomicsOfDifferentSizesThatNothingOrders(String model) throws IOException {
    String program =
        """
        union { _Atomic unsigned both; _Atomic unsigned short served; } lock;
        void *run(void *unused) {
          atomic_fetch_add(&lock.both, 0x10000);
          atomic_fetch_add(&lock.served, 1);
          return unused;
        }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, run, 0);
          run(0);
          pthread_join(t, 0);
        }
        """;
    assertEquals(2, check(program, "-m", model), console::out);
    assertTrue(console.err().contains("not ordered with one of another size"), console::err);
    assertEquals(0, check(program, "-m", "sc"), console::err);
  }

  /** On x86 nobody enters together: a locked instruction is a fence, too. */
  @Test
  void lockedInstructionsAreFences() throws IOException {
    String program =
        """
        int x, y;
        static int enter(int *mine, int *other) {
          int seen;
          __asm__ __volatile__("lock; incl %0" : "+m"(*mine) : : "memory");
          __asm__ __volatile__("movl %1, %0" : "=r"(seen) : "m"(*other) : "memory");
          return seen;
        }
        int one;
        void *run(void *unused) { one = enter(&x, &y); return unused; }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, run, 0);
          int two = enter(&y, &x);
          pthread_join(t, 0);
          assert(one || two);
        }
        """;
    assertEquals(0, check(program, "-m", "rc11"), console::out);
    assertEquals(0, check(program, "-m", "tso"), console::out);
    assertEquals(1, check(program.replace("lock; ", ""), "-m", "tso"), console::out);
  }

  /** A solver finds the races that exploration finds, and its witness can be run again. */
  @ParameterizedTest
  @CsvSource({
    "memory_order_release, memory_order_acquire, 0",
    "memory_order_release, memory_order_relaxed, 1",
    "memory_order_relaxed, memory_order_acquire, 1"
  })
  void symbolicChecksFindThem(String store, String load, int code) throws IOException {
    String program = publication(store, load);
    String witness = folder.resolve("witness.json").toString();
    int found = run("symbolic", program, "--check-races", "--witness", witness);
    assertEquals(code, found, console::err);
    assertEquals(code == 1, console.out().contains("data-race at line"), console::out);
    assertEquals(0, run("symbolic", program), console::err);
    if (code == 1) {
      RealConsole again = new RealConsole();
      assertEquals(1, again.run("replay", witness), again::err);
      assertTrue(again.out().contains("data-race"), again.out());
    }
  }

  /** The start of a section is in the way of all others, but it is no plain write. */
  @Test
  void theStartOfASectionIsNoAccess() throws IOException {
    String program =
        """
        #include <heddle.h>
        static atomic_int flag, x;
        static void *section(void *unused) {
          __VERIFIER_atomic_begin();
          x = 2;
          __VERIFIER_atomic_end();
          return 0;
        }
        static void *waits(void *unused) {
          while (flag == 0) {
          }
          return 0;
        }
        int main(void) {
          pthread_t a, b;
          pthread_create(&a, 0, section, 0);
          pthread_create(&b, 0, waits, 0);
        }
        """;
    assertEquals(0, check(program, "-m=sc", "--check-races"), console::out);
    assertEquals(0, run("symbolic", program, "--check-races"), console::out);
  }

  /** What leads to a race does not stop within a section: nobody else could go on then. */
  @Test
  void sectionsGoToTheirEndBeforeARace() throws IOException {
    String program =
        """
        #include <heddle.h>
        static int x;
        static atomic_int y;
        static void *section(void *unused) {
          __VERIFIER_atomic_begin();
          x = 1;
          y = 1;
          __VERIFIER_atomic_end();
          return 0;
        }
        static void *plain(void *unused) {
          x = 2;
          return 0;
        }
        int main(void) {
          pthread_t a, b;
          pthread_create(&a, 0, section, 0);
          pthread_create(&b, 0, plain, 0);
        }
        """;
    for (String command : new String[] {"check", "symbolic"}) {
      String witness = folder.resolve(command + ".json").toString();
      String model = command.equals("check") ? "-m=sc" : "-v";
      assertEquals(1, run(command, program, model, "--check-races", "--witness", witness));
      RealConsole again = new RealConsole();
      assertEquals(1, again.run("replay", witness), again::err);
      assertTrue(again.out().contains("data-race"), again.out());
    }
  }
}
