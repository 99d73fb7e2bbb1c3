package dev.heddle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.machine.Machine;
import dev.heddle.machine.ThreadNode;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** Compares explorations by the sets of Mazurkiewicz traces that they visit. */
final class Traces {
  private Traces() {}

  /** The traces of all interleavings, or null if there are more interleavings than the limit. */
  static Set<String> naive(Program program, long limit) {
    return naive(program, limit, 0);
  }

  /** The same with loops that are cut after some passes. */
  static Set<String> naive(Program program, long limit, int unroll) {
    Set<String> keys = new HashSet<>();
    Outcome outcome =
        new NaiveExploration((m, hb) -> keys.add(TraceKey.of(m, hb)))
            .explore(program, new Limits(unroll, true, limit, 0), new Progress());
    return limit > 0 && outcome.executions() >= limit ? null : keys;
  }

  /** Fails unless optimal exploration visits exactly these traces, each once. */
  static void assertOptimal(Program program, Set<String> expected) {
    assertOptimal(program, expected, 0);
  }

  static void assertOptimal(Program program, Set<String> expected, int unroll) {
    Set<String> seen = new HashSet<>();
    AtomicBoolean fails = new AtomicBoolean();
    Outcome outcome =
        new OptimalExploration(
                (m, hb) -> {
                  fails.compareAndSet(false, isFailing(m));
                  String key = TraceKey.of(m, hb);
                  assertTrue(seen.add(key), () -> program.name() + " explores twice:\n" + key);
                })
            .explore(program, Limits.NONE.withKeepGoing().withUnroll(unroll), new Progress());
    assertEquals(Set.of(), difference(expected, seen), () -> program.name() + " misses");
    assertEquals(Set.of(), difference(seen, expected), () -> program.name() + " invents");
    assertEquals(seen.size(), outcome.executions(), program.name());
    assertTrue(!fails.get() || outcome.verdict() == Verdict.VIOLATION, program.name());
  }

  private static boolean isFailing(Machine machine) {
    for (int t = 0; t < machine.threads(); t++) {
      ThreadNode node = machine.current(t);
      if (node != null && node.status() == ThreadNode.Status.FAILED && machine.isReal(t)) {
        return true;
      }
    }
    return false;
  }

  private static Set<String> difference(Set<String> from, Set<String> without) {
    Set<String> rest = new HashSet<>(from);
    rest.removeAll(without);
    return rest;
  }
}
