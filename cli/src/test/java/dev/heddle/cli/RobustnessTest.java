package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.heddle.frontend.llvm.LlvmFrontend;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Whatever a file holds, a check of it ends with a verdict or with a message.
 *
 * <p>The files are samples and benchmarks with damages. {@code -Dheddle.fuzz.files=10000} sets how
 * many of each kind there are and {@code -Dheddle.fuzz.seed=1} where their seeds begin. Files that
 * fail are kept in {@code target/robustness}; should the virtual machine itself go down, the file
 * that did it is the one named {@code current}.
 */
class RobustnessTest {
  private static final Path KEPT = Path.of("target", "robustness");

  /** Far more than the limits of a check allow: this is the end of a check that hangs. */
  private static final int PATIENCE_SECONDS = 120;

  @Test
  void damagedSourceFilesGiveAVerdictOrAMessage() throws Exception {
    List<String> sources = new ArrayList<>();
    for (Path file : files(".c")) {
      sources.add(Files.readString(file));
    }
    Files.createDirectories(KEPT);
    for (Path header : files(".h")) {
      Files.copy(header, KEPT.resolve(header.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }
    assertSurvived(
        "c",
        (mutator, i) ->
            mutator
                .text(sources.get(i % sources.size()), sources.get(i * 7 % sources.size()))
                .getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void damagedAssemblyFilesGiveAVerdictOrAMessage() throws Exception {
    List<String> codes = new ArrayList<>();
    for (byte[] code : compiled("-S")) {
      codes.add(new String(code, StandardCharsets.ISO_8859_1));
    }
    assertSurvived(
        "ll",
        (mutator, i) ->
            mutator
                .text(codes.get(i % codes.size()), codes.get(i * 7 % codes.size()))
                .getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void damagedBitcodeFilesGiveAVerdictOrAMessage() throws Exception {
    List<byte[]> codes = compiled("-c");
    assertSurvived("bc", (mutator, i) -> mutator.bytes(codes.get(i % codes.size())));
  }

  private interface Damage {
    byte[] apply(Mutator mutator, int position);
  }

  private static List<Path> files(String ending) throws Exception {
    List<Path> programs = new ArrayList<>();
    for (Path folder :
        List.of(
            Path.of("..", "samples"),
            Path.of("../bench/src/main/resources/dev/heddle/bench/programs"))) {
      try (Stream<Path> files = Files.list(folder)) {
        programs.addAll(files.filter(file -> file.toString().endsWith(ending)).sorted().toList());
      }
    }
    return programs;
  }

  /** Every other program without debugging information, as files of others are. */
  private static List<byte[]> compiled(String form) throws Exception {
    List<byte[]> codes = new ArrayList<>();
    for (Path file : files(".c")) {
      String debugging = codes.size() % 2 == 0 ? "-g" : "-g0";
      codes.add(LlvmFrontend.compile(file, List.of(form, debugging)));
    }
    return codes;
  }

  private static void assertSurvived(String ending, Damage damage) throws Exception {
    int files = Integer.getInteger("heddle.fuzz.files", 60);
    long seed = Long.getLong("heddle.fuzz.seed", 1);
    Files.createDirectories(KEPT);
    Path current = KEPT.resolve("current." + ending);
    List<String> failures = new ArrayList<>();
    for (int i = 0; i < files; i++) {
      Files.write(current, damage.apply(new Mutator(seed + i), (int) ((seed + i) % 1_000_000)));
      String failure = failure(current);
      if (failure != null) {
        Path kept = KEPT.resolve((seed + i) + "." + ending);
        Files.copy(current, kept, StandardCopyOption.REPLACE_EXISTING);
        failures.add(kept + ": " + failure);
      }
    }
    Files.delete(current);
    assertEquals(List.of(), failures);
  }

  /** What is wrong with how the check of a file ends, or null. */
  private static String failure(Path file) throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      RealConsole console = new RealConsole();
      Future<Integer> code =
          executor.submit(
              () ->
                  console.run(
                      "check", "--timeout=1s", "--max-executions=20", "-v", file.toString()));
      return complaint(code.get(PATIENCE_SECONDS, TimeUnit.SECONDS), console);
    } catch (TimeoutException e) {
      return "hangs";
    } finally {
      executor.shutdownNow();
    }
  }

  private static String complaint(int code, RealConsole console) {
    String err = console.err();
    if (code < 0 || code > 3) {
      return "exit code " + code + "\n" + err;
    }
    if (code == 2 && !err.matches("(?s)heddle: .*\\S: .*\\S.*")) {
      return "no message\n" + err;
    }
    return err.contains("Exception") || err.contains("Stack dump") ? err : null;
  }
}
