package dev.heddle.explore.graph;

import dev.heddle.execution.RaceText;
import dev.heddle.machine.Failure;
import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.Orders;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.program.MemoryOrder;

/**
 * Finds accesses that are not ordered by happens-before although they must be: data races of plain
 * accesses, and accesses to objects that other threads make or free.
 */
final class RaceDetection {
  private final EventGraph graph;
  private final ValueDrivenThreads threads;
  private final boolean hasRaces;
  private final boolean knowsSynchronization;

  RaceDetection(EventGraph graph, GraphModel model) {
    this.graph = graph;
    this.threads = graph.threads;
    this.hasRaces = model.hasRaces();
    this.knowsSynchronization = model.ordersLives();
  }

  /** What is wrong with using the object of an operation at this point of its thread, or null. */
  Failure lifeFailure(int t, ThreadNode node) {
    int object = threads.object(node);
    int freed = graph.lives.freedBy(object);
    if (freed >= 0) {
      return isOrdered(t, freed)
          ? threads.failed(node, FailureKind.USE_AFTER_FREE).failure()
          : new Failure(
              FailureKind.USE_AFTER_FREE,
              "access to memory that "
                  + whoAndWhere(freed)
                  + " may have freed: nothing orders them");
    }
    if (threads.isFreed(object)) {
      return threads.failed(node, FailureKind.USE_AFTER_FREE).failure();
    }
    int made = graph.lives.madeBy(object);
    int maker = graph.lives.maker(object);
    if ((made >= 0 || maker > 0) && !isBehindAllocation(t, maker, made)) {
      return new Failure(
          FailureKind.INVALID_ACCESS,
          "access to memory whose allocation by " + who(maker) + " does not happen before it");
    }
    return null;
  }

  /**
   * Whether the next event of a thread happens behind an allocation, which comes behind an event in
   * the order of its thread, or before the first one of a thread that the event starts. So an event
   * that comes later in that thread must happen before; if there is none, the address is known from
   * the end of the thread. Threads that are started there, too, begin behind the allocation.
   */
  private boolean isBehindAllocation(int t, int maker, int made) {
    int index = made >= 0 && graph.thread(made) == maker ? graph.index(made) : 0;
    int last = graph.last(maker) < 0 ? 0 : graph.index(graph.last(maker));
    return t == maker
        || last == index
        || known(t, maker) > index
        || isStartedBehind(t, maker, made);
  }

  /** Whether a thread, or something that happens before it, was started by a thread right there. */
  private boolean isStartedBehind(int t, int starter, int made) {
    for (int child = 0; child < graph.threadCount; child++) {
      boolean isStartedThere =
          graph.current(child) != null
              && graph.spawnedBy(child) == made
              && threads.parent(child) == starter;
      if (isStartedThere
          && (child == t || known(t, child) > 0 || isStartedBehind(t, child, made))) {
        return true;
      }
    }
    return false;
  }

  private int known(int t, int other) {
    return knowsSynchronization
        ? graph.clocks.hbOfThread(t, other)
        : graph.clocks.porfOfThread(t, other);
  }

  private boolean isOrdered(int t, int e) {
    int other = graph.thread(e);
    return other == t || known(t, other) >= graph.index(e);
  }

  /** What is wrong with freeing an object by an event that has begun, or null. */
  Failure freeFailure(int e, int object) {
    if (graph.lives.freedBy(object) >= 0 || threads.isFreed(object)) {
      return threads.failed(graph.before(e), FailureKind.DOUBLE_FREE).failure();
    }
    for (int x = graph.lives.latestAccess(object); x >= 0; x = graph.lives.accessBefore(x)) {
      boolean isBefore = knowsSynchronization ? graph.happensBefore(x, e) : graph.isInPast(x, e);
      if (!isBefore) {
        return new Failure(
            FailureKind.USE_AFTER_FREE,
            "memory is freed while " + whoAndWhere(x) + " may access it: nothing orders them");
      }
    }
    return null;
  }

  /** The data race that an access brings about, or null. */
  Failure race(int e, Cell cell) {
    if (!hasRaces) {
      return null;
    }
    int other = racing(e, cell);
    if (other < 0 && cell.hasOverlaps()) {
      for (Cell overlapping : cell.overlapping()) {
        other = Math.max(other, racing(e, overlapping));
      }
    }
    if (other < 0) {
      return null;
    }
    return new Failure(FailureKind.DATA_RACE, text(other, isPlain(e)), other);
  }

