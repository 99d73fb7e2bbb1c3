package dev.heddle.frontend.llvm;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The compilers' atomic functions and those of {@code stdatomic.h}, for all widths. */
class AtomicBuiltinsTest {
  private static final String SC = "__ATOMIC_SEQ_CST";

  static Stream<Arguments> updates() {
    // Of 12 and 10: the name, the value afterwards.
    return Stream.of(
        Arguments.of("add", "22"),
        Arguments.of("sub", "2"),
        Arguments.of("and", "8"),
        Arguments.of("or", "14"),
        Arguments.of("xor", "6"),
        Arguments.of("nand", "(T)~8"));
  }

  private static final List<String> TYPES =
      List.of("char", "unsigned char", "short", "unsigned", "int", "long", "unsigned long long");

  private static String forAllTypes(String body) {
    StringBuilder text = new StringBuilder();
    for (String type : TYPES) {
      text.append("{ typedef ").append(type).append(" T; T x = 12;\n").append(body).append("}\n");
    }
    return text.toString();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("updates")
  void updatesOfTheCompilers(String name, String after) {
    Checked.main(
            forAllTypes(
                String.format(
                    """
                    assert(__atomic_fetch_%1$s(&x, 10, %3$s) == 12 && x == %2$s);
                    x = 12;
                    assert(__atomic_%1$s_fetch(&x, 10, %3$s) == %2$s && x == %2$s);
                    x = 12;
                    assert(__sync_fetch_and_%1$s(&x, 10) == 12 && x == %2$s);
                    x = 12;
                    assert(__sync_%1$s_and_fetch(&x, 10) == %2$s && x == %2$s);
                    """,
                    name, after, SC)))
        .safe();
  }

  @Test
  void theOtherFunctionsOfTheCompilers() {
    Checked.main(
            forAllTypes(
                    """
                T e = 3, d = 5, r;
                assert(__atomic_load_n(&x, __ATOMIC_ACQUIRE) == 12);
                __atomic_store_n(&x, 3, __ATOMIC_RELEASE);
                assert(__atomic_exchange_n(&x, 4, __ATOMIC_ACQ_REL) == 3);
                assert(!__atomic_compare_exchange_n(&x, &e, 9, 0, 5, 5) && e == 4);
                assert(__atomic_compare_exchange_n(&x, &e, 9, 0, 5, 0) && x == 9);
                __atomic_load(&x, &r, 5);
                assert(r == 9);
                __atomic_store(&x, &d, 5);
                __atomic_exchange(&x, &e, &r, 5);
                assert(r == 5 && x == 4);
                assert(__atomic_compare_exchange(&x, &e, &d, 1, 5, 5) && x == 5);
                assert(__sync_bool_compare_and_swap(&x, 5, 6) && !__sync_bool_compare_and_swap(&x, 5, 7));
                assert(__sync_val_compare_and_swap(&x, 6, 8) == 6 && x == 8);
                assert(__sync_lock_test_and_set(&x, 1) == 8);
                __sync_lock_release(&x);
                assert(x == 0);
                """)
                + """
                char flag = 0;
                assert(!__atomic_test_and_set(&flag, 5) && __atomic_test_and_set(&flag, 5));
                __atomic_clear(&flag, 5);
                assert(!flag);
                __atomic_thread_fence(__ATOMIC_SEQ_CST);
                __atomic_signal_fence(__ATOMIC_SEQ_CST);
                __sync_synchronize();
                """)
        .safe();
  }

  @Test
  void theFunctionsOfStdatomic() {
    Checked.main(
            forAllTypes(
                    """
                _Atomic T a;
                T e = 3;
                atomic_init(&a, 12);
                assert(atomic_load(&a) == 12 && atomic_load_explicit(&a, memory_order_relaxed) == 12);
                assert(atomic_fetch_add(&a, 10) == 12 && atomic_fetch_sub(&a, 10) == 22);
                assert(atomic_fetch_or(&a, 10) == 12 && atomic_fetch_and(&a, 12) == 14);
                assert(atomic_fetch_xor(&a, 15) == 12 && a == 3);
                assert(atomic_exchange(&a, 4) == 3);
                assert(!atomic_compare_exchange_strong(&a, &e, 9) && e == 4);
                assert(atomic_compare_exchange_weak(&a, &e, 9));
                a++;
                a += 2;
                assert(a == 12 && x == 12 && atomic_is_lock_free(&a));
                """)
                + """
                atomic_flag flag = ATOMIC_FLAG_INIT;
                assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
                atomic_flag_clear(&flag);
                atomic_thread_fence(memory_order_acquire);
                atomic_signal_fence(memory_order_release);
                """)
        .safe();
  }

  @Test
  void pointersAndSmallStructures() {
    Checked.main(
            """
            int array[3] = {1, 2, 3};
            _Atomic(int *) p = array;
            int *e = array + 1;
            assert(*atomic_fetch_add(&p, 1) == 1);
            assert(atomic_compare_exchange_strong(&p, &e, array + 2) && *atomic_load(&p) == 3);
            typedef struct { short a, b; } Small;
            typedef struct { int *p; } Pointer;
            typedef struct { int a, b; } Whole;
            _Atomic Small s;
            atomic_init(&s, ((Small){1, 2}));
            Small was = s, is = {3, 4};
            assert(was.b == 2 && atomic_compare_exchange_strong(&s, &was, is));
            _Atomic Whole w;
            atomic_store(&w, ((Whole){5, 6}));
            Whole seen = atomic_exchange(&w, ((Whole){7, 8}));
            Whole now = w;
            assert(seen.a == 5 && now.b == 8);
            _Atomic Pointer q;
            atomic_init(&q, ((Pointer){array}));
            Pointer r = atomic_load(&q);
            assert(*r.p == 1);
            _Atomic double d = 1.5;
            d += 2;
            assert(d == 3.5);
            """)
        .safe();
  }

  @Test
  void accessesOfDifferentSizesOverlap() {
    Checked.twice(
            """
            union { _Atomic unsigned whole; _Atomic unsigned short half[2]; } u;
            """,
            "if (p) u.whole = 0x10001; else u.half[1] = 2;",
            "",
            "assert(u.half[0] == 1 && (u.half[1] == 1 || u.half[1] == 2));")
        .safe()
        .executions(2, 0);
  }

  @Test
  void bitFieldsOfOneWordAreOneMemory() {
    Checked.twice(
            "struct { unsigned a : 3; unsigned b : 5; } f;",
            "if (p) f.a = 5;\nelse f.b = 9;",
            "",
            "assert(f.a == 5 && f.b == 9); // !")
        .fails("assertion");
  }
}
