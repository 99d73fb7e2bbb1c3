package dev.heddle.frontend.llvm;

import dev.heddle.explore.Limits;
import dev.heddle.verdict.Verdict;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mutexes and condition variables of {@code pthread.h}, in all executions. */
class PosixMutexesTest {
  // ---- Mutexes ------------------------------------------------------------------------------

  @Test
  void mutexesExclude() {
    Checked.twice(
            "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;",
            "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
            "",
            "assert(x == 2);")
        .safe()
        .executions(2, 0);
  }

  @Test
  void tryingToLock() {
    Checked.twice(
            "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int taken, busy;",
            """
            int error = pthread_mutex_trylock(&m);
            if (error == 0) { taken++; if (p) pthread_mutex_unlock(&m); }
            else { assert(error == EBUSY); busy++; }
            """,
            "",
            "assert(taken + busy == 2 && taken > 0);")
        .safe();
  }

  @Test
  void lockingWithinATime() {
    Checked.twice(
            "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x, late;",
            """
            int error = pthread_mutex_timedlock(&m, 0);
            if (error) { assert(error == ETIMEDOUT); __atomic_fetch_add(&late, 1, 5); return 0; }
            x++;
            pthread_mutex_unlock(&m);
            """,
            "",
            "assert(x + late == 2 && x > 0);")
        .safe();
  }

  @Test
  void recursiveMutexes() {
    Checked.twice(
            "pthread_mutex_t m; int x;",
            """
            pthread_mutex_lock(&m); assert(pthread_mutex_trylock(&m) == 0);
            int seen = x; x = seen + 1;
            pthread_mutex_unlock(&m); pthread_mutex_unlock(&m);
            """,
            """
            pthread_mutexattr_t kind;
            int type;
            pthread_mutexattr_init(&kind);
            pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
            pthread_mutexattr_gettype(&kind, &type);
            assert(type == PTHREAD_MUTEX_RECURSIVE);
            pthread_mutex_init(&m, &kind);
            pthread_mutexattr_destroy(&kind);
            """,
            "assert(x == 2); assert(pthread_mutex_destroy(&m) == 0);")
        .safe();
  }

