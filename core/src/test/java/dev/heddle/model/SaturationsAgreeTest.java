package dev.heddle.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.readsfrom.consistency.Cut;
import dev.heddle.explore.readsfrom.consistency.SaturatedHappensBefore;
import dev.heddle.explore.readsfrom.consistency.SaturatedPrefix;
import dev.heddle.graph.EventLabel;
import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.ExecutionGraphBuilder;
import dev.heddle.graph.MalformedTraceException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The two saturations are written for different needs: the one of explorations for cuts that change
 * a little, the one of recorded executions for long ones. The rules have one least solution, so
 * that both must find a cycle in the same cuts, and otherwise the same order.
 */
class SaturationsAgreeTest {
  private final Random random = new Random(Long.getLong("heddle.fuzz.seed", 1));

  /** One of a thread's reads, writes and read-modify-writes. */
  private record Event(int thread, int location, boolean reads, boolean writes) {}

  @Test
  void onRandomCuts() {
    int cuts = 5 * Integer.getInteger("heddle.fuzz.programs", 4000);
    int cyclic = 0;
    int derived = 0;
    for (int i = 0; i < cuts; i++) {
      List<Event> events = events();
      int[] sources = sources(events);
      Cut cut = cut(events, sources);
      SaturatedHappensBefore shb = new SaturatedHappensBefore();
      shb.start(cut, SaturatedPrefix.EMPTY);
      boolean isAcyclic = shb.saturate(0);
      ExecutionGraph graph = graph(events, sources);
      Saturation saturation = graph.hasCausalityCycle() ? null : new Saturation(graph, false);
      String text = events + " from " + Arrays.toString(sources);
      assertEquals(isAcyclic, saturation != null && saturation.saturate(), text);
      if (isAcyclic) {
        derived += assertSameOrder(cut, graph, saturation, text) ? 1 : 0;
      } else {
        cyclic++;
      }
    }
    assertTrue(Math.min(cyclic, cuts - cyclic) > cuts / 10, cyclic + " of " + cuts + " are cyclic");
    assertTrue(derived > cuts / 20, "only " + derived + " cuts make the rules add something");
  }

  /** Whether the common order is more than program order and sources. */
  private static boolean assertSameOrder(
      Cut cut, ExecutionGraph graph, Saturation saturation, String text) {
    HbTimestamps hb = HbTimestamps.of(graph, MemoryModel.Synchronization.ALL);
    boolean adds = false;
    for (int b = 0; b < graph.events(); b++) {
      hb.visit(b);
      for (int a = 0; a < graph.events(); a++) {
        int first = graph.recordedIndex(a);
        int second = graph.recordedIndex(b);
        boolean before = cut.clock(second, cut.thread(first)) >= cut.index(first);
        assertEquals(
            before, saturation.isBefore(a, b), () -> first + ", " + second + " in " + text);
        int t = graph.thread(b);
        adds |= before && a >= hb.known(t, graph.thread(a));
      }
    }
    return adds;
  }

  private List<Event> events() {
    int threads = 2 + random.nextInt(3);
    int locations = 1 + random.nextInt(3);
    int count = threads + random.nextInt(4 * threads);
    List<Event> events = new ArrayList<>();
    for (int e = 0; e < count; e++) {
      int kind = random.nextInt(9);
      events.add(
          new Event(random.nextInt(threads), random.nextInt(locations), kind < 5, kind >= 4));
    }
    return events;
  }

  /** Of each event the write that it reads; mostly the latest one, so that some are consistent. */
  private int[] sources(List<Event> events) {
    boolean wild = random.nextInt(4) == 0;
    int[] sources = new int[events.size()];
    for (int e = 0; e < sources.length; e++) {
      List<Integer> writes = new ArrayList<>(List.of(Cut.INITIAL));
      int latest = Cut.INITIAL;
      for (int w = 0; w < sources.length; w++) {
        Event write = events.get(w);
        if (w != e && write.writes && write.location == events.get(e).location) {
          writes.add(w);
          latest = w < e ? w : latest;
        }
      }
      boolean any = random.nextInt(wild ? 2 : 8) == 0;
      sources[e] = any ? writes.get(random.nextInt(writes.size())) : latest;
    }
    return sources;
  }

  private static Cut cut(List<Event> events, int[] sources) {
    Cut cut = new Cut();
    cut.clear(threads(events));
    for (Event event : events) {
      cut.add(event.thread, event.location, event.writes, 0, -1);
    }
    for (int e = 0; e < sources.length; e++) {
      if (events.get(e).reads) {
        cut.setSource(e, sources[e]);
      }
    }
    cut.seal(1 + events.stream().mapToInt(Event::location).max().orElseThrow());
    return cut;
  }

  private static int threads(List<Event> events) {
    return 1 + events.stream().mapToInt(Event::thread).max().orElseThrow();
  }

  private static ExecutionGraph graph(List<Event> events, int[] sources) {
    ExecutionGraphBuilder builder = new ExecutionGraphBuilder(sources.length);
    for (int t = 0; t < threads(events); t++) {
      builder.thread("t" + t);
    }
    for (int x = 0; x <= events.stream().mapToInt(Event::location).max().orElseThrow(); x++) {
      builder.location("x" + x);
    }
    for (int e = 0; e < sources.length; e++) {
      Event event = events.get(e);
      int source = sources[e] == Cut.INITIAL ? ExecutionGraph.INITIAL : sources[e];
      if (!event.reads) {
        builder.write(event.thread, EventLabel.RELAXED, event.location);
      } else if (event.writes) {
        builder.rmw(event.thread, EventLabel.RELAXED, event.location, source);
      } else {
        builder.read(event.thread, EventLabel.RELAXED, event.location, source);
      }
    }
    try {
      return builder.build();
    } catch (MalformedTraceException e) {
      throw new AssertionError(e);
    }
  }
}
