package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.program.Instruction;
import dev.heddle.program.Location;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramPrinter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputsTest {
  private static final List<List<String>> C_DIALECTS =
      List.of(List.of("-std=c89"), List.of("-std=c11"), List.of("-std=c23"), List.of("-xc++"));
  private static final List<List<String>> CPP_DIALECTS =
      List.of(
          List.of("-xc++", "-std=c++11"),
          List.of("-xc++", "-std=c++17"),
          List.of("-xc++", "-std=c++20"),
          List.of("-xc++", "-std=c++23"));

  @Test
  void argumentsReachTheCompiler() {
    Source source =
        Source.c("int x[N];\nint main(void) { return sizeof x; }\n", "-DN=5", "-std=c11");
    assertEquals("0: entry\nreturn 20", source.main());
  }

  @Test
  void assemblyAndPreprocessedText() {
    Source assembly =
        Source.of(
            "test.ll",
            """
            define i32 @main() {
            entry:
              %x = alloca i32
              store i32 3, ptr %x
              %y = load i32, ptr %x
              ret i32 %y
            }
            """);
    assertEquals("0: entry\nreturn 3", assembly.main());
    Source preprocessed = Source.of("test.i", "int main(void) { return 4; }\n");
    assertEquals("0: entry\nreturn 4", preprocessed.main());
  }

  @Test
  void bitcode(@TempDir Path folder) throws Exception {
    CacheFolder cache = CacheFolder.ofUser();
    Source source = Source.c("int x;\nint main(void) {\n  x = 1;\n  return 0;\n}\n");
    byte[] bitcode =
        new Clang(NativeFiles.unpacked(cache))
            .compile(source.file(), Headers.unpacked(cache), List.of());
    Path file = folder.resolve("test.bc");
    Files.write(file, bitcode);
    Program program = LlvmFrontend.load(file, List.of());
    List<Instruction.Store> stores = Source.all(program, "main", Instruction.Store.class);
    assertEquals(1, stores.size());
    assertEquals(source.file().toString(), stores.get(0).location().file());
    assertEquals(3, stores.get(0).location().line());
  }

  /** LLVM aborts on some of these, which must not end this process. */
  @Test
  void damagedBitcode(@TempDir Path folder) throws Exception {
    CacheFolder cache = CacheFolder.ofUser();
    Source source =
        Source.c("int x[3];\nint main(void) { for (int i = 0; i < 3; i++) x[i] /= i; }\n");
    byte[] whole =
        new Clang(NativeFiles.unpacked(cache))
            .compile(source.file(), Headers.unpacked(cache), List.of());
    Path file = folder.resolve("test.bc");
    Random random = new Random(1);
    int refused = 0;
    for (int i = 0; i < 40; i++) {
      byte[] damaged = whole.clone();
      damaged[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, damaged);
      try {
        LlvmFrontend.load(file, List.of());
      } catch (InputException e) {
        refused++;
      }
    }
    assertTrue(refused > 0);
  }

  @Test
  void locationsNameTheFileAsTheUserDid(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("inner.h"), "int x;\nstatic void set(void) {\n  x = 1;\n}\n");
    Path file = folder.resolve("outer.c");
    Files.writeString(file, "#include \"inner.h\"\nint main(void) {\n  set(); x = 2; x = 3;\n}\n");
    Path typed = Path.of("").toAbsolutePath().relativize(file);
    Program program = LlvmFrontend.load(typed, List.of());
    List<Instruction.Store> stores = Source.all(program, "main", Instruction.Store.class);
    assertEquals(new Location(typed.toString(), 3, 12), stores.get(0).location());
    assertEquals(new Location(typed.toString(), 3, 19), stores.get(1).location());
    Location inHeader = Source.all(program, "set", Instruction.Store.class).get(0).location();
    assertTrue(inHeader.file().endsWith("inner.h"), inHeader.file());
    assertEquals(3, inHeader.line());
    assertEquals(typed.toString(), program.name());
  }

  @Test
  void locationsAreSharedObjects() {
    Program program = Source.c("int x;\nint main(void) { return x++; }\n").load();
    Location load = Source.all(program, "main", Instruction.Load.class).get(0).location();
    Location store = Source.all(program, "main", Instruction.Store.class).get(0).location();
    assertSame(load, store);
  }

  @Test
  void severalThreadsLoadAtOnce() throws Exception {
    Source source =
        Source.c("int x;\nint main(void) { for (int i = 0; i < 3; i++) x++; return x; }\n");
    String expected = ProgramPrinter.print(source.load());
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<Program>> programs = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      programs.add(threads.submit(source::load));
    }
    for (Future<Program> program : programs) {
      assertEquals(expected, ProgramPrinter.print(program.get()));
    }
    threads.shutdown();
  }

  @Test
  void theVersionIsThatOfTheArtifacts() {
    assertEquals(System.getProperty("llvm.version"), NativeFiles.VERSION);
  }

  @Test
  void theFingerprintIsThatOfTheHeaders() throws Exception {
    assertEquals(Headers.computeFingerprint(), Headers.FINGERPRINT);
  }

  @Test
  void everyHeaderCompilesAloneInEveryDialect() throws Exception {
    CacheFolder cache = CacheFolder.ofUser();
    Clang clang = new Clang(NativeFiles.unpacked(cache));
    for (String header : Headers.NAMES) {
      boolean isCpp = header.startsWith(Headers.CPP);
      if (header.endsWith("iostream") || header.startsWith(Headers.LIBSTDCPP)) {
        continue; // one only says that there are no streams; the others belong to a library
      }
      String name = header.substring(header.indexOf('/') + 1);
      Source source = Source.c("#include <" + name + ">\n");
      for (List<String> dialect : isCpp ? CPP_DIALECTS : C_DIALECTS) {
        for (List<String> headers : List.of(List.of(Clang.OWN_HEADERS), List.<String>of())) {
          List<String> arguments = new ArrayList<>(dialect);
          arguments.addAll(headers);
          byte[] bitcode = clang.compile(source.file(), Headers.unpacked(cache), arguments);
          assertTrue(bitcode.length > 0, header + " " + arguments);
        }
      }
    }
  }
}
