package dev.heddle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.explore.readsfrom.ReadsFromKey;
import dev.heddle.explore.readsfrom.Shortcut;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramPrinter;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Compares explorations by the sets of reads-from classes that they visit. */
final class ReadsFromClasses {
  /** More searches than there is work for, so that work is always passed on. */
  private static final int JOBS = 3;

  private ReadsFromClasses() {}

  /** The classes of all interleavings, or null if there are more interleavings than the limit. */
  static Set<String> naive(Program program, long limit) {
    return naive(program, limit, 0);
  }

  /** The same with loops that are cut after some passes. */
  static Set<String> naive(Program program, long limit, int unroll) {
    Set<String> keys = new HashSet<>();
    Outcome outcome =
        new NaiveExploration((m, hb) -> keys.add(ReadsFromKey.of(m)))
            .explore(program, new Limits(unroll, true, limit, 0), new Progress());
    return limit > 0 && outcome.executions() >= limit ? null : keys;
  }

  /** Fails unless reads-from exploration visits exactly these classes, each once. */
  static void assertOptimal(Program program, Set<String> expected) {
    assertOptimal(program, expected, 0);
  }

  /** The same, but for one search only, which takes a third of the time. */
  static void assertOptimalAlone(Program program, Set<String> expected) {
    assertOptimal(program, expected, Limits.NONE.withKeepGoing(), 1);
  }

  static void assertOptimal(Program program, Set<String> expected, int unroll) {
    Limits limits = Limits.NONE.withKeepGoing().withUnroll(unroll);
    Outcome outcome = assertOptimal(program, expected, limits, 1);
    if (outcome.violations().isEmpty()) {
      assertOptimal(program, expected, limits, JOBS);
    } else {
      assertEquals(
          outcome, new ReadsFromExploration(JOBS).explore(program, limits, new Progress()));
    }
  }

  /** The same for one search with some shortcuts only. */
  static void assertOptimalWith(Set<Shortcut> shortcuts, Program program, Set<String> expected) {
    assertOptimal(program, expected, Limits.NONE.withKeepGoing(), 1, shortcuts);
  }

  private static Outcome assertOptimal(
      Program program, Set<String> expected, Limits limits, int jobs) {
    return assertOptimal(program, expected, limits, jobs, EnumSet.allOf(Shortcut.class));
  }

  private static Outcome assertOptimal(
      Program program, Set<String> expected, Limits limits, int jobs, Set<Shortcut> shortcuts) {
    Set<String> seen = ConcurrentHashMap.newKeySet();
    Outcome outcome =
        new ReadsFromExploration(
                jobs,
                m -> {
                  String key = ReadsFromKey.of(m);
                  assertTrue(
                      seen.add(key),
                      () -> program.name() + " explores twice:\n" + key + text(program));
                },
                shortcuts)
            .explore(program, limits, new Progress());
    assertEquals(Set.of(), difference(expected, seen), () -> "misses in " + text(program));
    assertEquals(Set.of(), difference(seen, expected), () -> "invents in " + text(program));
    assertEquals(seen.size(), outcome.executions(), program.name());
    boolean fails = expected.stream().anyMatch(key -> key.contains("FAILED"));
    assertTrue(!fails || outcome.verdict() == Verdict.VIOLATION, program.name());
    return outcome;
  }

  private static String text(Program program) {
    return program.name() + "\n" + ProgramPrinter.print(program);
  }

  private static Set<String> difference(Set<String> from, Set<String> without) {
    Set<String> rest = new HashSet<>(from);
    rest.removeAll(without);
    return rest;
  }
}
