package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorsTest {
  @Test
  void aFunctionThatIsNotThere() {
    Source source =
        Source.c(
            """
            int frobnicate(int);
            static int use(void) {
              return frobnicate(1);
            }
            int main(void) { return use(); }
            """);
    assertEquals(
        "test.c:3: the function 'frobnicate' is not defined in the program, and Heddle does not"
            + " model it; define it in the file, or include the file that does",
        source.refusal());
  }

  @Test
  void aFunctionThatIsNotThereAndNotUsed() {
    Source source =
        Source.c(
            """
            int frobnicate(int);
            int unused(void) { return frobnicate(1); }
            int main(void) { return 0; }
            """);
    assertEquals("0: entry\nreturn 0", source.main());
    assertEquals(1, source.load().functions().size());
  }

  @Test
  void aFunctionThatIsNotThereInAThread() {
    Source source =
        Source.c(
            """
            #include <pthread.h>
            void frobnicate(void);
            void *run(void *p) {
              frobnicate();
              return 0;
            }
            int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); return 0; }
            """);
    assertTrue(
        source.refusal().startsWith("test.c:4: the function 'frobnicate'"), source.refusal());
  }

  @Test
  void aFunctionThatIsNotThereAndNotReached() {
    Checked.c(
            """
            int frobnicate(int);
            extern int nowhere;
            volatile int x;
            int main(void) { return x ? frobnicate(nowhere) : 0; }
            """)
        .safe();
  }

  @Test
  void theAddressOfAFunctionThatIsNotThere() {
    Source source =
        Source.c(
            """
            void frobnicate(void);
            void (*f)(void);
            int main(void) {
              f = frobnicate;
              f();
              return 0;
            }
            """);
    assertTrue(
        source.refusal().startsWith("test.c:5: the function 'frobnicate'"), source.refusal());
  }

  @Test
  void noMain() {
    assertEquals(
        "test.c: there is no function 'main'; a program to check begins there",
        Source.c("int x;\n").error());
  }

  @Test
  void compilersMessagesAreShown() {
    Source source = Source.c("int main(void) {\n  return y;\n}\n");
    String error = source.error();
    assertTrue(error.startsWith("test.c: does not compile\n"), error);
    assertTrue(error.contains("test.c:2:10: error: use of undeclared identifier 'y'"), error);
    assertTrue(error.contains("1 error generated."), error);
  }

  @Test
  void warningsAreNot() {
    Source source = Source.c("int main(void) { int unused; return 1 / 1.0; }\n", "-Wall");
    assertEquals("0: entry\nreturn 1", source.main());
  }

  @Test
  void noSuchFile() {
    InputException e =
        assertThrows(
            InputException.class, () -> LlvmFrontend.load(Path.of("missing.c"), List.of()));
    assertEquals("missing.c: no such file", e.getMessage());
  }

  @Test
  void anotherKindOfFile() {
    assertEquals(
        "test.txt: not a kind of file that Heddle reads (.c, .i, .cpp, .cc, .cxx, .C, .hpp, .ll,"
            + " .bc)",
        Source.of("test.txt", "hello").error());
  }

  @Test
  void brokenAssembly() {
    String error = Source.of("test.ll", "define i32 @main() {\n  ret i32 %x\n}\n").error();
    assertTrue(error.startsWith("test.ll: is not valid LLVM code\n"), error);
    assertTrue(error.contains("test.ll:2:11: error: use of undefined value '%x'"), error);
  }

  @Test
  void brokenBitcode() {
    String error = Source.of("test.bc", "BC@ this is no bitcode").error();
    assertTrue(error.startsWith("test.bc: not LLVM bitcode"), error);
  }

  @Test
  void otherTypes() {
    assertEquals(
        "?: long double is not supported",
        Source.of(
                "test.ll",
                """
                @x = global x86_fp80 0xK00000000000000000000
                define i32 @main() {
                  %1 = load x86_fp80, ptr @x
                  %2 = fptosi x86_fp80 %1 to i32
                  ret i32 %2
                }
                """)
            .refusal());
    assertEquals(
        "test.c:2: the type i128 is not supported as an operand here",
        Source.c("__int128 x, y = 1;\nint main(void) { return x / y; }\n").refusal());
  }

  @Test
  void otherConstructs() {
    assertEquals(
        "test.c:3: taking the address of a label is not supported",
        Source.c(
                """
                int x;
                int main(void) {
                  static void *places[] = {&&here, &&there};
                  goto *places[x];
                here:
                  return 1;
                there:
                  return x;
                }
                """)
            .error());
  }

  @Test
  void anotherMachine() {
    String error = Source.c("int main(void) { return 0; }\n", "--target=i386-linux-gnu").error();
    assertEquals(
        "test.c: the code is for a machine whose pointers are not 64-bit little-endian ones",
        error);
  }
}