  /**
   * The data race of a thread that waits for good, or null: its look is an access if it is plain,
   * if the source has one here, or if what is written has another size.
   */
  Failure waitingRace(int t, ThreadNode node) {
    if (!hasRaces || !OperationSemantics.mayWait(node)) {
      return null;
    }
    boolean isPlain = isPlain(node);
    Cell cell = graph.cell(node);
    int other = looks(node) ? racingWith(t, node, cell, isPlain) : -1;
    for (int i = 0; other < 0 && i < cell.overlapping().size(); i++) {
      other = racingWith(t, node, cell.overlapping().get(i), isPlain);
    }
    return other < 0
        ? raceOfLooks(t, node)
        : new Failure(FailureKind.DATA_RACE, text(other, isPlain), other);
  }

  /** The race of what two threads look at in vain, again and again, or null. */
  private Failure raceOfLooks(int t, ThreadNode node) {
    for (int other = 0; looks(node) && other < graph.threadCount; other++) {
      ThreadNode look = other == t ? null : graph.current(other);
      if (look == null || !OperationSemantics.mayWait(look) || !looks(look)) {
        continue;
      }
      boolean writes = threads.code().writesInVain(look);
      if ((writes || threads.code().writesInVain(node))
          && (isPlain(node) || isPlain(look))
          && overlap(node, look)) {
        String text =
            RaceText.of(
                other, threads.code().userLocation(look), writes, isPlain(look), isPlain(node));
        return new Failure(FailureKind.DATA_RACE, text);
      }
    }
    return null;
  }

  private boolean looks(ThreadNode node) {
    return isPlain(node) || threads.code().looks(node);
  }

  private static boolean isPlain(ThreadNode node) {
    return Orders.order(node.orders()) == MemoryOrder.PLAIN;
  }

  /** An access of another thread that races with the look of a thread that waits, or -1. */
  private int racingWith(int t, ThreadNode node, Cell cell, boolean isPlain) {
    boolean looksWrite = threads.code().writesInVain(node);
    for (int other = 0; other < graph.threadCount; other++) {
      for (int x = cell.lastAccess(other);
          x >= 0 && !isOrdered(t, x);
          x = graph.previousAccess(x)) {
        if ((looksWrite || graph.writes(x)) && (isPlain || isPlain(x))) {
          return x;
        }
      }
    }
    return -1;
  }

  private String text(int other, boolean isPlain) {
    return RaceText.of(
        graph.thread(other),
        threads.code().userLocation(graph.before(other)),
        graph.writes(other),
        isPlain(other),
        isPlain);
  }

  /** An access that races with an event, or -1. */
  private int racing(int e, Cell cell) {
    if (!isPlain(e) && !cell.hasPlainAccesses()) {
      return -1; // as it mostly is
    }
    // A thread that has waited may have looked before, and has not learnt then what it learns now.
    boolean waited = threads.code().looks(graph.before(e));
    boolean looksWrite = threads.code().writesInVain(graph.before(e));
    for (int t = 0; t < graph.threadCount; t++) {
      int known = graph.clocks.hb(e, t);
      int knownBefore = waited ? graph.clocks.hbInFrontOf(e, t) : known;
      int newest = isPlain(e) || cell.plainUpTo(t) > knownBefore ? cell.lastAccess(t) : -1;
      for (int x = newest; x >= 0 && graph.index(x) > knownBefore; x = graph.previousAccess(x)) {
        boolean writes = graph.index(x) > known ? graph.writes(e) : looksWrite;
        if (t != graph.thread(e) && (writes || graph.writes(x)) && isRace(x, e)) {
          return x;
        }
      }
    }
    return -1;
  }

  /** Whether two accesses that are not ordered, one of which writes, race. */
  private boolean isRace(int a, int b) {
    return (isPlain(a) || isPlain(b)) && overlap(graph.before(a), graph.before(b));
  }

  /** Parts of 16 bytes that are one location need not have a byte in common. */
  private static boolean overlap(ThreadNode a, ThreadNode b) {
    return a.address() < b.address() + b.bytes() && b.address() < a.address() + a.bytes();
  }

  private boolean isPlain(int e) {
    return !graph.isAtomic(e);
  }

  private static String who(int t) {
    return t == 0 ? "main" : "thread " + t;
  }

  private String whoAndWhere(int e) {
    Location place = threads.code().userLocation(graph.before(e));
    return who(graph.thread(e)) + " at " + place;
  }
}
