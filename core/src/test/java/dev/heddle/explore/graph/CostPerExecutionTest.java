package dev.heddle.explore.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.program.Instruction;
import dev.heddle.program.Location;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramBuilder;
import dev.heddle.program.ProgramBuilder.FunctionBuilder;
import dev.heddle.program.Value;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An execution costs about as much as it is long: processor time per event does not grow with what
 * threads have done on their own. It is the time of this thread alone, so that load and compilation
 * do not count.
 */
class CostPerExecutionTest {
  private static final int WRITERS = 5;
  private static final int EXECUTIONS = 1 << WRITERS;
  private static final int FEW = 60;
  private static final int MANY = 8 * FEW;
  private static final double MAX_GROWTH = 4;

  @ParameterizedTest
  @EnumSource
  void isLinearInTheLength(GraphAxioms.Model model) {
    nanosPerEvent(model, MANY);
    double few = Math.min(nanosPerEvent(model, FEW), nanosPerEvent(model, FEW));
    double many = Math.min(nanosPerEvent(model, MANY), nanosPerEvent(model, MANY));
    assertTrue(
        many < MAX_GROWTH * few,
        () -> "%s: %.0f ns per event of short executions, %.0f".formatted(model, few, many));
  }

  private static double nanosPerEvent(GraphAxioms.Model model, int events) {
    Code code = CodeGenerator.generateWithFences(program(events), 0);
    int[] executions = {0};
    long[] length = {0};
    GraphModel graphModel = GraphSearchAgreesWithOracleTest.model(model);
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    EventGraph graph =
        new EventGraph(new ValueDrivenThreads(code), new CellTable(), graphModel.ordering());
    new GraphSearch(
            graph,
            graphModel,
            false,
            g -> {
              executions[0]++;
              length[0] += g.length;
              return true;
            })
        .run();
    long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
    assertEquals(EXECUTIONS, executions[0]);
    return (double) nanos / length[0];
  }

  /** A thread reads what others write; each is busy with a variable of its own before. */
  private static Program program(int events) {
    ProgramBuilder builder = new ProgramBuilder("long");
    List<Value> shared = new ArrayList<>();
    List<Value> bodies = new ArrayList<>();
    for (int t = 0; t < WRITERS; t++) {
      Value written = builder.global("x" + t, 4);
      Value own = builder.global("own" + t, 4);
      shared.add(written);
      bodies.add(
          builder.function(
              "writer" + t,
              f -> {
                beBusy(f, own, events);
                store(f, written, MemoryOrder.SEQUENTIALLY_CONSISTENT);
              }));
    }
    Value own = builder.global("own", 4);
    bodies.add(
        builder.function(
            "reader",
            f -> {
              beBusy(f, own, events);
              shared.forEach(x -> load(f, x, MemoryOrder.SEQUENTIALLY_CONSISTENT));
            }));
    builder.function("main", f -> bodies.forEach(body -> f.spawn(body, Value.of(0))));
    return builder.build();
  }

  private static void beBusy(FunctionBuilder f, Value own, int events) {
    for (int i = 0; i < events; i += 6) {
      store(f, own, MemoryOrder.RELAXED);
      load(f, own, MemoryOrder.SEQUENTIALLY_CONSISTENT);
      store(f, own, MemoryOrder.SEQUENTIALLY_CONSISTENT);
      store(f, own, MemoryOrder.RELEASE);
      load(f, own, MemoryOrder.RELAXED);
      f.add(new Instruction.Fence(MemoryOrder.SEQUENTIALLY_CONSISTENT, Location.NONE));
    }
  }

  private static void store(FunctionBuilder f, Value at, MemoryOrder order) {
    f.add(new Instruction.Store(at, Value.of(1), 4, order, Location.NONE));
  }

  private static void load(FunctionBuilder f, Value at, MemoryOrder order) {
    f.add(new Instruction.Load(f.reserve(), at, 4, order, Location.NONE));
  }
}
