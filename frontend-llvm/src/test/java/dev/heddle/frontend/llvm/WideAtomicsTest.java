package dev.heddle.frontend.llvm;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Integers of 16 bytes, and atomic operations on as many or more. */
class WideAtomicsTest {
  private static final String NUMBERS =
      """
      #include <assert.h>
      typedef unsigned __int128 wide;
      #define W(high, low) ((wide)(high) << 64 | (wide)(low))
      #define MAX 0xffffffffffffffffull
      volatile unsigned n3 = 3, n64 = 64, n70 = 70, n0 = 0;
      static wide initial = ((wide)7 << 64) + 9;
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "W(1, MAX) + 1 == W(2, 0)",
        "W(2, 0) - 1 == W(1, MAX)",
        "(wide)MAX * MAX == W(MAX - 1, 1)",
        "W(3, 5) * W(0, 7) == W(21, 35)",
        "W(0, MAX) << n3 == W(7, MAX << 3)",
        "W(5, 0) >> n3 == W(0, 0xa000000000000000ull)",
        "W(5, 6) >> n64 == 5",
        "W(5, 6) << n64 == W(6, 0)",
        "W(5 << 10, 6) >> n70 == 5 << 4",
        "W(5, 6) << n0 == W(5, 6) && W(5, 6) >> n0 == W(5, 6)",
        "(__int128)-8 >> n70 == -1",
        "(__int128)-8 >> n3 == -1",
        "(W(5, 6) & W(4, 3)) == W(4, 2)",
        "(W(5, 6) | W(2, 1)) == W(7, 7)",
        "(W(5, 6) ^ W(5, 0)) == 6",
        "W(1, 0) > W(0, MAX) && W(1, 1) > W(1, 0) && !(W(1, 0) > W(1, 0))",
        "(__int128)-1 < (__int128)n0 && (__int128)n3 > (__int128)-1",
        "(__int128)(long)-n3 < 0 == 0",
        "(unsigned)W(5, 6) == 6",
        "initial == W(7, 9)"
      })
  void computes(String claim) {
    Checked.c(NUMBERS + "int main(void) {\nassert(" + claim + ");\nreturn 0;\n}\n").safe();
  }

  @ParameterizedTest
  @ValueSource(strings = {"__int128", "struct { long tag, value; }", "struct { int a[5]; }"})
  void loadsAndStoresAreNotTorn(String type) {
    Checked.c(
            "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <string.h>\n"
                + "typedef "
                + type
                + " T;\n"
                + """
                _Atomic T x;
                static T all(int byte) { T t; memset(&t, byte, sizeof t); return t; }
                void *write(void *p) { atomic_store(&x, all(1)); return 0; }
                int main(void) {
                  pthread_t a;
                  atomic_store(&x, all(0));
                  pthread_create(&a, 0, write, 0);
                  T t = atomic_load(&x);
                  char *bytes = (char *)&t;
                  for (unsigned i = 0; i < sizeof t; i++) assert(bytes[i] == bytes[0]);
                  pthread_join(a, 0);
                  return 0;
                }
                """)
        .safe()
        .executions(2, 0);
  }

  @Test
  void compareExchangeAndAdditions() {
    Checked.twice(
            """
            #include <stdatomic.h>
            typedef struct { void *pointer; long tag; } T;
            _Atomic T x;
            _Atomic __int128 n;
            """,
            """
            T old = atomic_load(&x), new;
            do { new = (T){p, old.tag + 1}; } while (!atomic_compare_exchange_weak(&x, &old, new));
            atomic_fetch_add(&n, ((__int128)1 << 64) + 1);
            """,
            "",
            "T last = atomic_load(&x); assert(last.tag == 2 && n == ((__int128)2 << 64) + 2);")
        .safe();
  }

  /** An access of half of it sees both halves change at once. */
  @Test
  void halvesOfIt() {
    Checked.c(
            """
            #include <assert.h>
            #include <pthread.h>
            #include <stdatomic.h>
            union { _Atomic __int128 both; _Atomic long half[2]; } x;
            void *write(void *p) {
              atomic_store(&x.both, ((__int128)1 << 64) + 1);
              return 0;
            }
            int main(void) {
              pthread_t a;
              pthread_create(&a, 0, write, 0);
              if (atomic_load(&x.half[0])) assert(atomic_load(&x.half[1]));
              pthread_join(a, 0);
              return 0;
            }
            """)
        .safe();
  }
}
