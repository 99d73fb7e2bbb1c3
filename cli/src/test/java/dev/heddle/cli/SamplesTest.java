package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.junit.jupiter.api.io.TempDir;

/** The counterexample of each wrong sample is for people: it fits their screens and their words. */
class SamplesTest {
  private static final Path SAMPLES = Path.of("..", "samples");
  private static final int LINES = 40;

  @TempDir private Path folder;

  @TestFactory
  List<DynamicTest> counterexamples() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> files = Files.list(SAMPLES)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".c")).sorted().toList()) {
        String expectation = Files.readAllLines(file).get(0);
        if (expectation.contains(" verdict=violation ")) {
          tests.add(
              dynamicTest(file.getFileName().toString(), () -> assertReadable(file, expectation)));
        }
      }
    }
    assertTrue(tests.size() >= 6);
    return tests;
  }

  private void assertReadable(Path file, String expectation) {
    Path witness = folder.resolve(file.getFileName() + ".json");
    String model = expectation.replaceAll(".* model=([a-z0-9]+).*", "$1");
    List<String> check =
        new ArrayList<>(List.of("check", "-m", model, "--witness", witness.toString()));
    if (expectation.contains(" unroll=")) {
      check.add("--unroll=" + expectation.replaceAll(".* unroll=(\\d+).*", "$1"));
    }
    check.add(file.toString());
    String shown = run(1, check);
    List<String> lines = shown.lines().toList();
    assertTrue(lines.size() <= LINES, shown);
    lines.forEach(line -> assertTrue(line.length() <= RealConsole.COLUMNS, line));
    assertFalse(shown.contains("0x"), shown);
    assertFalse(shown.matches("(?s).*\\bobject\\d.*"), shown);
    assertFalse(shown.contains("a local variable"), shown);
    String replayed = run(1, List.of("replay", witness.toString()));
    assertEquals(shown.substring(shown.indexOf('\n')), replayed.substring(replayed.indexOf('\n')));
  }

  private static String run(int expectedCode, List<String> arguments) {
    RealConsole console = new RealConsole();
    int code = console.run(arguments.toArray(String[]::new));
    assertEquals(expectedCode, code, console::err);
    return console.out();
  }
}
