package dev.heddle.explore.graph;

import dev.heddle.explore.random.ReadyThreads;
import dev.heddle.explore.random.SourceStrategy;
import dev.heddle.explore.random.ThreadStrategy;
import dev.heddle.machine.OperationKind;
import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ThreadNode.Status;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * One execution that grows at random: at each step a strategy picks a thread, and, if it reads,
 * another one picks a source among those with which the graph stays consistent.
 *
 * <p>Tunç, Abdulla, Chakraborty, Krishna, Mathur, Pavlogiannis: <em>Optimal reads-from consistency
 * checking for C11-style memory models</em>, PLDI 2023, section 5.2: the graph is checked event by
 * event and never from scratch, as far as the model asks for coherence alone.
 *
 * <ul>
 *   <li>Sound: a run is a graph that exploration visits, too, unless it ends early: with a failure,
 *       when the program exits, or at the limit of events.
 *   <li>Every graph can come out: its events can be added in any order that extends po ∪ rf, and
 *       each choice has a positive probability.
 * </ul>
 *
 * <p>Under sequential consistency a read reads the newest write; the order in which events are
 * added is then the interleaving, so that nothing has to be checked. Under other models an
 * operation that waits may go on waiting, at random, although it need not. If no modification order
 * lets it wait forever, then it stops waiting when nothing else is left to do.
 *
 * <p>A long run does not keep what it does not need: see {@link GraphWindow}.
 */
final class RandomRun implements ReadyThreads {
  /** A thread that has taken so many steps in a row reads what is newest. */
  private static final int FRESH_AFTER = 64;

  /** A thread that has taken so many lets others go on. */
  private static final int TIRED_AFTER = 256;

  /** One operation that need not wait, of so many that could have to, does. */
  private static final int PARKED_WAITS = 8;

  private final EventGraph graph;
  private final boolean readsNewest;
  private final Extension extension;
  private final Sources sources;
  private final LastingWaits lasting;

  /** Keeps the graph small; null where the model does not allow that. */
  private final GraphWindow window;

  /** Marks threads that wait although they need not. */
  private final BranchPoint parking = new BranchPoint();

  private SplittableRandom random;
  private ThreadStrategy threads;
  private SourceStrategy preference;

  /** Threads in the order in which they were started, whatever their numbers. */
  private int[] started = new int[8];

  private int startedCount;

  /** Those that could go on, and what they would do. */
  private int[] ready = new int[8];

  private ThreadNode[] pending = new ThreadNode[8];
  private int readyCount;

  /** Slots that the read at hand can read from. */
  private int[] choices = new int[16];

  private int latest;
  private int stepsInRow;
  private boolean mayPark;
  private boolean hasEnded;

  /**
   * @param readsNewest whether reads read the newest write, as under sequential consistency
   * @param extent how much of a run to keep where the model allows that; null to keep all of it
   */
  RandomRun(EventGraph graph, GraphModel model, boolean readsNewest, GraphWindow.Extent extent) {
    this.graph = graph;
    this.readsNewest = readsNewest;
    this.extension = new Extension(graph, model);
    this.sources = new Sources(graph, model, extension);
    this.lasting = new LastingWaits(graph, model, sources::isEnabled);
    this.window =
        extent == null || !model.isLocal()
            ? null
            : new GraphWindow(graph, model, extension, extent);
  }

  /** Whether all of the run is in the graph. If not, the graph is of no use for another run. */
  boolean isWhole() {
    return graph.isWhole;
  }

  /** How many events the run has had so far. */
  long events() {
    return window == null ? graph.length : window.events();
  }

  /**
   * Grows the graph, whatever was in it before, from nothing.
   *
   * @param look is called at every step
   * @return whether the run came to an end; else it has as many events as it may have
   */
  boolean run(
      SplittableRandom numbers,
      ThreadStrategy threadStrategy,
      SourceStrategy sourceStrategy,
      long maxEvents,
      Runnable look) {
    begin();
    random = numbers;
    threads = threadStrategy;
    preference = sourceStrategy;
    while (true) {
      while (!hasEnded && events() < maxEvents && step()) {
        look.run();
      }
      if (hasEnded || events() >= maxEvents || lasting.arePossible()) {
        return hasEnded || events() < maxEvents;
      }
      unpark();
      mayPark = false;
    }
  }

  private void begin() {
    unpark();
    graph.shrinkTo(0);
    startedCount = 0;
    noteStarted();
    latest = -1;
    stepsInRow = 0;
    mayPark = !readsNewest;
    hasEnded = false;
  }

  private void unpark() {
    Arrays.fill(graph.parked, null);
  }

  // ---- Threads ------------------------------------------------------------------------------

  /** Adds an event; false if no thread can go on. */
  private boolean step() {
    findReady();
    boolean isTired = stepsInRow >= TIRED_AFTER;
    if (isTired) {
      threads.tired(latest);
    }
    while (readyCount > 0) {
      int place = isTired ? anotherThan(latest) : threads.choose(this);
      int t = ready[place];
      if (add(t)) {
        threads.ran(place, this);
        added(t);
        return true;
      }
      remove(place);
    }
    return false;
  }

