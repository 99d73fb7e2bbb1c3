package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class AtomicsTest {
  @Test
  void loadsAndStoresHaveTheirOrders() {
    Source source =
        Source.c(
            """
            #include <stdatomic.h>
            atomic_int x;
            int main(void) {
              x = 1;
              atomic_store_explicit(&x, 2, memory_order_release);
              atomic_store_explicit(&x, 3, memory_order_relaxed);
              int a = x;
              int b = atomic_load_explicit(&x, memory_order_acquire);
              int c = atomic_load_explicit(&x, memory_order_relaxed);
              return a + b + c;
            }
            """);
    assertEquals(
        """
        0: entry
        store.4 sequentially-consistent [@x] = 1
        store.4 release [@x] = 2
        store.4 relaxed [@x] = 3
        r0 = load.4 sequentially-consistent [@x]
        r1 = load.4 acquire [@x]
        r2 = load.4 relaxed [@x]
        r3 = add.32 r0, r1
        r4 = add.32 r3, r2
        return r4\
        """,
        source.main());
  }

  @Test
  void readModifyWrites() {
    Source source =
        Source.c(
            """
            #include <stdatomic.h>
            atomic_long x;
            long y;
            int main(void) {
              x++;
              atomic_fetch_sub_explicit(&x, 2, memory_order_acq_rel);
              atomic_fetch_or(&x, 3);
              atomic_fetch_and_explicit(&x, 4, memory_order_relaxed);
              atomic_fetch_xor(&x, 5);
              atomic_exchange_explicit(&x, 6, memory_order_acquire);
              __atomic_fetch_nand(&y, 7, __ATOMIC_RELEASE);
              __atomic_fetch_max(&y, 8, __ATOMIC_SEQ_CST);
              __sync_fetch_and_add(&y, 9);
              return 0;
            }
            """);
    assertEquals(
        """
        0: entry
        r0 = rmw-add.8 sequentially-consistent [@x], 1
        r1 = rmw-sub.8 acquire-release [@x], 2
        r2 = rmw-or.8 sequentially-consistent [@x], 3
        r3 = rmw-and.8 relaxed [@x], 4
        r4 = rmw-xor.8 sequentially-consistent [@x], 5
        r5 = rmw-exchange.8 acquire [@x], 6
        r6 = rmw-nand.8 release [@y], 7
        r7 = rmw-max.8 sequentially-consistent [@y], 8
        r8 = rmw-add.8 sequentially-consistent [@y], 9
        return 0\
        """,
        source.main().replaceAll("(?m)^r\\d+ = add.*\n", ""));
  }

  @Test
  void compareExchangeKeepsBothOrders() {
    Source source =
        Source.c(
            """
            #include <stdatomic.h>
            atomic_int x;
            int main(void) {
              int expected = 4;
              return atomic_compare_exchange_strong_explicit(
                  &x, &expected, 5, memory_order_acq_rel, memory_order_acquire);
            }
            """);
    String code = source.main();
    assertTrue(code.contains("cas.4 acquire-release/acquire [@x], 4 -> 5"), code);
  }

  @Test
  void theOldValueGoesBackToTheExpectedOne() {
    Source source =
        Source.c(
            """
            #include <stdatomic.h>
            atomic_int x;
            int main(void) {
              int expected = 4;
              while (!atomic_compare_exchange_weak(&x, &expected, expected + 1)) ;
              return expected;
            }
            """);
    String code = source.main();
    assertTrue(code.contains("cas.4 sequentially-consistent/sequentially-consistent"), code);
    assertTrue(code.contains("phi"), code);
    assertTrue(!code.contains("stack"), code);
    assertEquals(
        List.of("a weak compare-exchange fails only where a strong one would"),
        source.load().assumptions());
    Source strong =
        Source.c(
            """
            #include <stdatomic.h>
            atomic_int x;
            int main(void) {
              int expected = 4;
              return atomic_compare_exchange_strong(&x, &expected, 5);
            }
            """);
    assertEquals(List.of(), strong.load().assumptions());
  }

  @Test
  void pointersAndFlags() {
    Source source =
        Source.c(
            """
            #include <stdatomic.h>
            int a;
            int *_Atomic p;
            atomic_flag flag = ATOMIC_FLAG_INIT;
            int main(void) {
              p = &a;
              int *q = p;
              if (atomic_flag_test_and_set(&flag)) *q = 1;
              atomic_flag_clear_explicit(&flag, memory_order_release);
              return 0;
            }
            """);
    String code = source.main();
    assertTrue(code.contains("store.8 sequentially-consistent [@p] = @a"), code);
    assertTrue(code.contains("r0 = load.8 sequentially-consistent [@p]"), code);
    assertTrue(code.contains("rmw-exchange.1 sequentially-consistent [@flag], 1"), code);
    assertTrue(code.contains("store.4 plain [r0] = 1"), code);
    assertTrue(code.contains("store.1 release [@flag] = 0"), code);
  }

  @Test
  void fences() {
    Source source =
        Source.c(
            """
            #include <stdatomic.h>
            int main(void) {
              atomic_thread_fence(memory_order_seq_cst);
              atomic_thread_fence(memory_order_acquire);
              atomic_signal_fence(memory_order_seq_cst);
              __sync_synchronize();
              return 0;
            }
            """);
    assertEquals(
        """
        0: entry
        fence sequentially-consistent
        fence acquire
        fence sequentially-consistent
        return 0\
        """,
        source.main());
  }

  @Test
  void callsOfTheAtomicLibrary() {
    Source source =
        Source.c(
            """
            _Bool __atomic_compare_exchange_8(volatile void *, void *, unsigned long, int, int);
            unsigned __atomic_load_4(const volatile void *, int);
            void __atomic_store_2(volatile void *, unsigned short, int);
            unsigned __atomic_fetch_add_4(volatile void *, unsigned, int);
            int x, y;
            long z, e;
            int main(void) {
              __atomic_store_2(&x, 5, 3);
              __atomic_fetch_add_4(&y, 6, 0);
              if (__atomic_compare_exchange_8(&z, &e, 7, 5, 2)) return 1;
              return __atomic_load_4(&x, 2);
            }
            """,
            "-fno-builtin",
            "-Wno-error");
    String code = source.main();
    assertTrue(code.contains("store.2 release [@x] = 5"), code);
    assertTrue(code.contains("rmw-add.4 relaxed [@y], 6"), code);
    assertTrue(code.contains("r1 = load.8 plain [@e]"), code);
    assertTrue(code.contains("r2, r3 = cas.8 sequentially-consistent/acquire [@z], r1 -> 7"), code);
    assertTrue(code.contains("store.8 plain [@e] = r2"), code);
    assertTrue(code.contains("load.4 acquire [@x]"), code);
  }

  @Test
  void barriersInAssembly() {
    Source source =
        Source.c(
            """
            int main(void) {
              __asm__ volatile("" ::: "memory");
              __asm__ volatile("mfence" ::: "memory");
              __asm__ volatile("lwsync" ::: "memory");
              __asm__ volatile("rep; nop" ::: "memory");
              return 0;
            }
            """);
    assertEquals(
        """
        0: entry
        fence sequentially-consistent as full barrier
        fence acquire-release as lightweight barrier
        return 0\
        """,
        source.main());
  }
}
