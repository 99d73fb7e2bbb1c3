package dev.heddle.bench.consistency;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.Traces;
import dev.heddle.model.ConsistencyChecker;
import dev.heddle.model.MemoryModel;
import dev.heddle.model.TraceGenerator;
import dev.heddle.model.TraceShape;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Tables, as TSV, of how fast the checkers of recorded executions are. Each row is the best of
 * several runs; a run reads the binary form from a file and checks it. Besides wall time it gives
 * the CPU time of the checking thread, which other load on the machine disturbs less.
 */
public final class ConsistencyBenchmark {
  /** What to measure. */
  public enum Table {
    /** Every checker, k = 10, several kinds of traces. */
    THROUGHPUT,
    /** n = 1, 2, 4, 8, 16 million. */
    EVENTS,
    /** k = 2 … 64. */
    THREADS,
    /** d = 1 … 100,000. */
    LOCATIONS,
    /** Against the O(n³) writes-before checker. */
    BASELINE,
    /** The incremental checker on the published shapes. */
    ONLINE;

    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final int RUNS = 5;
  private static final int MILLION = 1_000_000;

  /** How long the two checkers of a row of the baseline table take turns. */
  private static final long BASELINE_NANOS = 5_000_000_000L;

  private final PrintStream out;

  public ConsistencyBenchmark(PrintStream out) {
    this.out = out;
  }

  /**
   * Measures and prints a table.
   *
   * @param names models for the tables about one, RA and RC20 if there are none; benchmarks for the
   *     online table, all if there are none
   * @throws IllegalArgumentException if there is no such model or benchmark
   */
  public void run(Table table, List<String> names) throws IOException {
    switch (table) {
      case BASELINE -> baseline();
      case ONLINE -> OnlineBenchmark.run(names, out);
      default -> offline(table, names);
    }
  }

  private void offline(Table table, List<String> names) throws IOException {
    List<MemoryModel> models =
        names.isEmpty()
            ? List.of(MemoryModel.RA, MemoryModel.RC20)
            : names.stream().map(ConsistencyBenchmark::model).toList();
    header();
    if (table == Table.THROUGHPUT) {
      throughput();
      return;
    }
    for (MemoryModel model : models) {
      switch (table) {
        case EVENTS -> events(model);
        case THREADS -> threads(model);
        default -> locations(model);
      }
    }
  }

  private static MemoryModel model(String name) {
    for (MemoryModel model : MemoryModel.ofTraces()) {
      if (model.id().equals(name)) {
        return model;
      }
    }
    throw new IllegalArgumentException("there is no model '" + name + "'");
  }

  private void throughput() throws IOException {
    TraceShape shape = TraceShape.of(10, 4 * MILLION, 100);
    TraceShape withoutRmws = shape.withRmwShare(0);
    for (MemoryModel model :
        List.of(MemoryModel.RA, MemoryModel.RC20, MemoryModel.WRA, MemoryModel.RELAXED)) {
      row("interleaved", model, shape.withWindow(1));
      row("buffered", model, shape);
      row("weak", model, shape.withModel(model));
    }
    row("interleaved", MemoryModel.SRA, withoutRmws.withWindow(1));
    row("buffered", MemoryModel.SRA, withoutRmws);
    row("weak", MemoryModel.SRA, withoutRmws.withModel(MemoryModel.SRA));
    TraceShape smaller = TraceShape.of(10, MILLION / 2, 100);
    row("buffered, RMWs", MemoryModel.SRA, smaller);
    row("weak, RMWs", MemoryModel.SRA, smaller.withModel(MemoryModel.SRA));
    row("buffered", MemoryModel.SC, smaller);
  }

  /** RMWs have no place in the linear-time fragment of SRA. */
  private static TraceShape shape(MemoryModel model, int threads, int events, int locations) {
    TraceShape shape = TraceShape.of(threads, events, locations);
    return model == MemoryModel.SRA ? shape.withRmwShare(0) : shape;
  }

  private static int size(MemoryModel model) {
    return model == MemoryModel.SC ? MILLION / 8 : MILLION;
  }

  private void events(MemoryModel model) throws IOException {
    row("warm-up", model, shape(model, 10, size(model), 100));
    for (int n = 1; n <= 16; n *= 2) {
      row("buffered", model, shape(model, 10, n * size(model), 100));
    }
  }

  private void threads(MemoryModel model) throws IOException {
    row("warm-up", model, shape(model, 10, size(model), 100));
    for (int k = 2; k <= 64; k *= 2) {
      row("buffered", model, shape(model, k, 2 * size(model), 100));
    }
  }

