package dev.heddle.model;

import static dev.heddle.model.MemoryModel.RC20;
import static dev.heddle.model.TestTraces.consistentIn;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.graph.ExecutionGraph;
import org.junit.jupiter.api.Test;

/** Synchronizes-with of figure 2 under RC20: release sequences, fences, SC fences. */
class SynchronizationTest {
  private static void assertRc20(boolean expected, String text) {
    assertEquals(expected, consistentIn(text).contains(RC20), text);
  }

  @Test
  void acquireOfAReleaseSynchronises() {
    assertRc20(false, "1 W rlx d\nf: 1 W rel y\n2 R acq y f\n2 R rlx d init\n");
    assertRc20(true, "1 W rlx d\nf: 1 W rel y\n2 R rlx y f\n2 R rlx d init\n");
    assertRc20(true, "1 W rlx d\nf: 1 W rlx y\n2 R acq y f\n2 R rlx d init\n");
  }

  @Test
  void releaseSequenceGoesThroughRelaxedRmws() {
    assertRc20(
        false,
        "1 W rlx d\nf: 1 W rel y\nu: 3 U rlx y f\nv: 4 U rlx y u\n2 R acq y v\n2 R rlx d init\n");
    // A plain write of the same thread does not continue it.
    assertRc20(true, "1 W rlx d\n1 W rel y\ng: 1 W rlx y\n2 R acq y g\n2 R rlx d init\n");
  }

  @Test
  void ownRelaxedRmwHandsOnWhatItRead() {
    assertRc20(false, "1 W rlx d\nf: 1 W rel y\nu: 2 U rlx y f\n2 R acq y u\n2 R rlx d init\n");
    assertRc20(true, "1 W rlx d\nf: 1 W rel y\nu: 2 U rlx y f\n2 R rlx y u\n2 R rlx d init\n");
  }

  @Test
  void fencesSynchroniseOnEitherSide() {
    assertRc20(false, "1 W rlx d\n1 F rel\nf: 1 W rlx y\n2 R acq y f\n2 R rlx d init\n");
    assertRc20(false, "1 W rlx d\nf: 1 W rel y\n2 R rlx y f\n2 F acq\n2 R rlx d init\n");
    assertRc20(true, "1 F rel\n1 W rlx d\nf: 1 W rlx y\n2 R acq y f\n2 R rlx d init\n");
    assertRc20(true, "1 W rlx d\n1 F acq\nf: 1 W rlx y\n2 R acq y f\n2 R rlx d init\n");
    assertRc20(true, "1 W rlx d\n1 F rel\nf: 1 W rlx y\n2 F acq\n2 R rlx y f\n2 R rlx d init\n");
  }

  @Test
  void scFencesForbidStoreBuffering() {
    assertRc20(
        true, "1 W rlx x\n1 F acq_rel\n1 R rlx y init\n2 W rlx y\n2 F acq_rel\n2 R rlx x init\n");
    assertRc20(false, "1 W rlx x\n1 F sc\n1 R rlx y init\n2 W rlx y\n2 F sc\n2 R rlx x init\n");
    // The recorded order of the fences may be given: here thread 2's fence came first.
    assertRc20(
        false,
        "1 W rlx x\nf: 1 F sc g\n1 R rlx y init\n2 W rlx y\ng: 2 F sc init\n2 R rlx x init\n");
    assertRc20(
        true,
        "w: 1 W rlx x\nf: 1 F sc g\n1 R rlx y init\n2 W rlx z\ng: 2 F sc init\n2 R rlx x init\n");
  }

  @Test
  void scFenceIsAnRmwOfItsOwnLocation() {
    ExecutionGraph graph = TestTraces.parse("1 F sc\n2 F sc\n");
    assertTrue(graph.isRmw(0) && graph.isRmw(1));
    assertEquals(graph.fenceLocation(), graph.location(0));
    assertEquals(ExecutionGraph.INITIAL, graph.source(0));
    assertEquals(0, graph.source(1));
  }

  @Test
  void programOrderAcrossThreadsSynchronises() {
    assertRc20(true, "a: 1 W rlx x\nb: 2 R rlx x init\n");
    assertRc20(false, "a: 1 W rlx x\nb: 2 R rlx x init\npo a b\n");
    // A release fence before the creation of a thread covers its relaxed writes.
    assertRc20(false, "1 W rlx d\na: 1 F rel\nb: 2 W rlx y\n3 R acq y b\n3 R rlx d init\npo a b\n");
  }

  @Test
  void scAccessesAreRefusedUnderRc20Only() {
    ExecutionGraph graph = TestTraces.parse("a: 1 W sc x\n2 R sc x a\n");
    UnsupportedEventException e =
        assertThrows(
            UnsupportedEventException.class, () -> ConsistencyChecker.of(RC20).check(graph));
    assertTrue(e.getMessage().contains("a (thread 1"), e.getMessage());
    for (MemoryModel model : MemoryModel.ofTraces()) {
      if (model != RC20) {
        assertTrue(ConsistencyChecker.of(model).check(graph).isConsistent(), model.name());
      }
    }
  }
}
