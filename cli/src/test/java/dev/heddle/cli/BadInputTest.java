package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Inputs that cannot be checked: what is wrong with them, where, and what to do. */
class BadInputTest {
  @TempDir private Path folder;
  private final RealConsole console = new RealConsole();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "missing.c | no such file or folder",
        "none | this folder holds no program (.c, .ll or .bc), at any depth",
        "notes.txt | not a program: expected C (.c)"
      })
  void whatIsNotThere(String name, String message) throws IOException {
    Files.createDirectory(folder.resolve("none"));
    Files.writeString(folder.resolve("notes.txt"), "buy milk\n");
    assertRefused(name, ": " + message);
  }

  @ParameterizedTest
  @CsvSource({"empty.c", "empty.ll", "empty.bc"})
  void emptyFile(String name) throws IOException {
    write(name, "");
    assertRefused(name, ": the file is empty");
  }

  @Test
  void codeThatDoesNotCompileComesWithTheCompilersWords() throws IOException {
    write("a.c", "int main(void) {\n  int x = ;\n}\n");
    assertRefused("a.c", ": does not compile\n", "a.c:2:11: error: expected expression\n", "^");
  }

  @Test
  void headerThatIsNotThere() throws IOException {
    write("a.c", "#include <frob.h>\nint main(void) { return 0; }\n");
    assertRefused("a.c", "a.c:1:10: fatal error: 'frob.h' file not found");
  }

  @Test
  void noMain() throws IOException {
    write("a.c", "void *run(void *argument) { return argument; }\n");
    assertRefused("a.c", ": there is no function 'main'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "int main(int a, char **b, char **c, int d) { return 0; } | too many parameters (4)",
        "int main(double x) { return 0; } | first parameter of 'main'"
      })
  void mainWithUnexpectedParameters(String main, String message) throws IOException {
    write("a.c", main);
    assertRefused("a.c", message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "define i32 @main(float %x, ptr %y) { ret i32 0 }",
        "define i32 @main(i32 %x) { ret i32 0 }",
        "define double @main() { ret double 0.0 }"
      })
  void mainOfAnotherLanguage(String main) throws IOException {
    write("a.ll", main);
    assertRefused("a.ll", ": 'main' is not of a kind", "int main(int, char **)");
  }

  @Test
  void unknownExternalFunction() throws IOException {
    write("a.c", "int frobnicate(int);\nint main(void) {\n  return frobnicate(3);\n}\n");
    assertRefused("a.c", "a.c:3: the function 'frobnicate' is not defined", "; define it");
  }

  @Test
  void unknownExternalVariable() throws IOException {
    write("a.c", "extern int other;\nint main(void) {\n  return other;\n}\n");
    assertRefused("a.c", "a.c:3: the variable 'other' is declared but not defined; define it");
  }

  @Test
  void inlineAssembly() throws IOException {
    write("a.c", "int main(void) {\n  __asm__ volatile(\"cpuid\");\n  return 0;\n}\n");
    assertRefused("a.c", "a.c:2: inline assembly \"cpuid\" is not supported", "__HEDDLE__");
  }

  /** It could define functions and variables that nothing else shows. */
  @Test
  void assemblyOutsideOfFunctions() throws IOException {
    write("a.c", "__asm__(\".globl x\");\nint main(void) { return 0; }\n");
    assertRefused("a.c", ": assembly outside of functions (\".globl x\") is not supported");
  }

  @Test
  void assemblyCanBeReplaced() throws IOException {
    write(
        "a.c",
        """
        int main(void) {
        #ifndef __HEDDLE__
          __asm__ volatile("cpuid");
        #endif
          return 0;
        }
        """);
    assertEquals(0, console.run("check", folder.resolve("a.c").toString()), console::err);
  }

  @Test
  void foreignText() throws IOException {
    write("a.ll", "hello, world\n");
    assertRefused("a.ll", ": is not valid LLVM code\n", "a.ll:1:1: error: expected top-level");
    assertFalse(console.err().contains("llvm-link"), console.err());
  }

  @Test
  void foreignBytes() throws IOException {
    write("a.bc", "\u007fELF\u0002\u0001");
    assertRefused("a.bc", ": not LLVM bitcode", "clang -c -emit-llvm");
  }

  /** LLVM's reader aborts here, with its own stack for its makers. */
  @Test
  void codeThatMakesLlvmAbort() throws IOException {
    write(
        "a.ll",
        """
        define i32 @main() {
          %y = add i32 %x, 1
          %x = add i32 1, 1
          ret i32 %y
        }
        """);
    assertRefused("a.ll", ": is not valid LLVM code\nInstruction does not dominate all uses!");
    assertFalse(console.err().contains("Stack dump"), console.err());
  }

  @Test
  void messagesHoldNothingThatATerminalObeys() throws IOException {
    write("a.ll", "\u001b[2J hello\n");
    assertRefused("a.ll", ": is not valid LLVM code\n");
    assertFalse(console.err().contains("\u001b"), console.err());
  }

  @Test
  void anotherMachine() throws IOException {
    write("a.ll", "target datalayout = \"E-p:32:32\"\ndefine i32 @main() { ret i32 0 }\n");
    assertRefused("a.ll", ": the code is for a machine whose pointers are not 64-bit");
  }

  @ParameterizedTest
  @CsvSource({"--output", "--witness"})
  void unwritableFile(String option) throws IOException {
    write("a.c", "int main(void) { return 0; }\n");
    Path program = folder.resolve("a.c");
    Path target = folder.resolve("nowhere").resolve("file");
    assertEquals(2, console.run("check", option, target.toString(), program.toString()));
    assertTrue(
        console.err().contains("cannot write " + target + ": there is no folder "), console.err());
    assertEquals("", console.out());
  }

  /** One file in a folder is bad, and the others are checked all the same. */
  @Test
  void badFileAmongGoodOnes() throws IOException {
    write("a.c", "int main(void) { return 0; }\n");
    write("b.c", "");
    write("c.c", "int main(void) { return 0; }\n");
    assertEquals(2, console.run("check", folder.toString()));
    assertTrue(console.err().contains("b.c: the file is empty"), console.err());
    assertTrue(console.out().matches("(?s).*safe +\\S+a\\.c .*safe +\\S+c\\.c .*"), console.out());
  }

  private void write(String name, String text) throws IOException {
    Files.write(folder.resolve(name), text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private void assertRefused(String name, String... messages) {
    Path file = folder.resolve(name);
    assertEquals(2, console.run("check", file.toString()));
    assertTrue(console.err().startsWith("heddle: " + folder), console.err());
    for (String message : messages) {
      assertTrue(console.err().contains(message), console.err());
    }
  }
}
