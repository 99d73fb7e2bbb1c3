package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A check that was left can be taken up again, and comes to the same end. */
@Timeout(300)
class ResumeCommandTest {
  private static final String MAIN =
      """
      int main(void) {
        pthread_t t[N];
        for (long i = 0; i < N; i++) pthread_create(&t[i], 0, run, (void *)i);
        for (int i = 0; i < N; i++) pthread_join(t[i], 0);
        return 0;
      }
      """;

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
      """
          + MAIN;

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

  /** Under each model, and by both algorithms that know weak memory. */
  @ParameterizedTest
  @ValueSource(strings = {"rc11", "rc20", "ra", "sra", "wra", "relaxed", "tso", "pso"})
  void graphsGoOnToo(String model) throws IOException {
    Files.writeString(Path.of(source), RELAXED_READERS);
    for (String algorithm : new String[] {"rf", "graph"}) {
      String expected = undisturbed("-DN=4", "-m", model, "-a", algorithm);
      leave("-DN=4", "-m", model, "-a", algorithm, "--max-executions", "20");
      RealConsole some = new RealConsole();
      assertEquals(3, some.run("resume", "--json", "--max-executions", "9", "-j", "2", checkpoint));
      assertEquals("29+0", counts(some.out()));
      RealConsole rest = new RealConsole();
      assertEquals(0, rest.run("resume", "--json", checkpoint), rest::err);
      assertEquals(expected, counts(rest.out()));
      assertTrue(rest.out().contains("\"model\":\"" + model + "\""), rest.out());
    }
  }

  private static final String RELAXED_READERS =
      READERS
          .replace("load(&x)", "load_explicit(&x, memory_order_acquire)")
          .replace("store(&x, i + 1)", "store_explicit(&x, i + 1, memory_order_release)");

  /** What has been found not to be sequential stays so. */
  @Test
  void goesOnInEitherPhaseOfTheDefaultModel() throws IOException {
    String expected = undisturbed("-DN=4");
    leave("-DN=4", "--max-executions", "20");
    RealConsole rest = new RealConsole();
    assertEquals(0, rest.run("resume", "--json", checkpoint), rest::err);
    assertEquals(expected, counts(rest.out()));
    assertTrue(rest.out().contains("\"sequential\":true"), rest.out());
    Files.writeString(Path.of(source), TRYLOCK);
    String weak = undisturbed("-DN=3");
    leave("-DN=3", "--max-executions", "2");
    RealConsole again = new RealConsole();
    assertEquals(0, again.run("resume", "--json", checkpoint), again::err);
    assertEquals(weak, counts(again.out()));
    assertFalse(again.out().contains("\"sequential\":true"), again.out());
  }

  /** An unsuccessful attempt to take a mutex synchronises with nobody. */
  private static final String TRYLOCK =
      """
      #include <pthread.h>
      #include <stdatomic.h>
      pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
      atomic_int x;
      static void *run(void *p) {
        if (pthread_mutex_trylock(&m) == 0) {
          atomic_fetch_add(&x, 1);
          pthread_mutex_unlock(&m);
        }
        return 0;
      }
      """
          + MAIN;

  /** A violation that was found before is told with its sources after it. */
  @Test
  void weakViolationsComeBackFromACheckpoint() throws IOException {
    Files.writeString(Path.of(source), STORE_BUFFERING);
    RealConsole whole = new RealConsole();
    assertEquals(1, whole.run("check", "--keep-going", "-m", "tso", source), whole::err);
    int codes = 0;
    for (int executions = 1; executions < 4; executions++) {
      RealConsole left = new RealConsole();
      String most = Integer.toString(executions);
      String[] line = {
        "check", "-m", "tso", "--keep-going", "--max-executions", most, "--checkpoint", checkpoint
      };
      codes += left.run(Stream.concat(Stream.of(line), Stream.of(source)).toArray(String[]::new));
      assertTrue(Files.exists(Path.of(checkpoint)), left::err);
      RealConsole rest = new RealConsole();
      assertEquals(1, rest.run("resume", checkpoint), rest::err);
      assertEquals(trace(whole.out()), trace(rest.out()));
    }
    assertTrue(codes < 9, "no run found the violation before it was left");
  }

  /** What is told of an execution, without the line that has the time. */
  private static String trace(String out) {
    return out.substring(out.indexOf('\n'));
  }

  private static final String STORE_BUFFERING =
      """
      #include <assert.h>
      #include <pthread.h>
      #include <stdatomic.h>
      atomic_int x, y;
      int a, b;
      static void *left(void *p) {
        atomic_store_explicit(&x, 1, memory_order_relaxed);
        a = atomic_load_explicit(&y, memory_order_relaxed);
        return 0;
      }
      static void *right(void *p) {
        atomic_store_explicit(&y, 1, memory_order_relaxed);
        b = atomic_load_explicit(&x, memory_order_relaxed);
        return 0;
      }
      int main(void) {
        pthread_t t, u;
        pthread_create(&t, 0, left, 0);
        pthread_create(&u, 0, right, 0);
        pthread_join(t, 0);
        pthread_join(u, 0);
        assert(a || b);
        return 0;
      }
      """;

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

  /** Whoever goes on would meet the same error. */
  @Test
  void aRunThatEndsWithAnErrorSaysNothingOfGoingOn() throws IOException {
    Files.writeString(
        Path.of(source),
        READERS
            .replace("#include <pthread.h>", "#include <pthread.h>\nvoid unknown(void);")
            .replace("  for (int i = 0; i < N; i++) pthread_join(t[i], 0);\n", JOIN_AND_CALL));
    leave("-DN=4", "--max-executions", "1");
    byte[] left = Files.readAllBytes(Path.of(checkpoint));
    RealConsole console = new RealConsole();
    assertEquals(2, console.run("resume", checkpoint), console::err);
    assertTrue(console.err().contains("unknown"), console.err());
    assertFalse(console.err().contains("to go on"), console.err());
    assertArrayEquals(left, Files.readAllBytes(Path.of(checkpoint)));
  }

  private static final String JOIN_AND_CALL =
      """
        for (int i = 0; i < N; i++) pthread_join(t[i], 0);
        if (seen[0] == 4 && seen[3] == 2) unknown();
      """;

  @Test
  void goesOnAsOftenAsBefore() throws IOException {
    String[] line = {
      "check", "-DN=4", "--checkpoint", checkpoint + ",90s", "--max-executions", "1", source
    };
    assertEquals(3, new RealConsole().run(line));
    assertTrue(firstLine().contains("\"interval\":\"90000000000\""), firstLine());
    assertEquals(3, new RealConsole().run("resume", "--max-executions", "1", checkpoint));
    assertTrue(firstLine().contains("\"interval\":\"90000000000\""), firstLine());
  }

  private String firstLine() throws IOException {
    String whole = Files.readString(Path.of(checkpoint), StandardCharsets.ISO_8859_1);
    return whole.substring(0, whole.indexOf('\n'));
  }

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

  /** Changes a bit of the state, so that it can still be unpacked. */
  private void damageState(byte[] whole) throws IOException {
    int line = new String(whole, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;
    InputStream packed = new ByteArrayInputStream(whole, line, whole.length - line);
    byte[] state = new GZIPInputStream(packed).readAllBytes();
    state[state.length / 2] ^= 4;
    try (OutputStream out = Files.newOutputStream(Path.of(checkpoint))) {
      out.write(whole, 0, line);
      GZIPOutputStream damaged = new GZIPOutputStream(out);
      damaged.write(state);
      damaged.finish();
    }
  }

  /**
   * States that somebody has changed, with the hash to go with them, may mislead an exploration but
   * never bring Heddle down. {@code -Dheddle.fuzz.states=1000} sets how many there are of each.
   */
  @ParameterizedTest
  @ValueSource(strings = {"-m=sc -a=rf", "-m=sc -a=optimal", "-m=rc11 -a=graph", "-m=ra -a=rf"})
  void forgedStatesDoNotBringItDown(String options) throws Exception {
    Random random = new Random(1);
    leave(Stream.of(("-DN=4 --max-executions=5 " + options).split(" ")).toArray(String[]::new));
    byte[] whole = Files.readAllBytes(Path.of(checkpoint));
    for (int i = Integer.getInteger("heddle.fuzz.states", 25); i > 0; i--) {
      forge(whole, random);
      byte[] forged = Files.readAllBytes(Path.of(checkpoint));
      RealConsole console = new RealConsole();
      int code = console.run("resume", "-q", "--timeout", "5s", checkpoint);
      if (code == 4) {
        Files.write(Path.of("target", "forged.hck"), forged);
      }
      assertTrue(code <= 3, () -> console.err() + "\n(kept in target/forged.hck)");
    }
  }

  /** Changes numbers of the state, or cuts it, and gives it the hash that fits. */
  private void forge(byte[] whole, Random random) throws Exception {
    int line = new String(whole, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;
    InputStream packed = new ByteArrayInputStream(whole, line, whole.length - line);
    byte[] hashed = new GZIPInputStream(packed).readAllBytes();
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    byte[] state = Arrays.copyOf(hashed, hashed.length - digest.getDigestLength());
    if (random.nextInt(10) == 0) {
      state = Arrays.copyOf(state, random.nextInt(state.length));
    }
    for (int changes = 1 + random.nextInt(3); changes > 0 && state.length > 0; changes--) {
      int at = random.nextInt(state.length);
      state[at] =
          (byte) (random.nextBoolean() ? state[at] ^ 1 << random.nextInt(8) : random.nextInt());
    }
    try (OutputStream out = Files.newOutputStream(Path.of(checkpoint))) {
      out.write(whole, 0, line);
      GZIPOutputStream forged = new GZIPOutputStream(out);
      forged.write(state);
      forged.write(digest.digest(state));
      forged.finish();
    }
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
    damageState(whole);
    assertTrue(refusal().contains("the checkpoint is damaged"), refusal());
    int line = new String(whole, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;
    for (int length : new int[] {whole.length - 20, line + 15, line}) {
      Files.write(Path.of(checkpoint), Arrays.copyOf(whole, length));
      assertTrue(refusal().contains("the checkpoint is damaged"), refusal());
    }
    Files.write(Path.of(checkpoint), whole);
    damage("\"keepGoing\":\"false\"", "\"keepGoing\":\"maybe\"");
    assertTrue(refusal().contains("'keepGoing' is neither true nor false"), refusal());
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
    assertTrue(console.err().contains("--algorithm rf, graph or optimal"), console.err());
    assertEquals(2, console.run("check", "-m", "power", "--checkpoint", checkpoint, source));
    assertEquals(2, console.run("check", "--checkpoint", checkpoint, source, source));
    assertEquals(2, console.run("check", "--checkpoint", checkpoint + ",soon", source));
    assertEquals(2, console.run("check", "--checkpoint", source, source));
  }

  /** Kills the process at random moments, again and again, until it comes to its end. */
  @ParameterizedTest
  @ValueSource(strings = {"sc", "ra", "rc11"})
  void killedRunsComeToTheSameEnd(String model) throws Exception {
    int kills = Integer.getInteger("heddle.kills", 3);
    String size = System.getProperty("heddle.kill.size", "-DN=6");
    String expected = undisturbed(size, "-m", model);
    Random random = new Random(1);
    String out = "";
    for (int i = 0; i <= kills; i++) {
      boolean isFirst = !Files.exists(Path.of(checkpoint));
      Process process =
          isFirst
              ? start(
                  "check",
                  "--json",
                  size,
                  "-m",
                  model,
                  "--checkpoint",
                  checkpoint + ",100ms",
                  source)
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
