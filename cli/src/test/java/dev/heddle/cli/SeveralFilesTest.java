package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs of several files: linked by name, by a build's database, by a build with its own steps.
 */
class SeveralFilesTest {
  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(folder.resolve("count.h"), "void add(int);\nint total(void);\n");
    Files.writeString(
        folder.resolve("count.c"),
        """
        #include "count.h"
        #include <stdatomic.h>
        static atomic_int n;
        void add(int by) { n += by; }
        int total(void) { return n; }
        """);
    Files.writeString(
        folder.resolve("main.c"),
        """
        #include "count.h"
        #include <assert.h>
        #include <pthread.h>
        #ifndef EXPECTED
        #define EXPECTED 3
        #endif
        static void *run(void *p) { add(2); return 0; }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, run, 0);
          add(1);
          pthread_join(t, 0);
          assert(total() == EXPECTED);
          return 0;
        }
        """);
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  /** What a command line gave. */
  private record Run(int code, String out, String err) {
    String all() {
      return out + err;
    }
  }

  private static Run run(String... arguments) {
    RealConsole console = new RealConsole();
    int code = console.run(arguments);
    return new Run(code, console.out(), console.err());
  }

  @Test
  void linkedByName() {
    Run safe = run("check", "--link", file("main.c"), file("count.c"));
    assertEquals(0, safe.code(), safe.all());
    assertTrue(safe.out().startsWith("safe"), safe.all());
    Run folderOf = run("check", "--link", "-DEXPECTED=4", folder.toString());
    assertEquals(1, folderOf.code(), folderOf.all());
    assertTrue(folderOf.out().contains("main.c:13: assertion"), folderOf.all());
  }

  @Test
  void whatOneFileLacksIsSaidWhenItIsReached() {
    Run alone = run("check", file("main.c"));
    assertEquals(2, alone.code(), alone.all());
    assertTrue(alone.err().contains("the function 'add' is not defined"), alone.all());
  }

  @Test
  void twoMains() throws IOException {
    Files.writeString(folder.resolve("other.c"), "int main(void) { return 0; }\n");
    Run both = run("check", "--link", folder.toString());
    assertEquals(2, both.code(), both.all());
    assertTrue(both.err().contains("several files define 'main'"), both.all());
  }

  @Test
  void aBuildsDatabase() throws IOException {
    Files.writeString(folder.resolve("other.c"), "int main(void) { return 0; }\n");
    List<String> entries = new ArrayList<>();
    for (String name : List.of("main.c", "count.c", "other.c")) {
      String target = name.equals("other.c") ? "other" : "prog";
      entries.add(
          String.format(
              "{\"directory\": \"%s\", \"file\": \"%s\", \"command\":"
                  + " \"cc -O2 -Wall -DEXPECTED=4 -c %s -o CMakeFiles/%s.dir/%s.o\","
                  + " \"output\": \"CMakeFiles/%s.dir/%s.o\"}",
              folder, name, name, target, name, target, name));
    }
    Path database = folder.resolve("compile_commands.json");
    Files.writeString(database, "[" + String.join(",\n", entries) + "]");
    String[] check = {"check", "--compile-commands", database.toString(), "--target", ""};
    check[4] = "prog";
    assertEquals(1, run(check).code());
    check[4] = "main.c";
    assertEquals(1, run(check).code());
    check[4] = "other";
    assertEquals(0, run(check).code());
    check[4] = "missing";
    Run missing = run(check);
    assertEquals(2, missing.code());
    assertTrue(missing.err().contains("there are [other, prog]"), missing.all());
    Files.writeString(database, "{}");
    assertEquals(2, run("check", "--compile-commands", database.toString()).code());
  }

  @Test
  void aBuildOfItsOwn() {
    String main = file("main.o");
    String count = file("count.o");
    String program = file("prog");
    assertEquals(0, run("cc", "-O2", "-g", "-MMD", "-c", file("main.c"), "-o", main).code());
    assertEquals(0, run("cc", "-fPIC", "-c", file("count.c"), "-o", count).code());
    assertEquals(0, run("cc", main, count, "-lpthread", "-o", program).code());
    Run checked = run("check", program);
    assertEquals(0, checked.code(), checked.all());
    assertEquals(0, run("cc", file("main.c"), count, "-DEXPECTED=9", "-o", program).code());
    assertEquals(1, run("check", program).code());
    assertEquals(2, run("cc").code());
    assertEquals(2, run("cc", "-c", file("missing.c")).code());
  }

  @Test
  void whatOfACompilersCommandIsKept() {
    CompilerArguments parsed =
        CompilerArguments.parse(
            List.of(
                "-c",
                "-O2",
                "-Wall",
                "-I",
                "a b",
                "-DX=1",
                "-std=c11",
                "-fplugin=evil.so",
                "-Xclang",
                "-load",
                "-MF",
                "x.d",
                "a.c",
                "-o",
                "a.o",
                "-include",
                "b.h"));
    assertEquals(List.of("a.c"), parsed.files());
    assertEquals(List.of("-I", "a b", "-DX=1", "-std=c11", "-include", "b.h"), parsed.flags());
    assertEquals("a.o", parsed.output());
    assertTrue(parsed.isCompileOnly());
  }
}
