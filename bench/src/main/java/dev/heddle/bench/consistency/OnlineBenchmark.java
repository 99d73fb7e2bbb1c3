package dev.heddle.bench.consistency;

import dev.heddle.graph.EventLabel;
import dev.heddle.model.IncrementalChecker;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The incremental checker on executions with the numbers of events, threads and locations of a table
 * of benchmarks (columns benchmark, n, k, d, …; M = million, K = thousand). Threads run at random;
 * a read asks for one of the recent writes of its location and takes the newest if it may not have
 * that. Prints nanoseconds per event over the first tenth, up to the half, and over the last tenth of
 * each execution: if the cost per event does not depend on n, they are alike.
 *
 * <pre>
 * OnlineBenchmark TABLE.tsv [ra|rc20] [FRACTION]
 * </pre>
 */
public final class OnlineBenchmark {
  private static final int RECENT = 8;

  private record Row(String name, int events, int threads, int locations) {}

  private OnlineBenchmark() {}

  public static void main(String[] args) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    boolean rc20 = args.length > 1 && args[1].equals("rc20");
    double fraction = args.length > 2 ? Double.parseDouble(args[2]) : 1;
    List<Row> rows = rows(Path.of(args[0]));
    new Execution(new Row("warm-up", 500_000, 8, 20), rc20).run(500_000);
    out.println(
        "benchmark\tn\tk\td\tseconds\tns_first_tenth\tns_to_half\tns_to_nine_tenths\tns_last_tenth");
    for (Row row : rows) {
      Row scaled =
          new Row(
              row.name,
              Math.max(1000, (int) (row.events * fraction)),
              row.threads,
              row.locations);
      Execution execution = new Execution(scaled, rc20);
      int n = scaled.events;
      double first = execution.run(n / 10);
      double half = execution.run(n / 2);
      double most = execution.run(n / 10 * 9);
      double last = execution.run(n);
      out.printf(
          Locale.ROOT,
          "%s\t%d\t%d\t%d\t%.2f\t%.0f\t%.0f\t%.0f\t%.0f%n",
          row.name,
          n,
          row.threads,
          row.locations,
          execution.seconds,
          first,
          half,
          most,
          last);
    }
  }

  private static List<Row> rows(Path table) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (String line : Files.readAllLines(table)) {
      String[] fields = line.split("\t", -1);
      if (!line.startsWith("#") && fields.length >= 4 && !fields[1].equals("n")) {
        rows.add(new Row(fields[0], number(fields[1]), number(fields[2]), number(fields[3])));
      }
    }
    return rows;
  }

  private static int number(String text) {
    int unit = text.endsWith("M") ? 1_000_000 : text.endsWith("K") ? 1000 : 1;
    return unit * Integer.parseInt(text.replaceAll("[MK]$", ""));
  }

  /** One growing execution. */
  private static final class Execution {
    private final SplittableRandom random = new SplittableRandom(1);
    private final Row row;
    private final IncrementalChecker checker;
    private final int[] recent;
    private final int[] writes;
    private double seconds;

    Execution(Row row, boolean rc20) {
      this.row = row;
      checker =
          rc20
              ? IncrementalChecker.rc20(row.threads)
              : IncrementalChecker.releaseAcquire(row.threads);
      recent = new int[row.locations * RECENT];
      writes = new int[row.locations];
      java.util.Arrays.fill(recent, -1);
      for (int x = 0; x < row.locations; x++) {
        checker.newLocation();
      }
    }

    /** Grows the execution to a number of events; nanoseconds of CPU time per new event. */
    double run(int events) {
      int before = checker.events();
      long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      while (checker.events() < events) {
        step();
      }
      long time = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
      seconds += time / 1e9;
      return (double) time / (events - before);
    }

    private void step() {
      int t = random.nextInt(row.threads);
      int x = random.nextInt(row.locations);
      int kind = random.nextInt(10);
      int order = random.nextInt(4) * EventLabel.ACQUIRE;
      if (kind < 5) {
        int w = recent[x * RECENT + random.nextInt(RECENT)];
        int readOrder = order & EventLabel.ACQUIRE;
        if (checker.read(t, readOrder, x, w) < 0) {
          checker.read(t, readOrder, x, checker.newest(x));
        }
      } else if (kind < 7) {
        wrote(x, checker.rmw(t, order, x, checker.newest(x)));
      } else {
        wrote(x, checker.write(t, order & EventLabel.RELEASE, x));
      }
    }

    private void wrote(int x, int write) {
      recent[x * RECENT + writes[x]++ % RECENT] = write;
    }
  }
}
