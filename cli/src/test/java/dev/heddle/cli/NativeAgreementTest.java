package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explain.ExplainedExploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.frontend.llvm.InputException;
import dev.heddle.frontend.llvm.LlvmFrontend;
import dev.heddle.machine.MachineException;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random programs of one thread print here what they print when a native compiler makes them. Where
 * there is no such compiler, it is compared what they print at different levels of optimisation.
 *
 * <p>{@code -Dheddle.fuzz.native=5000} sets how many there are, and {@code -Dheddle.fuzz.seed=1}
 * where their seeds begin. Those that differ are kept in {@code target/native}.
 */
class NativeAgreementTest {
  private static final Path KEPT = Path.of("target", "native");
  private static final List<String> LEVELS = List.of("-O0", "-O1", "-O2");

  @TempDir private Path folder;

  @Test
  void programsPrintWhatTheyPrintElsewhere() throws Exception {
    int programs = Integer.getInteger("heddle.fuzz.native", 25);
    long seed = Long.getLong("heddle.fuzz.seed", 1) * 1_000_000L;
    Optional<Path> compiler = SearchPath.ofUser().find("gcc");
    List<String> different = new ArrayList<>();
    for (int i = 0; i < programs; i++) {
      Path source = Files.writeString(folder.resolve("p.c"), RandomC.of(seed + i));
      String expected =
          compiler.isPresent() ? outputOf(compiler.get(), source) : printed(source, "-O0");
      String found = printed(source, LEVELS.get(i % LEVELS.size()));
      if (!expected.equals(found)) {
        Files.createDirectories(KEPT);
        Files.copy(source, KEPT.resolve(seed + i + ".c"), StandardCopyOption.REPLACE_EXISTING);
        different.add((seed + i) + "\n  " + expected + "\n  " + found);
      }
    }
    assertEquals("", String.join("\n", different));
  }

  private static String printed(Path source, String level) throws Exception {
    Outcome outcome;
    try {
      Program program = LlvmFrontend.load(source, List.of(level));
      outcome =
          new ExplainedExploration(new ReadsFromExploration())
              .explore(program, Limits.NONE, new Progress());
    } catch (InputException | MachineException e) {
      return e.getMessage();
    }
    assertTrue(outcome.violations().size() == 1, () -> source + ": " + outcome.verdict());
    assertEquals("abort", outcome.violations().get(0).kind().label(), outcome::toString);
    return outcome.violations().get(0).output();
  }

  private String outputOf(Path compiler, Path source) throws IOException, InterruptedException {
    Path program = folder.resolve("p");
    Process compiling =
        new ProcessBuilder(
                compiler.toString(),
                "-w",
                "-O0",
                "-fwrapv",
                "-ffp-contract=off",
                "-o",
                program.toString(),
                source.toString())
            .inheritIO()
            .start();
    assertEquals(0, compiling.waitFor());
    // It aborts, and would then lose what is not written yet.
    Path output = folder.resolve("output");
    Process running =
        new ProcessBuilder("stdbuf", "-o0", program.toString())
            .redirectOutput(output.toFile())
            .start();
    assertTrue(running.waitFor(30, TimeUnit.SECONDS));
    return Files.readString(output, StandardCharsets.ISO_8859_1);
  }
}
