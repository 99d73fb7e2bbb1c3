package dev.heddle.bench;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each program that comes with Heddle does what its first line says. */
class ExpectationsTest {
  private static final Path SAMPLES = Path.of("..", "samples");
  private static final Path PROGRAMS = Path.of("src/main/resources/dev/heddle/bench/programs");
  private static final Path IDIOMS = Path.of("src/test/resources/dev/heddle/bench/idioms");

  /** Only big1, which has one size, takes more; it is a row of {@code heddle bench}. */
  private static final long MAX_EXECUTIONS = 100_000;

  /** These are explored four times. */
  private static final long MAX_OPTIMIZED = 1_000;

  @TestFactory
  List<DynamicTest> samples() throws IOException {
    return tests(SAMPLES);
  }

  @TestFactory
  List<DynamicTest> samplesOfWeakMemory() throws IOException {
    return tests(SAMPLES.resolve("weak"));
  }

  @TestFactory
  List<DynamicTest> benchmarksInTheirUsualSize() throws IOException {
    return tests(PROGRAMS);
  }

  /** Ways to wait that real programs have, each checked without a bound on loops. */
  @TestFactory
  List<DynamicTest> idioms() throws IOException {
    return tests(IDIOMS);
  }

  /** What the compiler makes of a program does not change whether it is right. */
  @TestFactory
  List<DynamicTest> programsThatTheCompilerHasOptimized() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path folder : List.of(SAMPLES, PROGRAMS)) {
      for (Path file : programs(folder)) {
        Expectation expectation = Expectation.of(file);
        if (expectation.executions() <= MAX_OPTIMIZED) {
          tests.add(
              dynamicTest(
                  file.getFileName().toString(),
                  () -> expectation.assertSameVerdicts(file, List.of("-O1", "-O2", "-O3"))));
        }
      }
    }
    return tests;
  }

  private static List<Path> programs(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".c")).sorted().toList();
    }
  }

  private static List<DynamicTest> tests(Path folder) throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path file : programs(folder)) {
      Expectation expectation = Expectation.of(file);
      if (expectation.executions() <= MAX_EXECUTIONS) {
        tests.add(dynamicTest(file.getFileName().toString(), () -> expectation.assertMet(file)));
      }
    }
    return tests;
  }
}