  private void findReady() {
    readyCount = 0;
    for (int i = 0; i < startedCount; i++) {
      int t = started[i];
      if (graph.isReady(t) && graph.canJoin(t)) {
        ready[readyCount] = t;
        pending[readyCount++] = graph.current[t];
      }
    }
  }

  /** Any place among the ready threads but that of a given one, if there are others. */
  private int anotherThan(int t) {
    int place = random.nextInt(readyCount);
    return ready[place] == t && readyCount > 1 ? (place + 1) % readyCount : place;
  }

  private void remove(int place) {
    readyCount--;
    for (int i = place; i < readyCount; i++) {
      ready[i] = ready[i + 1];
      pending[i] = pending[i + 1];
    }
  }

  private void added(int t) {
    stepsInRow = t == latest ? stepsInRow + 1 : 1;
    latest = t;
    ThreadNode node = graph.current[t];
    hasEnded = node.status() == Status.FAILED || node.status() == Status.EXITED;
    if (node.effects() != null) {
      noteStarted();
    }
    if (hasEnded) {
      readyCount = 0;
    } else if (window != null) {
      window.added();
    }
  }

  /** Threads that run and were not known to. */
  private void noteStarted() {
    for (int t = 0; t < graph.threadCount; t++) {
      if (graph.current[t] != null && !isStarted(t)) {
        if (startedCount == started.length) {
          started = Arrays.copyOf(started, 2 * startedCount);
          ready = Arrays.copyOf(ready, 2 * startedCount);
          pending = Arrays.copyOf(pending, 2 * startedCount);
        }
        started[startedCount++] = t;
      }
    }
  }

  private boolean isStarted(int t) {
    for (int i = 0; i < startedCount; i++) {
      if (started[i] == t) {
        return true;
      }
    }
    return false;
  }

  @Override
  public int count() {
    return readyCount;
  }

  @Override
  public int thread(int i) {
    return ready[i];
  }

  @Override
  public boolean conflict(int i, int j) {
    ThreadNode a = pending[i];
    ThreadNode b = pending[j];
    if (!EventGraph.isAccess(a) || !EventGraph.isAccess(b)) {
      return false;
    }
    if (OperationSemantics.onlyReads(a) && OperationSemantics.onlyReads(b)) {
      return false;
    }
    long from = graph.threads.locate(a);
    long other = graph.threads.locate(b);
    return from >= 0 && other >= 0 && from < other + b.bytes() && other < from + a.bytes();
  }

  // ---- Events -------------------------------------------------------------------------------

  /** Adds the next event of a thread; false if the thread waits. */
  private boolean add(int t) {
    ThreadNode node = graph.current[t];
    if (node.kind() == OperationKind.CHOOSE) {
      int alternatives = (int) (node.desired() - node.operand()) + 1;
      return add(t, EventGraph.NO_SOURCE, random.nextInt(alternatives), Extension.ANYWHERE);
    }
    if (!EventGraph.isAccess(node) || extension.failure(t, node) != null) {
      return add(t, EventGraph.NO_SOURCE, 0, Extension.ANYWHERE);
    }
    Cell cell = extension.cell(node);
    if (!OperationSemantics.reads(node)) {
      int place = readsNewest ? cell.event[cell.slots - 1] : Extension.ANYWHERE;
      return add(t, EventGraph.NO_SOURCE, 0, place);
    }
    return OperationSemantics.mayWait(node)
        ? waits(t, node, cell)
        : read(t, node, cell) || stuck(node);
  }

  private boolean add(int t, int source, int alternative, int place) {
    return extension.add(t, source, alternative, place) || stuck(graph.current[t]);
  }

  private boolean stuck(ThreadNode node) {
    throw new IllegalStateException(
        graph.threads.code().userLocation(node) + ": an operation that need not wait cannot go on");
  }

  private boolean waits(int t, ThreadNode node, Cell cell) {
    if (mayPark && random.nextInt(PARKED_WAITS) == 0) {
      if (sources.isEnabled(t)) {
        graph.parked[t] = parking;
      }
      return false;
    }
    return read(t, node, cell);
  }

  /** Adds an event that reads; false if there is nothing with which its thread could go on. */
  private boolean read(int t, ThreadNode node, Cell cell) {
    int left = findChoices(t, node, cell);
    while (left > 0) {
      int i = t == latest && stepsInRow >= FRESH_AFTER ? 0 : preference.choose(left);
      int alternatives = OperationSemantics.alternatives(node, graph.content(cell, choices[i]));
      int alternative = alternatives > 1 ? random.nextInt(alternatives) : 0;
      if (extension.add(t, cell.event[choices[i]], alternative, Extension.ANYWHERE)) {
        return true;
      }
      left--;
      System.arraycopy(choices, i + 1, choices, i, left - i);
    }
    return extension.waitingRace(t, node) != null
        && extension.add(t, EventGraph.NO_SOURCE, 0, Extension.ANYWHERE);
  }

  private int findChoices(int t, ThreadNode node, Cell cell) {
    if (readsNewest) {
      sources.findNewest(t, node, cell);
    } else {
      sources.find(t, node, cell);
    }
    if (choices.length < sources.count) {
      choices = new int[2 * sources.count];
    }
    int found = 0;
    for (int i = 0; i < sources.count; i++) {
      if (sources.isAcceptable[i]) {
        choices[found++] = sources.slots[i];
      }
    }
    return found;
  }
}
