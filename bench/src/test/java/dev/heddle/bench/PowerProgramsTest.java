package dev.heddle.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.Estimate;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.explore.rsmc.HardwareMapping;
import dev.heddle.explore.rsmc.RelaxedProgramExploration;
import dev.heddle.frontend.llvm.Environment;
import dev.heddle.frontend.llvm.LlvmFrontend;
import dev.heddle.machine.MachineException;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.FailureKind;
import dev.heddle.transform.Reductions;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** C programs as machine code for POWER and ARM. */
class PowerProgramsTest {
  /** Two threads with registers r0 and r1, and a condition on these. */
  private static final String PROGRAM =
      """
      #include <assert.h>
      #include <pthread.h>
      #include <stdlib.h>
      #define SYNC __asm__ volatile("sync")
      #define LWSYNC __asm__ volatile("lwsync")
      #define ISYNC __asm__ volatile("isync")
      #define DMB(kind) __asm__ volatile("dmb " kind)
      #define ISB __asm__ volatile("isb")
      #define relaxed __ATOMIC_RELAXED
      #define acquire __ATOMIC_ACQUIRE
      #define release __ATOMIC_RELEASE
      #define seq_cst __ATOMIC_SEQ_CST
      #define LOAD(x, order) __atomic_load_n(&x, order)
      #define STORE(x, v, order) __atomic_store_n(&x, v, order)
      #define ADD(x, order) __atomic_fetch_add(&x, 1, order)
      #define CAS(x, from, to) __sync_bool_compare_and_swap(&x, from, to)
      #define LOCK pthread_mutex_lock(&mutex)
      #define UNLOCK pthread_mutex_unlock(&mutex)
      #define WAIT pthread_cond_wait(&cond, &mutex)
      #define SIGNAL pthread_cond_signal(&cond)
      #define CHOICE __VERIFIER_nondet_bool()
      _Bool __VERIFIER_nondet_bool(void);
      pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
      pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
      int x, y, result[4], *box;
      static void *one(void *unused) {
        int r0 = -1, r1 = -1;
        %s
        result[0] = r0;
        return 0;
      }
      static void *other(void *unused) {
        int r0 = -1, r1 = -1;
        %s
        result[1] = r1;
        result[2] = r0;
        return 0;
      }
      int main(void) {
        pthread_t a, b;
        box = malloc(sizeof *box);
        pthread_create(&a, 0, one, 0);
        pthread_create(&b, 0, other, 0);
        pthread_join(a, 0);
        pthread_join(b, 0);
        int r0 = result[2] != -1 ? result[2] : result[0], r1 = result[1];
        assert(%s);
        return 0;
      }
      """;

  @TempDir private Path folder;

  /**
   * What correct programs lack without their barriers is found; {@code stack} has another fault.
   */
  @ParameterizedTest
  @ValueSource(strings = {"dcl", "dekker", "lamport", "parker", "peterson", "szymanski", "stack"})
  void programsWithoutBarriersFail(String name) throws Exception {
    try (Programs programs = Programs.unpacked()) {
      Outcome outcome =
          explore(
              programs.file("power-" + name),
              List.of("-DN=2"),
              HardwareMapping.C11,
              Limits.NONE.withUnroll(4));
      assertEquals(Verdict.VIOLATION, outcome.verdict(), outcome::toString);
      assertEquals(FailureKind.ASSERTION, outcome.violations().get(0).kind());
    }
  }

