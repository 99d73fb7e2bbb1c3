package dev.heddle.bench.consistency;

import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs {@link CheckerLoops}. Takes minutes and says nothing about correctness, so that the build
 * does not select it by its name; see docs/consistency.md for the command.
 */
final class CheckerLoopsRun {
  @Test
  void measure() throws RunnerException {
    OptionsBuilder options = new OptionsBuilder();
    options.include(CheckerLoops.class.getName());
    options.resultFormat(ResultFormatType.CSV).result("target/checker-loops.csv");
    assertFalse(new Runner(options.build()).run().isEmpty(), "no benchmark has run");
  }
}
