package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code heddle consistency} as a user sees it. */
class ConsistencyCommandTest {
  /** Message passing with the flag seen and the data not. */
  private static final String STALE =
      "d: 1 W rlx data\nf: 1 W rel flag\n2 R acq flag f\n2 R rlx data init\n";

  @TempDir Path folder;
  private final Console console = new Console(Outcomes.SAFE);

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private int run(String... args) {
    String[] line = new String[args.length + 1];
    line[0] = "consistency";
    System.arraycopy(args, 0, line, 1, args.length);
    return console.run(line);
  }

  @Test
  void consistentTraceEndsWithZero() throws IOException {
    String trace = file("mp.txt", STALE);
    assertEquals(0, run("--model", "relaxed", trace));
    assertTrue(console.out().startsWith("consistent    " + trace + "  4 events  RELAXED  "));
    assertEquals("", console.err());
  }

  @Test
  void inconsistentTraceEndsWithOneAndSaysWhy() throws IOException {
    String trace = file("mp.txt", STALE);
    assertEquals(1, run("-m", "rc20", trace));
    assertTrue(console.out().startsWith("inconsistent  " + trace + "  4 events  RC20  "));
    assertTrue(console.out().contains("violates write-coherence"), console.out());
    assertTrue(console.out().contains("d -po-> f -sw-> line 3 -po-> line 4"), console.out());
    assertEquals("", console.err());
  }

  @Test
  void quietPrintsVerdictLinesOnly() throws IOException {
    assertEquals(1, run("-q", "-m", "ra", file("mp.txt", STALE)));
    assertEquals(1, console.out().lines().count());
  }

  @Test
  void jsonHasOneObjectPerInput() throws IOException {
    String bad = file("bad.txt", "1 W what x\n");
    String trace = file("mp.txt", STALE);
    assertEquals(1, run("--json", "-m", "sra", trace, bad, file("ok.txt", "1 W rlx x\n")));
    String[] lines = console.out().split("\n", -1);
    assertEquals(4, lines.length, console.out());
    assertTrue(lines[0].startsWith("{\"file\":\"" + trace), lines[0]);
    assertTrue(lines[0].contains("\"model\":\"sra\",\"verdict\":\"inconsistent\""), lines[0]);
    assertTrue(lines[0].contains("\"axiom\":\"strong-write-coherence\""), lines[0]);
    assertTrue(lines[0].contains("{\"relation\":\"mo\",\"from\":\"d\",\"to\":\"init(data)\"}"));
    assertTrue(lines[1].contains("\"verdict\":\"error\""), lines[1]);
    assertTrue(lines[1].contains("line 1: unknown order 'what'"), lines[1]);
    assertTrue(lines[2].contains("\"verdict\":\"consistent\",\"reason\":null,\"events\":1"));
    assertTrue(lines[2].endsWith("\"explanation\":null}"), lines[2]);
    assertTrue(console.err().contains("bad.txt: line 1: unknown order 'what'"), console.err());
  }

  @Test
  void witnessListsTheWritesOfEachLocationInOrder() throws IOException {
    String trace =
        file("t.txt", "a: 1 W rel x\nb: 2 W rel x\nu: 1 U acq x b\n3 R acq x a\n3 R acq x b\n");
    Path witness = folder.resolve("mo.txt");
    assertEquals(0, run("-m", "ra", trace, "--witness", witness.toString()));
    assertEquals(
        "# modification order of " + trace + " under ra\nmo x: a b u\n", Files.readString(witness));
  }

  @Test
  void noWitnessOfAnInconsistentTrace() throws IOException {
    Path witness = folder.resolve("mo.txt");
    assertEquals(1, run("-m", "ra", file("t.txt", STALE), "--witness", witness.toString()));
    assertFalse(Files.exists(witness));
  }

  @Test
  void witnessThatCannotBeWrittenIsAnError() throws IOException {
    String nowhere = folder.resolve("none").resolve("mo.txt").toString();
    assertEquals(2, run("-m", "ra", file("t.txt", "1 W rlx x\n"), "--witness", nowhere));
    assertTrue(console.err().contains("cannot write " + nowhere), console.err());
  }

  @Test
  void witnessMustNotReplaceTheTrace() throws IOException {
    String trace = file("t.txt", "1 W rlx x\n");
    assertEquals(2, run("-m", "ra", trace, "--witness", trace));
    assertTrue(console.err().contains("it is one of the inputs"), console.err());
    assertEquals("1 W rlx x\n", Files.readString(Path.of(trace)));
  }

  @Test
  void standardInputIsRead() {
    InputStream before = System.in;
    try {
      System.setIn(new ByteArrayInputStream(STALE.getBytes(StandardCharsets.UTF_8)));
      assertEquals(1, run("-m", "ra", "-"));
    } finally {
      System.setIn(before);
    }
    assertTrue(console.out().startsWith("inconsistent  -  4 events  RA"), console.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 R acq x | line 1: the read has no source",
        "2 R acq x q | line 1: no event is called 'q'",
        "f: 1 F rel;2 R acq x f | line 2: the source (line 1) is not a write",
        "a: 1 W rlx x;2 R acq y a | line 2: the source (line 1) is a write of another location",
        "a: 1 W rlx x;a: 2 W rlx x | line 2: two writes are called 'a'; the first is on line 1",
        "a: 1 F rel;a: 1 F rel | line 2: duplicate event 'a'; the first is on line 1",
        "1 W strong x | line 1: unknown order 'strong'",
        "a: 1 W rlx x;b: 1 W rlx x;po b a | line 3: program order is cyclic",
        "'' | line 1: the trace has no event",
      })
  void badInputIsRefusedWithItsLine(String text, String message) throws IOException {
    String trace = file("bad.txt", text.replace(';', '\n'));
    assertEquals(2, run("-m", "rc20", trace));
    assertEquals("error         " + trace + "\n", console.out());
    assertTrue(console.err().startsWith("heddle: " + trace + ": " + message), console.err());
  }