  /** Message passing, load buffering, store buffering and more, with every order and dependency. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          x = 1; y = 1;                        | r0 = y; r1 = x;                    | !(r0 == 1 && r1 == 0) | violation
          x = 1; SYNC; y = 1;                  | r0 = y; r1 = x;                    | !(r0 == 1 && r1 == 0) | violation
          x = 1; LWSYNC; y = 1;                | r0 = y; r1 = (&x)[r0 ^ r0];        | !(r0 == 1 && r1 == 0) | safe
          x = 1; LWSYNC; y = 1;                | r0 = y; if (r0 == r0) r1 = x;      | !(r0 == 1 && r1 == 0) | violation
          x = 1; LWSYNC; y = 1;                | r0 = y; if (r0 == r0) ISYNC; r1 = x; | !(r0 == 1 && r1 == 0) | safe
          x = 1; STORE(y, 1, release);         | r0 = LOAD(y, acquire); r1 = x;     | !(r0 == 1 && r1 == 0) | safe
          x = 1; STORE(y, 1, relaxed);         | r0 = LOAD(y, acquire); r1 = x;     | !(r0 == 1 && r1 == 0) | violation
          r0 = x; y = 1;                       | r1 = y; x = 1;                     | !(r0 == 1 && r1 == 1) | violation
          r0 = x; y = r0 - r0 + 1;             | r1 = y; x = r1 ^ r1 ^ 1;           | !(r0 == 1 && r1 == 1) | safe
          x = 1; r0 = y;                       | y = 1; r1 = x;                     | !(r0 == 0 && r1 == 0) | violation
          x = 1; SYNC; r0 = y;                 | y = 1; SYNC; r1 = x;               | !(r0 == 0 && r1 == 0) | safe
          x = 1; LWSYNC; r0 = y;               | y = 1; LWSYNC; r1 = x;             | !(r0 == 0 && r1 == 0) | violation
          STORE(x, 1, seq_cst); r0 = LOAD(y, seq_cst); | STORE(y, 1, seq_cst); r1 = LOAD(x, seq_cst); | !(r0 == 0 && r1 == 0) | safe
          r0 = ADD(x, relaxed);                | r1 = ADD(x, relaxed);              | r0 != r1              | safe
          r0 = CAS(x, 0, 1);                   | r1 = CAS(x, 0, 1);                 | r0 + r1 == 1          | safe
          LOCK; r0 = x; x = r0 + 1; UNLOCK;    | LOCK; r1 = x; x = r1 + 1; UNLOCK;  | r0 != r1              | safe
          r0 = x; x = r0 + 1;                  | r1 = x; x = r1 + 1;                | r0 != r1              | violation
          """)
  void outcomesArePossibleOrNot(String one, String other, String condition, String verdict)
      throws Exception {
    Path file = folder.resolve("test.c");
    Files.writeString(file, PROGRAM.formatted(one, other, condition));
    Outcome outcome = explore(file, List.of(), HardwareMapping.C11, Limits.NONE.withKeepGoing());
    assertEquals(verdict, outcome.verdict().label(), outcome::toString);
    assertTrue(outcome.complete() > 0, outcome::toString);
  }

  /** The same on ARM, whose barriers, acquire and release are others. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          x = 1; y = 1;                        | r0 = y; r1 = x;                    | !(r0 == 1 && r1 == 0) | violation
          x = 1; DMB("ish"); y = 1;            | r0 = y; r1 = (&x)[r0 ^ r0];        | !(r0 == 1 && r1 == 0) | safe
          x = 1; DMB("ishst"); y = 1;          | r0 = y; DMB("ishld"); r1 = x;      | !(r0 == 1 && r1 == 0) | safe
          x = 1; DMB("ishld"); y = 1;          | r0 = y; DMB("ishld"); r1 = x;      | !(r0 == 1 && r1 == 0) | violation
          x = 1; DMB("ish"); y = 1;            | r0 = y; if (r0 == r0) r1 = x;      | !(r0 == 1 && r1 == 0) | violation
          x = 1; DMB("ish"); y = 1;            | r0 = y; if (r0 == r0) ISB; r1 = x; | !(r0 == 1 && r1 == 0) | safe
          x = 1; STORE(y, 1, release);         | r0 = LOAD(y, acquire); r1 = x;     | !(r0 == 1 && r1 == 0) | safe
          x = 1; STORE(y, 1, relaxed);         | r0 = LOAD(y, acquire); r1 = x;     | !(r0 == 1 && r1 == 0) | violation
          r0 = x; y = 1;                       | r1 = y; x = 1;                     | !(r0 == 1 && r1 == 1) | violation
          r0 = x; y = r0 - r0 + 1;             | r1 = y; x = r1 ^ r1 ^ 1;           | !(r0 == 1 && r1 == 1) | safe
          x = 1; DMB("ish"); r0 = y;           | y = 1; DMB("ish"); r1 = x;         | !(r0 == 0 && r1 == 0) | safe
          STORE(x, 1, release); r0 = LOAD(y, relaxed); | STORE(y, 1, release); r1 = LOAD(x, relaxed); | !(r0 == 0 && r1 == 0) | violation
          STORE(x, 1, seq_cst); r0 = LOAD(y, seq_cst); | STORE(y, 1, seq_cst); r1 = LOAD(x, seq_cst); | !(r0 == 0 && r1 == 0) | safe
          r0 = ADD(x, relaxed);                | r1 = ADD(x, relaxed);              | r0 != r1              | safe
          r0 = CAS(x, 0, 1);                   | r1 = CAS(x, 0, 1);                 | r0 + r1 == 1          | safe
          LOCK; r0 = x; x = r0 + 1; UNLOCK;    | LOCK; r1 = x; x = r1 + 1; UNLOCK;  | r0 != r1              | safe
          x = 1; r0 = x; y = r0;               | r1 = y; x = r1 + r1;               | r1 == 0               | violation
          """)
  void outcomesArePossibleOnArmOrNot(String one, String other, String condition, String verdict)
      throws Exception {
    Path file = folder.resolve("test.c");
    Files.writeString(file, PROGRAM.formatted(one, other, condition));
    Outcome outcome =
        explore(MemoryModel.ARM, file, List.of(), HardwareMapping.C11, Limits.NONE.withKeepGoing());
    assertEquals(verdict, outcome.verdict().label(), outcome::toString);
    assertTrue(outcome.complete() > 0, outcome::toString);
  }

  /** Two readers that acquire see two stores in opposite orders on POWER, never on ARM. */
  @ParameterizedTest
  @CsvSource({"POWER, violation", "ARM, safe"})
  void storesReachAllOtherThreadsAtOnceOnArm(MemoryModel model, String verdict) throws Exception {
    Path file = folder.resolve("iriw.c");
    Files.writeString(
        file,
        """
        #include <assert.h>
        #include <pthread.h>
        #include <stdatomic.h>
        atomic_int x, y;
        int a, b, c, d;
        static void *first(void *u) { atomic_store_explicit(&x, 1, memory_order_release); return 0; }
        static void *second(void *u) { atomic_store_explicit(&y, 1, memory_order_release); return 0; }
        static void *third(void *u) {
          a = atomic_load_explicit(&x, memory_order_acquire);
          b = atomic_load_explicit(&y, memory_order_acquire);
          return 0;
        }
        static void *fourth(void *u) {
          c = atomic_load_explicit(&y, memory_order_acquire);
          d = atomic_load_explicit(&x, memory_order_acquire);
          return 0;
        }
        int main(void) {
          void *(*functions[])(void *) = {first, second, third, fourth};
          pthread_t threads[4];
          for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, functions[i], 0);
          for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
          assert(!(a == 1 && b == 0 && c == 1 && d == 0));
        }
        """);
    Outcome outcome =
        explore(model, file, List.of(), HardwareMapping.C11, Limits.NONE.withKeepGoing());
    assertEquals(verdict, outcome.verdict().label(), outcome::toString);
  }

