package dev.heddle.explore;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.readsfrom.NoReadsFromException;
import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.explore.readsfrom.Shortcut;
import dev.heddle.program.Program;
import dev.heddle.transform.Reductions;
import dev.heddle.verdict.Outcome;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * On random programs, reads-from exploration visits exactly the reads-from classes of all
 * interleavings, none twice; or it refuses the program and says why.
 */
final class ReadsFromAgreesWithNaiveTest {
  /** Programs with more interleavings than this are left out; they are replaced by others. */
  private static final long MAX_INTERLEAVINGS = 4_000;

  private static final Reductions INDEPENDENT = new Reductions(false, false, true);

  @Test
  void exploresEachClassOnce() {
    assertAgree(
        Integer.getInteger("heddle.fuzz.programs", 4000),
        MAX_INTERLEAVINGS,
        seed -> seed % 8 == 0 ? RandomProgram.withSections(seed) : RandomProgram.of(seed),
        ReadsFromClasses::assertOptimal);
  }

  /** A third of the operations are awaits: many executions end with threads that wait for good. */
  @Test
  void exploresEachClassOnceWithAwaits() {
    int programs = Integer.getInteger("heddle.fuzz.programs", 4000);
    assertAgree(
        programs, MAX_INTERLEAVINGS, RandomProgram::withAwaits, ReadsFromClasses::assertOptimal);
  }

  /** Shortcuts change the way to an answer, and no answer: none, each one alone, all but one. */
  @ParameterizedTest
  @MethodSource("someShortcuts")
  void shortcutsChangeNothing(Set<Shortcut> shortcuts) {
    int programs = 1 + Integer.getInteger("heddle.fuzz.programs", 4000) / 20;
    BiConsumer<Program, Set<String>> assertOptimal =
        (program, expected) -> ReadsFromClasses.assertOptimalWith(shortcuts, program, expected);
    assertAgree(programs, MAX_INTERLEAVINGS / 4, RandomProgram::of, assertOptimal);
    assertAgree(programs, MAX_INTERLEAVINGS / 4, RandomProgram::withAwaits, assertOptimal);
    assertAgree(
        programs,
        MAX_INTERLEAVINGS / 4,
        seed -> INDEPENDENT.apply(RandomProgram.withAdditions(seed)),
        assertOptimal);
  }

  static Stream<Set<Shortcut>> someShortcuts() {
    Stream<Set<Shortcut>> alone = Arrays.stream(Shortcut.values()).map(EnumSet::of);
    Stream<Set<Shortcut>> others =
        Arrays.stream(Shortcut.values()).map(one -> EnumSet.complementOf(EnumSet.of(one)));
    return Stream.concat(Stream.of(EnumSet.noneOf(Shortcut.class)), Stream.concat(alone, others));
  }

  /** Additions whose order does not matter, to variables that are also read and written. */
  @Test
  void exploresEachClassOnceWithAdditions() {
    int programs = Integer.getInteger("heddle.fuzz.programs", 3000);
    LongFunction<Program> generator = seed -> INDEPENDENT.apply(RandomProgram.withAdditions(seed));
    long limit = MAX_INTERLEAVINGS / 4;
    assertAgree(1 + programs / 5, limit, generator, ReadsFromClasses::assertOptimal);
    assertAgree(programs, limit, generator, ReadsFromClasses::assertOptimalAlone);
  }

  /** Classes that leave the order of additions open are fewer, if there are any. */
  @Test
  void additionsMakeClassesFewer() {
    int programs = 1 + Integer.getInteger("heddle.fuzz.programs", 4000) / 8;
    long seed = Long.getLong("heddle.fuzz.seed", 1) * 1_000_000_000L;
    int fewer = 0;
    for (int compared = 0; compared < programs; seed++) {
      Program program = RandomProgram.withAdditions(seed);
      try {
        Outcome ordered = explore(program);
        Outcome independent = explore(INDEPENDENT.apply(program));
        assertTrue(independent.complete() <= ordered.complete(), program.name());
        assertTrue(independent.blocked() <= ordered.blocked(), program.name());
        fewer += independent.executions() < ordered.executions() ? 1 : 0;
        compared++;
      } catch (NoReadsFromException e) {
        assertTrue(e.getMessage().endsWith("use --algorithm optimal"), e.getMessage());
      }
    }
    assertTrue(fewer > programs / 4, "only " + fewer + " have fewer classes");
  }

  private static Outcome explore(Program program) {
    return new ReadsFromExploration().explore(program, Limits.NONE.withKeepGoing(), new Progress());
  }

  private static void assertAgree(
      int programs,
      long maxInterleavings,
      LongFunction<Program> generator,
      BiConsumer<Program, Set<String>> assertOptimal) {
    long seed = Long.getLong("heddle.fuzz.seed", 1) * 1_000_000_000L;
    assertTrue(programs > 0, "heddle.fuzz.programs must be positive");
    long classes = 0;
    int refused = 0;
    for (int compared = 0; compared < programs; seed++) {
      Program program = generator.apply(seed);
      Set<String> expected = ReadsFromClasses.naive(program, maxInterleavings);
      if (expected == null) {
        continue;
      }
      try {
        assertOptimal.accept(program, expected);
        classes += expected.size();
        compared++;
      } catch (NoReadsFromException e) {
        assertTrue(e.getMessage().endsWith("use --algorithm optimal"), e.getMessage());
        refused++;
      }
    }
    assertTrue(classes > programs, "the programs have hardly any concurrency");
    assertTrue(refused < programs, "most programs are refused");
  }
}
