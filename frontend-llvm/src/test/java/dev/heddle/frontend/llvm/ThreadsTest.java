package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ThreadsTest {
  private static final String THREAD =
      """
      #include <pthread.h>
      void *run(void *argument) { return argument; }
      """;

  @Test
  void creatingStoresTheIdentity() {
    Source source =
        Source.c(
            THREAD
                + """
                int main(void) {
                  pthread_t thread;
                  pthread_create(&thread, 0, run, (void *)7);
                  pthread_join(thread, 0);
                  return 0;
                }
                """);
    assertEquals(
        """
        0: entry
        r0 = private stack 8 thread
        r1 = spawn @run(7)
        store.8 plain [r0] = r1
        r2 = load.8 plain [r0]
        r3 = join r2
        return 0\
        """,
        source.main());
  }

  @Test
  void joiningGivesTheResultToAKnownPlace() {
    Source source =
        Source.c(
            THREAD
                + """
                void *result;
                int main(void) { pthread_join(5, &result); return 0; }
                """);
    assertEquals(
        """
        0: entry
        r0 = join 5
        store.8 plain [@result] = r0
        return 0\
        """,
        source.main());
  }

  @Test
  void joiningLooksWhetherTheResultIsWanted() {
    Source source =
        Source.function(
            THREAD + "void wait_for(pthread_t thread, void **to) { pthread_join(thread, to); }",
            "wait_for");
    assertEquals(
        """
        0: entry
        r2 = join r0
        r3 = ne.64 r1, 0
        branch r3 ? 1 : 2
        1: entry.joined
        store.8 plain [r1] = r2
        jump 2
        2: entry.after
        return 0\
        """,
        source.code("wait_for"));
  }

  @Test
  void phisFollowABlockThatACallSplit() {
    Source source =
        Source.function(
            THREAD
                + """
                int wait_for(pthread_t thread, void **to, int c) {
                  int r = 1;
                  if (c) { pthread_join(thread, to); r = c; }
                  return r;
                }
                """,
            "wait_for");
    String code = source.code("wait_for");
    assertTrue(code.contains("phi 4: r2, 0: 1") || code.contains("phi 0: 1, 4: r2"), code);
    assertTrue(code.contains("4: if.then.after\njump"), code);
  }

  @Test
  void identityComparisonExit() {
    Source source =
        Source.c(
            THREAD
                + """
                int main(void) {
                  if (pthread_equal(pthread_self(), 3)) pthread_exit((void *)4);
                  sched_yield();
                  return 0;
                }
                """);
    String code = source.main();
    assertTrue(code.contains("r0 = current-thread\nr1 = eq.64 r0, 3"), code);
    assertTrue(code.contains("thread-exit 4\nunreachable"), code);
  }

  @Test
  void c11Threads() {
    Source source =
        Source.c(
            """
            #include <threads.h>
            mtx_t mutex;
            int run(void *argument) { return 3; }
            int main(void) {
              thrd_t thread;
              int result;
              mtx_init(&mutex, mtx_plain);
              thrd_create(&thread, run, 0);
              mtx_lock(&mutex);
              mtx_unlock(&mutex);
              thrd_join(thread, &result);
              return result;
            }
            """);
    assertEquals(
        """
        0: entry
        r0 = private stack 8 thread
        r1 = private stack 4 result
        r2 = call @mtx_init(@mutex, 0)
        r3 = spawn @run(0)
        store.8 plain [r0] = r3
        r4 = lock [@mutex]
        r5 = unlock [@mutex]
        r6 = load.8 plain [r0]
        r7 = join r6
        store.4 plain [r1] = r7
        r8 = load.4 plain [r1]
        return r8\
        """,
        source.main());
  }

  @Test
  void mutexes() {
    Source source =
        Source.c(
            """
            #include <pthread.h>
            pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b;
            int main(void) {
              pthread_mutex_init(&b, 0);
              pthread_mutex_lock(&a);
              int busy = pthread_mutex_trylock(&b);
              pthread_mutex_unlock(&a);
              pthread_mutex_destroy(&b);
              return busy;
            }
            """);
    assertEquals(
        """
        0: entry
        r0 = call @pthread_mutex_init(@b, 0)
        r1 = lock [@a]
        r2 = try-lock [@b]
        r3 = select r2, 0, 16
        r4 = unlock [@a]
        r5 = call @pthread_mutex_destroy(@b)
        return r3\
        """,
        source.main());
  }
}
