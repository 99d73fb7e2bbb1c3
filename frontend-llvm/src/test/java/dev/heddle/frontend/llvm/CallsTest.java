package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Function;
import dev.heddle.program.Global;
import dev.heddle.program.Instruction;
import dev.heddle.program.Program;
import dev.heddle.program.Value;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallsTest {
  @Test
  void directIndirectAndRecursive() {
    Source source =
        Source.c(
            """
            int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
            int (*f)(int) = fib;
            int main(void) { return f(3) + fib(4); }
            """);
    assertEquals(
        """
        0: entry
        r0 = load.8 plain [@f]
        r1 = call r0(3)
        r2 = call @fib(4)
        r3 = add.32 r1, r2
        return r3\
        """,
        source.main());
    assertEquals(2, Source.all(source.load(), "fib", Instruction.Call.class).size());
  }

  @Test
  void structsByValue() {
    Source source =
        Source.c(
            """
            struct big { long a, b, c; };
            struct pair { long a, b; };
            long sum(struct big s) { s.a = 7; return s.a + s.c; }
            struct pair make(long a) { struct pair p = {a, 2}; return p; }
            struct big x;
            int main(void) { return sum(x) + make(5).b; }
            """);
    String sum = source.code("sum");
    assertTrue(sum.startsWith("0: entry\nr1 = private stack 24 s\nr2, r3 = peek.8 [r0]"), sum);
    assertTrue(sum.contains("store.8 plain [r1] = 7"), sum);
    assertEquals(
        """
        0: entry
        store.8 plain [r1] = r0
        r2 = add.64 r1, 8
        store.8 plain [r2] = 2
        return 0\
        """,
        source.code("make"));
    Program program = source.load();
    assertEquals(2, Source.find(program, "make").parameters());
    String main = source.main();
    assertTrue(main.contains("= private stack 16 result"), main);
  }

  @Test
  void argumentsThatAreTooManyOrTooFew() {
    Source source =
        Source.c(
            """
            int f();
            int main(void) { return f(1, 2) + f(); }
            int f(a) int a; { return a; }
            """,
            "-std=c99");
    String code = source.main();
    assertTrue(code.contains("call @f(1)\n"), code);
    assertTrue(code.contains("call @f(undefined)\n"), code);
  }

  @Test
  void mainGetsItsName() {
    Source source = Source.c("int main(int argc, char **argv) { return argv[0][0] + argc; }\n");
    Program program = source.load();
    Function start = program.mainFunction();
    assertTrue(start.library());
    Instruction.Call call = (Instruction.Call) start.blocks().get(0).instructions().get(0);
    assertEquals(Value.of(1), call.arguments().get(0));
    Value.GlobalAddress vector = (Value.GlobalAddress) call.arguments().get(1);
    Global argv = program.globals().get(vector.global());
    assertEquals(16, argv.bytes().length);
    Value.GlobalAddress name = (Value.GlobalAddress) argv.relocations().get(0).target();
    byte[] expected = (source.file() + "\0").getBytes(StandardCharsets.UTF_8);
    assertArrayEquals(expected, program.globals().get(name.global()).bytes());
  }

  @Test
  void assertionsFailWithTheirText() {
    Source source =
        Source.c(
            """
            #include <assert.h>
            int x;
            int main(void) {
              assert(x == 0 &&
                     "wäre");
              return 0;
            }
            """);
    List<Instruction.Fail> failures = Source.all(source.load(), "main", Instruction.Fail.class);
    assertEquals(1, failures.size());
    assertEquals(FailureKind.ASSERTION, failures.get(0).kind());
    assertEquals("x == 0 && \"wäre\"", failures.get(0).message());
    assertEquals(4, failures.get(0).location().line());
    assertEquals(source.file().toString(), failures.get(0).location().file());
  }

  @Test
  void assertionsOfOtherPlatforms() {
    Source source =
        Source.c(
            """
            void __assert_rtn(const char *, const char *, int, const char *);
            void __assert13(const char *, int, const char *, const char *);
            int main(void) {
              __assert_rtn("f", "a.c", 3, "mac");
              __assert13("a.c", 3, "f", "netbsd");
              return 0;
            }
            """);
    List<Instruction.Fail> failures = Source.all(source.load(), "main", Instruction.Fail.class);
    assertEquals("mac", failures.get(0).message());
    assertEquals("netbsd", failures.get(1).message());
  }

  @Test
  void assertionsCanBeSwitchedOff() {
    Source source =
        Source.c("#include <assert.h>\nint main(void) { assert(0); return 0; }\n", "-DNDEBUG");
    assertEquals("0: entry\nreturn 0", source.main());
  }

  @Test
  void errorsAndAssumptions() {
    Source source =
        Source.c(
            """
            #include <stdlib.h>
            extern void __VERIFIER_assume(int);
            extern void __VERIFIER_error(void);
            extern void reach_error(void);
            int x;
            int main(void) {
              __VERIFIER_assume(x);
              if (x == 1) __VERIFIER_error();
              if (x == 2) reach_error();
              if (x == 3) abort();
              return 0;
            }
            """);
    String code = source.main();
    assertTrue(code.startsWith("0: entry\nr0 = load.4 plain [@x]\nassume r0\n"), code);
    assertTrue(code.contains("fail reach-error \"__VERIFIER_error()\""), code);
    assertTrue(code.contains("fail reach-error \"reach_error()\""), code);
    assertTrue(code.contains("fail abort \"the program calls abort()\"\nunreachable"), code);
  }

  @Test
  void exitEndsTheProgram() {
    Source source =
        Source.c(
            """
            #include <stdlib.h>
            void leave(void) { exit(1); }
            int x;
            int main(void) { if (x) leave(); exit(0); }
            """);
    assertTrue(source.main().contains("exit 0\nunreachable"), source.main());
    assertEquals("0: entry\nexit 1\nunreachable", source.code("leave"));
  }

  @Test
  void output() {
    Source source =
        Source.c(
            """
            #include <stdio.h>
            int main(void) {
              printf("%d %f", 1, 2.0);
              fprintf(stderr, "x");
              puts("y");
              putchar('z');
              return 0;
            }
            """);
    assertEquals(
        """
        0: entry
        r0 = print @.str(1, 4611686018427387904)
        r1 = print @.str.1()
        r2 = print @.text(@.str.2)
        r3 = print @.text(122)
        return 0\
        """,
        source.main());
  }

  @Test
  void libraryFunctionsHaveAddresses() {
    Source source =
        Source.c(
            """
            #include <stdlib.h>
            void (*release)(void *) = free;
            int main(void) { release(0); return 0; }
            """);
    assertEquals("0: entry\nfree r0\nreturn undefined", source.code("free"));
    assertTrue(Source.find(source.load(), "free").library());
  }

  @Test
  void headersAreLibraryCode() {
    Source source =
        Source.c(
            """
            #include <string.h>
            const char *text = "abc";
            int main(void) { return strlen(text); }
            """);
    Program program = source.load();
    assertTrue(Source.find(program, "strlen").library());
    assertFalse(Source.find(program, "main").library());
  }

  @Test
  void constructorsRunFirst() {
    Source source =
        Source.c(
            """
            int x;
            __attribute__((constructor(200))) static void second(void) { x *= 2; }
            __attribute__((constructor(101))) static void first(void) { x = 1; }
            int main(void) { return x; }
            """);
    assertEquals(
        """
        0: entry
        r0 = call @first()
        r1 = call @second()
        r2 = call @main()
        return r2\
        """,
        source.code("_start"));
  }

  @Test
  void switchesAndLoops() {
    Source source =
        Source.function(
            """
            int f(int x) {
              switch (x) { case 1: return 5; case -1: return 6; case 2: case 3: return 7; }
              return 8;
            }
            """,
            "f");
    String code = source.code("f");
    assertTrue(code.contains("switch r0 { 1: "), code);
    assertTrue(code.contains("4294967295: "), code);
    for (long[] pair : new long[][] {{1, 5}, {0xffff_ffffL, 6}, {2, 7}, {3, 7}, {4, 8}}) {
      assertEquals(pair[1], Evaluation.run(Source.find(source.load(), "f"), pair[0]));
    }
  }

  @Test
  void aSwitchOfManyThousandCases() {
    StringBuilder text = new StringBuilder("int f(int x) { switch (x) {");
    for (int i = 0; i < 20_000; i++) {
      text.append("case ").append(i).append(": return ").append(i * 7919 % 10_007).append(";\n");
    }
    text.append("} return -1; }");
    Source source = Source.function(text.toString(), "f");
    Function f = Source.find(source.load(), "f");
    for (long x : new long[] {0, 1, 12_345, 19_999}) {
      assertEquals(x * 7919 % 10_007, Evaluation.run(f, x));
    }
    assertEquals(0xffff_ffffL, Evaluation.run(f, 20_000));
  }
}
