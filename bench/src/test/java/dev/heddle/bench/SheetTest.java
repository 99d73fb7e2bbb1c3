package dev.heddle.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.heddle.bench.Sheet.Comparison;
import dev.heddle.report.CheckSummary;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SheetTest {
  private static final Row ROW = new Row("lamport", "2", Map.of("optimal", 32L));
  private static final String COLUMNS =
      "benchmark\tn\talgorithm\tcomplete\tblocked\tseconds\texecutions_per_second\tpeak_MiB"
          + "\tpublished\tcomparison";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Sheet sheet = new Sheet(new PrintStream(out, false, StandardCharsets.UTF_8));

  private static CheckSummary measured(String verdict, long complete, long blocked) {
    return new CheckSummary("optimal", verdict, null, complete, blocked, 0.25, 90);
  }

  private String written() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aLinePerInstance() {
    sheet.header(List.of());
    assertEquals(Comparison.OK, sheet.row(ROW, measured("safe", 16, 16), List.of()));
    assertEquals(Comparison.DIFFERENT, sheet.row(ROW, measured("safe", 16, 17), List.of()));
    assertEquals(
        COLUMNS
            + "\nlamport\t2\toptimal\t16\t16\t0.25\t128\t90\t32\tok"
            + "\nlamport\t2\toptimal\t16\t17\t0.25\t132\t90\t32\tDIFFERENT\n",
        written());
  }

  @Test
  void whatIsUnknownIsNotCompared() {
    Row unpublished = new Row("big0", "-", Map.of("rf", 1L));
    assertEquals(Comparison.NONE, sheet.row(unpublished, measured("safe", 8, 0), List.of()));
    assertEquals(Comparison.NONE, sheet.row(ROW, measured("inconclusive", 7, 0), List.of()));
    assertEquals(
        List.of(
            "big0\t-\toptimal\t8\t0\t0.25\t32\t90\t-\t-",
            "lamport\t2\toptimal\t7\t0\t0.25\t28\t90\t32\tinconclusive"),
        written().lines().toList());
  }

  @Test
  void peersFollowWithTheirTimeByThatOfHeddle() {
    sheet.header(List.of(Peer.GENMC, Peer.NIDHUGG));
    sheet.row(
        ROW,
        measured("safe", 16, 16),
        List.of(
            new InstalledPeer.Result(16, 6, 0.6, null),
            InstalledPeer.Result.failed(40.004, "timeout")));
    assertEquals(
        COLUMNS
            + "\tgenmc_complete\tgenmc_blocked\tgenmc_seconds\tgenmc_ratio"
            + "\tnidhugg_complete\tnidhugg_blocked\tnidhugg_seconds\tnidhugg_ratio"
            + "\nlamport\t2\toptimal\t16\t16\t0.25\t128\t90\t32\tok"
            + "\t16\t6\t0.60\t2.40\t-\t-\t40.00\t-\n",
        written());
  }
}