  @Test
  void truncatedFilesAreRefused() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      zip.write(STALE.getBytes(StandardCharsets.UTF_8));
    }
    Path gzip = folder.resolve("t.gz");
    Files.write(gzip, Arrays.copyOf(bytes.toByteArray(), 20));
    assertEquals(2, run(gzip.toString()));
    assertTrue(console.err().contains("line 1: the gzip data is truncated"), console.err());
    Path binary = folder.resolve("t.bin");
    assertEquals(0, run("--convert", file("t.txt", STALE), "--out", binary.toString()));
    byte[] whole = Files.readAllBytes(binary);
    Files.write(binary, Arrays.copyOf(whole, whole.length - 6));
    assertEquals(2, run(binary.toString()));
    assertTrue(console.err().contains(": the file is truncated"), console.err());
    assertTrue(console.err().contains("event 4, byte "), console.err());
  }

  @Test
  void unreadableFilesAreRefused() {
    assertEquals(2, run(folder.resolve("none.txt").toString()));
    assertTrue(console.err().contains("there is no such file or folder"), console.err());
    assertEquals(2, run(folder.toString()));
    assertTrue(console.err().contains("it is a folder"), console.err());
  }

  @Test
  void scAccessUnderRc20IsRefusedByName() throws IOException {
    assertEquals(2, run("-m", "rc20", file("t.txt", "a: 1 W sc x\n")));
    assertTrue(console.err().contains("a (thread 1: write sc x)"), console.err());
  }

  @Test
  void oneBadFileDoesNotStopTheRest() throws IOException {
    assertEquals(2, run("-m", "ra", file("bad.txt", "?\n"), file("ok.txt", "1 W rlx x\n")));
    assertTrue(console.out().contains("\nconsistent"), console.out());
    assertTrue(console.err().contains("line 1:"), console.err());
  }

  @Test
  void convertsBetweenForms() throws IOException {
    Path binary = folder.resolve("t.bin");
    Path text = folder.resolve("u.txt.gz");
    assertEquals(0, run("--convert", file("t.txt", STALE), "--out", binary.toString()));
    assertEquals(0, run("--convert", binary.toString(), "--out", text.toString()));
    assertEquals(1, run("-m", "ra", text.toString()));
    assertEquals(2, run("--convert", file("bad.txt", "x\n"), "--out", binary.toString()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"g.bin", "g.txt", "g.bin.gz"})
  void generatedTracesAreWhatTheyClaim(String name) {
    String trace = folder.resolve(name).toString();
    String[] shape = {
      "--generate", "--threads", "5", "--events", "900", "--locations", "7", "--rmw", "0.2",
    };
    String[] consistent = concat(shape, "--consistent", "--seed", "3", "--out", trace);
    assertEquals(0, run(consistent), console.err());
    for (String model : new String[] {"sc", "sra", "ra", "wra", "rc20", "relaxed"}) {
      assertEquals(0, run("-m", model, trace), model);
    }
    assertTrue(console.out().contains("  900 events  "), console.out());
    String[] violation = concat(shape, "--violation", "--out", trace);
    assertEquals(0, run(violation), console.err());
    for (String model : new String[] {"sc", "sra", "ra", "wra", "rc20", "relaxed"}) {
      assertEquals(1, run("-m", model, trace), model);
    }
  }

  private static String[] concat(String[] first, String... second) {
    String[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        " | nothing to check; name a trace",
        "-m tso a.txt | there is no model 'tso'",
        "--generate | --generate needs --out FILE",
        "--generate --out a --consistent --violation | contradict each other",
        "--generate --convert --out a | contradict each other",
        "--generate --out a b.txt | --generate takes no input",
        "--generate --out a --events 2 | at least 3 events",
        "--generate --out a --rmw 2 | '2' is not a number from 0 to 1",
        "--generate --out a --threads 0 | a limit of 0",
        "--threads 3 a.txt | are for --generate",
        "--convert a.txt | --convert takes one trace and --out",
        "--out b a.txt | --out is for --generate and --convert",
        "--witness w a.txt b.txt | --witness takes the order of one trace",
      })
  void wrongUsageIsRefused(String line, String message) {
    assertEquals(2, line == null ? run() : run(line.split(" ", -1)));
    assertEquals("", console.out());
    assertTrue(console.err().contains(message), console.err());
  }

  @Test
  void interruptionBeforeACheckIsInconclusive() throws IOException {
    console.interruption.request();
    assertEquals(3, run("-m", "ra", file("t.txt", STALE)));
    assertTrue(console.out().contains("inconclusive"), console.out());
  }

  @Test
  void helpTeaches() {
    assertEquals(0, run("--help"));
    assertTrue(console.out().contains("heddle consistency --model ra trace.txt"), console.out());
    console.out().lines().forEach(text -> assertTrue(text.length() <= 90, text));
  }
}
