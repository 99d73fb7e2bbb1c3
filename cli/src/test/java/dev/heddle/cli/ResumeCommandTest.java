package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A check that was left can be taken up again, and comes to the same end. */
@Timeout(300)
class ResumeCommandTest {
  /** A few thousand executions. */
  private static final String READERS =
      """
      #include <pthread.h>
      #include <stdatomic.h>
      atomic_int x;
      int seen[N];
      static void *run(void *p) {
        long i = (long)p;
        seen[i] = atomic_load(&x);
        atomic_store(&x, i + 1);
        return 0;
      }
      int main(void) {
        pthread_t t[N];
        for (long i = 0; i < N; i++) pthread_create(&t[i], 0, run, (void *)i);
        for (int i = 0; i < N; i++) pthread_join(t[i], 0);
        return 0;
      }
      """;

  private static final Pattern COUNTS = Pattern.compile("\"complete\":(\\d+),\"blocked\":(\\d+)");

  @TempDir private Path folder;
  private String source;
  private String checkpoint;

  @BeforeEach
  void writeSource() throws IOException {
    source = Files.writeString(folder.resolve("readers.c"), READERS).toString();
    checkpoint = folder.resolve("rest.hck").toString();
  }

  private static String counts(String json) {
    Matcher matcher = COUNTS.matcher(json);
    assertTrue(matcher.find(), json);
    return matcher.group(1) + "+" + matcher.group(2);
  }

  private String undisturbed(String... options) {
    RealConsole console = new RealConsole();
    List<String> line = new ArrayList<>(List.of("check", "--json"));
    line.addAll(List.of(options));
    line.add(source);
    assertEquals(0, console.run(line.toArray(String[]::new)), console::err);
    return counts(console.out());
  }

  private void leave(String... options) {
    RealConsole console = new RealConsole();
    List<String> line = new ArrayList<>(List.of("check", "--checkpoint", checkpoint, source));
    line.addAll(List.of(options));
    assertEquals(3, console.run(line.toArray(String[]::new)), console::err);
    assertTrue(console.err().contains("to go on: heddle resume " + checkpoint), console.err());
  }

  @Test
  void goesOnWithOtherLimitsAndThreads() {
    String expected = undisturbed("-DN=5");
    leave("-DN=5", "--max-executions", "100");
    RealConsole some = new RealConsole();
    assertEquals(3, some.run("resume", "--json", "--max-executions", "50", "-j", "2", checkpoint));
    assertEquals("150+0", counts(some.out()));
    assertTrue(Files.exists(Path.of(checkpoint)));
    RealConsole rest = new RealConsole();
    assertEquals(0, rest.run("resume", "--json", "-j", "3", checkpoint), rest::err);
    assertEquals(expected, counts(rest.out()));
    assertTrue(rest.out().contains("\"verdict\":\"safe\""), rest.out());
    assertFalse(Files.exists(Path.of(checkpoint)), "nothing is left, and so is no checkpoint");
  }

  @Test
  void optimalGoesOnToo() {
    String expected = undisturbed("-DN=4", "-a", "optimal");
    leave("-DN=4", "-a", "optimal", "--max-executions", "7");
    RealConsole rest = new RealConsole();
    assertEquals(0, rest.run("resume", "--json", checkpoint), rest::err);
    assertEquals(expected, counts(rest.out()));
    assertTrue(rest.out().contains("\"algorithm\":\"optimal\""), rest.out());
  }

  @Test
  void aRunThatEndsLeavesNothing() {
    RealConsole console = new RealConsole();
    assertEquals(0, console.run("check", "-DN=3", "--checkpoint", checkpoint + ",1ms", source));
    assertFalse(Files.exists(Path.of(checkpoint)));
    assertEquals("", console.err());
  }

  @Test
  void violationsAreFoundBehindACheckpoint() throws IOException {
    Files.writeString(
        Path.of(source),
        READERS
            .replace("#include <pthread.h>", "#include <assert.h>\n#include <pthread.h>")
            .replace("  for (int i = 0; i < N; i++) pthread_join(t[i], 0);\n", JOIN_AND_ASSERT));
    leave("-DN=4", "--max-executions", "1");
    RealConsole console = new RealConsole();
    assertEquals(1, console.run("resume", checkpoint), console::err);
    assertTrue(console.out().startsWith("violation  " + source), console.out());
    assertTrue(console.out().contains("thread 1: run"), console.out());
    assertFalse(Files.exists(Path.of(checkpoint)));
  }

