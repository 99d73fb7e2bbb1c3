package dev.heddle.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.graph.ExecutionGraph;
import org.junit.jupiter.api.Test;

/** Synthetic traces are what they claim to be. */
class TraceGeneratorTest {
  private static TraceShape shape(int i) {
    return TraceShape.of(1 + i % 6, 20 + 7 * i, 1 + i % 5).withRmwShare(i % 4 * 0.1).withSeed(i);
  }

  @Test
  void tracesAreConsistentInTheirModelAndInWeakerOnes() {
    for (MemoryModel model : MemoryModel.ofTraces()) {
      for (int i = 0; i < 12; i++) {
        ExecutionGraph graph = TraceGenerator.generate(shape(i).withModel(model));
        for (MemoryModel weaker : MemoryModel.ofTraces()) {
          if (model.isAtLeastAsStrongAs(weaker)) {
            assertTrue(TestTraces.verifiedCheck(graph, weaker), model + " for " + weaker + " " + i);
          }
        }
      }
    }
  }

  @Test
  void plantedViolationsAreFoundInEveryModel() {
    for (MemoryModel model : MemoryModel.ofTraces()) {
      for (int i = 0; i < 12; i++) {
        ExecutionGraph graph =
            TraceGenerator.generate(shape(i).withModel(model).withViolation(true));
        assertEquals(shape(i).events(), graph.events());
        for (MemoryModel checked : MemoryModel.ofTraces()) {
          assertFalse(TestTraces.verifiedCheck(graph, checked), model + " for " + checked);
        }
      }
    }
  }

  @Test
  void weakTracesAreNotConsistentInStrongerModels() {
    assertFalse(isConsistentSomewhere(MemoryModel.RA, MemoryModel.SC));
    assertFalse(isConsistentSomewhere(MemoryModel.SRA, MemoryModel.SC));
    assertFalse(isConsistentSomewhere(MemoryModel.RC20, MemoryModel.RA));
    assertFalse(isConsistentSomewhere(MemoryModel.RELAXED, MemoryModel.RC20));
  }

  /** Of a few long traces for a model, some is consistent in a stronger one. */
  private static boolean isConsistentSomewhere(MemoryModel model, MemoryModel stronger) {
    for (int seed = 0; seed < 5; seed++) {
      TraceShape shape = TraceShape.of(4, 2000, 8).withModel(model).withSeed(seed);
      if (ConsistencyChecker.of(stronger).check(TraceGenerator.generate(shape)).isConsistent()) {
        return true;
      }
    }
    return false;
  }

  @Test
  void sameShapeSameTrace() {
    String text = AgreementTest.text(TraceGenerator.generate(shape(5)));
    assertEquals(text, AgreementTest.text(TraceGenerator.generate(shape(5))));
    assertNotEquals(text, AgreementTest.text(TraceGenerator.generate(shape(5).withSeed(99))));
  }

  @Test
  void windowOfOneIsAnInterleavingAndWiderOnesAreNot() {
    TraceShape shape = TraceShape.of(4, 500, 3);
    assertFalse(StaleSpans.hasStaleRead(TraceGenerator.generate(shape.withWindow(1))));
    assertTrue(StaleSpans.hasStaleRead(TraceGenerator.generate(shape)));
  }

  @Test
  void impossibleShapesAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> TraceShape.of(0, 10, 1));
    assertThrows(IllegalArgumentException.class, () -> TraceShape.of(1, 2, 1));
    assertThrows(IllegalArgumentException.class, () -> TraceShape.of(1, 10, 0));
    assertThrows(IllegalArgumentException.class, () -> TraceShape.of(1, 10, 1).withRmwShare(1.5));
    assertThrows(
        IllegalArgumentException.class, () -> TraceShape.of(1, 10, 1).withRmwShare(Double.NaN));
  }
}