  /** Memory orders of C11 mean nothing without a mapping; locks and barriers do. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          x = 1; STORE(y, 1, seq_cst);    | r0 = LOAD(y, seq_cst); r1 = x;    | violation
          x = 1; SYNC; STORE(y, 1, relaxed); | r0 = LOAD(y, relaxed); SYNC; r1 = x; | safe
          """)
  void ordersMeanNothingWithoutAMapping(String one, String other, String verdict) throws Exception {
    Path file = folder.resolve("test.c");
    Files.writeString(file, PROGRAM.formatted(one, other, "!(r0 == 1 && r1 == 0)"));
    Outcome outcome = explore(file, List.of(), HardwareMapping.NONE, Limits.NONE);
    assertEquals(verdict, outcome.verdict().label(), outcome::toString);
  }

  /** An object is freed behind all that uses it only if the model orders the two. */
  @ParameterizedTest
  @CsvSource({"LWSYNC, safe", "'', violation"})
  void freeNeedsOrder(String barrier, String verdict) throws Exception {
    Path file = folder.resolve("free.c");
    Files.writeString(
        file,
        PROGRAM.formatted(
            "int *p = box; *p = 1; " + barrier + "; y = 1;",
            "r0 = y; if (r0) { LWSYNC; int *q = box; free(q); }",
            "1"));
    Outcome outcome = explore(file, List.of(), HardwareMapping.C11, Limits.NONE.withKeepGoing());
    assertEquals(verdict, outcome.verdict().label(), outcome::toString);
    if (outcome.verdict() == Verdict.VIOLATION) {
      assertEquals(FailureKind.USE_AFTER_FREE, outcome.violations().get(0).kind());
    }
  }

