package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.heddle.program.Global;
import dev.heddle.program.Instruction;
import dev.heddle.program.Program;
import dev.heddle.program.Type;
import dev.heddle.program.Types;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DebugTypesTest {
  /** A type as C would write it, with offsets of members and without following pointers twice. */
  private static String text(Types types, int type, int depth) {
    Type at = types.get(type);
    if (at instanceof Type.Basic basic) {
      return basic.name() + "/" + basic.bytes() + "/" + basic.form();
    } else if (at instanceof Type.Enumeration enumeration) {
      return enumeration.name() + enumeration.constants();
    } else if (at instanceof Type.Pointer pointer) {
      return "*" + (depth == 0 ? "..." : text(types, pointer.target(), depth - 1));
    } else if (at instanceof Type.Array array) {
      return "[" + array.count() + "]" + text(types, array.element(), depth);
    } else if (at instanceof Type.Struct struct) {
      return struct.members().stream()
          .map(m -> m.name() + "@" + m.offset() + " " + text(types, m.type(), depth))
          .collect(Collectors.joining(", ", struct.name() + "/" + struct.bytes() + "{", "}"));
    }
    return "?";
  }

  private static String global(String declarations, String name) {
    Program program =
        Source.c(declarations + "\nint main(void) { return (int)(long)&" + name + "; }").load();
    Global global = Source.findGlobal(program, name);
    return text(program.types(), global.type(), 1);
  }

  @Test
  void basicTypes() {
    assertEquals("int/4/SIGNED", global("int x;", "x"));
    assertEquals("unsigned long/8/UNSIGNED", global("unsigned long x;", "x"));
    assertEquals("char/1/CHARACTER", global("char x;", "x"));
    assertEquals("unsigned char/1/UNSIGNED", global("unsigned char x;", "x"));
    assertEquals("_Bool/1/BOOLEAN", global("_Bool x;", "x"));
    assertEquals("float/4/FLOATING", global("float x;", "x"));
    assertEquals("double/8/FLOATING", global("double x;", "x"));
  }

  @Test
  void qualifiersAndTypedefsAreSeenThrough() {
    assertEquals(
        "unsigned int/4/UNSIGNED",
        global("typedef unsigned u; typedef const u v; static volatile _Atomic v x;", "x"));
  }

  @Test
  void structsOfAllSorts() {
    assertEquals(
        "node/24{value@0 int/4/SIGNED, next@8 *node/24{value@0 int/4/SIGNED, next@8 *..., @16"
            + " /4{i@0 int/4/SIGNED, s@0 [2]short/2/SIGNED}}, @16 /4{i@0 int/4/SIGNED, s@0"
            + " [2]short/2/SIGNED}}",
        global(
            """
            struct node {
              int value;
              _Atomic(struct node *) next;
              union { int i; short s[2]; };
            } x;
            """,
            "x"));
    assertEquals(
        "pair/2{a@0 char/1/CHARACTER, b@1 char/1/CHARACTER}",
        global("typedef struct { char a, b; } pair; pair x;", "x"));
    assertEquals(
        "/4{a@0 int/4/SIGNED, b@0 int/4/SIGNED, c@1 int/4/SIGNED}",
        global("struct { int a : 3, b : 5, c : 8; } x;", "x"));
  }

  @Test
  void arraysAndPointers() {
    assertEquals("[2][3]int/4/SIGNED", global("int x[2][3];", "x"));
    assertEquals("[4]*char/1/CHARACTER", global("char *x[4];", "x"));
    assertEquals("*?", global("void *x;", "x"));
    assertEquals("*?", global("int (*x)(void);", "x"));
  }

  @Test
  void enumerations() {
    assertEquals(
        "mode[Enumerator[name=OFF, value=-1], Enumerator[name=ON, value=5]]",
        global("enum mode { OFF = -1, ON = 5 } x;", "x"));
  }

  @Test
  void staticVariablesInFunctionsKeepTheirNames() {
    Program program =
        Source.c(
                "int count(void) { static int calls; return ++calls; } int main(void) {"
                    + " return count(); }")
            .load();
    assertEquals("int", program.types().name(Source.findGlobal(program, "calls").type()));
  }

  @Test
  void memoryIsDescribedByTheVariableThatPointsToIt() {
    Program program =
        Source.c(
                """
                #include <stdlib.h>
                struct node { struct node *next; };
                int *keep;
                void *opaque;
                int main(void) {
                  struct node *made = malloc(sizeof *made);
                  int shared = 1;
                  keep = &shared;
                  opaque = malloc(8);
                  free(made);
                  return 0;
                }
                """)
            .load();
    List<String> heap =
        Source.all(program, "main", Instruction.HeapAllocate.class).stream()
            .map(i -> program.types().name(i.type()))
            .toList();
    assertEquals(List.of("node", ""), heap);
    List<String> stack =
        Source.all(program, "main", Instruction.StackAllocate.class).stream()
            .map(i -> i.name() + " " + program.types().name(i.type()))
            .toList();
    assertEquals(List.of("shared int"), stack);
  }

  @Test
  void programsWithoutDebugInformationHaveNoTypes() {
    Program program = Source.c("int x; int main(void) { return x; }", "-g0").load();
    assertEquals(Types.NONE, program.types());
    assertEquals(Types.UNKNOWN, Source.findGlobal(program, "x").type());
  }
}
