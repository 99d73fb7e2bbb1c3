package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PropertyTest {
  private static final String REACH = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
  private static final String MEMORY =
      """
      CHECK( init(main()), LTL(G valid-free) )
      CHECK( init(main()), LTL(G valid-deref) )
      CHECK( init(main()), LTL(G valid-memtrack) )
      """;

  @TempDir private Path folder;

  private static Violation violation(FailureKind kind) {
    return new Violation(kind, "it", new Location("a.c", 3, 1), 0, List.of(), "");
  }

  private static Outcome found(String reason, FailureKind... kinds) {
    List<Violation> violations = Arrays.stream(kinds).map(PropertyTest::violation).toList();
    return new Outcome(Verdict.VIOLATION, reason, 5, 1, violations, List.of());
  }

  private static Outcome judge(Outcome outcome, FailureKind... kinds) {
    return new Property(Set.of(kinds), false).judge(outcome);
  }

  @Test
  void everythingIsTheUsualCheck() {
    Outcome outcome = found(null, FailureKind.DEADLOCK);
    assertSame(outcome, Property.EVERYTHING.judge(outcome));
  }

  @Test
  void whatBreaksItIsAViolation() {
    Outcome judged =
        judge(found(null, FailureKind.DEADLOCK, FailureKind.ASSERTION), FailureKind.ASSERTION);
    assertEquals(Verdict.VIOLATION, judged.verdict());
    assertEquals(List.of(violation(FailureKind.ASSERTION)), judged.violations());
    assertEquals(List.of("a.c:3: deadlock: it (no part of the property)"), judged.warnings());
  }

  @Test
  void whatEndsAProgramDoesNotHideAnything() {
    Outcome judged = judge(found(null, FailureKind.DEADLOCK), FailureKind.ASSERTION);
    assertEquals(Verdict.BOUNDED, judged.verdict());
    assertEquals(List.of(), judged.violations());
  }

  @Test
  void whatIsUndefinedHidesWhatComesAfterIt() {
    Outcome judged = judge(found(null, FailureKind.USE_AFTER_FREE), FailureKind.ASSERTION);
    assertEquals(Verdict.INCONCLUSIVE, judged.verdict());
    assertEquals("what comes after this is undefined: a.c:3: use-after-free: it", judged.reason());
  }

  @Test
  void aLimitStaysALimit() {
    Outcome judged = judge(found("the time limit is reached", FailureKind.DEADLOCK));
    assertEquals(Verdict.INCONCLUSIVE, judged.verdict());
    assertEquals("the time limit is reached", judged.reason());
    Outcome stopped = new Outcome(Verdict.INCONCLUSIVE, "late", 1, 0, List.of(), List.of());
    assertEquals(stopped, judge(stopped, FailureKind.ASSERTION));
  }

  @Test
  void leaksAreNotProved() {
    Property memtrack = new Property(Set.of(), true);
    Outcome few = new Outcome(Verdict.SAFE, null, 10, 0, List.of(), List.of());
    assertEquals(Verdict.SAFE, memtrack.judge(few).verdict());
    Outcome many = new Outcome(Verdict.SAFE, null, 1_001, 0, List.of(), List.of());
    assertEquals(Verdict.INCONCLUSIVE, memtrack.judge(many).verdict());
    List<String> leak = List.of("a.c:1: memory allocated here leaks: an execution ends");
    Outcome leaking = new Outcome(Verdict.SAFE, null, 10, 0, List.of(), leak);
    assertEquals(Verdict.INCONCLUSIVE, memtrack.judge(leaking).verdict());
  }

  // ---- Files --------------------------------------------------------------------------------

  private String file(String content) throws IOException {
    return Files.writeString(folder.resolve("p.prp"), content).toString();
  }

  private int check(String property, String program) throws IOException {
    return new RealConsole().run("check", "--property", file(property), program);
  }

  private static String sample(String name) {
    return Path.of("..", "samples", name).toString();
  }

  @Test
  void theSamplesBreakTheirProperties() throws IOException {
    assertEquals(1, check(REACH, sample("03-lost-update.c")));
    assertEquals(1, check(MEMORY, sample("11-use-after-free.c")));
    assertEquals(0, check(MEMORY, sample("03-lost-update.c")));
    assertEquals(0, check(REACH, sample("06-deadlock.c")));
    assertEquals(3, check(REACH, sample("11-use-after-free.c")));
  }

  @Test
  void aLeakIsNoProof() throws IOException {
    Path program = folder.resolve("leak.c");
    Files.writeString(program, "#include <stdlib.h>\nint main(void) { malloc(4); return 0; }\n");
    assertEquals(3, check(MEMORY, program.toString()));
    assertEquals(0, check(REACH, program.toString()));
  }

  @Test
  void racesAreLookedForUnderModelsThatKnowThem() throws IOException {
    String race = file("CHECK( init(main()), LTL(G ! data-race) )");
    Path program = folder.resolve("race.c");
    Files.writeString(
        program,
        """
        #include <pthread.h>
        int x;
        void *run(void *unused) {
          x = 1;
          return 0;
        }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, run, 0);
          x = 2;
          pthread_join(t, 0);
          return 0;
        }
        """);
    RealConsole console = new RealConsole();
    assertEquals(
        1,
        console.run("check", "--model", "rc11", "--property", race, program.toString()),
        console::err);
    assertTrue(console.out().contains("data-race"), console::out);
  }

  @Test
  void overflowsAreLookedForWhenTheyMatter() throws IOException {
    Path program = folder.resolve("overflow.c");
    Files.writeString(
        program,
        """
        #include <limits.h>
        volatile int x = INT_MAX;
        int main(void) { return x + 1 > 0; }
        """);
    assertEquals(0, check(REACH, program.toString()));
    assertEquals(1, check("CHECK( init(main()), LTL(G ! overflow) )", program.toString()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CHECK( init(main()), LTL(G ! data-race) ) | with these options nothing is a data race",
        "CHECK( init(main()), LTL(F end) ) | 'F end' is not checked",
        "int main(void) {} | not a property",
        "'' | there is no property in it"
      })
  void whatCannotBeCheckedIsSaid(String content, String complaint) throws IOException {
    RealConsole console = new RealConsole();
    assertEquals(2, console.run("check", "--property", file(content), sample("03-lost-update.c")));
    assertTrue(console.err().contains(complaint), console::err);
  }

  @Test
  void aMissingFileIsSaid() {
    RealConsole console = new RealConsole();
    assertEquals(2, console.run("check", "--property", "no.prp", sample("03-lost-update.c")));
    assertTrue(console.err().contains("cannot read no.prp: no such file"), console::err);
  }
}