  /**
   * Numbers that the program leaves open, condition variables, loops that wait, and local variables
   * that others can reach, on both.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          x = CHOICE ? 1 : 2;                                   | r0 = x;             | r0 != 3 | safe
          x = CHOICE ? 1 : 2;                                   | r0 = x;             | r0 != 2 | violation
          LOCK; while (!x) WAIT; r0 = y; UNLOCK;                | y = 1; LOCK; x = 1; SIGNAL; UNLOCK; | r0 == 1 | safe
          LOCK; while (!x) WAIT; r0 = y; UNLOCK;                | y = 1; LOCK; x = 1; UNLOCK; | 1 | violation
          while (!LOAD(y, acquire)) ; r0 = x;                   | x = 1; STORE(y, 1, release); | r0 == 1 | safe
          while (!LOAD(y, relaxed)) ; r0 = x;                   | x = 1; STORE(y, 1, release); | r0 == 1 | violation
          int z = 1; box = &z; r0 = *box;                       | y = 1;              | r0 == 1 | safe
          while (__atomic_exchange_n(&y, 1, acquire)) ; x++; STORE(y, 0, release); | while (__atomic_exchange_n(&y, 1, acquire)) ; x++; STORE(y, 0, release); | x == 2 | safe
          """)
  void whatIsOpenAndWhoWaits(String one, String other, String condition, String verdict)
      throws Exception {
    Path file = folder.resolve("test.c");
    Files.writeString(file, PROGRAM.formatted(one, other, condition));
    for (MemoryModel model : List.of(MemoryModel.POWER, MemoryModel.ARM)) {
      Outcome outcome =
          explore(model, file, List.of(), HardwareMapping.C11, Limits.NONE.withKeepGoing());
      assertEquals(verdict, outcome.verdict().label(), outcome::toString);
      assertTrue(outcome.complete() > 0, outcome::toString);
      assertTrue(outcome.details().containsKey("mostContinuations"), outcome::toString);
      assertEquals(0L, outcome.details().get("refusedContinuations"), outcome::toString);
    }
  }

  /** What is not supported is named, with its line and with models that may check it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          x = 1; | *(short *)&x = 1; | an access of 2 bytes to x, where another one has 4,
          static __int128 wide; __atomic_store_n(&wide, 1, seq_cst); | ; | an atomic section, or an atomic access of 16 bytes,
          """)
  void whatIsNotSupportedIsNamed(String one, String other, String what) throws Exception {
    Path file = folder.resolve("test.c");
    Files.writeString(file, PROGRAM.formatted(one, other, "1"));
    for (MemoryModel model : List.of(MemoryModel.POWER, MemoryModel.ARM)) {
      String message =
          assertThrows(
                  MachineException.class,
                  () -> explore(model, file, List.of(), HardwareMapping.C11, Limits.NONE))
              .getMessage();
      String place = message.substring(0, message.indexOf(": "));
      assertTrue(place.matches(".*test\\.c:\\d+"), message);
      assertEquals(
          what + " is not supported under this model; --model rc11 or sc may check it",
          message.substring(place.length() + 2));
    }
  }

  /** A signal wakes one of two threads; which one is left open, and the other waits for ever. */
  @ParameterizedTest
  @EnumSource(
      value = MemoryModel.class,
      names = {"POWER", "ARM"})
  void aSignalWakesOneThread(MemoryModel model) throws Exception {
    Path file = folder.resolve("signal.c");
    Files.writeString(
        file,
        """
        #include <pthread.h>
        pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
        int ready, woken;
        static void *wait(void *unused) {
          pthread_mutex_lock(&mutex);
          while (!ready) pthread_cond_wait(&condition, &mutex);
          woken++;
          pthread_mutex_unlock(&mutex);
          return 0;
        }
        int main(void) {
          pthread_t a, b;
          pthread_create(&a, 0, wait, 0);
          pthread_create(&b, 0, wait, 0);
          pthread_mutex_lock(&mutex);
          ready = 1;
          CALL(&condition);
          pthread_mutex_unlock(&mutex);
          pthread_join(a, 0);
          pthread_join(b, 0);
        }
        """);
    Outcome one =
        explore(
            model,
            file,
            List.of("-DCALL=pthread_cond_signal"),
            HardwareMapping.C11,
            Limits.NONE.withKeepGoing());
    assertEquals(FailureKind.DEADLOCK, one.violations().get(0).kind(), one::toString);
    Outcome all =
        explore(
            model,
            file,
            List.of("-DCALL=pthread_cond_broadcast"),
            HardwareMapping.C11,
            Limits.NONE);
    assertEquals(Verdict.SAFE, all.verdict(), all::toString);
    // As many as there are interleavings on one memory.
    assertEquals(10, all.complete());
  }

