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
  private static final Instance ROW =
      instance("lamport", "optimal", Map.of("optimal", new Count("32", 32)));
  private static final String COLUMNS =
      "benchmark\tn\talgorithm\tcomplete\tblocked\tseconds\texecutions_per_second\tpeak_MiB"
          + "\tpublished\tcomparison";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Sheet sheet = new Sheet(new PrintStream(out, false, StandardCharsets.UTF_8));

  private static Instance instance(String benchmark, String variant, Map<String, Count> published) {
    return new Instance(new Row(benchmark, "2", 0, List.of(), published), Variant.named(variant));
  }

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
    Instance unpublished = instance("big0", "optimal", Map.of("rf", new Count("1", 1)));
    assertEquals(Comparison.NONE, sheet.row(unpublished, measured("safe", 8, 0), List.of()));
    assertEquals(Comparison.NONE, sheet.row(ROW, measured("inconclusive", 7, 0), List.of()));
    assertEquals(
        List.of(
            "big0\t2\toptimal\t8\t0\t0.25\t32\t90\t-\t-",
            "lamport\t2\toptimal\t7\t0\t0.25\t28\t90\t32\tinconclusive"),
        written().lines().toList());
  }

  @Test
  void completeAndBlockedOnesPublishedApartAreComparedApart() {
    Map<String, Count> published =
        Map.of("baseline", new Count("12+2", 14), "ifaa", new Count("10+0", 10));
    Instance baseline = instance("mutex", "baseline", published);
    Instance ifaa = instance("mutex", "ifaa", published);
    assertEquals(Comparison.OK, sheet.row(baseline, measured("safe", 12, 2), List.of()));
    assertEquals(Comparison.DIFFERENT, sheet.row(baseline, measured("safe", 11, 3), List.of()));
    assertEquals(Comparison.DIFFERENT, sheet.row(baseline, measured("safe", 12, 1), List.of()));
    assertEquals(Comparison.OK, sheet.row(ifaa, measured("bounded", 10, 0), List.of()));
    assertEquals(Comparison.FEWER, sheet.row(ifaa, measured("safe", 8, 1), List.of()));
    assertEquals(Comparison.DIFFERENT, sheet.row(ifaa, measured("safe", 9, 1), List.of()));
    Instance readsFrom = instance("mutex", "rf-reduced", published);
    assertEquals(Comparison.NONE, sheet.row(readsFrom, measured("safe", 7, 0), List.of()));
    assertEquals(
        List.of(
            "mutex\t2\tbaseline\t12\t2\t0.25\t56\t90\t12+2\tok",
            "mutex\t2\tifaa\t8\t1\t0.25\t36\t90\t10+0\tfewer",
            "mutex\t2\trf-reduced\t7\t0\t0.25\t28\t90\t-\t-"),
        List.of(
            written().lines().toList().get(0),
            written().lines().toList().get(4),
            written().lines().toList().get(6)));
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
