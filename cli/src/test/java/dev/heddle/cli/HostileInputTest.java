package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Inputs without an end, and surroundings that want to change what a program means. */
@Timeout(60)
class HostileInputTest {
  private static final String LOST_UPDATE =
      """
      #include <assert.h>
      #include <pthread.h>
      int x;
      void *run(void *unused) { x++; return 0; }
      int main(void) {
        pthread_t t;
        pthread_create(&t, 0, run, 0);
        x++;
        pthread_join(t, 0);
        assert(x == 2);
      }
      """;

  @TempDir private Path folder;
  private final RealConsole console = new RealConsole();

  private Path pipe(String name) throws Exception {
    Path pipe = folder.resolve(name);
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    return pipe;
  }

  private Path link(String name) throws IOException {
    return Files.createSymbolicLink(folder.resolve(name), Path.of("/dev/zero"));
  }

  /** Ten gigabytes that take no room. */
  private Path huge(String name) throws IOException {
    Path file = folder.resolve(name);
    try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
      content.setLength(10L << 30);
    }
    return file;
  }

  private void assertRefused(String message, String... line) {
    assertEquals(2, console.run(line), console::err);
    assertTrue(console.err().contains(message), console.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"c", "cpp", "ll", "bc"})
  void programsWithoutAnEnd(String ending) throws Exception {
    assertRefused("a pipe or a device", "check", pipe("pipe." + ending).toString());
    assertRefused("a pipe or a device", "check", link("zero." + ending).toString());
    assertRefused("larger than 256 MiB", "check", huge("huge." + ending).toString());
  }

  /** Nobody writes into this pipe, and who looks what is in it waits for good. */
  @Test
  void aPipeIsNotLookedInto() throws Exception {
    String pipe = pipe("pipe").toString();
    assertRefused("a pipe or a device", "check", pipe);
    assertRefused("not a file", "cc", pipe, "-o", folder.resolve("out").toString());
    assertRefused("not a file", "litmus", "-m", pipe("pipe.cat").toString(), "a.litmus");
    assertRefused("not a file", "check", "-m", pipe("model.cat").toString(), "a.c");
  }

  @Test
  void witnessesWithoutAnEnd() throws Exception {
    assertRefused("a device or a pipe", "replay", pipe("pipe").toString());
    assertRefused("a device or a pipe", "replay", "/dev/zero");
    assertRefused("larger than 64 MiB", "replay", huge("huge").toString());
  }

  @Test
  void witnessesOfProgramsWithoutAnEnd() throws Exception {
    Path source = Files.writeString(folder.resolve("a.c"), LOST_UPDATE);
    Path witness = folder.resolve("bug.json");
    assertEquals(1, console.run("check", "--witness", witness.toString(), source.toString()));
    String text = Files.readString(witness);
    for (Path endless : List.of(pipe("pipe"), Path.of("/dev/zero"), huge("huge"))) {
      Files.writeString(witness, text.replace(source.toString(), endless.toString()));
      assertRefused("its program " + endless + " cannot be read", "replay", witness.toString());
    }
  }

  @Test
  void whatBelongsToARunHasAnEnd() throws Exception {
    String source = Files.writeString(folder.resolve("a.c"), LOST_UPDATE).toString();
    assertRefused("too large", "check", "-m", huge("huge.cat").toString(), source);
    for (String endless : List.of(pipe("pipe").toString(), "/dev/zero", "" + huge("huge"))) {
      assertRefused(endless, "check", "-m", endless, source);
      assertRefused(endless, "check", "--property", endless, source);
      assertRefused(endless, "check", "--compile-commands", endless);
      assertRefused(endless, "resume", endless);
    }
    String database = Files.writeString(folder.resolve("a.json"), "[\n{\"x\u0007\"").toString();
    assertRefused("a.json: line 2: Illegal", "check", "--compile-commands", database);
    assertFalse(console.err().contains("Source"), console.err());
  }

  @Test
  void tracesWithoutAnEnd() throws Exception {
    assertRefused("a pipe or a device", "consistency", pipe("pipe").toString());
    assertRefused("a pipe or a device", "consistency", "/dev/zero");
    assertRefused("line 1: it has no end", "consistency", huge("huge").toString());
  }

  @Test
  void theUsersEnvironmentDoesNotChangeTheProgram() throws Exception {
    Path source = Files.writeString(folder.resolve("a.c"), LOST_UPDATE);
    Path harmless = Files.createDirectory(folder.resolve("harmless"));
    Files.writeString(harmless.resolve("assert.h"), "#define assert(x) ((void) 0)\n");
    String folderName = harmless.toString();
    Process process =
        process(
            Map.of(
                "CPATH", folderName,
                "C_INCLUDE_PATH", folderName,
                "CCC_OVERRIDE_OPTIONS", "+-DNDEBUG +-include" + folderName + "/assert.h"),
            "check",
            "-q",
            source.toString());
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(1, process.waitFor(), out);
    assertTrue(out.startsWith("violation"), out);
  }

  @Test
  void namesDoNotControlTheTerminal() throws Exception {
    Path source = Files.writeString(folder.resolve("\u001b[2J\u0007.c"), LOST_UPDATE);
    assertEquals(1, console.run("check", "-v", source.toString()));
    assertEquals(2, console.run("check", source + "\u001b[31m"));
    assertEquals(2, console.run("check", "\u001b[31m", "--\u001b[31m"));
    assertEquals(2, console.run("check", "a\nsafe  b.c  1 execution\n.c"));
    assertFalse(console.out().contains("\u001b"), console.out());
    assertFalse(console.err().contains("\u001b"), console.err());
    assertFalse(console.err().contains("\nsafe  b.c"), "a name does not make up a verdict");
  }

  private static Process process(Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Heddle.class.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    return builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }
}
