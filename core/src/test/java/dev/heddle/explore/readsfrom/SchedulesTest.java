package dev.heddle.explore.readsfrom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.heddle.explore.overflow.Overflow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What waits is taken from the end, however much of it is packed. */
class SchedulesTest {
  private final Random random = new Random(1);

  /** Some fit into bytes, and some do not. */
  private Schedule schedule() {
    int bound = random.nextInt(4) == 0 ? 1000 : 100;
    int[] sigma = random.ints(random.nextInt(20), -bound, bound).toArray();
    int[] witness =
        random.ints(random.nextInt(20), 0, bound).map(t -> Schedule.step(t, t % 2)).toArray();
    return new Schedule(sigma, random.nextInt(20), witness);
  }

  private static void assertSame(Schedule expected, Schedule actual) {
    assertArrayEquals(expected.sigma(), actual.sigma());
    assertEquals(expected.unmarked, actual.unmarked);
    assertArrayEquals(expected.witness(), actual.witness());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1000, 1 << 20})
  void isAStack(long budget) throws IOException {
    try (Overflow overflow = new Overflow(budget)) {
      assertIsAStack(overflow);
      assertEquals(budget <= 1000, overflow.fileSize() > 0, "whether there is a file");
    }
  }

  private void assertIsAStack(Overflow overflow) throws IOException {
    Schedules schedules = new Schedules(overflow, 0, false, new int[0]);
    Deque<Schedule> expected = new ArrayDeque<>();
    for (int step = 0; step < 60_000; step++) {
      // Grows to some thousands, and shrinks again.
      if (random.nextInt(100) < (step < 30_000 ? 70 : 30)) {
        Schedule added = schedule();
        schedules.add(added);
        expected.push(added);
      } else if (expected.isEmpty()) {
        assertNull(schedules.take());
      } else {
        assertSame(expected.pop(), schedules.take());
      }
      assertEquals(expected.size(), schedules.pending());
      if (step == 30_000) {
        schedules = copy(schedules, overflow);
      }
    }
  }

  private static Schedules copy(Schedules schedules, Overflow overflow) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    schedules.write(new DataOutputStream(bytes));
    ByteArrayInputStream in = new ByteArrayInputStream(bytes.toByteArray());
    return Schedules.read(new DataInputStream(in), overflow);
  }
}
