package dev.heddle.report.drawing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.report.Samples;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArrowsTest {
  private static final Location PLACE = new Location("a.c", 1, 1);

  private final List<Step> trace = new ArrayList<>();

  private void step(int thread, String operation, String target, Long value, int source) {
    trace.add(new Step(thread, operation, target, value, source, PLACE));
  }

  private void step(int thread, String operation, String target) {
    step(thread, operation, target, null, Violation.NOTHING);
  }

  private List<String> arrows() {
    Violation violation = new Violation(FailureKind.ABORT, "", PLACE, 0, trace, "");
    return Arrows.of(violation).stream()
        .map(arrow -> arrow.from() + " " + arrow.kind().label() + " " + arrow.to())
        .toList();
  }

  @Test
  void threadsBeginAfterTheirCreationAndEndBeforeTheirJoin() {
    step(0, "create", "thread 1", 1L, Violation.NOTHING);
    step(1, "store", "x", 1L, Violation.NOTHING);
    step(1, "store", "x", 2L, Violation.NOTHING);
    step(0, "join", "thread 1");
    step(0, "load", "x", 2L, 2);
    assertEquals(List.of("0 sync 1", "2 sync 3", "2 rf 4"), arrows());
  }

  @Test
  void aLockFollowsTheUnlockBefore() {
    step(0, "lock", "a");
    step(0, "unlock", "a");
    step(1, "lock", "b");
    step(1, "lock", "a");
    step(1, "unlock", "a");
    step(0, "trylock", "a");
    assertEquals(List.of("1 sync 3", "4 sync 5"), arrows());
  }

  @Test
  void initialValuesComeFromNowhere() {
    step(0, "load", "x", 0L, Violation.INITIAL);
    assertEquals(List.of(), arrows());
  }

  @Test
  void whatAReadDidNotSeeIsDrawn() {
    List<Arrow> arrows = Arrows.of(Samples.weakMessagePassing("a.c"));
    assertEquals(
        List.of(new Arrow(Arrow.Kind.READS_FROM, 1, 2), new Arrow(Arrow.Kind.FROM_READ, 3, 0)),
        arrows);
  }
}
