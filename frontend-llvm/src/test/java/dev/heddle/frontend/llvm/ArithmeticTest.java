package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.program.Function;
import java.util.function.LongBinaryOperator;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class ArithmeticTest {
  private static final long[] NUMBERS = {
    0,
    1,
    2,
    3,
    7,
    8,
    0x7f,
    0x80,
    0xff,
    0x1234,
    0x8000,
    0x7fff_ffffL,
    0x8000_0000L,
    0xffff_ffffL,
    0x1_0000_0000L,
    0x0123_4567_89ab_cdefL,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    -2,
    -1
  };

  private static void same(String body, String type, int bits, LongUnaryOperator expected) {
    Source source = Source.function("long f(" + type + " x) { return " + body + "; }", "f");
    Function function = Source.find(source.load(), "f");
    long mask = bits == 64 ? -1 : (1L << bits) - 1;
    for (long number : NUMBERS) {
      assertEquals(
          expected.applyAsLong(number & mask),
          Evaluation.run(function, number & mask),
          body + " of " + (number & mask));
    }
  }

  private static void same(String body, String type, int bits, LongBinaryOperator expected) {
    Source source =
        Source.function("long f(" + type + " x, " + type + " y) { return " + body + "; }", "f");
    Function function = Source.find(source.load(), "f");
    long mask = bits == 64 ? -1 : (1L << bits) - 1;
    for (long left : NUMBERS) {
      for (long right : NUMBERS) {
        assertEquals(
            expected.applyAsLong(left & mask, right & mask),
            Evaluation.run(function, left & mask, right & mask),
            body + " of " + (left & mask) + " and " + (right & mask));
      }
    }
  }

  @Test
  void widths() {
    same("x + 1", "int", 32, x -> (int) x + 1);
    same("(unsigned)x >> 3", "int", 32, x -> (x & 0xffff_ffffL) >>> 3);
    same("x >> 3", "int", 32, x -> (int) x >> 3);
    same("(unsigned char)(x * 3)", "unsigned char", 8, x -> x * 3 & 0xff);
    same("(signed char)x", "long", 64, x -> (byte) x);
    same("-x", "long", 64, x -> -x);
    same("~x", "short", 16, x -> ~(short) x);
    same("x < 0 ? -1 : x > 5", "int", 32, x -> (int) x < 0 ? -1 : (int) x > 5 ? 1 : 0);
  }

  @Test
  void bitCounts() {
    same("__builtin_popcountl(x)", "long", 64, x -> Long.bitCount(x));
    same("__builtin_popcount(x)", "int", 32, x -> Integer.bitCount((int) x));
    same("x ? __builtin_clzl(x) : 64", "long", 64, x -> Long.numberOfLeadingZeros(x));
    same("x ? __builtin_clz(x) : 32", "int", 32, x -> Integer.numberOfLeadingZeros((int) x));
    same("x ? __builtin_ctzl(x) : 64", "long", 64, x -> Long.numberOfTrailingZeros(x));
    same("x ? __builtin_ctz(x) : 32", "int", 32, x -> Integer.numberOfTrailingZeros((int) x));
    same("(long)__builtin_bswap64(x)", "long", 64, x -> Long.reverseBytes(x));
    same("(int)__builtin_bswap32(x)", "int", 32, x -> Integer.reverseBytes((int) x));
  }

  @Test
  void overflows() {
    same(
        "({ int r; __builtin_add_overflow(x, y, &r) ? 1000 : r; })",
        "int",
        32,
        (x, y) -> orOverflow(() -> Math.addExact((int) x, (int) y)));
    same(
        "({ int r; __builtin_mul_overflow(x, y, &r) ? 1000 : r; })",
        "int",
        32,
        (x, y) -> orOverflow(() -> Math.multiplyExact((int) x, (int) y)));
    same(
        "({ unsigned r; __builtin_sub_overflow(x, y, &r) ? 1000l : (long)r; })",
        "unsigned",
        32,
        (x, y) -> x < y ? 1000 : x - y);
    same(
        "({ long r; __builtin_add_overflow(x, y, &r) ? 1000 : r; })",
        "long",
        64,
        (x, y) -> orOverflow(() -> Math.addExact(x, y)));
    same(
        "({ long r; __builtin_sub_overflow(x, y, &r) ? 1000 : r; })",
        "long",
        64,
        (x, y) -> orOverflow(() -> Math.subtractExact(x, y)));
    same(
        "({ unsigned long r; __builtin_add_overflow(x, y, &r) ? 1000 : (long)r; })",
        "unsigned long",
        64,
        (x, y) -> Long.compareUnsigned(x + y, x) < 0 ? 1000 : x + y);
  }

  private static long orOverflow(LongSupplier exact) {
    try {
      return exact.getAsLong();
    } catch (ArithmeticException e) {
      return 1000;
    }
  }

  @Test
  void floatingPoint() {
    Source source =
        Source.function(
            """
            double f(double x, float y, int i, unsigned long u) {
              return x < y ? -x * 2 + i : (double)(float)(x / u) + (int)y;
            }
            """,
            "f");
    String code = source.code("f");
    assertTrue(code.contains("float-to-float.32.64 r1"), code);
    assertTrue(code.contains("folt.64 r0, "), code);
    assertTrue(code.contains("xor.64 r0, " + Long.MIN_VALUE), code);
    assertTrue(code.contains("signed-to-float.32.64 r2"), code);
    assertTrue(code.contains("unsigned-to-float.64.64 r3"), code);
    assertTrue(code.contains("fdiv.64"), code);
    assertTrue(code.contains("float-to-float.64.32"), code);
    assertTrue(code.contains("float-to-signed.32.32 r1"), code);
  }

  @Test
  void pointersAreNumbers() {
    Source source =
        Source.function(
            """
            int a[4];
            long f(int *p) { return (p - a) + ((long)p & 7) + (p == a); }
            """,
            "f");
    String code = source.code("f");
    assertTrue(code.contains("sub.64 r0, @a"), code);
    assertTrue(code.contains("and.64 r0, 7"), code);
    assertTrue(code.contains("eq.64 r0, @a"), code);
  }

  @Test
  void returningALocalNeverAssignedIsNoUseOfIt() {
    Source source = Source.function("int f(void) { int x; return x; }", "f");
    assertEquals("0: entry\nreturn 0", source.code("f"));
  }
}
