package dev.heddle.explore.graph;

import dev.heddle.explore.graph.GraphWindow.Extent;
import dev.heddle.explore.graph.OnlineModel.Mode;
import dev.heddle.graph.EventLabel;
import dev.heddle.graph.ExecutionGraph;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.program.Program;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * A random run of a program, event by event, for checkers of executions that grow. Accesses and
 * fences become events; the start and the end of a thread become a write that releases and a read
 * that acquires it, of a location of their own. What is sequentially consistent becomes acquire and
 * release, and plain accesses become relaxed, as in RC20 without races.
 */
public final class RecordedRun {
  /** A checker of a growing execution. Events and locations are numbered from 0. */
  public interface Checker {
    void newLocation();

    /**
     * Adds a read, or an RMW if it writes, too; below 0 if the execution is not consistent then.
     */
    int read(int thread, int label, int location, int source);

    int write(int thread, int label, int location);

    int fence(int thread, int label);
  }

  private static final int THREAD_SHIFT = 8;

  /** The label of each event, and its thread. */
  private int[] what = new int[1024];

  private int[] location = new int[1024];
  private int[] source = new int[1024];
  private int length;
  private int threads;
  private int locations;
  private int cells;

  private RecordedRun() {}

  /**
   * Runs a program once.
   *
   * @param plan says which run, and how long it may be
   * @param writes how many writes to a location can be read before the oldest are given up
   */
  public static RecordedRun of(Program program, RandomExploration.Plan plan, int writes) {
    Code code = CodeGenerator.generateWithFences(program, 0);
    OnlineModel model =
        new OnlineModel(new CoherentModel(Ordering.PLAIN_AS_RELAXED, false), Mode.COHERENT);
    CellTable cells = new CellTable();
    while (true) {
      try {
        return of(model, model.graph(code, cells), plan, writes);
      } catch (SearchRestart e) {
        cells = cells.fresh(); // with what is known of memory now
      }
    }
  }

  private static RecordedRun of(
      OnlineModel model, EventGraph graph, RandomExploration.Plan plan, int writes) {
    RandomRun run = model.run(graph, new Extent(writes, 16, Math.max(4096, 4 * writes)));
    RecordedRun record = new RecordedRun();
    run.observe(record.new Recorder(graph));
    SplittableRandom random = new SplittableRandom(PastHashes.mix(plan.seed()));
    run.run(
        random,
        plan.strategy().start(random, plan.maxEvents()),
        plan.sources().start(random),
        plan.maxEvents(),
        () -> {});
    return record;
  }

  public int events() {
    return length;
  }

  public int threads() {
    return threads;
  }

  /** How many locations the program itself has accessed. */
  public int locations() {
    return cells;
  }

  /**
   * Lets a checker see the run.
   *
   * @param goesOn is asked once in a while
   * @return whether the checker has seen all of it
   * @throws IllegalStateException if the checker says that it is not consistent
   */
  public boolean replay(Checker checker, BooleanSupplier goesOn) {
    for (int x = 0; x < locations; x++) {
      checker.newLocation();
    }
    for (int e = 0; e < length; e++) {
      if ((e & 0xfff) == 0 && !goesOn.getAsBoolean()) {
        return false;
      }
      int label = what[e] & ((1 << THREAD_SHIFT) - 1);
      int t = what[e] >>> THREAD_SHIFT;
      int number;
      if (EventLabel.reads(label)) {
        number = checker.read(t, label, location[e], source[e]);
      } else if (EventLabel.writes(label)) {
        number = checker.write(t, label, location[e]);
      } else {
        number = checker.fence(t, label);
      }
      if (number != e) {
        throw new IllegalStateException("event " + e + " of a run was refused");
      }
    }
    return true;
  }

  private int add(int t, int label, int where, int from) {
    if (length == what.length) {
      what = Arrays.copyOf(what, 2 * length);
      location = Arrays.copyOf(location, 2 * length);
      source = Arrays.copyOf(source, 2 * length);
    }
    threads = Math.max(threads, t + 1);
    what[length] = label | t << THREAD_SHIFT;
    location[length] = where;
    source[length] = from;
    return length++;
  }

