package dev.heddle.model;

import dev.heddle.graph.EventLabel;
import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.ExecutionGraphBuilder;
import dev.heddle.graph.MalformedTraceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Small random executions. Reads take any write of their location, or most of the time a recent
 * one, so that both answers are frequent.
 */
public final class RandomExecutions {
  private final Random random;

  public RandomExecutions(long seed) {
    random = new Random(seed);
  }

  /** So few writes per location that all modification orders can be tried. */
  private static final int FEW_WRITES = 4;

  /** An execution of up to ten events. */
  public ExecutionGraph next() {
    return next(4 + random.nextInt(7), 2 + random.nextInt(3), 1 + random.nextInt(3), FEW_WRITES);
  }

  /** An execution that is too large to try all modification orders. */
  ExecutionGraph nextLarger() {
    int events = 12 + random.nextInt(40);
    return next(events, 2 + random.nextInt(5), 1 + random.nextInt(5), events);
  }

  private ExecutionGraph next(int events, int threads, int locations, int maxWrites) {
    boolean rmws = random.nextInt(3) > 0;
    boolean fences = random.nextInt(3) == 0;
    boolean initial = random.nextInt(2) == 0;
    int wildness = random.nextInt(4);
    ExecutionGraphBuilder graph = new ExecutionGraphBuilder(events);
    for (int t = 0; t < threads; t++) {
      graph.thread("t" + t);
    }
    for (int x = 0; x < locations; x++) {
      graph.location("x" + x);
    }
    List<List<Integer>> writes = new ArrayList<>();
    for (int x = 0; x < locations; x++) {
      writes.add(new ArrayList<>());
    }
    Plan plan = new Plan(events, threads, locations, rmws, fences, writes, maxWrites);
    int lastFence = ExecutionGraph.INITIAL;
    for (int e = 0; e < events; e++) {
      int label = plan.label[e];
      if (label == (EventLabel.FENCE | EventLabel.SEQUENTIALLY_CONSISTENT)) {
        lastFence = graph.scFence(plan.thread[e], lastFence);
        continue;
      }
      int order = EventLabel.order(label);
      int x = plan.location[e];
      switch (EventLabel.operation(label)) {
        case EventLabel.FENCE -> graph.fence(plan.thread[e], order);
        case EventLabel.WRITE -> graph.write(plan.thread[e], order, x);
        case EventLabel.READ ->
            graph.read(plan.thread[e], order, x, source(writes.get(x), e, initial, wildness));
        default -> graph.rmw(plan.thread[e], order, x, source(writes.get(x), e, initial, wildness));
      }
    }
    if (random.nextInt(6) == 0) {
      int a = random.nextInt(events);
      int b = random.nextInt(events);
      if (a != b) {
        graph.programOrder(Math.min(a, b), Math.max(a, b));
      }
    }
    try {
      return graph.build();
    } catch (MalformedTraceException e) {
      throw new AssertionError(e);
    }
  }

  /** Threads, labels and locations, so that reads may refer to later writes. */
  private final class Plan {
    final int[] thread;
    final int[] label;
    final int[] location;

    Plan(
        int events,
        int threads,
        int locations,
        boolean rmws,
        boolean fences,
        List<List<Integer>> writes,
        int maxWrites) {
      thread = new int[events];
      label = new int[events];
      location = new int[events];
      for (int e = 0; e < events; e++) {
        thread[e] = random.nextInt(threads);
        location[e] = random.nextInt(locations);
        label[e] = label(rmws, fences, writes.get(location[e]).size() >= maxWrites);
        if (EventLabel.writes(label[e])) {
          writes.get(location[e]).add(e);
        }
      }
    }

    private int label(boolean rmws, boolean fences, boolean full) {
      if (fences && random.nextInt(4) == 0) {
        int[] orders = {
          EventLabel.ACQUIRE,
          EventLabel.RELEASE,
          EventLabel.ACQUIRE_RELEASE,
          EventLabel.SEQUENTIALLY_CONSISTENT
        };
        return EventLabel.FENCE | orders[random.nextInt(4)];
      }
      int operation = full ? EventLabel.READ : 1 + random.nextInt(rmws ? 3 : 2);
      boolean acquire = EventLabel.reads(operation) && random.nextBoolean();
      boolean release = EventLabel.writes(operation) && random.nextBoolean();
      boolean plain = operation != EventLabel.RMW && !acquire && !release && random.nextInt(3) == 0;
      return operation
          | (acquire ? EventLabel.ACQUIRE : 0)
          | (release ? EventLabel.RELEASE : 0)
          | (plain ? EventLabel.PLAIN : 0);
    }
  }

  /** Wildness 0: the last write or a few before; 3: any write at all, also a later one. */
  private int source(List<Integer> writes, int reader, boolean initial, int wildness) {
    List<Integer> candidates = new ArrayList<>();
    for (int w : writes) {
      if (w < reader || (w > reader && wildness == 3)) {
        candidates.add(w);
      }
    }
    if (candidates.isEmpty() || (initial && random.nextInt(5) == 0)) {
      return ExecutionGraph.INITIAL;
    }
    int size = candidates.size();
    return wildness == 3
        ? candidates.get(random.nextInt(size))
        : candidates.get(size - 1 - Math.min(size - 1, random.nextInt(1 + 2 * wildness + 1) / 2));
  }
}
