package dev.heddle.explore.graph;

import dev.heddle.graph.EventLabel;
import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.ExecutionGraphBuilder;
import dev.heddle.graph.MalformedTraceException;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.Program;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * The executions of a program that a search visits, as the checkers of recorded executions want
 * them. Accesses and fences become events; the start and the end of a thread become a write that
 * releases and a read that acquires it. What is sequentially consistent becomes acquire and
 * release, and plain accesses become relaxed.
 */
public final class RecordedExecutions {
  private final EventGraph graph;
  private final boolean synchronizesAll;
  private final ExecutionGraphBuilder record;

  /** The recorded event of each event, or -1. */
  private final int[] number;

  /** The write that stands for the start of a thread, until it has been read; else -1. */
  private final int[] start;

  private RecordedExecutions(EventGraph graph, boolean synchronizesAll) {
    this.graph = graph;
    this.synchronizesAll = synchronizesAll;
    this.record = new ExecutionGraphBuilder(graph.length);
    this.number = new int[graph.length];
    this.start = new int[graph.threadCount];
    Arrays.fill(start, -1);
  }

  /**
   * Visits the executions of a program, one for each reads-from class.
   *
   * @param model {@link MemoryModel#RA} or {@link MemoryModel#RC20}
   * @param visitor false ends the search
   */
  public static void visit(Program program, MemoryModel model, Predicate<ExecutionGraph> visitor) {
    boolean synchronizesAll = model == MemoryModel.RA;
    if (!synchronizesAll && model != MemoryModel.RC20) {
      throw new IllegalArgumentException("executions under " + model + " are not recorded");
    }
    GraphModel rules =
        new CoherentModel(
            synchronizesAll ? Ordering.RELEASE_ACQUIRE : Ordering.PLAIN_AS_RELAXED, false);
    Code code = CodeGenerator.generateWithFences(program, 0);
    CellTable cells = new CellTable();
    boolean[] wantsMore = {true};
    while (wantsMore[0]) {
      EventGraph graph = new EventGraph(new ValueDrivenThreads(code), cells, rules.ordering());
      try {
        new GraphSearch(
                graph,
                rules,
                false,
                g -> {
                  wantsMore[0] = visitor.test(new RecordedExecutions(g, synchronizesAll).record());
                  g.trim();
                  return wantsMore[0];
                })
            .run();
        return;
      } catch (SearchRestart e) {
        cells = cells.fresh();
      }
    }
  }

  private ExecutionGraph record() {
    for (int e = 0; e < graph.length; e++) {
      int t = begin(graph.thread(e));
      number[e] = add(e, t);
      for (int u = 0; u < graph.threadCount; u++) {
        if (graph.current(u) != null && graph.spawnedBy(u) == e) {
          start[u] = record.write(t, EventLabel.RELEASE, record.location("start " + u));
        }
      }
    }
    try {
      return record.build();
    } catch (MalformedTraceException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The number of a thread, which has begun. */
  private int begin(int t) {
    int thread = record.thread("T" + t);
    if (start[t] >= 0) {
      record.read(thread, EventLabel.ACQUIRE, record.location("start " + t), start[t]);
      start[t] = -1;
    }
    return thread;
  }

  private int join(int t, int joined) {
    int end = record.location("end " + joined);
    int write = record.write(begin(joined), EventLabel.RELEASE, end);
    return record.read(t, EventLabel.ACQUIRE, end, write);
  }

  private int add(int e, int t) {
    int joined = graph.joinedBy(e);
    if (joined >= 0) {
      return join(t, joined);
    }
    if (graph.isFence(e)) {
      return record.fence(t, order(e, EventLabel.ACQUIRE_RELEASE));
    }
    if (graph.cell(e) == null || (graph.type(e) & 3) == 0) {
      return -1;
    }
    int location = record.location("c" + graph.cell(e).number);
    int source = graph.source(e) < 0 ? ExecutionGraph.INITIAL : number[graph.source(e)];
    return switch (graph.type(e) & 3) {
      case EventGraph.READ -> record.read(t, order(e, EventLabel.ACQUIRE), location, source);
      case EventGraph.WRITE -> record.write(t, order(e, EventLabel.RELEASE), location);
      default -> record.rmw(t, order(e, EventLabel.ACQUIRE_RELEASE), location, source);
    };
  }

  private int order(int e, int possible) {
    return synchronizesAll ? possible : recordedOrder(graph.order(e), possible);
  }

  /** The order of an event, of those that its kind can have. */
  static int recordedOrder(int bits, int possible) {
    int order =
        ((bits & Ordering.ACQUIRE) != 0 ? EventLabel.ACQUIRE : 0)
            | ((bits & Ordering.RELEASE) != 0 ? EventLabel.RELEASE : 0);
    return order & possible;
  }
}
