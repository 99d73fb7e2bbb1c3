package dev.heddle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.machine.Machine;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramBuilder;
import dev.heddle.program.Value;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How several searches work together, and how all of them end when one does. */
@Timeout(120)
final class SeveralSearchesTest {
  private static final int SEARCHES = 3;
  private static final int READERS = 12;
  private static final int CLASSES = 1 << READERS;

  private final AtomicInteger executions = new AtomicInteger();
  private final Progress progress = new Progress();

  /** One writer and many readers, each of which sees the write or not. */
  private static Program readers() {
    ProgramBuilder builder = new ProgramBuilder("readers");
    Value x = builder.global("x", 4);
    List<Value> bodies = new ArrayList<>();
    bodies.add(builder.function("writer", f -> f.store(x, Value.of(1), 4)));
    for (int i = 0; i < READERS; i++) {
      bodies.add(builder.function("reader" + i, f -> f.load(x, 4)));
    }
    builder.function("main", f -> bodies.forEach(body -> f.spawn(body, Value.of(0))));
    return builder.build();
  }

  private Outcome explore(Limits limits, Consumer<Machine> listener) {
    return new ReadsFromExploration(SEARCHES, listener).explore(readers(), limits, progress);
  }

  /** The first search takes its time until another one has been given something to do. */
  @Test
  void searchWithNothingToDoGetsAPart() {
    Set<Thread> searching = ConcurrentHashMap.newKeySet();
    Outcome outcome =
        explore(
            Limits.NONE,
            machine -> {
              executions.incrementAndGet();
              searching.add(Thread.currentThread());
              if (searching.size() == 1) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
              }
            });
    assertEquals(CLASSES, outcome.complete());
    assertEquals(CLASSES, executions.get());
    assertTrue(searching.size() >= 2, searching::toString);
  }

  @Test
  void limitEndsAll() {
    Outcome outcome = explore(new Limits(0, false, 100, 0), machine -> {});
    assertEquals(Verdict.INCONCLUSIVE, outcome.verdict());
    long counted = outcome.complete() + outcome.blocked();
    assertTrue(counted >= 100 && counted < 100 + SEARCHES, () -> "counted " + counted);
  }

  @Test
  void requestToStopEndsAll() {
    Outcome outcome =
        explore(
            Limits.NONE,
            machine -> {
              if (executions.incrementAndGet() == 10) {
                progress.stop("enough");
              }
            });
    assertEquals(Verdict.INCONCLUSIVE, outcome.verdict());
    assertEquals("enough", outcome.reason());
    assertTrue(executions.get() < CLASSES, executions::toString);
  }

  @Test
  void failureOfOneEndsAll() {
    IllegalStateException failure = new IllegalStateException("on purpose");
    Consumer<Machine> listener =
        machine -> {
          if (executions.incrementAndGet() == 10) {
            throw failure;
          }
        };
    assertSame(
        failure, assertThrows(IllegalStateException.class, () -> explore(Limits.NONE, listener)));
    assertTrue(executions.get() < CLASSES, executions::toString);
  }
}
