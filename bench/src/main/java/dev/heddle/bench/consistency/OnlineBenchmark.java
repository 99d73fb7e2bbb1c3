package dev.heddle.bench.consistency;

import dev.heddle.graph.EventLabel;
import dev.heddle.model.IncrementalChecker;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The incremental checker on executions with published numbers of events, threads and locations.
 * Threads run at random; a read asks for one of the recent writes of its location and takes the
 * newest if it may not have that. Prints nanoseconds per event over the first tenth, up to the
 * half, and over the last tenth of each execution: if the cost per event does not depend on n, they
 * are alike.
 */
final class OnlineBenchmark {
  private static final int RECENT = 8;
  private static final OnlineRow WARM_UP =
      new OnlineRow("warm-up", 500_000, 8, 20, "-", "-", "-", 1);

  private OnlineBenchmark() {}

  static void run(List<String> names, PrintStream out) throws IOException {
    List<OnlineRow> rows = OnlineRow.published(names);
    new Execution(WARM_UP).run(WARM_UP.events());
    out.print(
        "benchmark\tn\tk\td\tseconds\tpublished_s\tns_first_tenth\tns_to_half"
            + "\tns_to_nine_tenths\tns_last_tenth\n");
    for (OnlineRow row : rows) {
      Execution execution = new Execution(row);
      int n = row.events();
      double first = execution.run(n / 10);
      double half = execution.run(n / 2);
      double most = execution.run(n / 10 * 9);
      double last = execution.run(n);
      out.printf(
          Locale.ROOT,
          "%s\t%d\t%d\t%d\t%.2f\t%s\t%.0f\t%.0f\t%.0f\t%.0f\n",
          row.name(),
          n,
          row.threads(),
          row.locations(),
          execution.seconds,
          row.publishedIncremental(),
          first,
          half,
          most,
          last);
      out.flush();
    }
  }

  /** One growing execution. */
  private static final class Execution {
    private final SplittableRandom random = new SplittableRandom(1);
    private final OnlineRow row;
    private final IncrementalChecker checker;
    private final int[] recent;
    private final int[] writes;
    private double seconds;

    Execution(OnlineRow row) {
      this.row = row;
      checker = IncrementalChecker.rc20(row.threads());
      recent = new int[row.locations() * RECENT];
      writes = new int[row.locations()];
      Arrays.fill(recent, -1);
      for (int x = 0; x < row.locations(); x++) {
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
      int t = random.nextInt(row.threads());
      int x = random.nextInt(row.locations());
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
