package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InlineAssemblyTest {
  /** Each computes on {@code x}, which is 5, and says what must come out. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "int a = 5, z; __asm__ volatile(\"lock; cmpxchgl %3, %0; sete %b1\""
            + " : \"+m\"(x), \"=q\"(z), \"+a\"(a) : \"r\"(7) : \"memory\", \"cc\");"
            + " assert(x == 7 && (char)z == 1 && a == 5);",
        "int a = 6; _Bool z; __asm__ volatile(\"lock cmpxchgl %3, %0\""
            + " : \"+m\"(x), \"=@ccz\"(z), \"+a\"(a) : \"q\"(7) : \"memory\", \"cc\");"
            + " assert(x == 5 && !z && a == 5);",
        "int a = 3; __asm__ volatile(\"lock; xaddl %0, %1\" : \"+r\"(a), \"+m\"(x) :: \"memory\");"
            + " assert(x == 8 && a == 5);",
        "int a = 3; __asm__ volatile(\"xchgl %0, %1\" : \"=r\"(a), \"+m\"(x) : \"0\"(a));"
            + " assert(x == 3 && a == 5);",
        "int a = 3; __asm__ volatile(\"xchg %0, %1\" : \"+q\"(a), \"+m\"(x)); "
            + " assert(x == 3 && a == 5);",
        "__asm__ volatile(\"lock; incl %0\" : \"+m\"(x) :: \"memory\"); assert(x == 6);",
        "unsigned char z; __asm__ volatile(\"lock decl %0; setz %1\" : \"+m\"(x), \"=qm\"(z));"
            + " assert(x == 4 && z == 0);",
        "__asm__ volatile(\"lock; addl %1, %0\" : \"+m\"(x) : \"ir\"(-7)); assert(x == -2);",
        "__asm__ volatile(\"lock; subl $5, %0\" : \"+m\"(x)); assert(x == 0);",
        "__asm__ volatile(\"lock; orl $8, %0\" : \"+m\"(x)); assert(x == 13);",
        "__asm__ volatile(\"lock; andl $~1, %0\" : \"+m\"(x)); assert(x == 4);",
        "_Bool c; __asm__ volatile(\"lock btsl %2, %0; setc %1\""
            + " : \"+m\"(x), \"=q\"(c) : \"q\"(2)); assert(x == 5 && c);",
        "_Bool c; __asm__ volatile(\"lock btrl %2, %0; setc %1\""
            + " : \"+m\"(x), \"=q\"(c) : \"q\"(0)); assert(x == 4 && c);",
        "int a; __asm__ volatile(\"movl %1, %0\" : \"=r\"(a) : \"m\"(x)); assert(a == 5);",
        "__asm__ volatile(\"movl %1, %0\" : \"=m\"(x) : \"r\"(9)); assert(x == 9);",
        "int a = x; __asm__(\"\" : \"+r\"(a)); assert(a == 5);",
        "__asm__ volatile(\"lock; addl $0,0(%%rsp)\" ::: \"memory\"); assert(x == 5);",
        "__asm__ volatile(\"prefetchw (%0)\" :: \"r\"(&x)); assert(x == 5);"
      })
  void computes(String code) {
    Checked.c("#include <assert.h>\nint x = 5;\nint main(void) {\n" + code + "\nreturn 0;\n}\n")
        .safe();
  }

  @Test
  void sixteenBytesAtOnce() {
    Checked.twice(
            """
            typedef unsigned long word;
            struct pair { word low, high; } __attribute__((aligned(16))) shared;
            static _Bool exchange(struct pair *to, struct pair *expected, struct pair desired) {
              _Bool done;
              __asm__ volatile("lock cmpxchg16b %1; setz %0"
                               : "=q"(done), "+m"(*to), "+a"(expected->low), "+d"(expected->high)
                               : "b"(desired.low), "c"(desired.high) : "memory", "cc");
              return done;
            }
            """,
            """
            struct pair old = {0, 0};
            while (!exchange(&shared, &old, (struct pair){old.low + 1, old.high + 2})) {}
            """,
            "",
            "assert(shared.low == 2 && shared.high == 4);")
        .safe();
  }

  @Test
  void aLockMadeOfAnExchange() {
    Checked.twice(
            """
            static int x, lock;
            static int exchange(int *place, int value) {
              __asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(*place) :: "memory");
              return value;
            }
            """,
            """
            if (exchange(&lock, 1)) return 0;
            x++;
            __asm__ volatile("pause" ::: "memory");
            __asm__ volatile("movl $0, %0" : "=m"(lock));
            """,
            "",
            "assert(x >= 1);")
        .safe();
  }

  @Test
  void conditionsThatCompareWithASign() {
    Checked.c(
            """
            #include <assert.h>
            #include <limits.h>
            #define AFTER(condition, instruction, start) ({ \\
              int n = (start); unsigned char is; \\
              __asm__ volatile(instruction "; set" condition " %1" \\
                               : "+m"(n), "=q"(is) :: "cc", "memory"); \\
              is; })
            int main(void) {
              assert(AFTER("le", "lock incl %0", -1) && AFTER("le", "lock incl %0", -2));
              assert(!AFTER("le", "lock incl %0", 0) && AFTER("g", "lock incl %0", 0));
              assert(AFTER("o", "lock incl %0", INT_MAX) && !AFTER("le", "incl %0", INT_MAX));
              assert(AFTER("l", "decl %0", INT_MIN) && !AFTER("s", "decl %0", INT_MIN));
              assert(AFTER("ge", "decl %0", 1) && AFTER("l", "decl %0", 0));
              assert(AFTER("no", "andl $1, %0", INT_MIN) && AFTER("le", "andl $1, %0", 2));
              return 0;
            }
            """)
        .safe();
  }

  @Test
  void theProcessorsHeader() {
    Source source =
        Source.c(
            """
            #include <immintrin.h>
            int main(void) {
              _mm_pause();
              _mm_mfence();
              __builtin_ia32_pause();
              return 0;
            }
            """);
    assertEquals("0: entry\nfence sequentially-consistent\nreturn 0", source.main());
  }

  @Test
  void otherAssemblyIsNamed() {
    String refusal =
        Source.c("int main(void) {\n  __asm__ volatile(\"hlt\");\n  return 0;\n}\n").refusal();
    assertTrue(
        refusal.startsWith("test.c:2: inline assembly \"hlt\" is not supported: the instruction"),
        refusal);
    Checked.c("int x;\nint main(void) { if (x) __asm__ volatile(\"hlt\"); return 0; }\n").safe();
  }
}
