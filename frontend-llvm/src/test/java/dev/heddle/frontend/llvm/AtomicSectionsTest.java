package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.machine.MachineException;
import org.junit.jupiter.api.Test;

/** What happens between {@code __VERIFIER_atomic_begin} and its end happens at once. */
class AtomicSectionsTest {
  // A section is ordered with all that others do: also with the join of another thread.
  private static final int TWO_SECTIONS_AND_A_JOIN = 3;

  private static Checked twice(String declarations, String work, String after) {
    return Checked.twice(declarations, work, "", after);
  }

  @Test
  void noUpdateIsLost() {
    twice(
            "int x;",
            "__VERIFIER_atomic_begin(); int old = x; x = old + 1; __VERIFIER_atomic_end();",
            "assert(x == 2);")
        .safe()
        .executions(TWO_SECTIONS_AND_A_JOIN, 0);
  }

  @Test
  void nothingElseHappensMeanwhile() {
    Checked.c(
            """
            #include <assert.h>
            #include <heddle.h>
            #include <pthread.h>
            int x;
            void *change(void *unused) { x = 1; x = 2; return 0; }
            int main(void) {
              pthread_t t;
              pthread_create(&t, 0, change, 0);
              __VERIFIER_atomic_begin();
              int first = x;
              int second = x;
              __VERIFIER_atomic_end();
              assert(first == second);
              return 0;
            }
            """)
        .safe()
        .executions(3, 0);
  }

  @Test
  void functionsCanBeAtomicByTheirName() {
    twice(
            "int x; int __VERIFIER_atomic_next(void) { if (x > 10) return 0; x++; return x; }",
            "int (*next)(void) = __VERIFIER_atomic_next; next(); __VERIFIER_atomic_next();",
            "assert(x == 4);")
        .safe();
  }

  @Test
  void sectionsCanBeNested() {
    twice(
            "int x; void __VERIFIER_atomic_add(int n) { int old = x; x = old + n; }",
            """
            __VERIFIER_atomic_begin();
            int old = x;
            __VERIFIER_atomic_add(1);
            assert(x == old + 1);
            __VERIFIER_atomic_end();
            """,
            "assert(x == 2);")
        .safe()
        .executions(TWO_SECTIONS_AND_A_JOIN, 0);
  }

  @Test
  void choicesInsideAreAllExplored() {
    Checked.c(
            """
            #include <assert.h>
            #include <heddle.h>
            #include <pthread.h>
            int x;
            void *change(void *unused) {
              __VERIFIER_atomic_begin();
              x = 5;
              x = __VERIFIER_nondet_int();
              __VERIFIER_atomic_end();
              return 0;
            }
            int main(void) {
              pthread_t t;
              pthread_create(&t, 0, change, 0);
              int seen = x;
              assert(seen != 5);
              assert(seen != 2); // !
              return 0;
            }
            """)
        .fails("assertion");
  }

  @Test
  void whatSawHalfASectionDoesNotCount() {
    // A section that does not come to its end has not happened, so nobody ever sees the 1.
    Checked.c(
            """
            #include <assert.h>
            #include <heddle.h>
            #include <pthread.h>
            int x;
            void *change(void *unused) {
              __VERIFIER_atomic_begin();
              x = 1;
              __VERIFIER_assume(__VERIFIER_nondet_bool());
              x = 2;
              __VERIFIER_atomic_end();
              return 0;
            }
            int main(void) {
              pthread_t t;
              pthread_create(&t, 0, change, 0);
              assert(x != 1);
              return 0;
            }
            """)
        .safe();
  }

  @Test
  void whatFailedBeforeAStoppedSectionCounts() {
    Checked.c(
            """
            #include <assert.h>
            #include <heddle.h>
            #include <pthread.h>
            int x;
            void *change(void *unused) {
              x = 1;
              __VERIFIER_atomic_begin();
              __VERIFIER_assume(x == 2);
              __VERIFIER_atomic_end();
              return 0;
            }
            int main(void) {
              pthread_t t;
              pthread_create(&t, 0, change, 0);
              assert(x == 0); // !
              return 0;
            }
            """)
        .fails("assertion");
  }

  @Test
  void aSectionCanWaitLikeALock() {
    twice(
            """
            int locked, x;
            void __VERIFIER_atomic_acquire(void) { __VERIFIER_assume(!locked); locked = 1; }
            """,
            "__VERIFIER_atomic_acquire(); int old = x; x = old + 1; locked = 0;",
            "assert(x == 2);")
        .safe();
  }

  @Test
  void waitingInsideIsAClearError() {
    MachineException e =
        assertThrows(
            MachineException.class,
            () ->
                twice(
                    "pthread_mutex_t m; int x;",
                    """
                    if (p) {
                      __VERIFIER_atomic_begin();
                      pthread_mutex_lock(&m);
                      pthread_mutex_unlock(&m);
                      __VERIFIER_atomic_end();
                    } else {
                      pthread_mutex_lock(&m);
                      pthread_mutex_unlock(&m);
                    }
                    """,
                    ""));
    assertTrue(
        e.getMessage()
            .endsWith(
                "test.c:10: a thread has to wait inside an atomic section;"
                    + " let it wait before the section"),
        e.getMessage());
  }

  @Test
  void anEndWithoutABeginIsAnError() {
    Checked.c("#include <heddle.h>\nint main(void) {\n__VERIFIER_atomic_end(); // !\n}")
        .fails("lock-misuse")
        .saying("end of an atomic section that was not begun");
  }

  @Test
  void threadsStartedInsideWaitForItsEnd() {
    Checked.c(
            """
            #include <assert.h>
            #include <heddle.h>
            #include <pthread.h>
            int x;
            void *look(void *unused) { assert(x == 2); return 0; }
            int main(void) {
              pthread_t t;
              __VERIFIER_atomic_begin();
              pthread_create(&t, 0, look, 0);
              x = 1;
              x = 2;
              __VERIFIER_atomic_end();
              return 0;
            }
            """)
        .safe()
        .executions(1, 0);
  }
}