  /** Takes events from a graph as they are added. */
  private final class Recorder implements RandomRun.Observer {
    private final EventGraph graph;

    /** The recorded event of each event of the graph. */
    private int[] number = new int[1024];

    private int known;

    /** The location of each cell, or -1. */
    private int[] ofCell = new int[16];

    /** The location that stands for the start of a thread, and the write there until it is read. */
    private int[] start = new int[8];

    private int[] startedBy = new int[8];

    Recorder(EventGraph graph) {
      this.graph = graph;
      Arrays.fill(ofCell, -1);
      Arrays.fill(startedBy, -1);
    }

    @Override
    public void added() {
      int e = graph.length - 1;
      int t = graph.thread(e);
      if (e >= number.length) {
        number = Arrays.copyOf(number, 2 * e);
      }
      known = e + 1;
      begin(t);
      number[e] = record(e, t);
      if (graph.current(t).effects() != null) {
        noteStarted(e, t);
      }
    }

    private void begin(int t) {
      if (t < startedBy.length && startedBy[t] >= 0) {
        add(t, EventLabel.READ | EventLabel.ACQUIRE, start[t], startedBy[t]);
        startedBy[t] = -1;
      }
    }

    private void noteStarted(int e, int t) {
      for (int u = 0; u < graph.threadCount; u++) {
        if (graph.current(u) != null && graph.spawnedBy(u) == e && graph.last(u) < 0) {
          if (u >= start.length) {
            start = Arrays.copyOf(start, 2 * u);
            startedBy = Arrays.copyOf(startedBy, 2 * u);
            Arrays.fill(startedBy, startedBy.length / 2, startedBy.length, -1);
          }
          start[u] = locations++;
          startedBy[u] =
              add(t, EventLabel.WRITE | EventLabel.RELEASE, start[u], ExecutionGraph.NONE);
        }
      }
    }

    private int record(int e, int t) {
      int joined = graph.joinedBy(e);
      if (joined >= 0) {
        begin(joined);
        int end = locations++;
        int write = add(joined, EventLabel.WRITE | EventLabel.RELEASE, end, ExecutionGraph.NONE);
        return add(t, EventLabel.READ | EventLabel.ACQUIRE, end, write);
      }
      if (graph.isFence(e)) {
        return add(t, label(e, EventLabel.ACQUIRE_RELEASE), -1, ExecutionGraph.NONE);
      }
      boolean reads = graph.reads(e);
      boolean writes = graph.writes(e);
      if (!reads && !writes) {
        return -1;
      }
      int possible = (reads ? EventLabel.ACQUIRE : 0) | (writes ? EventLabel.RELEASE : 0);
      int kind = (reads ? EventLabel.READ : 0) | (writes ? EventLabel.WRITE : 0);
      int from = graph.source(e) < 0 ? ExecutionGraph.INITIAL : number[graph.source(e)];
      return add(
          t,
          kind | label(e, possible),
          location(graph.cell(e)),
          reads ? from : ExecutionGraph.NONE);
    }

    private int label(int e, int possible) {
      return RecordedExecutions.recordedOrder(graph.order(e), possible);
    }

    private int location(Cell cell) {
      if (cell.number >= ofCell.length) {
        int old = ofCell.length;
        ofCell = Arrays.copyOf(ofCell, Math.max(cell.number + 1, 2 * old));
        Arrays.fill(ofCell, old, ofCell.length, -1);
      }
      if (ofCell[cell.number] < 0) {
        ofCell[cell.number] = locations++;
        cells++;
      }
      return ofCell[cell.number];
    }

    @Override
    public void moved(Renumbering numbers) {
      for (int e = 0; e < known; e++) {
        int to = numbers.of(e);
        if (to >= 0) {
          number[to] = number[e];
        }
      }
    }
  }
}