  /**
   * What only one of several executions does wrong is found: by values that come late, in memory
   * that is not simply there, and with locks.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          y = 10 / (r - 2);                                  | DIVISION_BY_ZERO
          y = 10 % (r - 2);                                  | DIVISION_BY_ZERO
          table[r * r] = 1;                                  | OUT_OF_BOUNDS
          *(r == 2 ? (int *)&constant : &y) = 1;             | INVALID_ACCESS
          int z[2]; box = z; if (r != 2) z[0] = 1; y = box[0]; | UNINITIALIZED_READ
          if (r == 2) pthread_mutex_unlock(&mutex);          | UNLOCK_NOT_HELD
          if (r == 2) free(malloc(1) + 1);                   | INVALID_FREE
          assert(r != 2);                                    | ASSERTION
          """)
  void oneWrongExecutionOfSeveralIsFound(String code, FailureKind kind) throws Exception {
    Path file = folder.resolve("late.c");
    Files.writeString(
        file,
        """
        #include <assert.h>
        #include <pthread.h>
        #include <stdlib.h>
        volatile int x, y;
        int table[4], *volatile box;
        const int constant = 1;
        pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        static void *one(void *unused) { x = 1; x = 2; return 0; }
        static void *other(void *unused) { int r = x; %s return 0; }
        int main(void) {
          pthread_t a, b;
          pthread_create(&a, 0, one, 0);
          pthread_create(&b, 0, other, 0);
          pthread_join(a, 0);
          pthread_join(b, 0);
        }
        """
            .formatted(code));
    for (MemoryModel model : List.of(MemoryModel.POWER, MemoryModel.ARM)) {
      Outcome outcome =
          explore(model, file, List.of(), HardwareMapping.C11, Limits.NONE.withKeepGoing());
      assertEquals(1, outcome.violations().size(), outcome::toString);
      assertEquals(kind, outcome.violations().get(0).kind());
      assertEquals(3, outcome.complete() + outcome.blocked(), outcome::toString);
    }
  }

  /** Two locks in opposite orders. */
  @Test
  void deadlocksAreFound() throws Exception {
    Path file = folder.resolve("deadlock.c");
    Files.writeString(
        file,
        PROGRAM.formatted(
            "LOCK; pthread_mutex_lock(&second); pthread_mutex_unlock(&second); UNLOCK;",
            "pthread_mutex_lock(&second); LOCK; UNLOCK; pthread_mutex_unlock(&second);",
            "1"));
    Outcome outcome = explore(file, List.of(), HardwareMapping.C11, Limits.NONE.withKeepGoing());
    assertEquals(Verdict.VIOLATION, outcome.verdict());
    assertEquals(FailureKind.DEADLOCK, outcome.violations().get(0).kind());
    assertEquals(2, outcome.complete());
    assertEquals(1, outcome.blocked());
  }

