package dev.heddle.bench.consistency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.graph.EventLabel;
import dev.heddle.graph.ExecutionGraph;
import dev.heddle.model.IncrementalChecker;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The baseline accepts what the incremental checker does, and refuses like it. */
class ClosedOrderCheckerTest {
  private static final int EXECUTIONS = 300;
  private static final int EVENTS = 60;
  private static final int THREADS = 4;
  private static final int LOCATIONS = 2;

  private int refused;
  private int accepted;

  @Test
  void agreesWithTheIncrementalChecker() {
    for (long seed = 0; seed < EXECUTIONS; seed++) {
      grow(new SplittableRandom(seed));
    }
    assertTrue(refused > EXECUTIONS && accepted > 10 * EXECUTIONS, refused + " " + accepted);
  }

  /** Grows an execution in which every location is written before it is read. */
  private void grow(SplittableRandom random) {
    IncrementalChecker incremental = IncrementalChecker.rc20(THREADS);
    ClosedOrderChecker closed = new ClosedOrderChecker(THREADS);
    int[][] writes = new int[LOCATIONS][EVENTS];
    int[] count = new int[LOCATIONS];
    for (int e = 0; e < LOCATIONS; e++) {
      incremental.newLocation();
      closed.newLocation();
    }
    while (incremental.events() < EVENTS) {
      int t = random.nextInt(THREADS);
      int x = random.nextInt(LOCATIONS);
      int order = random.nextInt(4) * EventLabel.ACQUIRE;
      int kind = random.nextInt(8);
      if (kind == 0) {
        assertEquals(incremental.fence(t, order), closed.fence(t, EventLabel.FENCE | order));
      } else if (kind < 4 || count[x] == 0) {
        int release = order & EventLabel.RELEASE;
        int write = incremental.write(t, release, x);
        assertEquals(write, closed.write(t, EventLabel.WRITE | release, x));
        writes[x][count[x]++] = write;
      } else {
        int source = writes[x][random.nextInt(count[x])];
        int label =
            kind < 7 ? EventLabel.READ | (order & EventLabel.ACQUIRE) : EventLabel.RMW | order;
        read(incremental, closed, new int[] {t, label, x, source}, writes, count);
      }
    }
  }

  private void read(
      IncrementalChecker incremental,
      ClosedOrderChecker closed,
      int[] event,
      int[][] writes,
      int[] count) {
    int t = event[0];
    int x = event[2];
    int order = event[1] & EventLabel.ACQUIRE_RELEASE;
    boolean isRmw = EventLabel.writes(event[1]);
    if (isRmw && !incremental.mayUpdate(t, x, event[3])) {
      return; // The baseline is not asked about updates of what was updated.
    }
    int number =
        isRmw ? incremental.rmw(t, order, x, event[3]) : incremental.read(t, order, x, event[3]);
    assertEquals(number, closed.read(t, event[1], x, event[3]));
    assertTrue(event[3] != ExecutionGraph.INITIAL);
    if (number < 0) {
      refused++;
    } else {
      accepted++;
      if (isRmw) {
        writes[x][count[x]++] = number;
      }
    }
  }
}
