package dev.heddle.frontend.llvm;

import dev.heddle.explore.Limits;
import dev.heddle.verdict.Verdict;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The functions of {@code pthread.h} and {@code semaphore.h}, in all executions. */
class PosixThreadsTest {
  /** Two threads run {@code work}, and the first one joins them. */
  private static Checked twice(String declarations, String work, String before, String after) {
    return Checked.c(
        """
        #include <assert.h>
        #include <errno.h>
        #include <pthread.h>
        #include <semaphore.h>
        """
            + declarations
            + "\nvoid *run(void *p) {\n"
            + work
            + "\nreturn 0;\n}\nint main(void) {\npthread_t a, b;\n"
            + before
            + """

            pthread_create(&a, 0, run, 0);
            pthread_create(&b, 0, run, (void *)1);
            pthread_join(a, 0);
            pthread_join(b, 0);
            """
            + after
            + "\nreturn 0;\n}\n");
  }

  // ---- Threads ------------------------------------------------------------------------------

  @Test
  void identityAndResults() {
    Checked.c(
            """
            #include <assert.h>
            #include <pthread.h>
            pthread_t seen;
            void *run(void *p) {
              seen = pthread_self();
              if (p) pthread_exit((void *)7);
              return (void *)8;
            }
            int main(void) {
              pthread_t a;
              pthread_attr_t attributes;
              int state;
              void *result;
              pthread_attr_init(&attributes);
              assert(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE) == 0);
              pthread_attr_getdetachstate(&attributes, &state);
              assert(state == PTHREAD_CREATE_JOINABLE);
              pthread_create(&a, &attributes, run, (void *)1);
              pthread_attr_destroy(&attributes);
              pthread_join(a, &result);
              assert(result == (void *)7);
              assert(pthread_equal(seen, a) && !pthread_equal(seen, pthread_self()));
              pthread_create(&a, 0, run, 0);
              pthread_join(a, &result);
              assert(result == (void *)8);
              pthread_create(&a, 0, run, 0);
              pthread_detach(a);
              return 0;
            }
            """)
        .safe();
  }

  @Test
  void onesOwnEndIsDeadlock() {
    Checked.c(
            """
            #include <pthread.h>
            int main(void) {
              pthread_join(pthread_self(), 0); // !
              return 0;
            }
            """)
        .fails("deadlock");
  }

  // ---- Mutexes ------------------------------------------------------------------------------

  @Test
  void mutexesExclude() {
    twice(
            "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;",
            "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
            "",
            "assert(x == 2);")
        .safe()
        .executions(2, 0);
  }

