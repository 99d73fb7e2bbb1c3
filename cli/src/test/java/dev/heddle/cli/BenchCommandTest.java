package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.Exploration;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class BenchCommandTest {
  private static final String HEADER =
      "benchmark\tn\talgorithm\tcomplete\tblocked\tseconds\texecutions_per_second\tpeak_MiB"
          + "\tpublished\tcomparison";

  @TempDir private Path folder;

  /** A safe program with this many executions. */
  private static Exploration counting(long complete, long blocked) {
    return (program, limits, progress) ->
        new Outcome(Verdict.SAFE, null, complete, blocked, List.of(), List.of());
  }

  /** A line of the sheet without what differs from run to run. */
  private static List<String> counts(String line) {
    List<String> cells = List.of(line.split("\t", -1));
    assertTrue(cells.get(5).matches("[0-9]+\\.[0-9]{2}"), line);
    assertTrue(cells.get(6).matches("[0-9]+"), line);
    assertTrue(Integer.parseInt(cells.get(7)) > 0, line);
    return List.of(
        cells.get(0),
        cells.get(1),
        cells.get(2),
        cells.get(3),
        cells.get(4),
        cells.get(8),
        cells.get(9));
  }

  // ---- Counts and exit codes -------------------------------------------------------------------

  @Test
  void aPageHasThePlots() throws IOException {
    Path page = folder.resolve("page.html");
    Console console = new Console(counting(30, 2));
    assertEquals(
        0,
        console.run(
            "bench", "--in-process", "--html", page.toString(), "lamport:2", "-a", "optimal"));
    String html = Files.readString(page);
    assertTrue(html.contains(">lamport 2 optimal</text>"), html);
    assertTrue(html.contains("<td>30</td>"), html);
    assertEquals(2, console.run("bench", "--html", page.toString(), "--list"));
    assertEquals(2, console.run("bench", "--html", folder + "/none/page.html", "lamport:2"));
  }

  @Test
  void publishedCountsAreOk() {
    Console console = new Console(counting(30, 2));
    assertEquals(
        0, console.run("bench", "--in-process", "lamport:2", "lamport:5", "-a", "optimal"));
    List<String> lines = console.out().lines().toList();
    assertEquals(3, lines.size());
    assertEquals(HEADER, lines.get(0));
    assertEquals(List.of("lamport", "2", "optimal", "30", "2", "32", "ok"), counts(lines.get(1)));
    assertEquals(List.of("lamport", "5", "optimal", "30", "2", "-", "-"), counts(lines.get(2)));
    assertEquals("", console.err());
    assertEquals(List.of("-DN=5"), console.clangArguments);
  }

  @Test
  void anotherCountIsOne() {
    Console console = new Console(counting(30, 3));
    assertEquals(1, console.run("bench", "--in-process", "lamport:2", "-a", "optimal"));
    assertTrue(console.out().endsWith("\t32\tDIFFERENT\n"), console.out());
    assertEquals(Algorithm.OPTIMAL, console.algorithm);
  }

  @Test
  void violationIsOne() {
    Console console = new Console(Outcomes.VIOLATION);
    assertEquals(1, console.run("bench", "--in-process", "reorder-assert:3"));
    assertTrue(console.out().endsWith("\t-\tviolation\n"), console.out());
  }

  @Test
  void limitIsThree() {
    Console console = new Console(Outcomes.always(Verdict.INCONCLUSIVE, "timeout"));
    assertEquals(
        3, console.run("bench", "--in-process", "--timeout", "10s", "lamport:2", "-a", "optimal"));
    assertTrue(console.out().endsWith("\t32\tinconclusive\n"), console.out());
    assertEquals("heddle: lamport:2: timeout\n", console.err());
    assertTrue(console.limits.nanoseconds() > 1_000_000_000L);
  }

  @Test
  void tableIsRunWithoutItsLargeRows() {
    Console console = new Console(counting(1, 0));
    assertEquals(1, console.run("bench", "--in-process", "--max-count", "1000", "-a", "optimal"));
    assertTrue(console.out().contains("\nreaders\t9\toptimal\t"), console.out());
    assertTrue(console.err().startsWith("heddle: left out, as they take more than 1000 "));
    assertTrue(console.err().contains(" readers:11, readers:13, "), console.err());
    assertTrue(console.loaded.size() < 10);
  }

  @Test
  void reductionsAreShownSideBySide() {
    Console console = new Console(counting(12, 0));
    assertEquals(1, console.run("bench", "--in-process", "--table", "await", "mutex:2"));
    List<String> lines = console.out().lines().toList();
    assertEquals(
        List.of("mutex", "2", "baseline", "12", "0", "12+2", "DIFFERENT"), counts(lines.get(1)));
    assertEquals(List.of("mutex", "2", "plp", "12", "0", "12+2", "fewer"), counts(lines.get(2)));
    assertEquals(List.of("mutex", "2", "await", "12", "0", "12+0", "ok"), counts(lines.get(3)));
    assertEquals(
        List.of("mutex", "2", "ifaa", "12", "0", "10+0", "DIFFERENT"), counts(lines.get(4)));
    assertEquals(List.of("mutex", "2", "rf-reduced", "12", "0", "-", "-"), counts(lines.get(5)));
    assertEquals(List.of("-DN=2"), console.clangArguments);
    assertEquals(Algorithm.RF, console.algorithm);
  }

  @Test
  void boundsAreThoseOfTheTable() {
    Console console = new Console(counting(336, 72));
    assertEquals(
        0, console.run("bench", "--in-process", "--max-count", "700", "mcslock", "-a", "optimal"));
    assertEquals(4, console.limits.unroll());
    assertEquals(
        "heddle: left out, as they take more than 700 executions: mcslock:3 baseline, mcslock:3"
            + " plp, mcslock:4 baseline, mcslock:4 plp, mcslock:4 await, mcslock:4 ifaa\n",
        console.err());
  }

  @Test
  void interruptionEndsTheRun() {
    Console console =
        new Console(
            (program, limits, progress) -> {
              while (progress.stopReason() == null) {
                Thread.onSpinWait();
              }
              return new Outcome(
                  Verdict.INCONCLUSIVE, progress.stopReason(), 1, 0, List.of(), List.of());
            });
    console.interruption.request();
    assertEquals(3, console.run("bench", "--in-process", "lamport"));
    assertEquals(HEADER + "\n", console.out());
  }

  @Test
  void listShowsTheTables() {
    Console console = new Console(Outcomes.SAFE);
    assertEquals(0, console.run("bench", "--list"));
    assertTrue(console.out().startsWith("table\tbenchmark\tn\toptimal\trf\n"), console.out());
    assertTrue(console.out().contains("\nexplored\tfloating-read\t12\t-\t13\n"), console.out());
    assertTrue(console.out().contains("\nextended\tbig0\t-\t69112\t69112\n"), console.out());
    assertTrue(
        console.out().contains("\nawait\tmutex\t2\t12+2\t12+2\t12+0\t10+0\t-\n"), console.out());
    assertTrue(console.loaded.isEmpty());
  }

  // ---- Processes -------------------------------------------------------------------------------

  @Test
  void eachRowGetsAProcess() {
    Console console = new Console(Outcomes.VIOLATION);
    assertEquals(0, console.run("bench", "lastwrite:2,3", "-a", "optimal"), console::err);
    List<String> lines = console.out().lines().toList();
    assertEquals(List.of("lastwrite", "2", "optimal", "2", "0", "2", "ok"), counts(lines.get(1)));
    assertEquals(List.of("lastwrite", "3", "optimal", "6", "0", "-", "-"), counts(lines.get(2)));
    assertTrue(console.loaded.isEmpty());
  }

  @Test
  void peersRunOnTheSameFiles() throws IOException {
    Console console = new Console(counting(16, 16));
    console.withExecutable(script("genmc", "echo Number of complete executions explored: 16"));
    console.withExecutable(script("nidhuggc", "echo Trace count: 9; cat \"$8\" >" + copy()));
    assertEquals(0, console.run("bench", "--in-process", "--peers", "lamport:2", "-a", "optimal"));
    List<String> lines = console.out().lines().toList();
    assertTrue(lines.get(0).startsWith(HEADER + "\tgenmc_complete\tgenmc_blocked\tgenmc_seconds"));
    assertTrue(
        lines.get(1).matches(".*\tok\t16\t0\t[0-9.]+\t[0-9.]+\t9\t0\t[0-9.]+\t[0-9.]+"),
        lines.get(1));
    assertTrue(Files.readString(copy()).startsWith("// heddle: model=sc"));
  }

  private Path copy() {
    return folder.resolve("copy.c");
  }

  @Test
  void peerThatFailsIsMentioned() throws IOException {
    Console console = new Console(counting(16, 16));
    console.withExecutable(script("genmc", "echo cannot find clang; exit 1"));
    assertEquals(0, console.run("bench", "--in-process", "--peers", "lamport:2", "-a", "optimal"));
    assertTrue(console.out().matches("(?s).*\tok\t-\t-\t[0-9.]+\t-\n"), console.out());
    assertTrue(console.err().startsWith("heddle: lamport:2: genmc: prints no count:\n"));
    assertTrue(console.err().contains("cannot find clang"), console.err());
  }

  @Test
  void absenceOfPeersIsMentioned() {
    Console console = new Console(counting(16, 16));
    assertEquals(0, console.run("bench", "--in-process", "--peers", "lamport:2", "-a", "optimal"));
    assertEquals("heddle: there is no genmc and no nidhuggc in the PATH\n", console.err());
    assertTrue(console.out().startsWith(HEADER + "\n"), console.out());
  }

  @Test
  void executablesAreFoundInTheirFolders() throws IOException {
    Path tool = script("genmc", "");
    Files.createDirectory(folder.resolve("nidhuggc"));
    SearchPath path = SearchPath.parse("/does/not/exist:" + folder + ":");
    assertEquals(tool, path.find("genmc").orElseThrow());
    assertTrue(path.find("nidhuggc").isEmpty());
    assertTrue(path.find("clang").isEmpty());
  }

  private Path script(String name, String commands) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + commands + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file;
  }

  // ---- Consistency checks within an exploration ------------------------------------------------

  @Test
  void tableWeakHasARowForEachModelAndAMean() {
    RealConsole console = new RealConsole();
    assertEquals(
        0, console.run("bench", "--table", "weak", "--timeout", "1ms", "peterson"), console::out);
    List<String> lines = console.out().lines().toList();
    assertEquals(4, lines.size(), console::out);
    assertTrue(lines.get(1).matches("peterson\t1000\tra\t[1-9].*"), console::out);
    assertTrue(lines.get(2).matches("peterson\t1000\trc20\t[1-9].*"), console::out);
    assertTrue(lines.get(3).startsWith("geometric mean\t"), console::out);
  }

  @Test
  void tableWeakKnowsItsRows() {
    Console console = new Console(counting(1, 0));
    assertEquals(2, console.run("bench", "--table", "weak", "big0"));
    assertTrue(console.err().contains("table weak has no row 'big0'"), console::err);
  }

  @Test
  void tableOnlineHasRunsOfPublishedLengthAndAMean() {
    RealConsole console = new RealConsole();
    assertEquals(0, console.run("bench", "--table", "online", "control-flow"), console::out);
    List<String> lines = console.out().lines().toList();
    assertEquals(3, lines.size(), console::out);
    assertTrue(
        lines.get(1).matches("control-flow\t52000\t25\t3\t.*\t0.04\t4.2\t105.00\t[0-9]+"),
        console::out);
    assertTrue(lines.get(2).startsWith("geometric mean\t"), console::out);
  }
}
