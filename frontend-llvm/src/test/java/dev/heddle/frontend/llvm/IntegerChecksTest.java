package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.Limits;
import dev.heddle.program.Program;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What numbers do at their limits, and what is found there on request. */
class IntegerChecksTest {
  private static final String[] OVERFLOW = {
    "-fno-wrapv", "-fsanitize=signed-integer-overflow", "-fsanitize-trap=signed-integer-overflow"
  };
  private static final String[] SHIFT = {"-fno-wrapv", "-fsanitize=shift", "-fsanitize-trap=shift"};
  private static final Environment NO_MEMORY =
      new Environment(0, 2, false, false, true, List.of(), null);

  @ParameterizedTest
  @ValueSource(strings = {"-O0", "-O1", "-O2", "-O3"})
  void signedNumbersWrapAround(String level) {
    Checked.main(
            """
            volatile int most = 2147483647;
            int x = most;
            assert(x + 1 < x);
            assert(x + 1 == -2147483647 - 1);
            assert(most * 2 == -2);
            int steps = 0;
            for (int i = most - 2; i > 0; i++) steps++;
            assert(steps == 3);
            """,
            level)
        .safe();
  }

  @ParameterizedTest
  @CsvSource({
    "x + 1, an addition overflows",
    "-2 - x, a subtraction overflows",
    "x * 3, a multiplication overflows",
    "-(-x - 1), a negation overflows",
    "(-x - 1) / (x - 2147483648L), a division overflows"
  })
  void overflowIsFoundOnRequest(String expression, String message) {
    String body =
        "volatile int most = 2147483647; int x = most;\nint y = " + expression + "; // !\n";
    if (!expression.contains("/")) {
      Checked.main(body, OVERFLOW).fails("signed-overflow").saying(message);
    }
    Checked.main(body).safe();
  }

  @Test
  void whatFitsIsNoOverflow() {
    Checked.main(
            """
            volatile int n = 2147483646;
            volatile unsigned u = 4294967295u;
            assert(n + 1 == 2147483647);
            assert(u + 1 == 0);
            assert((long)n * 2 == 4294967292);
            """,
            OVERFLOW)
        .safe();
  }

