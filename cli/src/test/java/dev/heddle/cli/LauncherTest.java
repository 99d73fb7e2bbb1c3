package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launcher, in a folder of its own in which building and Java are scripts. */
@Timeout(60)
class LauncherTest {
  @TempDir private Path root;
  private Path lock;

  @BeforeEach
  void install() throws IOException {
    Files.copy(Path.of("..", "heddle"), root.resolve("heddle"));
    script(
        "bin/mvn",
        "mkdir -p cli/target/dist/lib && echo jar >cli/target/dist/lib/heddle.jar && echo built >>log");
    script("java/bin/java", "echo \"ran $*\"");
    script("java/bin/javac", "exit 0");
    Files.writeString(root.resolve("java/release"), "JAVA_VERSION=\"17.0.1\"\n");
    Files.writeString(root.resolve("pom.xml"), "");
    lock = Files.createDirectories(root.resolve("cli/target/build.lock"));
  }

  private void script(String name, String command) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + command + "\n");
    assertTrue(file.toFile().setExecutable(true));
  }

  private String run(String... options) throws Exception {
    Process process = start(options);
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), out);
    return out;
  }

  private Process start(String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of("sh", root.resolve("heddle").toString()));
    command.add("check");
    command.addAll(List.of(options));
    command.add("a.c");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("PATH", root.resolve("bin") + ":" + System.getenv("PATH"));
    builder.environment().put("JAVA_HOME", root.resolve("java").toString());
    builder.environment().remove("HEDDLE_JAVA_OPTS");
    return builder.redirectErrorStream(true).start();
  }

  /** Waits until Java is there, which says so, and sends the launcher a signal. */
  private void endOnceStarted(Process launcher) throws Exception {
    while (!Files.exists(root.resolve("started"))) {
      Thread.sleep(10);
    }
    launcher.toHandle().destroy(); // leaves the streams open
  }

  @Test
  void aLockWithoutAnOwnerDoesNotBlock() throws Exception {
    assertTrue(run().endsWith("dev.heddle.cli.Heddle check a.c\n"));
    assertEquals("built\n", Files.readString(root.resolve("log")));
    assertFalse(Files.exists(lock));
  }

  @Test
  void aLimitOfMemoryIsOneOfTheHeapToo() throws Exception {
    assertFalse(run().contains("-Xmx"));
    assertTrue(run("--memory", "1000M").contains(" -Xmx750m "));
    assertTrue(run("--memory=2GiB").contains(" -Xmx1536m "));
    assertTrue(run("--memory", "10M").contains(" -Xmx64m "));
    assertFalse(run("--memory", "much").contains("-Xmx"));
    assertFalse(run("--memory", "M").contains("-Xmx"));
  }

  @Test
  void neitherDoesOneOfADeadOwner() throws Exception {
    Process owner = new ProcessBuilder("true").start();
    long pid = owner.pid();
    assertEquals(0, owner.waitFor());
    Files.writeString(lock.resolve("owner"), pid + "\n");
    assertTrue(run().endsWith("dev.heddle.cli.Heddle check a.c\n"));
    assertFalse(Files.exists(lock));
  }

  @Test
  void theExitCodeIsJavas() throws Exception {
    script("java/bin/java", "exit 1");
    assertEquals(1, start().waitFor());
  }

  @Test
  void javaReadsWhatTheLauncherIsGiven() throws Exception {
    script("java/bin/java", "cat");
    Process launcher = start();
    try (OutputStream in = launcher.getOutputStream()) {
      in.write("input".getBytes(StandardCharsets.UTF_8));
    }
    String out = new String(launcher.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(out.endsWith("input"), out);
  }

  @Test
  void aSignalThatEndsJavaBeforeItCanTakeItIsReported() throws Exception {
    script(
        "java/bin/java",
        """
        case $* in *-Dheddle.interrupted=true*) echo reported; exit 3 ;; *-cp*a.c*) ;; *) exit ;; esac
        echo >"$(dirname "$0")/../../started"; exec sleep 30""");
    Process launcher = start();
    endOnceStarted(launcher);
    String out = new String(launcher.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(out.endsWith("reported\n"), out);
    assertEquals(3, launcher.waitFor());
  }

  @Test
  void aSignalReachesJavaAndIsReportedOnce() throws Exception {
    script(
        "java/bin/java",
        """
        case $* in *-cp*a.c*) ;; *) exit ;; esac
        trap 'echo reported; exit 3' TERM
        echo >"$(dirname "$0")/../../started"; while :; do sleep 0.05; done""");
    Process launcher = start();
    endOnceStarted(launcher);
    String out = new String(launcher.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(out.endsWith("reported\n") && out.indexOf("reported") == out.length() - 9, out);
    assertEquals(3, launcher.waitFor());
  }

  @Test
  void javaEndsWithItsLauncher() throws Exception {
    String program = "int main() { for (volatile long i = 0; i < 1000000000000; i++) {} }\n";
    Path file = Files.writeString(root.resolve("endless.c"), program);
    Process orphan =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dheddle.launcher=1",
                "-cp",
                System.getProperty("java.class.path"),
                Heddle.class.getName(),
                "check",
                file.toString())
            .redirectErrorStream(true)
            .start();
    assertTrue(orphan.waitFor(20, TimeUnit.SECONDS));
    assertEquals("", new String(orphan.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    assertEquals(3, orphan.exitValue());
  }
}
