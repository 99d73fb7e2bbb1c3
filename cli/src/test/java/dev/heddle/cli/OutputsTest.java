package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that runs write: whole or not at all, and never in silence. */
class OutputsTest {
  private static final Path FULL = Path.of("/dev/full");

  @TempDir private Path folder;
  private Path source;
  private Path output;

  @BeforeEach
  void makeFiles() throws IOException {
    source = Files.writeString(folder.resolve("a.c"), "int main(void) { return 0; }\n");
    output = Files.writeString(folder.resolve("results.json"), "precious\n");
  }

  private void assertNothingElse(String... names) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(
          Stream.of(names).sorted().toList(),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--witness /no/such/folder/bug.json",
        "--witness SOURCE",
        "--unroll 0",
        "-a frobnicate",
        "--no-such-option",
        "-q -v",
        "--jobs 1000"
      })
  void aWrongCommandLineTouchesNothing(String wrong) throws IOException {
    Console console = new Console(Outcomes.SAFE);
    String line = "check --output " + output + " " + source + " " + wrong;
    assertEquals(2, console.run(line.replace("SOURCE", source.toString()).split(" ")));
    assertEquals("precious\n", Files.readString(output));
    assertNothingElse("a.c", "results.json");
  }

  @Test
  void theOldFileStaysUntilTheNewOneIsComplete() throws IOException {
    Console console =
        new Console(
            (program, limits, progress) -> {
              try {
                assertEquals("precious\n", Files.readString(output));
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
              return Outcomes.SAFE.explore(program, limits, progress);
            });
    assertEquals(
        0, console.run("check", "--output", output.toString(), source.toString()), console::err);
    assertTrue(Files.readString(output).startsWith("{\"file\""));
    assertNothingElse("a.c", "results.json");
  }

  /** In a folder that others may write to, they may guess the name of the unfinished file. */
  @Test
  void aLinkInTheUnfinishedFilesPlaceIsNotFollowed() throws IOException {
    Path victim = Files.writeString(folder.resolve("victim"), "precious\n");
    String part = output.getFileName() + ".part" + ProcessHandle.current().pid();
    Files.createSymbolicLink(folder.resolve(part), victim);
    Console console = new Console(Outcomes.SAFE);
    assertEquals(
        0, console.run("check", "--output", output.toString(), source.toString()), console::err);
    assertEquals("precious\n", Files.readString(victim));
    assertTrue(Files.readString(output).startsWith("{\"file\""));
    assertNothingElse("a.c", "results.json", "victim");
  }

  @Test
  void linksStay() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link.json"), output);
    Console console = new Console(Outcomes.SAFE);
    assertEquals(0, console.run("check", "--output", link.toString(), source.toString()));
    assertTrue(Files.isSymbolicLink(link));
    assertTrue(Files.readString(output).startsWith("{\"file\""));
  }

  @Test
  void aFullDiskIsAFailureOfTheRun() {
    Console console = new Console(Outcomes.SAFE);
    assertEquals(2, console.run("check", "--output", FULL.toString(), source.toString()));
    assertTrue(console.err().contains("heddle: cannot write /dev/full: "), console.err());
    Console violation = new Console(Outcomes.VIOLATION);
    assertEquals(2, violation.run("check", "--witness", FULL.toString(), source.toString()));
    assertTrue(violation.err().contains("heddle: cannot write /dev/full: "), violation.err());
  }

  @Test
  void aFullDiskIsAFailureOfTracesToo() {
    Console console = new Console(Outcomes.SAFE);
    assertEquals(2, console.run("consistency", "--generate", "--out", FULL.toString()));
    assertTrue(console.err().contains("heddle: cannot write /dev/full: "), console.err());
  }

  /** Whatever the command would have answered: nobody gets to read it. */
  @Test
  void resultsThatNobodyCanReadAreAFailure() throws IOException {
    RealConsole maker = new RealConsole();
    String witness = folder.resolve("bug.json").toString();
    assertEquals(1, maker.run("check", "-q", "--witness", witness, "../samples/03-lost-update.c"));
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    try (OutputStream full = Files.newOutputStream(FULL);
        PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8)) {
      Terminal terminal =
          new Terminal(new PrintStream(full), errors, false, false, false, RealConsole.COLUMNS);
      Heddle heddle = new Heddle(Toolbox.standard(), terminal, new Interruption());
      assertEquals(2, heddle.run("replay", witness));
    }
    String said = err.toString(StandardCharsets.UTF_8);
    assertEquals("heddle: cannot write to standard output\n", said);
  }

  @Test
  void whatCannotBeFinishedGoesAway() throws IOException {
    Path file = folder.resolve("new.txt");
    try (UnfinishedFile unfinished = UnfinishedFile.at(file)) {
      unfinished.write(new byte[100]);
    }
    assertFalse(Files.exists(file));
    assertNothingElse("a.c", "results.json");
    try (UnfinishedFile unfinished = UnfinishedFile.at(file)) {
      unfinished.write(new byte[100]);
      unfinished.finish();
    }
    assertEquals(100, Files.size(file));
  }

  @Test
  void devicesAreWrittenAsTheyAre() {
    Console console = new Console(Outcomes.SAFE);
    assertEquals(0, console.run("check", "--output", "/dev/null", source.toString()));
    assertFalse(Files.isRegularFile(Path.of("/dev/null")));
  }

  @Test
  void anAbandonedRunLeavesItsFile() throws Exception {
    Console[] console = new Console[1];
    console[0] =
        new Console(
            (program, limits, progress) -> {
              assertEquals(ExitCode.INCONCLUSIVE, console[0].interruption.abandon());
              return Outcomes.SAFE.explore(program, limits, progress);
            });
    assertEquals(3, console[0].run("check", "--output", output.toString(), source.toString()));
    List<String> lines = Files.readAllLines(output);
    assertEquals(1, lines.size());
    assertTrue(lines.get(0).contains("\"verdict\":\"inconclusive\""), lines.get(0));
  }
}
