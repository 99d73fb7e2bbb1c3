package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    List<String> command = new ArrayList<>(List.of("sh", root.resolve("heddle").toString()));
    command.add("check");
    command.addAll(List.of(options));
    command.add("a.c");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("PATH", root.resolve("bin") + ":" + System.getenv("PATH"));
    builder.environment().put("JAVA_HOME", root.resolve("java").toString());
    builder.environment().remove("HEDDLE_JAVA_OPTS");
    Process process = builder.redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), out);
    return out;
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
}
