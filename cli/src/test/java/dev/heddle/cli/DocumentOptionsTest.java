package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentOptionsTest {
  @TempDir private Path folder;
  private String a;

  @BeforeEach
  void writeInput() throws IOException {
    a = Files.writeString(folder.resolve("a.c"), "int main(void) { return 0; }\n").toString();
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  private static String content(String file) throws IOException {
    return Files.readString(Path.of(file));
  }

  @Test
  void allDocumentsOfOneRun() throws IOException {
    Console console = new Console(Outcomes.inTurn(Outcomes.SAFE, Outcomes.VIOLATION));
    int code =
        console.run(
            "check",
            "--sarif",
            file("a.sarif"),
            "--junit",
            file("a.xml"),
            "--dot",
            file("a.dot"),
            "--svg",
            file("a.svg"),
            a,
            a);
    assertEquals(1, code);
    assertTrue(console.out().contains("2 inputs: 1 safe, 1 violation"), console.out());
    assertTrue(content(file("a.sarif")).contains("\"ruleId\":\"assertion\""));
    assertTrue(content(file("a.xml")).contains("<testsuites tests=\"2\" failures=\"1\""));
    assertTrue(content(file("a.dot")).startsWith("digraph \"a.c:7: assertion: x == 1\""));
    assertTrue(content(file("a.svg")).startsWith("<svg "));
  }

  @Test
  void inputsThatARunDoesNotReachAreInItsDocuments() throws IOException {
    Console console = new Console(Outcomes.SAFE);
    console.interruption.request();
    assertEquals(3, console.run("check", "--junit", file("a.xml"), a));
    assertTrue(content(file("a.xml")).contains("inconclusive: interrupted"));
  }

  @Test
  void anInputIsNotOverwritten() throws IOException {
    Console console = new Console(Outcomes.SAFE);
    assertEquals(2, console.run("check", "--sarif", a, a));
    assertTrue(console.err().contains("it is one of the inputs"), console.err());
    assertTrue(content(a).startsWith("int main"));
  }

  @Test
  void twoDocumentsDoNotShareAFile() {
    Console console = new Console(Outcomes.SAFE);
    String same = folder + "/./a.xml";
    assertEquals(2, console.run("check", "--junit", file("a.xml"), "--svg", same, a));
    assertTrue(console.err().contains("--junit writes it too"), console.err());
    assertFalse(Files.exists(Path.of(file("a.xml"))));
  }

  @Test
  void aMissingFolderIsNamedBeforeTheRun() {
    Console console = new Console(Outcomes.SAFE);
    assertEquals(2, console.run("check", "--dot", file("no/a.dot"), a));
    assertTrue(console.err().contains("there is no folder"), console.err());
    assertEquals(List.of(), console.loaded);
  }

  @Test
  void aFileThatCannotBeWrittenAfterAllIsAnError() {
    Console console =
        new Console(
            (program, limits, progress) -> {
              assertTrue(folder.resolve("gone").toFile().delete());
              return Outcomes.SAFE.explore(program, limits, progress);
            });
    assertTrue(folder.resolve("gone").toFile().mkdir());
    assertEquals(2, console.run("check", "--junit", file("gone/a.xml"), a));
    assertTrue(console.err().contains("cannot write " + file("gone/a.xml")), console.err());
  }

  // ---- Formats of standard output -----------------------------------------------------------

  @Test
  void likeACompiler() {
    Console console = new Console(Outcomes.VIOLATION);
    assertEquals(1, console.run("check", "--format", "gcc", a));
    assertEquals("a.c:7:1: error: assertion: x == 1 [assertion]\n", console.out());
  }

  @Test
  void jsonIsAFormatToo() {
    Console console = new Console(Outcomes.SAFE);
    assertEquals(0, console.run("check", "--format", "json", a));
    assertTrue(console.out().startsWith("{\"file\":"), console.out());
  }

  @Test
  void twoFormatsContradictEachOther() {
    Console console = new Console(Outcomes.SAFE);
    assertEquals(2, console.run("check", "--json", "--format", "gcc", a));
    assertTrue(console.err().contains("--json and --format gcc contradict"), console.err());
  }

  // ---- Witnesses of SV-COMP -----------------------------------------------------------------

  @Test
  void noWitnessForWhatSvCompDoesNotKnow() {
    RealConsole console = new RealConsole();
    String sample = Path.of("..", "samples", "06-deadlock.c").toString();
    String witness = file("w.yml");
    assertEquals(1, console.run("check", "--witness", witness, "--witness-format", "yaml", sample));
    assertTrue(console.err().contains("SV-COMP has no property"), console.err());
    assertFalse(Files.exists(Path.of(witness)));
  }

  @Test
  void anInconclusiveRunHasNoWitness() {
    Console console = new Console(Outcomes.always(Verdict.INCONCLUSIVE, "no"));
    String witness = file("w.yml");
    assertEquals(3, console.run("check", "--witness", witness, "--witness-format", "yaml", a));
    assertFalse(Files.exists(Path.of(witness)));
  }
}
