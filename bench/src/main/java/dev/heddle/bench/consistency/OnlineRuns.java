package dev.heddle.bench.consistency;

import dev.heddle.explore.graph.RandomExploration.Plan;
import dev.heddle.explore.graph.RecordedRun;
import dev.heddle.explore.random.SourcePreference;
import dev.heddle.explore.random.Strategy;
import dev.heddle.graph.EventLabel;
import dev.heddle.model.IncrementalChecker;
import dev.heddle.program.Program;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Table 2 of the paper on reads-from consistency, on our own programs: random runs with the
 * published numbers of events, threads and locations. The events of a run are checked one by one by
 * the incremental checker, and by one that keeps mo closed ({@link ClosedOrderChecker}); both must
 * accept them. How many events the whole run makes in a second, interpretation included, is
 * measured on another run of the same plan. Times are CPU times of the thread.
 */
public final class OnlineRuns {
  public static final String NAME = "online";

  /**
   * Rows with fewer events have reads that are as stale as can be, and are checked again and again.
   */
  private static final int SMALL = 100_000;

  /** The best of so many times counts then, as Java still compiles in the first ones. */
  private static final int ROUNDS = 10;

  /** No further one begins after so long in all. */
  private static final long ENOUGH_NANOSECONDS = 2_000_000_000L;

  /** The baseline is stopped after that; its time is then a lower bound. */
  private static final long MAX_NANOSECONDS = 20_000_000_000L;

  private final PrintStream out;
  private double logarithms;
  private int rows;

  public OnlineRuns(PrintStream out) {
    this.out = out;
  }

  /** What a row is run with. */
  public static Plan plan(OnlineRow row) {
    return new Plan(Strategy.RANDOM, SourcePreference.UNIFORM, 1, row.events());
  }

  public void header() {
    out.println(
        "benchmark\tn\tk\td\tincremental_s\tclosed_s\tspeed_up\tpublished_incremental_s"
            + "\tpublished_c11tester_s\tpublished_speed_up\tevents_per_s");
  }

  /**
   * Measures a row and prints it.
   *
   * @param run makes the run of a plan by the usual means, and gives the number of its events
   */
  public void row(OnlineRow row, Program program, ToLongFunction<Plan> run) {
    RecordedRun record =
        RecordedRun.of(program, plan(row), row.events() <= SMALL ? row.events() : row.writes());
    Replays incremental = new Replays(row, record, () -> new Incremental(record.threads()));
    Replays closed = new Replays(row, record, () -> new ClosedOrderChecker(record.threads()));
    double ratio = closed.seconds / incremental.seconds;
    long start = cpuTime();
    long events = run.applyAsLong(plan(row));
    double whole = (cpuTime() - start) / 1e9;
    logarithms += Math.log(ratio);
    rows++;
    out.printf(
        Locale.ROOT,
        "%s\t%d\t%d\t%d\t%s%.3f\t%s%.3f\t%s%.2f\t%s\t%s\t%.2f\t%.0f%n",
        row.name(),
        record.events(),
        record.threads(),
        record.locations(),
        incremental.bound(),
        incremental.seconds,
        closed.bound(),
        closed.seconds,
        closed.bound(),
        ratio,
        row.publishedIncremental(),
        row.publishedC11Tester(),
        Double.parseDouble(row.publishedC11Tester())
            / Double.parseDouble(row.publishedIncremental()),
        events / whole);
    out.flush();
  }

  /** The geometric mean of the speed-ups of all rows so far. */
  public void mean() {
    if (rows > 0) {
      out.printf(
          Locale.ROOT, "geometric mean\t\t\t\t\t\t%.2f\t\t\t\t%n", Math.exp(logarithms / rows));
    }
  }

  private static long cpuTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** The rows with these names, or all. */
  public static List<OnlineRow> rows(List<String> names) throws IOException {
    return OnlineRow.published(names);
  }

  /** How long a checker takes for a recorded run. */
  private static final class Replays {
    private double seconds = Double.MAX_VALUE;

    /** Whether it was never stopped. */
    private boolean isWhole = true;

    Replays(OnlineRow row, RecordedRun record, Supplier<RecordedRun.Checker> checker) {
      int rounds = row.events() <= SMALL ? ROUNDS : 1;
      long begin = cpuTime();
      for (int i = 0; i < rounds && cpuTime() - begin < ENOUGH_NANOSECONDS; i++) {
        long start = cpuTime();
        isWhole &= record.replay(checker.get(), () -> cpuTime() - start < MAX_NANOSECONDS);
        seconds = Math.min(seconds, (cpuTime() - start) / 1e9);
      }
    }

    /** What stands in front of a time that is only a lower bound. */
    String bound() {
      return isWhole ? "" : ">";
    }
  }

  /** The incremental checker of the tool. */
  private static final class Incremental implements RecordedRun.Checker {
    private final IncrementalChecker checker;

    Incremental(int threads) {
      checker = IncrementalChecker.rc20(threads);
    }

    @Override
    public void newLocation() {
      checker.newLocation();
    }

    @Override
    public int read(int thread, int label, int location, int source) {
      int order = label & EventLabel.ACQUIRE_RELEASE;
      return EventLabel.writes(label)
          ? checker.rmw(thread, order, location, source)
          : checker.read(thread, order, location, source);
    }

    @Override
    public int write(int thread, int label, int location) {
      return checker.write(thread, label & EventLabel.ACQUIRE_RELEASE, location);
    }

    @Override
    public int fence(int thread, int label) {
      return checker.fence(thread, label & EventLabel.ACQUIRE_RELEASE);
    }
  }
}