  @Test
  void tryingToLock() {
    twice(
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
    twice(
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
    twice(
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
    twice(
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
    twice(
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
    twice(
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
    twice(
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

  // ---- Reader-writer locks ------------------------------------------------------------------

  @Test
  void readersShareAndWritersDoNot() {
    twice(
            "pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int x, y;",
            """
            if (p) {
              pthread_rwlock_wrlock(&l);
              x++; y++;
            } else {
              pthread_rwlock_rdlock(&l);
              assert(pthread_rwlock_tryrdlock(&l) == 0);
              assert(x == y);
              assert(pthread_rwlock_trywrlock(&l) == EBUSY);
              pthread_rwlock_unlock(&l);
            }
            pthread_rwlock_unlock(&l);
            """,
            "",
            """
            assert(pthread_rwlock_timedwrlock(&l, 0) == 0);
            assert(pthread_rwlock_timedrdlock(&l, 0) == ETIMEDOUT);
            pthread_rwlock_unlock(&l);
            assert(pthread_rwlock_timedrdlock(&l, 0) == 0);
            pthread_rwlock_unlock(&l);
            pthread_rwlock_destroy(&l);
            """)
        .safe()
        .executions(2, 0);
  }

  @Test
  void aWriterThatWantsToReadWaitsForItself() {
    Checked.c(
            """
            #include <pthread.h>
            pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
            int main(void) {
              pthread_rwlock_wrlock(&l);
              pthread_rwlock_rdlock(&l); // !
              return 0;
            }
            """)
        .fails("deadlock");
  }

  // ---- Barriers, spin locks, semaphores, once -----------------------------------------------

  @Test
  void barriersSeparateRounds() {
    twice(
            "pthread_barrier_t gate; int x[2], serial;",
            """
            for (int round = 0; round < 2; round++) {
              x[(long)p] = round + 1;
              if (pthread_barrier_wait(&gate) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
              assert(x[!p] == round + 1);
              pthread_barrier_wait(&gate);
            }
            """,
            "pthread_barrier_init(&gate, 0, 2);",
            "assert(serial == 2); pthread_barrier_destroy(&gate);")
        .safe();
  }

  @Test
  void aBarrierThatTooFewReach() {
    Checked.c(
            """
            #include <pthread.h>
            pthread_barrier_t b;
            int main(void) {
              pthread_barrier_init(&b, 0, 2);
              pthread_barrier_wait(&b); // !
              return 0;
            }
            """)
        .fails("deadlock");
  }

  @Test
  void spinLocks() {
    twice(
            "pthread_spinlock_t s; int x;",
            """
            if (p) pthread_spin_lock(&s);
            else if (pthread_spin_trylock(&s)) pthread_spin_lock(&s);
            x++;
            pthread_spin_unlock(&s);
            """,
            "pthread_spin_init(&s, 0);",
            "assert(x == 2); pthread_spin_destroy(&s);")
        .safe();
  }

  @Test
  void semaphores() {
    twice(
            "sem_t s; int x;",
            """
            if (p) { x = 1; sem_post(&s); }
            else { sem_wait(&s); assert(x == 1); }
            """,
            """
            sem_init(&s, 0, 1);
            assert(sem_trywait(&s) == 0);
            assert(sem_trywait(&s) == -1 && errno == EAGAIN);
            assert(sem_timedwait(&s, 0) == -1 && errno == ETIMEDOUT);
            """,
            "int value; sem_getvalue(&s, &value); assert(value == 0); sem_destroy(&s);")
        .safe()
        .executions(1, 0);
  }

  @Test
  void once() {
    twice(
            "pthread_once_t o = PTHREAD_ONCE_INIT; int x; void init(void) { x++; }",
            "pthread_once(&o, init); assert(x == 1);",
            "",
            "")
        .safe();
  }

  // ---- Thread-specific values ---------------------------------------------------------------

  @Test
  void keysHaveDestructors() {
    twice(
            """
            #include <stdlib.h>
            pthread_key_t k; int sum;
            void end(void *p) { __atomic_fetch_add(&sum, *(int *)p, 5); free(p); }
            """,
            """
            assert(pthread_getspecific(k) == 0);
            int *mine = malloc(sizeof *mine);
            *mine = p ? 10 : 1;
            assert(pthread_setspecific(k, mine) == 0);
            assert(pthread_getspecific(k) == mine);
            if (p) pthread_exit(0);
            """,
            "assert(pthread_key_create(&k, end) == 0);",
            "assert(sum == 11); assert(pthread_key_delete(k) == 0);")
        .safe()
        .executions(2, 0);
  }

  @Test
  void destructorsRunAgainWhileTheySetValues() {
    Checked.c(
            """
            #include <assert.h>
            #include <pthread.h>
            pthread_key_t k;
            int runs;
            void end(void *p) { runs++; pthread_setspecific(k, p); }
            void *run(void *p) { pthread_setspecific(k, &runs); return 0; }
            int main(void) {
              pthread_t a;
              pthread_key_create(&k, end);
              pthread_create(&a, 0, run, 0);
              pthread_join(a, 0);
              assert(runs == PTHREAD_DESTRUCTOR_ITERATIONS);
              return 0;
            }
            """)
        .safe();
  }

  @Test
  void threadLocalVariables() {
    twice(
            "static _Thread_local int mine = 5; __thread int *where; int *first;",
            """
            assert(mine == 5 && where == 0);
            mine++;
            where = &mine;
            assert(*where == 6);
            """,
            "mine = 1;",
            "assert(mine == 1);")
        .safe()
        .executions(1, 0);
  }
}
