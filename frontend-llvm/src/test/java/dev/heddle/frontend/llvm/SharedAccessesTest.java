package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What another thread could see must be as it is in the source. */
class SharedAccessesTest {
  @Test
  void loadsWithoutUseStay() {
    Source source =
        Source.c(
            """
            int x;
            struct { int a, b; } s;
            int main(void) { x; int r = x; (void)s.b; return 0; }
            """);
    assertEquals(
        """
        0: entry
        r0 = load.4 plain [@x]
        r1 = load.4 plain [@x]
        r2 = load.4 plain [@s+4]
        return 0\
        """,
        source.main());
  }

  @Test
  void repeatedStoresAndLoadsStay() {
    Source source = Source.c("int x;\nint main(void) { x = 1; x = 2; return x + x; }\n");
    assertEquals(
        """
        0: entry
        store.4 plain [@x] = 1
        store.4 plain [@x] = 2
        r0 = load.4 plain [@x]
        r1 = load.4 plain [@x]
        r2 = add.32 r0, r1
        return r2\
        """,
        source.main());
  }

  @Test
  void branchesDoNotBecomeLoadsOfBothSides() {
    Source source = Source.c("int x, y, c;\nint main(void) { return c ? x : y; }\n");
    String code = source.main();
    assertTrue(code.contains("branch"), code);
    assertTrue(!code.contains("select"), code);
  }

  @Test
  void storesOfBothSidesAreNotMerged() {
    Source source = Source.c("int x, c;\nint main(void) { if (c) x = 1; else x = 2; return 0; }\n");
    String code = source.main();
    assertTrue(code.contains("store.4 plain [@x] = 1"), code);
    assertTrue(code.contains("store.4 plain [@x] = 2"), code);
  }

  @Test
  void accessesThroughNullStay() {
    Source source = Source.c("int c;\nint main(void) { int *p = 0; if (c) *p = 1; return 0; }\n");
    String code = source.main();
    assertTrue(code.contains("store.4 plain [0] = 1"), code);
    assertTrue(!code.contains("unreachable"), code);
  }

  @Test
  void partsOfACopiedStructAreAllRead() {
    Source source =
        Source.c(
            """
            struct pair { int a, b; } shared;
            int main(void) { struct pair mine = shared; return mine.a; }
            """);
    assertEquals(
        """
        0: entry
        r0, r1 = peek.4 [@shared]
        r2 = ne.8 r1, 15
        r3, r4 = peek.4 [@shared+4]
        return r0\
        """,
        source.main());
  }

  @Test
  void paddingOfACopiedStructIsNotRead() {
    Source source =
        Source.c(
            """
            struct { int a; char b; short c; } shared, other;
            int main(void) {
              __typeof__(shared) mine = shared;
              other = mine;
              return mine.b;
            }
            """);
    String code = source.main();
    assertTrue(code.contains("peek.1 [@shared+4]"), code);
    assertTrue(code.contains("peek.2 [@shared+6]"), code);
    assertTrue(!code.contains("@shared+5"), code);
  }

  @Test
  void localsThatAThreadSeesStayInMemory() {
    Source source =
        Source.c(
            """
            #include <pthread.h>
            void *run(void *p) { *(int *)p = 1; return 0; }
            int main(void) {
              int x = 0;
              pthread_t t;
              pthread_create(&t, 0, run, &x);
              x;
              return 0;
            }
            """);
    assertEquals(
        """
        0: entry
        r0 = stack 4 x
        r1 = private stack 8 t
        store.4 plain [r0] = 0
        r2 = spawn @run(r0)
        store.8 plain [r1] = r2
        r3 = load.4 plain [r0]
        return 0\
        """,
        source.main());
  }

  @Test
  void callsOfPureFunctionsStay() {
    Source source =
        Source.c(
            """
            int x;
            __attribute__((pure, noinline)) static int get(void) { return x; }
            __attribute__((const)) static int unused(void) { return x; }
            int main(void) { unused(); return get() + get(); }
            """);
    assertEquals(
        """
        0: entry
        r0 = call @unused()
        r1 = call @get()
        r2 = call @get()
        r3 = add.32 r1, r2
        return r3\
        """,
        source.main());
  }

  @Test
  void sameComputationsAreDoneOnce() {
    Source source = Source.function("int a[4], b[4];\nvoid f(int i) { a[i] = b[i]; }", "f");
    assertEquals(
        """
        0: entry
        r1 = sign-extend.32.64 r0
        r2 = mul.64 r1, 4
        r3 = add.64 @b, r2
        r4 = load.4 plain [r3]
        r5 = add.64 @a, r2
        store.4 plain [r5] = r4
        return 0\
        """,
        source.code("f"));
  }

  @Test
  void divisionsStay() {
    Source source =
        Source.c(
            """
            unsigned x;
            int main(void) {
              int zero = 0;
              int unused = 1 / zero;
              unsigned other = 7 % x;
              return x / 4;
            }
            """);
    assertEquals(
        """
        0: entry
        r0 = sdiv.32 1, 0
        r1 = load.4 plain [@x]
        r2 = urem.32 7, r1
        r3 = load.4 plain [@x]
        r4 = udiv.32 r3, 4
        return r4\
        """,
        source.main());
  }

  @Test
  void accessesOutsideALocalStay() {
    Source source =
        Source.c(
            """
            int main(void) {
              int a[2];
              int i = 2;
              a[i] = 1;
              a[i - 3] = 2;
              return 0;
            }
            """);
    assertEquals(
        """
        0: entry
        r0 = private stack 8 a
        r1 = add.64 r0, 8
        store.4 plain [r1] = 1
        r2 = add.64 r0, -4
        store.4 plain [r2] = 2
        return 0\
        """,
        source.main());
  }

  @Test
  void callsOfNullStay() {
    Source source =
        Source.of(
            "test.ll",
            """
            @x = global i32 0
            define i32 @main() {
            entry:
              store i32 1, ptr @x
              call void null()
              ret i32 0
            }
            """);
    assertEquals(
        """
        0: entry
        store.4 plain [@x] = 1
        r0 = call 0()
        return 0\
        """,
        source.main());
  }

  @Test
  void ordinaryLocalsAreRegisters() {
    Source source =
        Source.function(
            """
            int sum(int n) {
              int s = 0;
              for (int i = 0; i < n; i++) s += i;
              return s;
            }
            """,
            "sum");
    String code = source.code("sum");
    assertTrue(!code.contains("stack") && !code.contains("load"), code);
  }

  @Test
  void soAreThePartsOfLocalStructs() {
    Source source =
        Source.function(
            """
            int sum(int x) {
              struct { int a, b, c; } s = {1, 2, 3}, t;
              s.b = x;
              t = s;
              return t.a + t.b + t.c;
            }
            """,
            "sum");
    assertEquals(
        """
        0: entry
        r1 = add.32 1, r0
        r2 = add.32 r1, 3
        return r2\
        """,
        source.code("sum"));
  }
}
