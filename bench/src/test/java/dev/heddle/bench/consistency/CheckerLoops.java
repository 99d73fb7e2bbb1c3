package dev.heddle.bench.consistency;

import dev.heddle.graph.EventLabel;
import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.Traces;
import dev.heddle.model.Consistency;
import dev.heddle.model.ConsistencyChecker;
import dev.heddle.model.IncrementalChecker;
import dev.heddle.model.MemoryModel;
import dev.heddle.model.TraceGenerator;
import dev.heddle.model.TraceShape;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The inner loops of reading and checking recorded executions, in nanoseconds per event; {@link
 * CheckerLoopsRun} runs them.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CheckerLoops {
  private static final int EVENTS = 100_000;
  private static final int THREADS = 10;
  private static final int LOCATIONS = 100;

  @Param({"RA", "RC20", "WRA", "RELAXED"})
  public MemoryModel model;

  private ConsistencyChecker checker;
  private ExecutionGraph graph;
  private byte[] binary;

  @Setup
  public void generate() throws IOException {
    checker = ConsistencyChecker.of(model);
    graph = TraceGenerator.generate(TraceShape.of(THREADS, EVENTS, LOCATIONS));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Traces.writeBinary(graph, bytes);
    binary = bytes.toByteArray();
  }

  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public Consistency check() {
    return checker.check(graph);
  }

  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public ExecutionGraph read() throws IOException {
    return Traces.read(new ByteArrayInputStream(binary));
  }

  /** Every thread in turn updates a location. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public IncrementalChecker grow() {
    IncrementalChecker online = IncrementalChecker.rc20(THREADS);
    for (int x = 0; x < LOCATIONS; x++) {
      online.newLocation();
    }
    for (int e = 0; e < EVENTS; e++) {
      int x = e % LOCATIONS;
      online.rmw(e % THREADS, EventLabel.ACQUIRE_RELEASE, x, online.newest(x));
    }
    return online;
  }
}
