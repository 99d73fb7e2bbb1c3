package dev.heddle.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.graph.EventLabel;
import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.ExecutionGraphBuilder;
import dev.heddle.graph.MalformedTraceException;
import dev.heddle.model.naive.Axioms;
import dev.heddle.model.naive.NaiveConsistency;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The incremental checker gives the answers of the offline one after every event. */
class IncrementalCheckerTest {
  private static final int PROGRAMS_PER_RUN = 2;

  /** One growing execution, and the graph of what it has so far. */
  private static final class Growing {
    final int threads;
    final int locations;
    final IncrementalChecker checker;
    final List<int[]> events = new ArrayList<>();

    Growing(MemoryModel model, int threads, int locations) {
      this.threads = threads;
      this.locations = locations;
      checker =
          switch (model) {
            case RA -> IncrementalChecker.releaseAcquire(threads);
            case RC20 -> IncrementalChecker.rc20(threads);
            default -> IncrementalChecker.relaxed(threads);
          };
      for (int x = 0; x < locations; x++) {
        assertEquals(x, checker.newLocation());
      }
    }

    /** The execution with one more event, if that is not null. */
    ExecutionGraph graph(int[] candidate) {
      ExecutionGraphBuilder builder = new ExecutionGraphBuilder(events.size() + 1);
      for (int t = 0; t < threads; t++) {
        builder.thread("t" + t);
      }
      for (int x = 0; x < locations; x++) {
        builder.location("x" + x);
      }
      List<int[]> all = new ArrayList<>(events);
      if (candidate != null) {
        all.add(candidate);
      }
      for (int[] e : all) {
        int order = EventLabel.order(e[1]);
        switch (EventLabel.operation(e[1])) {
          case EventLabel.READ -> builder.read(e[0], order, e[2], e[3]);
          case EventLabel.WRITE -> builder.write(e[0], order, e[2]);
          case EventLabel.RMW -> builder.rmw(e[0], order, e[2], e[3]);
          default -> builder.fence(e[0], order);
        }
      }
      try {
        return builder.build();
      } catch (MalformedTraceException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Test
  void agreesWithTheOfflineCheckerAfterEveryEvent() {
    int runs = Integer.getInteger("heddle.fuzz.programs", 4000) / PROGRAMS_PER_RUN;
    Random random = new Random(Long.getLong("heddle.fuzz.seed", 1));
    MemoryModel[] models = {MemoryModel.RA, MemoryModel.RC20, MemoryModel.RELAXED};
    int refused = 0;
    for (int run = 0; run < runs; run++) {
      MemoryModel model = models[run % models.length];
      refused += grow(random, model, 2 + random.nextInt(3), 1 + random.nextInt(2), 16);
    }
    assertTrue(refused > runs / 2, "enough reads are refused: " + refused);
  }

  /** Grows an execution, asking for every write at every read; gives the number of refusals. */
  private static int grow(
      Random random, MemoryModel model, int threads, int locations, int length) {
    Growing growing = new Growing(model, threads, locations);
    ConsistencyChecker offline = ConsistencyChecker.of(model);
    int refused = 0;
    for (int i = 0; i < length; i++) {
      int t = random.nextInt(threads);
      int x = random.nextInt(locations);
      int kind = random.nextInt(20);
      if (kind < 2) {
        int order =
            new int[] {EventLabel.ACQUIRE, EventLabel.RELEASE, EventLabel.ACQUIRE_RELEASE}
                [random.nextInt(3)];
        growing.checker.fence(t, order);
        growing.events.add(new int[] {t, EventLabel.FENCE | order, 0, 0});
      } else if (kind < 9) {
        int order = random.nextBoolean() ? EventLabel.RELEASE : EventLabel.RELAXED;
        growing.checker.write(t, order, x);
        growing.events.add(new int[] {t, EventLabel.WRITE | order, x, ExecutionGraph.NONE});
      } else {
        boolean rmw = kind < 13;
        int label = rmw ? EventLabel.RMW : EventLabel.READ;
        label |= random.nextBoolean() ? EventLabel.ACQUIRE : 0;
        label |= rmw && random.nextBoolean() ? EventLabel.RELEASE : 0;
        refused += readAny(random, growing, offline, t, label, x);
      }
      Axioms axioms = new Axioms(growing.graph(null), model);
      List<int[]> order = new ArrayList<>();
      for (int y = 0; y < locations; y++) {
        order.add(growing.checker.modificationOrder(y));
      }
      assertEquals(List.of(), axioms.violated(axioms.modificationOrder(order)), "the order");
    }
    return refused;
  }

  private static int readAny(
      Random random, Growing growing, ConsistencyChecker offline, int t, int label, int x) {
    boolean rmw = EventLabel.isRmw(label);
    List<Integer> allowed = new ArrayList<>();
    int refused = 0;
    for (int w = ExecutionGraph.INITIAL; w < growing.events.size(); w++) {
      if (w >= 0
          && (!EventLabel.writes(growing.events.get(w)[1]) || growing.events.get(w)[2] != x)) {
        continue;
      }
      ExecutionGraph graph = growing.graph(new int[] {t, label, x, w});
      boolean expected = offline.check(graph).isConsistent();
      int write = w;
      assertEquals(
          expected,
          rmw ? growing.checker.mayUpdate(t, x, w) : growing.checker.mayRead(t, x, w),
          () -> "reading " + write + "\n" + AgreementTest.text(graph));
      if (expected) {
        allowed.add(w);
      } else {
        refused++;
        int order = EventLabel.order(label);
        assertEquals(
            -1, rmw ? growing.checker.rmw(t, order, x, w) : growing.checker.read(t, order, x, w));
      }
    }
    assertTrue(allowed.contains(growing.checker.newest(x)), "the newest write may be read");
    int w = allowed.get(random.nextInt(allowed.size()));
    int order = EventLabel.order(label);
    int e = rmw ? growing.checker.rmw(t, order, x, w) : growing.checker.read(t, order, x, w);
    assertEquals(growing.events.size(), e);
    growing.events.add(new int[] {t, label, x, w});
    return refused;
  }

  @Test
  void offlineAnswersThatItIsHeldAgainstAgreeWithEnumeration() {
    Growing growing = new Growing(MemoryModel.RA, 2, 1);
    growing.events.add(new int[] {0, EventLabel.WRITE, 0, ExecutionGraph.NONE});
    growing.events.add(new int[] {0, EventLabel.WRITE, 0, ExecutionGraph.NONE});
    ExecutionGraph stale = growing.graph(new int[] {0, EventLabel.READ, 0, 0});
    assertEquals(
        NaiveConsistency.isConsistent(stale, MemoryModel.RA),
        ConsistencyChecker.of(MemoryModel.RA).check(stale).isConsistent());
  }
}
