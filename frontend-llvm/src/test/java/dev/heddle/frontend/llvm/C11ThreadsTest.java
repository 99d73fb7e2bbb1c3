package dev.heddle.frontend.llvm;

import org.junit.jupiter.api.Test;

/** The functions of {@code threads.h}, in all executions. */
class C11ThreadsTest {
  @Test
  void threadsAndMutexes() {
    Checked.c(
            """
            #include <assert.h>
            #include <threads.h>
            mtx_t m;
            int x;
            thrd_t seen;
            int run(void *p) {
              struct timespec second = {1, 0};
              thrd_sleep(&second, 0);
              thrd_yield();
              mtx_lock(&m);
              x++;
              mtx_unlock(&m);
              if (p) { seen = thrd_current(); thrd_exit(4); }
              return 3;
            }
            int main(void) {
              thrd_t a, b;
              int result;
              assert(mtx_init(&m, mtx_plain) == thrd_success);
              thrd_create(&a, run, 0);
              thrd_create(&b, run, &x);
              assert(thrd_join(a, &result) == thrd_success && result == 3);
              thrd_join(b, &result);
              assert(result == 4 && x == 2 && thrd_equal(seen, b));
              mtx_destroy(&m);
              return 0;
            }
            """)
        .safe();
  }

  @Test
  void detachedThreadsRunToo() {
    Checked.c(
            """
            #include <assert.h>
            #include <stdatomic.h>
            #include <threads.h>
            atomic_int x;
            int run(void *p) { x = 1; return 0; }
            int main(void) {
              thrd_t a;
              thrd_create(&a, run, 0);
              assert(thrd_detach(a) == thrd_success);
              assert(x == 0); // !
              return 0;
            }
            """)
        .fails("assertion");
  }

  @Test
  void otherMutexes() {
    Checked.c(
            """
            #include <assert.h>
            #include <threads.h>
            mtx_t m, n;
            int run(void *p) {
              assert(mtx_trylock(&m) == thrd_busy);
              assert(mtx_timedlock(&m, 0) == thrd_timedout);
              assert(mtx_trylock(&n) == thrd_success);
              return 0;
            }
            int main(void) {
              thrd_t a;
              mtx_init(&m, mtx_recursive | mtx_timed);
              mtx_init(&n, mtx_timed);
              mtx_lock(&m);
              mtx_lock(&m);
              mtx_unlock(&m);
              thrd_create(&a, run, 0);
              thrd_join(a, 0);
              mtx_unlock(&m);
              mtx_destroy(&n); // !
              return 0;
            }
            """)
        .fails("lock-misuse")
        .saying("destruction of a mutex that is locked");
  }

  @Test
  void conditions() {
    Checked.c(
            """
            #include <assert.h>
            #include <threads.h>
            mtx_t m;
            cnd_t c, d;
            int ready, late;
            int run(void *p) {
              mtx_lock(&m);
              while (!ready) cnd_wait(&c, &m);
              mtx_unlock(&m);
              return 0;
            }
            int main(void) {
              thrd_t a, b;
              mtx_init(&m, mtx_plain);
              cnd_init(&c);
              cnd_init(&d);
              thrd_create(&a, run, 0);
              thrd_create(&b, run, 0);
              mtx_lock(&m);
              ready = 1;
              cnd_signal(&c);
              cnd_broadcast(&c);
              assert(cnd_timedwait(&d, &m, 0) == thrd_timedout);
              mtx_unlock(&m);
              thrd_join(a, 0);
              thrd_join(b, 0);
              cnd_destroy(&c);
              return 0;
            }
            """)
        .safe();
  }

  @Test
  void onceAndSpecificValues() {
    Checked.c(
            """
            #include <assert.h>
            #include <stdlib.h>
            #include <threads.h>
            once_flag flag = ONCE_FLAG_INIT;
            tss_t key;
            int ended, made;
            thread_local int local = 3;
            void end(void *p) { ended++; free(p); }
            void make(void) { made++; tss_create(&key, end); }
            int run(void *p) {
              call_once(&flag, make);
              assert(made == 1 && tss_get(key) == 0);
              tss_set(key, malloc(1));
              assert(tss_get(key) != 0 && local++ == 3);
              return 0;
            }
            int main(void) {
              thrd_t a;
              thrd_create(&a, run, 0);
              call_once(&flag, make);
              thrd_join(a, 0);
              assert(ended == 1 && local == 3);
              tss_delete(key);
              return 0;
            }
            """)
        .safe();
  }
}
