package dev.heddle.model;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.Traces;
import dev.heddle.model.Consistency.Consistent;
import dev.heddle.model.Consistency.Inconsistent;
import dev.heddle.model.naive.Axioms;
import dev.heddle.model.naive.NaiveConsistency;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Assertions;

/** Executions written as text, and what is expected of them. */
final class TestTraces {
  private TestTraces() {}

  static ExecutionGraph parse(String text) {
    try {
      return Traces.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The event with a label. */
  static int event(ExecutionGraph graph, String label) {
    for (int e = 0; e < graph.events(); e++) {
      if (label.equals(graph.names().label(graph.recordedIndex(e)))) {
        return e;
      }
    }
    throw new AssertionError("no event " + label);
  }

  /** The models in which an execution is consistent; witnesses and explanations are verified. */
  static Set<MemoryModel> consistentIn(ExecutionGraph graph) {
    Set<MemoryModel> result = EnumSet.noneOf(MemoryModel.class);
    for (MemoryModel model : MemoryModel.ofTraces()) {
      if (verifiedCheck(graph, model)) {
        result.add(model);
      }
    }
    return result;
  }

  /** The answer of the checker, its witness or explanation verified, for executions of any size. */
  static boolean verifiedCheck(ExecutionGraph graph, MemoryModel model) {
    Axioms axioms = new Axioms(graph, model);
    Consistency answer = ConsistencyChecker.of(model).check(graph);
    if (answer instanceof Consistent yes) {
      Assertions.assertEquals(
          List.of(),
          axioms.violated(axioms.modificationOrder(yes.witness().byLocation())),
          () -> "the witness for " + model + " of\n" + AgreementTest.text(graph));
    } else if (answer instanceof Inconsistent no) {
      new ExplanationVerifier(graph, model, axioms).verify(no.explanation());
    }
    return answer.isConsistent();
  }

  /** As {@link #consistentIn}, and the enumeration of modification orders agrees. */
  static Set<MemoryModel> consistentIn(String text) {
    ExecutionGraph graph = parse(text);
    Set<MemoryModel> result = consistentIn(graph);
    for (MemoryModel model : MemoryModel.ofTraces()) {
      Assertions.assertEquals(
          NaiveConsistency.isConsistent(graph, model), result.contains(model), model.name());
    }
    return result;
  }
}