  private void locations(MemoryModel model) throws IOException {
    row("warm-up", model, shape(model, 10, size(model), 100));
    for (int d = 1; d <= 100_000; d *= 10) {
      row("buffered", model, shape(model, 10, 2 * size(model), d));
    }
  }

  private void header() {
    out.println(
        "trace\tmodel\tn\tk\td\tanswer\twall_s\tcpu_s\tread_s\twall_events_per_s\tcpu_events_per_s"
            + "\theap_MiB");
  }

  private void row(String trace, MemoryModel model, TraceShape shape) throws IOException {
    Path file = Files.createTempFile("heddle-trace", ".bin");
    try {
      write(shape, file);
      Measurement best = null;
      for (int run = 0; run < RUNS; run++) {
        Measurement m = measure(model, file);
        best = best == null ? m : best.min(m);
      }
      int n = shape.events();
      out.printf(
          Locale.ROOT,
          "%s\t%s\t%d\t%d\t%d\t%s\t%.3f\t%.3f\t%.3f\t%.0f\t%.0f\t%d%n",
          trace,
          model.id(),
          n,
          shape.threads(),
          shape.locations(),
          best.consistent ? "consistent" : "inconsistent",
          best.wall,
          best.cpu,
          best.read,
          n / best.wall,
          n / best.cpu,
          best.heapMiB);
    } finally {
      Files.delete(file);
    }
  }

  private static void write(TraceShape shape, Path file) throws IOException {
    ExecutionGraph graph = TraceGenerator.generate(shape);
    try (OutputStream stream = new BufferedOutputStream(Files.newOutputStream(file))) {
      Traces.writeBinary(graph, stream);
    }
  }

  private record Measurement(
      boolean consistent, double wall, double cpu, double read, long heapMiB) {
    Measurement min(Measurement other) {
      return new Measurement(
          consistent,
          Math.min(wall, other.wall),
          Math.min(cpu, other.cpu),
          Math.min(read, other.read),
          Math.max(heapMiB, other.heapMiB));
    }
  }

  private static Measurement measure(MemoryModel model, Path file) throws IOException {
    long wall = System.nanoTime();
    long cpu = cpuTime();
    ExecutionGraph graph = Traces.read(file);
    double read = (cpuTime() - cpu) / 1e9;
    boolean consistent = ConsistencyChecker.of(model).check(graph).isConsistent();
    double cpuSeconds = (cpuTime() - cpu) / 1e9;
    double wallSeconds = (System.nanoTime() - wall) / 1e9;
    Runtime runtime = Runtime.getRuntime();
    long heap = (runtime.totalMemory() - runtime.freeMemory()) >> 20;
    return new Measurement(consistent, wallSeconds, cpuSeconds, read, heap);
  }

  private static long cpuTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /**
   * One location is the baseline's worst case, ten are kind to it: its matrices are smaller. The
   * two take turns, so that both are warm and other load on the machine meets both.
   */
  private void baseline() {
    out.println("n\tk\td\tbaseline_s\theddle_s\tratio");
    for (int n : new int[] {1000, 2000, 5000}) {
      baselineRow(n, 1);
    }
    for (int n : new int[] {1000, 2000, 5000, 10_000, 20_000}) {
      baselineRow(n, 10);
    }
  }

  private void baselineRow(int n, int d) {
    ExecutionGraph graph = TraceGenerator.generate(TraceShape.of(10, n, d));
    ConsistencyChecker checker = ConsistencyChecker.of(MemoryModel.RA);
    double baseline = Double.MAX_VALUE;
    double heddle = Double.MAX_VALUE;
    long end = System.nanoTime() + BASELINE_NANOS;
    for (int round = 0; round < RUNS || System.nanoTime() < end; round++) {
      if (round == 0 || System.nanoTime() < end) {
        baseline = Math.min(baseline, best(1, () -> WritesBeforeChecker.isConsistent(graph)));
      }
      heddle = Math.min(heddle, best(100, () -> checker.check(graph).isConsistent()));
    }
    out.printf(
        Locale.ROOT, "%d\t10\t%d\t%.4f\t%.6f\t%.0f%n", n, d, baseline, heddle, baseline / heddle);
  }

  private interface Check {
    boolean run();
  }

  private static double best(int runs, Check check) {
    double best = Double.MAX_VALUE;
    for (int i = 0; i < runs; i++) {
      long start = cpuTime();
      if (!check.run()) {
        throw new IllegalStateException("a consistent trace was refused");
      }
      best = Math.min(best, (cpuTime() - start) / 1e9);
    }
    return best;
  }
}
