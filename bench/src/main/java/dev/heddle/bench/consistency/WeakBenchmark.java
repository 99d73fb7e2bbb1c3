package dev.heddle.bench.consistency;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.model.ConsistencyChecker;
import dev.heddle.model.MemoryModel;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * Table 1 of the paper on reads-from consistency, on our own programs: what it costs a model
 * checker to check each execution from scratch by the nearly linear algorithm, and by the cubic
 * writes-before order ({@link WritesBeforeChecker}).
 *
 * <p>Both check the same executions, and both must accept them. Then the exploration goes on with
 * one of them for a given time, and executions are counted. Times are CPU times of the thread.
 */
public final class WeakBenchmark {
  public static final String NAME = "weak";

  /** A program and its size, {@code -DN}. */
  public record Instance(String benchmark, int size) {}

  /** The executions of a program under a model, until a visitor has seen enough. */
  public interface Executions {
    void visit(MemoryModel model, Predicate<ExecutionGraph> visitor);
  }

  /** Sizes at which executions have hundreds of events or more. */
  public static final List<Instance> INSTANCES =
      List.of(
          new Instance("barrier", 150),
          new Instance("buf-ring", 150),
          new Instance("chase-lev", 100),
          new Instance("control-flow", 250),
          new Instance("dekker", 120),
          new Instance("dq", 150),
          new Instance("exponential-bug", 300),
          new Instance("fib-bench", 300),
          new Instance("gcd", 300),
          new Instance("lamport", 30),
          new Instance("linuxrwlocks", 120),
          new Instance("mcslock", 100),
          new Instance("mpmc-queue", 150),
          new Instance("ms-queue", 80),
          new Instance("mutex", 200),
          new Instance("peterson", 1000),
          new Instance("qu", 100),
          new Instance("seqlock", 120),
          new Instance("sigma", 300),
          new Instance("spinlock", 150),
          new Instance("szymanski", 300),
          new Instance("ticketlock", 150),
          new Instance("treiber-stack", 120),
          new Instance("ttaslock", 150),
          new Instance("twalock", 150));

  public static final List<MemoryModel> MODELS = List.of(MemoryModel.RA, MemoryModel.RC20);

  private final PrintStream out;
  private final long nanoseconds;
  private double logarithms;
  private int rows;

  /**
   * @param nanoseconds for each exploration
   */
  public WeakBenchmark(PrintStream out, long nanoseconds) {
    this.out = out;
    this.nanoseconds = nanoseconds;
  }

  public void header() {
    out.println(
        "benchmark\tn\tmodel\tevents\tbaseline_s\theddle_s\tspeed_up\tbaseline_executions"
            + "\theddle_executions\tratio");
  }

  /** Measures a row and prints it. */
  public void row(Instance instance, MemoryModel model, Executions executions) {
    ConsistencyChecker checker = ConsistencyChecker.of(model);
    Comparison comparison = new Comparison(model, checker);
    executions.visit(model, comparison);
    long slow = count(executions, model, g -> WritesBeforeChecker.isConsistent(g, model));
    long fast = count(executions, model, g -> checker.check(g).isConsistent());
    double speedUp = comparison.baseline / (double) comparison.heddle;
    logarithms += Math.log(speedUp);
    rows++;
    out.printf(
        Locale.ROOT,
        "%s\t%d\t%s\t%d\t%.6f\t%.6f\t%.1f\t%d\t%d\t%.2f%n",
        instance.benchmark,
        instance.size,
        model.id(),
        comparison.events / comparison.executions,
        comparison.baseline / 1e9 / comparison.executions,
        comparison.heddle / 1e9 / comparison.executions,
        speedUp,
        slow,
        fast,
        fast / (double) slow);
  }

  /** The geometric mean of the speed-ups of all rows so far. */
  public void mean() {
    if (rows > 0) {
      out.printf(
          Locale.ROOT, "geometric mean\t\t\t\t\t\t%.1f\t\t\t%n", Math.exp(logarithms / rows));
    }
  }

  /** How many executions are explored and checked within the time; at least one is. */
  private long count(Executions executions, MemoryModel model, Predicate<ExecutionGraph> check) {
    long[] checked = {0};
    long end = cpuTime() + nanoseconds;
    executions.visit(
        model,
        graph -> {
          require(check.test(graph));
          checked[0]++;
          return cpuTime() < end;
        });
    return checked[0];
  }

  /** Checks executions by both, taking turns, until the time is over or there are enough. */
  private final class Comparison implements Predicate<ExecutionGraph> {
    private static final int MAX_EXECUTIONS = 1000;

    private final MemoryModel model;
    private final ConsistencyChecker checker;
    private final long end = cpuTime() + nanoseconds;
    private long baseline;
    private long heddle;
    private long events;
    private int executions;

    Comparison(MemoryModel model, ConsistencyChecker checker) {
      this.model = model;
      this.checker = checker;
    }

    @Override
    public boolean test(ExecutionGraph graph) {
      long start = cpuTime();
      require(WritesBeforeChecker.isConsistent(graph, model));
      long middle = cpuTime();
      require(checker.check(graph).isConsistent());
      heddle += cpuTime() - middle;
      baseline += middle - start;
      events += graph.events();
      executions++;
      return executions < MAX_EXECUTIONS && cpuTime() < end;
    }
  }

  private static void require(boolean isConsistent) {
    if (!isConsistent) {
      throw new IllegalStateException("an execution that was explored was refused");
    }
  }

  private static long cpuTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