  @Test
  void productsOf64Bits() {
    Checked.main(
            """
            long numbers[] = {0, 1, -1, 2, -2, 3037000499, 3037000500, -3037000500, 1l << 62,
                              -(1l << 62), 9223372036854775807, -9223372036854775807 - 1};
            for (int i = 0; i < 12; i++) {
              for (int j = 0; j < 12; j++) {
                long a = numbers[i], b = numbers[j], product;
                __int128 exact = (__int128)a * b;
                assert(__builtin_mul_overflow(a, b, &product) == (exact != (long)exact));
                assert(product == (long)exact);
                unsigned long u;
                unsigned __int128 wide = (unsigned __int128)(unsigned long)a * (unsigned long)b;
                assert(__builtin_mul_overflow((unsigned long)a, (unsigned long)b, &u)
                       == (wide != (unsigned long)wide));
              }
            }
            """)
        .safe();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1 << n", "1 >> n", "1L << n + 32", "-2 << 1 + n - n", "1u << n"})
  void shiftsAreFoundOnRequest(String expression) {
    Checked.main("volatile int n = 32;\nlong y = " + expression + "; // !\n", SHIFT)
        .fails("invalid-shift")
        .saying("shifted too far");
  }

  @Test
  void rotations() {
    Checked.main(
            """
            volatile unsigned x = 0x80000001u;
            volatile unsigned long y = 0x8000000000000001ul;
            volatile unsigned char z = 0x81;
            for (int i = 0; i < 40; i++) {
              unsigned left = x << (i & 31) | x >> (-i & 31);
              assert(__builtin_rotateleft32(x, i) == left);
              assert(__builtin_rotateright32(left, i) == x);
              assert(__builtin_rotateright64(__builtin_rotateleft64(y, i), i) == y);
              assert(__builtin_rotateright8(__builtin_rotateleft8(z, i), i) == z);
            }
            assert(__builtin_rotateleft64(y, 1) == 3);
            assert(__builtin_rotateleft8(z, 9) == 3);
            """)
        .safe();
  }

  @Test
  void whatOptimisersMakeOfThings() {
    Checked.main(
            """
            int numbers[] = {0, 1, -1, 2147483647, -2147483647 - 1, 77};
            for (int i = 0; i < 6; i++) {
              for (int j = 0; j < 6; j++) {
                int a = numbers[i], b = numbers[j];
                long sum = (long)a + b, difference = (long)a - b;
                int most = 2147483647, least = -2147483647 - 1;
                assert(__builtin_elementwise_add_sat(a, b)
                       == (sum > most ? most : sum < least ? least : (int)sum));
                assert(__builtin_elementwise_sub_sat(a, b)
                       == (difference > most ? most : difference < least ? least : (int)difference));
                unsigned u = a, v = b;
                assert(__builtin_elementwise_add_sat(u, v) == (u + v < u ? 4294967295u : u + v));
                assert(__builtin_elementwise_sub_sat(u, v) == (u < v ? 0 : u - v));
              }
            }
            volatile unsigned x = 0x12345678;
            volatile unsigned char y = 0x35;
            volatile unsigned long z = 0x0123456789abcdef;
            assert(__builtin_bitreverse32(x) == 0x1e6a2c48);
            assert(__builtin_bitreverse8(y) == 0xac);
            assert(__builtin_bitreverse64(z) == 0xf7b3d591e6a2c480);
            volatile double d = 2.5, negative = -0.0;
            assert(__builtin_copysign(d, negative) == -2.5);
            assert(__builtin_copysign(-d, 1.0) == 2.5);
            volatile float f = -3;
            assert(__builtin_copysignf(1.5f, f) == -1.5f);
            """)
        .safe();
  }

  @Test
  void moreThanMemoryIsNotThere() {
    Checked.main(
            """
            volatile unsigned long much = ~0ul, half = 1ul << 33;
            assert(malloc(much) == 0);
            assert(malloc(1ul << 40) == 0);
            assert(calloc(half, half) == 0);
            assert(calloc(much, 2) == 0);
            assert(realloc(0, much) == 0);
            char *p = malloc(10);
            p[9] = 7;
            assert(realloc(p, 1ul << 50) == 0 && p[9] == 7);
            free(p);
            void *q = p;
            assert(posix_memalign(&q, 16, much) == ENOMEM && q == p);
            """)
        .safe();
  }

  @Test
  void allocationsFailOnRequest() {
    String text =
        """
        #include <stdlib.h>
        int main(void) {
          int *p = malloc(4);
          *p = 1; // !
          free(p);
          return 0;
        }
        """;
    Checked.of("test.c", text, Environment.USUAL, Limits.NONE).safe();
    Checked.of("test.c", text, NO_MEMORY, Limits.NONE).fails("null-access");
    String careful = text.replace("*p = 1; // !", "if (!p) return 1; *p = 1;");
    Checked.of("test.c", careful, NO_MEMORY, Limits.NONE).safe().executions(2, 0);
  }

  @Test
  void longDoubleIsDouble() {
    Source source =
        Source.c(
            """
            #include <assert.h>
            #include <stdio.h>
            int main(void) {
              long double third = 1.0L / 3;
              assert(sizeof third == 8);
              assert(third == 1.0 / 3);
              return 0;
            }
            """);
    Program program = source.load();
    assertEquals(
        List.of("long double has the range and precision of double"), program.assumptions());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"%a\", 1.0 | 0x1p+0",
        "\"%a\", 0.1 | 0x1.999999999999ap-4",
        "\"%A\", -255.5 | -0X1.FFP+7",
        "\"%a\", 0.0 | 0x0p+0",
        "\"%a\", 4.9e-324 | 0x0.0000000000001p-1022",
        "\"%.2a\", 1.999 | 0x2.00p+0",
        "\"%.3a\", 0.1 | 0x1.99ap-4",
        "\"%.0a\", 1.5 | 0x2p+0",
        "\"%012a\", 1.5 | 0x00001.8p+0",
        "\"%2$d %1$s\", \"a\", 7 | 7 a",
        "\"%3$c%1$c%2$c\", 'a', 'b', 'c' | cab",
        "\"%1$*2$d\", 7, 3 |   7",
        "\"%2$.*1$f\", 2, 1.0 | 1.00",
        "\"%1$d%1$d\", 4 | 44",
        "\"%Lf\", 1.5L | 1.500000",
        "\"%s-%s\", text, text + 1 | xyz-yz"
      })
  void printedText(String arguments, String expected) {
    String padded = expected.equals("7") ? "  7" : expected;
    Checked printed =
        Checked.main(
            "char text[4]; strcpy(text, \"xyz\");\nprintf(" + arguments + ");\nabort(); // !\n");
    assertEquals(padded, printed.fails("abort").output());
    Checked.main(
            "char text[4], made[50]; strcpy(text, \"xyz\");\nsprintf(made, "
                + arguments
                + ");\nassert(strcmp(made, \""
                + padded
                + "\") == 0);")
        .safe();
  }

  @Test
  void outputIsBounded() {
    String body =
        """
        for (int i = 0; i < 20000; i++) printf("0123456789");
        abort(); // !
        """;
    String output = Checked.main(body).fails("abort").output();
    assertTrue(output.length() < 20_000, () -> output.length() + " characters");
    assertTrue(output.contains("more is printed here than is kept"));
  }
}
