package dev.heddle.frontend.llvm;

import org.junit.jupiter.api.Test;

/** The functions of {@code pthread.h} and {@code semaphore.h}, in all executions. */
class PosixThreadsTest {
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

  // ---- Reader-writer locks ------------------------------------------------------------------

  @Test
  void readersShareAndWritersDoNot() {
    Checked.twice(
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
    Checked.twice(
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
    Checked.twice(
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
    Checked.twice(
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
    Checked.twice(
            "pthread_once_t o = PTHREAD_ONCE_INIT; int x; void init(void) { x++; }",
            "pthread_once(&o, init); assert(x == 1);",
            "",
            "")
        .safe();
  }

  // ---- Thread-specific values ---------------------------------------------------------------

  @Test
  void keysHaveDestructors() {
    Checked.twice(
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
    Checked.twice(
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
