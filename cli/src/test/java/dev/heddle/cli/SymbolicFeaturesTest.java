package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What C programs do, feature by feature, as formulas: small programs that are safe, and with
 * {@code BUG} defined go wrong in the way that their first line says. Where inputs range over few
 * values exploration says the same.
 */
class SymbolicFeaturesTest {
  private static final Path PROGRAMS = Path.of("src", "test", "resources", "symbolic");

  private static List<Path> programs() throws IOException {
    try (Stream<Path> files = Files.list(PROGRAMS)) {
      return files.sorted().toList();
    }
  }

  @TestFactory
  List<DynamicTest> decidesForAllInputs() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path file : programs()) {
      String kind = Files.readAllLines(file).get(0).replaceAll(".* kind=", "");
      tests.add(dynamicTest(file.getFileName() + ", safe", () -> assertSafe(file)));
      tests.add(dynamicTest(file.getFileName() + ", " + kind, () -> assertWrong(file, kind)));
    }
    assertTrue(tests.size() >= 60);
    return tests;
  }

  private static void assertSafe(Path file) {
    RealConsole console = new RealConsole();
    assertEquals(0, console.run("symbolic", file.toString()), () -> console.out() + console.err());
    assertTrue(console.out().startsWith("safe "), console.out());
  }

  private static void assertWrong(Path file, String kind) {
    RealConsole console = new RealConsole();
    int code = console.run("symbolic", "-DBUG", file.toString());
    assertEquals(1, code, () -> console.out() + console.err());
    String verdict = console.out().lines().findFirst().orElseThrow();
    assertTrue(verdict.contains("  " + kind + " at line "), verdict);
  }

  @TestFactory
  List<DynamicTest> agreesWithExplorationOnFewInputs() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path file : programs()) {
      for (String definition : List.of("-DFEW", "-DBUG")) {
        String name = file.getFileName() + " " + definition;
        tests.add(dynamicTest(name, () -> assertAgrees(file, definition)));
      }
    }
    return tests;
  }

  private static void assertAgrees(Path file, String definition) {
    assertEquals(
        answer("check", "--model", "sc", "--json", "--nondet", "-1..3", definition, file),
        answer("symbolic", "--json", "--nondet", "-1..3", definition, file));
  }

  /** Exit code, verdict, and kinds of violations. */
  private static String answer(Object... arguments) {
    RealConsole console = new RealConsole();
    int code = console.run(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
    StringBuilder answer = new StringBuilder().append(code);
    for (String part : console.out().split("[,{]", -1)) {
      if (part.startsWith("\"verdict\"") || part.startsWith("\"kind\"")) {
        answer.append(' ').append(part);
      }
    }
    return answer.toString();
  }
}
