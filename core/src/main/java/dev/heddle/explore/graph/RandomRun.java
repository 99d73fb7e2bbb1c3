package dev.heddle.explore.graph;

import dev.heddle.explore.graph.OnlineModel.Mode;
import dev.heddle.explore.overflow.Overflow;
import dev.heddle.explore.random.SourceStrategy;
import dev.heddle.explore.random.ThreadStrategy;
import dev.heddle.machine.OperationKind;
import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ThreadNode.Status;
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
 *   <li>Every graph can come out, but for {@link Mode#SEQUENTIAL_ORDER}: its events can be added in
 *       any order that extends po ∪ rf, and each choice has a positive probability.
 * </ul>
 *
 * <p>Models that ask for an order of all events take the order of the steps for it, so that nothing
 * has to be checked: {@link Mode} says what a read sees then, and where writes come in mo. Where
 * reads may be stale, an operation that waits may go on waiting, at random, although it need not.
 * If no modification order lets it wait forever, then it stops waiting when nothing else is left to
 * do.
 *
 * <p>A long run does not keep what it does not need: see {@link GraphWindow}.
 */
final class RandomRun implements GraphWindow.Run {
  /** A thread that has taken so many steps in a row reads what is newest. */
  private static final int FRESH_AFTER = 64;

  /** A thread that has taken so many lets others go on. */
  private static final int TIRED_AFTER = 256;

  /** One operation that need not wait, of so many that could have to, does. */
  private static final int PARKED_WAITS = 8;

  /** One thread in so many that could go on lets buffers be drained first. */
  private static final int PATIENCE = 2;

  /** Sees a run grow. */
  interface Observer {
    /** The newest event of the graph has been added. */
    void added();

    /** Events have other numbers. */
    void moved(Renumbering numbers);
  }

  private final EventGraph graph;
  private final Mode mode;
  private final Ordering ordering;
  private final Extension extension;
  private final Sources sources;
  private final LastingWaits lasting;
  private final VainLooks looks;
  private final ThreadList ready;

  /** Keeps the graph small; null where the model does not allow that. */
  private final GraphWindow window;

  /** Where there are buffers; else null. */
  private final StoreBuffers buffers;

  /** Where there is such an order; else null. */
  private final SequentialOrder sequential;

  /** Or null. */
  private Observer observer;

  /** Marks threads that wait although they need not. */
  private final BranchPoint parking = new BranchPoint(new Overflow(0));

  private SplittableRandom random;
  private ThreadStrategy threads;
  private SourceStrategy preference;

  /** Slots that the read at hand can read from. */
  private int[] choices = new int[16];

  private int latest;
  private int stepsInRow;
  private boolean mayPark;
  private boolean hasEnded;

  /**
   * @param extent how much of a run to keep where the model allows that; null to keep all of it
   */
  RandomRun(EventGraph graph, GraphModel model, Mode mode, GraphWindow.Extent extent) {
    this.graph = graph;
    this.mode = mode;
    boolean isPerLocation = mode == Mode.BUFFERED_PER_LOCATION;
    this.buffers =
        mode == Mode.BUFFERED || isPerLocation ? new StoreBuffers(graph, isPerLocation) : null;
    this.sequential = mode == Mode.SEQUENTIAL_ORDER ? new SequentialOrder(graph) : null;
    this.ordering = model.ordering();
    this.extension = new Extension(graph, model);
    this.sources = new Sources(graph, model, extension, false);
    this.looks = new VainLooks(graph);
    this.ready = new ThreadList(graph);
    this.lasting = new LastingWaits(graph, model, sources::isEnabled);
    this.window =
        extent == null || !model.isLocal()
            ? null
            : new GraphWindow(graph, model, extension, extent, this);
  }

  void observe(Observer who) {
    observer = who;
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
    random = numbers;
    threads = threadStrategy;
    preference = sourceStrategy;
    begin();
    while (true) {
      while (!hasEnded && events() < maxEvents && step()) {
        look.run();
      }
      assert hasEnded || events() >= maxEvents || nobodyCanGoOn();
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
    looks.begin();
    ready.begin();
    latest = -1;
    stepsInRow = 0;
    mayPark = mode != Mode.NEWEST && buffers == null;
    hasEnded = false;
    if (buffers != null) {
      buffers.begin(random);
    }
    if (sequential != null) {
      sequential.begin();
    }
  }

  private void unpark() {
    for (int t = 0; t < graph.threadCount; t++) {
      graph.unpark(t);
    }
  }

  /** Nobody was passed over who has something to read. */
  private boolean nobodyCanGoOn() {
    ready.find();
    for (int i = 0; mode == Mode.COHERENT && i < ready.count(); i++) {
      if (sources.isEnabled(ready.thread(i))) {
        return false;
      }
    }
    return true;
  }

  // ---- Threads ------------------------------------------------------------------------------

  /** Adds an event; false if no thread can go on. */
  private boolean step() {
    if (buffers != null) {
      buffers.step(random);
    }
    int waiting = buffers == null ? 0 : buffers.waiting();
    ready.find();
    boolean isTired = stepsInRow >= TIRED_AFTER;
    if (isTired) {
      threads.tired(latest);
    }
    while (ready.count() > 0) {
      int place = isTired ? ready.anotherThan(latest, random) : threads.choose(ready);
      int t = ready.thread(place);
      if (add(t)) {
        threads.ran(place, ready);
        added(t);
        return true;
      }
      ready.remove(place);
    }
    return waiting > 0 && drainMore(waiting);
  }

  /** No thread goes on, but one may when more is in memory; or now, after what others drained. */
  private boolean drainMore(int waiting) {
    if (buffers.waiting() == waiting) {
      buffers.drainAny(random);
    }
    return true;
  }

  private void added(int t) {
    stepsInRow = t == latest ? stepsInRow + 1 : 1;
    latest = t;
    if (buffers != null) {
      buffers.added(graph.length - 1);
    } else if (sequential != null) {
      sequential.added(graph.length - 1);
    }
    if (observer != null) {
      observer.added();
    }
    ThreadNode node = graph.current(t);
    hasEnded = node.status() == Status.FAILED || node.status() == Status.EXITED;
    if (node.effects() != null) {
      ready.noteStarted();
    }
    if (hasEnded) {
      ready.clear();
    } else if (window != null) {
      window.added();
    }
  }

  // ---- Events -------------------------------------------------------------------------------

  /** Adds the next event of a thread; false if the thread waits. */
  private boolean add(int t) {
    ThreadNode node = graph.current(t);
    if (buffers != null) {
      drainBefore(t, node);
    }
    if (node.kind() == OperationKind.CHOOSE) {
      int alternatives = (int) (node.desired() - node.operand()) + 1;
      return add(t, EventGraph.NO_SOURCE, random.nextInt(alternatives), Extension.ANYWHERE);
    }
    if (!OperationSemantics.isAccess(node) || extension.failure(t, node) != null) {
      return add(t, EventGraph.NO_SOURCE, 0, Extension.ANYWHERE);
    }
    Cell cell = extension.cell(node);
    if (!OperationSemantics.reads(node)) {
      return add(t, EventGraph.NO_SOURCE, 0, place(t, node, cell));
    }
    return OperationSemantics.mayWait(node)
        ? waits(t, node, cell)
        : read(t, node, cell, Cell.INITIAL) || stuck(node);
  }

  /** Drains what must be in memory before the next operation of a thread. */
  private void drainBefore(int t, ThreadNode node) {
    if (graph.last(t) < 0 && graph.spawnedBy(t) >= 0) {
      buffers.drainUpTo(graph.thread(graph.spawnedBy(t)), graph.spawnedBy(t));
    }
    int target = node.kind() == OperationKind.JOIN ? graph.joined(node) : -1;
    if (target >= 0) {
      buffers.drain(target);
    }
    boolean isFence =
        node.kind() == OperationKind.FENCE
            && (ordering.of(node.orders(), false) & Ordering.SEQUENTIAL) != 0;
    if (isFence || target >= 0 || hasWrittenSequentially(t)) {
      buffers.drain(t);
    }
  }

  private boolean hasWrittenSequentially(int t) {
    int e = graph.last(t);
    return e >= 0 && graph.writes(e) && graph.isSequential(e);
  }

  /** The write behind which a new one comes in mo. */
  private int place(int t, ThreadNode node, Cell cell) {
    return switch (mode) {
      case COHERENT, BUFFERED, BUFFERED_PER_LOCATION -> Extension.ANYWHERE;
      case NEWEST, NEWEST_LAST -> cell.event(cell.slots - 1);
      case SEQUENTIAL_ORDER -> anyPlace(t, node, cell);
    };
  }

  private int anyPlace(int t, ThreadNode node, Cell cell) {
    sources.findOverwritten(t, cell);
    reserveChoices(cell.slots);
    int order = ordering.of(node.orders(), false);
    int found = 0;
    for (int s = cell.slots - 1; s >= cell.floor(); s--) {
      if (!sources.isOverwritten(s)
          && cell.consumer(s) == 0
          && sequential.admits(t, cell, s, order, EventGraph.NO_SOURCE)) {
        choices[found++] = s;
      }
    }
    return cell.event(choices[preference.choose(found)]);
  }

  private boolean add(int t, int source, int alternative, int place) {
    return extension.add(t, source, alternative, place) || stuck(graph.current(t));
  }

  private boolean stuck(ThreadNode node) {
    throw new IllegalStateException(
        graph.threads.code().userLocation(node) + ": an operation that need not wait cannot go on");
  }

  private boolean waits(int t, ThreadNode node, Cell cell) {
    if (buffers != null && buffers.waiting() > 0 && random.nextInt(PATIENCE) == 0) {
      return false; // What is in the buffers may come first.
    }
    boolean wouldPark = mayPark && random.nextInt(PARKED_WAITS) == 0;
    // What is in a buffer becomes visible without a new write.
    int first = buffers == null ? looks.firstNew(t, cell) : Cell.INITIAL;
    if (first == cell.slots) {
      return false;
    }
    if (!wouldPark && read(t, node, cell, first)) {
      return true;
    }
    if (wouldPark && sources.isEnabled(t, first)) {
      graph.park(t, parking);
    } else {
      looks.note(t, cell);
    }
    return false;
  }

  /**
   * Adds an event that reads, from a slot on; false if there is nothing with which its thread could
   * go on.
   */
  private boolean read(int t, ThreadNode node, Cell cell, int first) {
    int left = findChoices(t, node, cell, first);
    while (left > 0) {
      int i = t == latest && stepsInRow >= FRESH_AFTER ? 0 : preference.choose(left);
      int alternatives = OperationSemantics.alternatives(node, graph.content(cell, choices[i]));
      int alternative = alternatives > 1 ? random.nextInt(alternatives) : 0;
      if (extension.add(t, cell.event(choices[i]), alternative, Extension.ANYWHERE)) {
        return true;
      }
      left--;
      System.arraycopy(choices, i + 1, choices, i, left - i);
    }
    return extension.waitingRace(t, node) != null
        && extension.add(t, EventGraph.NO_SOURCE, 0, Extension.ANYWHERE);
  }

  private int findChoices(int t, ThreadNode node, Cell cell, int first) {
    switch (mode) {
      case NEWEST -> sources.findOnly(t, node, cell, cell.slots - 1);
      case BUFFERED, BUFFERED_PER_LOCATION -> findVisible(t, node, cell);
      default -> sources.find(t, node, cell, first);
    }
    reserveChoices(sources.count);
    int found = 0;
    for (int i = 0; i < sources.count; i++) {
      if (sources.isAcceptable(i) && isPossible(t, node, cell, sources.slot(i))) {
        choices[found++] = sources.slot(i);
      }
    }
    return found;
  }

  private void reserveChoices(int count) {
    if (choices.length < count) {
      choices = new int[2 * count];
    }
  }

  /** An update happens in memory, so that nothing is left in the buffer of its thread. */
  private void findVisible(int t, ThreadNode node, Cell cell) {
    int slot = buffers.visible(t, cell);
    sources.findOnly(t, node, cell, slot);
    if (sources.count > 0 && sources.isAcceptable(0) && sources.wouldWrite(t, node, cell, slot)) {
      buffers.drain(t);
    }
  }

  /** Whether a source that is coherent can be read. */
  private boolean isPossible(int t, ThreadNode node, Cell cell, int slot) {
    return switch (mode) {
      case NEWEST_LAST -> slot == cell.slots - 1 || !sources.wouldWrite(t, node, cell, slot);
      case SEQUENTIAL_ORDER -> {
        boolean writes = sources.wouldWrite(t, node, cell, slot);
        int order = ordering.of(node.orders(), !writes);
        yield sequential.admits(t, cell, slot, order, cell.event(slot));
      }
      default -> true;
    };
  }

  // ---- The window -----------------------------------------------------------------------------

  @Override
  public boolean retainReadable(Cell cell, long[] slots) {
    if (buffers != null) {
      buffers.retainReadable(cell, slots);
    } else if (mode == Mode.NEWEST) {
      slots[(cell.slots - 1) >> 6] &= ~(1L << (cell.slots - 1));
    } else {
      return false;
    }
    return true;
  }

  @Override
  public void moved(Renumbering numbers, int[] knownToAll) {
    if (buffers != null) {
      buffers.renumber(numbers);
    } else if (sequential != null) {
      sequential.forget(knownToAll);
    }
    if (observer != null) {
      observer.moved(numbers);
    }
  }
}