  @Test
  void errorCheckingMutexes() {
    Checked.c(
            """
            #include <assert.h>
            #include <errno.h>
            #include <pthread.h>
            pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
            int main(void) {
              assert(pthread_mutex_unlock(&m) == EPERM);
              assert(pthread_mutex_lock(&m) == 0);
              assert(pthread_mutex_lock(&m) == EDEADLK);
              assert(pthread_mutex_unlock(&m) == 0);
              return 0;
            }
            """)
        .safe();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pthread_mutex_lock(&m); pthread_mutex_destroy(&m); // !",
        "pthread_mutex_destroy(&m); pthread_mutex_lock(&m); // !",
        "pthread_mutex_destroy(&m); pthread_mutex_trylock(&m); // !",
        "pthread_mutex_destroy(&m); pthread_mutex_destroy(&m); // !",
        "pthread_mutex_init(&m, 0); pthread_mutex_init(&m, 0); // !",
        "pthread_mutex_lock(&m); pthread_mutex_init(&m, 0); // !",
        "pthread_cond_destroy(&c); pthread_cond_signal(&c); // !",
        "pthread_cond_destroy(&c); pthread_cond_broadcast(&c); // !",
        "pthread_mutex_lock(&m); pthread_cond_destroy(&c); pthread_cond_wait(&c, &m); // !",
        "pthread_rwlock_destroy(&l); pthread_rwlock_rdlock(&l); // !",
        "pthread_rwlock_destroy(&l); pthread_rwlock_wrlock(&l); // !",
        "pthread_rwlock_rdlock(&l); pthread_rwlock_destroy(&l); // !",
        "pthread_rwlock_wrlock(&l); pthread_rwlock_init(&l, 0); // !",
        "pthread_barrier_init(&b, 0, 0); // !",
        "pthread_barrier_wait(&b); // !",
        "pthread_barrier_init(&b, 0, 1); pthread_barrier_init(&b, 0, 1); // !",
        "pthread_barrier_init(&b, 0, 1); pthread_barrier_destroy(&b); pthread_barrier_wait(&b); // !",
        "pthread_spin_lock(&s); pthread_spin_destroy(&s); // !",
        "pthread_spin_destroy(&s); pthread_spin_lock(&s); // !",
        "sem_init(&t, 0, 1); sem_destroy(&t); sem_post(&t); // !"
      })
  void misuse(String statements) {
    Checked.c(
            """
            #include <pthread.h>
            #include <semaphore.h>
            pthread_mutex_t m;
            pthread_cond_t c;
            pthread_rwlock_t l;
            pthread_barrier_t b;
            pthread_spinlock_t s;
            sem_t t;
            int main(void) {
            """
                + statements
                + "\nreturn 0;\n}\n")
        .fails("lock-misuse");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pthread_mutex_unlock(&m); // !",
        "pthread_rwlock_unlock(&l); // !",
        "pthread_spin_unlock(&s); // !",
        "pthread_cond_wait(&c, &m); // !"
      })
  void unlockingWhatIsNotHeld(String statement) {
    Checked.c(
            """
            #include <pthread.h>
            pthread_mutex_t m;
            pthread_cond_t c;
            pthread_rwlock_t l;
            pthread_spinlock_t s;
            int main(void) {
            """
                + statement
                + "\nreturn 0;\n}\n")
        .fails("unlock-not-held");
  }

  @Test
  void destructionWhileAnotherWaits() {
    Checked.twice(
            "pthread_barrier_t gate;",
            "if (p) pthread_barrier_destroy(&gate); // !\n else pthread_barrier_wait(&gate);",
            "pthread_barrier_init(&gate, 0, 2);",
            "")
        .fails("lock-misuse");
  }

  @Test
  void reinitialisationAfterDestruction() {
    Checked.c(
            """
            #include <pthread.h>
            #include <stdlib.h>
            int main(void) {
              pthread_mutex_t local, *m = malloc(sizeof *m);
              pthread_mutex_init(&local, 0);
              for (int i = 0; i < 2; i++) {
                pthread_mutex_init(m, 0);
                pthread_mutex_lock(m);
                pthread_mutex_unlock(m);
                pthread_mutex_destroy(m);
              }
              free(m);
              return 0;
            }
            """)
        .safe();
  }

  @Test
  void aMutexThatWasNeverInitialised() {
    Checked.c(
            """
            #include <pthread.h>
            #include <stdlib.h>
            int main(void) {
              pthread_mutex_t *m = malloc(sizeof *m);
              pthread_mutex_lock(m); // !
              return 0;
            }
            """)
        .fails("uninitialized-read");
  }

  // ---- Condition variables ------------------------------------------------------------------

  private static final String QUEUE =
      "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;"
          + " int ready;";

  @Test
  void waitingForASignal() {
    Checked.twice(
            QUEUE,
            """
            pthread_mutex_lock(&m);
            if (p) { ready = 1; pthread_cond_signal(&c); }
            else while (!ready) pthread_cond_wait(&c, &m);
            pthread_mutex_unlock(&m);
            """,
            "",
            "assert(pthread_cond_destroy(&c) == 0);")
        .safe()
        .executions(2, 0);
  }

  @Test
  void aSignalThatNobodyWaitsForIsLost() {
    Checked.twice(
            QUEUE,
            """
            pthread_mutex_lock(&m);
            if (p) pthread_cond_signal(&c);
            else pthread_cond_wait(&c, &m); // !
            pthread_mutex_unlock(&m);
            """,
            "",
            "")
        .outcome()
        .violations()
        .forEach(v -> Assertions.assertEquals("deadlock", v.kind().label()));
  }

  @Test
  void aSignalWakesOneAndABroadcastAll() {
    String program =
        """
        #include <assert.h>
        #include <pthread.h>
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        pthread_cond_t c = PTHREAD_COND_INITIALIZER;
        int waiting, awake;
        void *run(void *p) {
          pthread_mutex_lock(&m);
          waiting++;
          pthread_cond_wait(&c, &m);
          awake++;
          pthread_mutex_unlock(&m);
          return 0;
        }
        int main(void) {
          pthread_t a, b;
          pthread_create(&a, 0, run, 0);
          pthread_create(&b, 0, run, 0);
          pthread_mutex_lock(&m);
          if (waiting == 2) {
            WAKE(&c);
            pthread_mutex_unlock(&m);
            pthread_join(a, 0);
            pthread_join(b, 0);
            assert(awake == 2);
          }
          return 0;
        }
        """;
    Assertions.assertEquals(
        Verdict.VIOLATION,
        Checked.c(program.replace("WAKE", "pthread_cond_signal")).outcome().verdict());
    // Those that wait when main does not are stuck, so look at the other executions only.
    String all =
        program
            .replace("WAKE", "pthread_cond_broadcast")
            .replace("if (waiting == 2) {", "__VERIFIER_assume(waiting == 2); {")
            .replace("#include <pthread.h>", "#include <pthread.h>\n#include <heddle.h>");
    Assertions.assertEquals(Verdict.SAFE, Checked.c(all).outcome().verdict());
  }

  @Test
  void timedWaitingMayTimeOut() {
    Checked.twice(
            QUEUE + " int timeouts;",
            """
            pthread_mutex_lock(&m);
            if (p) { ready = 1; pthread_cond_signal(&c); }
            else if (!ready) {
              struct timespec end = {1, 0};
              int error = pthread_cond_timedwait(&c, &m, &end);
              assert(error == 0 || error == ETIMEDOUT);
              if (error == ETIMEDOUT && !ready) timeouts++;
            }
            pthread_mutex_unlock(&m);
            """,
            "",
            "assert(!timeouts); // !")
        .fails("assertion");
  }

  @Test
  void spuriousWakeUpsAreAnOption() {
    String program =
        """
        #include <assert.h>
        #include <pthread.h>
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        pthread_cond_t c = PTHREAD_COND_INITIALIZER;
        int ready;
        void *run(void *p) {
          pthread_mutex_lock(&m);
          ready = 1;
          pthread_cond_signal(&c);
          pthread_mutex_unlock(&m);
          return 0;
        }
        int main(void) {
          pthread_t a;
          pthread_create(&a, 0, run, 0);
          pthread_mutex_lock(&m);
          IF (!ready) pthread_cond_wait(&c, &m);
          assert(ready); // !
          pthread_mutex_unlock(&m);
          return 0;
        }
        """;
    Environment spurious = new Environment(0, 2, true);
    Checked.c(program.replace("IF", "if")).safe();
    Checked.of("test.c", program.replace("IF", "if"), spurious, Limits.NONE).fails("assertion");
    Assertions.assertEquals(
        "at most one spurious wake-up of each thread",
        Checked.of("test.c", program.replace("IF", "while"), spurious, Limits.NONE)
            .outcome()
            .reason());
  }
}
