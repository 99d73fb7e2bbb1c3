package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.program.Global;
import dev.heddle.program.Program;
import dev.heddle.program.Value;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryTest {
  @Test
  void fieldsAndElements() {
    Source source =
        Source.function(
            """
            struct item { char tag; long values[4]; struct { short a, b; } inner; };
            long get(struct item *items, int i, unsigned j) {
              return items[i].values[j] + items[2].inner.b + items->tag;
            }
            """,
            "get");
    assertEquals(
        """
        0: entry
        r3 = sign-extend.32.64 r1
        r4 = mul.64 r3, 48
        r5 = add.64 r0, r4
        r6 = mul.64 r2, 8
        r7 = add.64 r5, r6
        r8 = add.64 r7, 8
        r9 = load.8 plain [r8]
        r10 = add.64 r0, 138
        r11 = load.2 plain [r10]
        r12 = sign-extend.16.64 r11
        r13 = add.64 r9, r12
        r14 = load.1 plain [r0]
        r15 = sign-extend.8.64 r14
        r16 = add.64 r13, r15
        return r16\
        """,
        source.code("get"));
  }

  @Test
  void initialContents() {
    Program program =
        Source.c(
                """
                int numbers[3] = {1, -2};
                struct { char c; short s; long l; } mixed = {1, 0x203, 4};
                float f = 1.5f;
                double d = -2;
                const char text[] = "hi";
                _Thread_local int mine = 9;
                int main(void) {
                  return numbers[0] + mixed.s + (int)f + (int)d + text[0] + mine;
                }
                """)
            .load();
    assertArrayEquals(
        new byte[] {1, 0, 0, 0, -2, -1, -1, -1, 0, 0, 0, 0},
        Source.findGlobal(program, "numbers").bytes());
    assertArrayEquals(
        new byte[] {1, 0, 3, 2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0},
        Source.findGlobal(program, "mixed").bytes());
    assertArrayEquals(new byte[] {0, 0, -64, 63}, Source.findGlobal(program, "f").bytes());
    assertArrayEquals(
        new byte[] {0, 0, 0, 0, 0, 0, 0, -64}, Source.findGlobal(program, "d").bytes());
    Global text = Source.findGlobal(program, "text");
    assertArrayEquals(new byte[] {'h', 'i', 0}, text.bytes());
    assertTrue(text.constant());
    assertFalse(text.threadLocal());
    Global mine = Source.findGlobal(program, "mine");
    assertTrue(mine.threadLocal());
    assertFalse(mine.constant());
    assertEquals(6, mine.location().line());
  }

  @Test
  void addressesInInitialContents() {
    Program program =
        Source.c(
                """
                int a[4];
                int f(void) { return 0; }
                extern struct node *self;
                struct node { struct node *next; int *p; int (*call)(void); const char *s; };
                struct node n = {&n, &a[3], f, "x"};
                int main(void) { return n.call(); }
                """)
            .load();
    Global node = Source.findGlobal(program, "n");
    int self = program.globals().indexOf(node);
    List<Global.Relocation> relocations = node.relocations();
    assertEquals(4, relocations.size());
    assertEquals(new Global.Relocation(0, new Value.GlobalAddress(self, 0)), relocations.get(0));
    assertEquals(8, relocations.get(1).offset());
    Value.GlobalAddress element = (Value.GlobalAddress) relocations.get(1).target();
    assertEquals("a", program.globals().get(element.global()).name());
    assertEquals(12, element.offset());
    Value.FunctionAddress function = (Value.FunctionAddress) relocations.get(2).target();
    assertEquals("f", program.functions().get(function.function()).name());
    Value.GlobalAddress text = (Value.GlobalAddress) relocations.get(3).target();
    assertArrayEquals(new byte[] {'x', 0}, program.globals().get(text.global()).bytes());
  }

  @Test
  void whatIsNeverWrittenIsNotRead() {
    Source source =
        Source.c(
            """
            int x;
            static const struct { int a; short b; int *p; } c = {-1, 2, &x};
            int main(void) { *c.p = c.a; x = c.b; return ((const char *)&c)[4]; }
            """);
    assertEquals(
        """
        0: entry
        store.4 plain [@x] = 4294967295
        store.4 plain [@x] = 2
        return 2\
        """,
        source.main());
  }

  @Test
  void aLongChainOfGlobals() {
    StringBuilder text = new StringBuilder("struct node { struct node *next; } n0;\n");
    for (int i = 1; i < 5000; i++) {
      text.append("struct node n" + i + " = {&n" + (i - 1) + "};\n");
    }
    text.append("int main(void) { return n4999.next != 0; }\n");
    assertEquals(5000, Source.c(text.toString()).load().globals().size());
  }

  @Test
  void booleansTakeAByte() {
    Source source = Source.c("_Bool b;\nint main(void) { b = !b; return 0; }\n");
    String code = source.main();
    assertTrue(code.startsWith("0: entry\nr0 = load.1 plain [@b]\n"), code);
    assertTrue(code.contains("store.1 plain [@b] = "), code);
  }

  @Test
  void bitsThatAreNotWholeBytesAreTruncated() {
    Source source =
        Source.of(
            "test.ll",
            """
            @x = global i1 false
            @y = global i13 7
            define i32 @main() {
              %a = load i1, ptr @x
              %b = load i13, ptr @y
              store i13 %b, ptr @y
              %c = zext i1 %a to i32
              ret i32 %c
            }
            """);
    assertEquals(
        """
        0: entry
        r0 = load.1 plain [@x]
        r1 = truncate.8.1 r0
        r2 = load.2 plain [@y]
        r3 = truncate.16.13 r2
        store.2 plain [@y] = r3
        return r1\
        """,
        source.main().replaceFirst("0: \n", "0: entry\n").replaceFirst("0:\n", "0: entry\n"));
  }

  @Test
  void theHeap() {
    Source source =
        Source.c(
            """
            #include <stdlib.h>
            int main(void) {
              int *p = malloc(12);
              long *q = calloc(3, sizeof *q);
              p[1] = 4;
              free(p);
              free(q);
              return 0;
            }
            """);
    assertEquals(
        """
        0: entry
        r0 = heap 12
        r1 = zeroed heap 24
        r2 = add.64 r0, 4
        store.4 plain [r2] = 4
        free r0
        free r1
        return 0\
        """,
        source.main());
  }

  @Test
  void copiesFollowTheFields() {
    Source source =
        Source.c(
            """
            struct mixed { long a; int b; int c; char d; } x, y;
            int main(void) { x = y; return 0; }
            """);
    assertEquals(
        """
        0: entry
        r0, r1 = peek.8 [@y]
        poke.8 [@x] = r0 without r1
        r2, r3 = peek.4 [@y+8]
        poke.4 [@x+8] = r2 without r3
        r4, r5 = peek.4 [@y+12]
        poke.4 [@x+12] = r4 without r5
        r6, r7 = peek.1 [@y+16]
        poke.1 [@x+16] = r6 without r7
        return 0\
        """,
        source.main());
  }

  @Test
  void copiesOfUnionsAreWhole() {
    Source source =
        Source.c(
            """
            union u { struct { char a; int b; } s; struct { int c, d; } t; } x, y;
            int main(void) { x = y; return 0; }
            """);
    assertEquals(
        """
        0: entry
        r0, r1 = peek.4 [@y]
        poke.4 [@x] = r0 without r1
        r2, r3 = peek.4 [@y+4]
        poke.4 [@x+4] = r2 without r3
        return 0\
        """,
        source.main());
  }

  @Test
  void libraryCopies() {
    Source source =
        Source.c(
            """
            #include <string.h>
            int a[2];
            short b[3];
            int main(void) {
              memset(a, 1, sizeof a);
              memmove(b, b + 1, 4);
              return 0;
            }
            """);
    assertEquals(
        """
        0: entry
        store.4 plain [@a] = 16843009
        store.4 plain [@a+4] = 16843009
        r0, r1 = peek.2 [@b+2]
        r2, r3 = peek.2 [@b+4]
        poke.2 [@b] = r0 without r1
        poke.2 [@b+2] = r2 without r3
        return 0\
        """,
        source.main());
  }

  @Test
  void copiesOfUnknownSizeAreCalls() {
    Source source =
        Source.c(
            """
            #include <string.h>
            char a[9], b[9];
            int n;
            int main(void) {
              memcpy(a, b, n);
              return 0;
            }
            """);
    String code = source.main();
    assertTrue(code.contains("= call @memcpy(@a, @b, r1)"), code);
    assertTrue(Source.find(source.load(), "memcpy").library());
  }

  @Test
  void arraysOfVariableLength() {
    Source source = Source.function("int f(int n) { int a[n]; a[0] = 1; return a[n - 1]; }", "f");
    String code = source.code("f");
    assertTrue(code.contains("r1 = mul.64 r0, 4\nr2 = private stack r1 vla"), code);
  }

  @Test
  void variablesThatAreOnlyDeclaredAreRefused() {
    Source source = Source.c("extern int x;\nint main(void) {\n  return x;\n}\n");
    assertEquals(
        "test.c:3: the variable 'x' is declared but not defined; define it in the program",
        source.refusal());
  }
}
