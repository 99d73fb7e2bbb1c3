package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.heddle.explore.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * C++ with the library of the machine. The first line of each program says what is expected: {@code
 * safe}, perhaps with the number of complete and blocked executions, or a kind of violation and
 * what its message begins with. Where there is no such library, the one test is that Heddle's own
 * headers serve.
 */
class CppLibraryTest {
  private static final Path PROGRAMS = Path.of("src/test/resources/dev/heddle/frontend/llvm/cpp");
  private static final String EXPECTATION = "// heddle: ";
  private static final String OUTPUT = "// out: ";

  @TestFactory
  List<DynamicTest> programs() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    if (CppLibrary.OF_MACHINE == null) {
      tests.add(dynamicTest("no libstdc++ here: own headers serve", CppLibraryTest::usesOwn));
      return tests;
    }
    try (Stream<Path> files = Files.list(PROGRAMS)) {
      for (Path file : files.sorted().toList()) {
        tests.add(dynamicTest(file.getFileName().toString(), () -> check(file)));
      }
    }
    assertFalse(tests.isEmpty());
    return tests;
  }

  private static void usesOwn() {
    Checked.of(
            "test.cpp",
            "#include <thread>\nint main() { std::thread t([] {}); t.join(); }",
            Environment.USUAL,
            Limits.NONE)
        .safe();
  }

  private static void check(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    assertTrue(lines.get(0).startsWith(EXPECTATION), file + " does not say what is expected");
    String[] expected = lines.get(0).substring(EXPECTATION.length()).split(" ", 2);
    String name = file.getFileName().toString();
    Checked checked =
        Checked.of(name, String.join("\n", lines) + "\n", Environment.USUAL, Limits.NONE);
    if (!expected[0].equals("safe")) {
      checked.fails(expected[0]).saying(expected.length > 1 ? expected[1] : "");
    } else {
      checked.safe();
      if (expected.length > 1) {
        String[] counts = expected[1].split("[+]", 2);
        checked.executions(Long.parseLong(counts[0]), Long.parseLong(counts[1]));
      }
    }
    if (lines.get(1).startsWith(OUTPUT)) {
      assertEquals(lines.get(1).substring(OUTPUT.length()), checked.output().strip());
    }
  }
}