  /** Between two starts of threads there is a store that others could see. */
  @ParameterizedTest
  @EnumSource(
      value = MemoryModel.class,
      names = {"POWER", "ARM"})
  void threadsAreStartedOneAfterTheOther(MemoryModel model) throws Exception {
    try (Programs programs = Programs.unpacked()) {
      Outcome outcome =
          explore(
              model, programs.file("casrot"), List.of("-DN=3"), HardwareMapping.C11, Limits.NONE);
      assertEquals(Verdict.SAFE, outcome.verdict(), outcome::toString);
      assertEquals(5, outcome.complete());
    }
  }

  /**
   * After a tenth of the executions, the right number is in the range, and estimates are not
   * further off than by a factor; with the last one, they are right.
   */
  @ParameterizedTest
  @CsvSource({
    "power-fib, 4, POWER, 44100, 3",
    "readers, 12, POWER, 4096, 1.01",
    "readers, 12, ARM, 4096, 1.01",
    "lastzero, 9, POWER, 1536, 3",
  })
  void estimatesComeNear(String name, int size, MemoryModel model, long executions, double factor)
      throws Exception {
    try (Programs programs = Programs.unpacked()) {
      Estimate early = estimate(programs.file(name), size, model, executions / 10);
      assertTrue(early.executions() <= executions * factor, early::toString);
      assertTrue(early.executions() >= executions / factor, early::toString);
      assertTrue(early.low() <= executions && executions <= early.high(), early::toString);
      Estimate last = estimate(programs.file(name), size, model, executions);
      assertEquals(1, last.share(), 0.02);
      assertEquals(1, (double) last.executions() / executions, 0.02);
    }
  }

  /** The branches that come late are small, so that a tenth of the executions promises too many. */
  @Test
  void aRangeHasTheRightNumberWhereTheEstimateIsFarOff() throws Exception {
    try (Programs programs = Programs.unpacked()) {
      Estimate early = estimate(programs.file("casrot"), 8, MemoryModel.ARM, 204);
      assertTrue(early.low() <= 2_048 && 2_048 <= early.high(), early::toString);
    }
  }

  private static Estimate estimate(Path file, int size, MemoryModel model, long executions)
      throws Exception {
    Progress progress = new Progress();
    List<String> definitions = List.of("-DN=" + size);
    Limits limits = new Limits(0, false, executions, 0);
    explore(model, file, definitions, HardwareMapping.C11, limits, progress);
    return progress.estimate();
  }

  private static Outcome explore(
      Path file, List<String> definitions, HardwareMapping mapping, Limits limits)
      throws Exception {
    return explore(MemoryModel.POWER, file, definitions, mapping, limits);
  }

  private static Outcome explore(
      MemoryModel model,
      Path file,
      List<String> definitions,
      HardwareMapping mapping,
      Limits limits)
      throws Exception {
    return explore(model, file, definitions, mapping, limits, new Progress());
  }

  private static Outcome explore(
      MemoryModel model,
      Path file,
      List<String> definitions,
      HardwareMapping mapping,
      Limits limits,
      Progress progress)
      throws Exception {
    return new RelaxedProgramExploration(model, mapping)
        .explore(
            new Reductions(true, true, false)
                .apply(LlvmFrontend.load(file, definitions, Environment.USUAL.withDependencies())),
            limits,
            progress);
  }
}