  private static final String JOIN_AND_ASSERT =
      """
        for (int i = 0; i < N; i++) pthread_join(t[i], 0);
        assert(!(seen[0] == 4 && seen[3] == 2));
      """;

  private String refusal(String... options) {
    RealConsole console = new RealConsole();
    List<String> line = new ArrayList<>(List.of("resume", checkpoint));
    line.addAll(List.of(options));
    assertEquals(2, console.run(line.toArray(String[]::new)));
    return console.err().replace(folder + "/", "");
  }

  private void damage(String part, String instead) throws IOException {
    Path file = Path.of(checkpoint);
    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
    assertTrue(text.contains(part), text);
    Files.writeString(file, text.replace(part, instead), StandardCharsets.ISO_8859_1);
  }

  @Test
  void whatDoesNotFitIsRefused() throws IOException {
    assertEquals("heddle: rest.hck: no such file\n", refusal());
    leave("-DN=5", "--max-executions", "10");
    byte[] whole = Files.readAllBytes(Path.of(checkpoint));
    damage("\"version\":\"", "\"version\":\"9.");
    assertTrue(refusal().contains("is from version 9."), refusal());
    Files.write(Path.of(checkpoint), whole);
    damage("\"-DN=5\"", "\"-DN=5\",\"-fplugin=evil.so\"");
    assertTrue(refusal().contains("option '-fplugin=evil.so'"), refusal());
    Files.write(Path.of(checkpoint), whole);
    damage("\"-DN=5\"", "\"-DN=4\"");
    assertTrue(refusal().contains("other options or included files"), refusal());
    Files.write(Path.of(checkpoint), whole);
    String otherOptions = refusal("--", "-DN=6");
    assertTrue(otherOptions.contains("other options or included files"), otherOptions);
    damage("\"state\":\"sha256:", "\"state\":\"sha256:0");
    assertTrue(refusal().contains("the checkpoint is damaged"), refusal());
    Files.write(Path.of(checkpoint), Arrays.copyOf(whole, whole.length - 20));
    assertTrue(refusal().contains("cannot be read"), refusal());
    Files.write(Path.of(checkpoint), new byte[100]);
    assertTrue(refusal().contains("not a checkpoint"), refusal());
    Files.write(Path.of(checkpoint), whole);
    Files.writeString(Path.of(source), READERS + "\n");
    assertTrue(refusal().contains("readers.c has changed since"), refusal());
  }

  @Test
  void usage() {
    RealConsole console = new RealConsole();
    assertEquals(2, console.run("resume"));
    assertEquals(2, console.run("check", "-a", "naive", "--checkpoint", checkpoint, source));
    assertTrue(console.err().contains("--algorithm rf or optimal and --model sc"), console.err());
    assertEquals(2, console.run("check", "-m", "rc11", "--checkpoint", checkpoint, source));
    assertEquals(2, console.run("check", "--checkpoint", checkpoint, source, source));
    assertEquals(2, console.run("check", "--checkpoint", checkpoint + ",soon", source));
    assertEquals(2, console.run("check", "--checkpoint", source, source));
  }

  /** Kills the process at random moments, again and again, until it comes to its end. */
  @Test
  void killedRunsComeToTheSameEnd() throws Exception {
    int kills = Integer.getInteger("heddle.kills", 3);
    String size = System.getProperty("heddle.kill.size", "-DN=6");
    String expected = undisturbed(size);
    Random random = new Random(1);
    String out = "";
    for (int i = 0; i <= kills; i++) {
      boolean isFirst = !Files.exists(Path.of(checkpoint));
      Process process =
          isFirst
              ? start("check", "--json", size, "--checkpoint", checkpoint + ",100ms", source)
              : start("resume", "--json", "--checkpoint", checkpoint + ",100ms", checkpoint);
      if (i < kills && !process.waitFor(500 + random.nextInt(1500), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
        continue;
      }
      out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(0, process.waitFor(), out);
      break;
    }
    assertEquals(expected, counts(out));
  }

  private static Process start(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Heddle.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }
}
