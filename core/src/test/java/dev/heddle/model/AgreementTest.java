package dev.heddle.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.Traces;
import dev.heddle.model.Consistency.Consistent;
import dev.heddle.model.Consistency.Inconsistent;
import dev.heddle.model.naive.Axioms;
import dev.heddle.model.naive.NaiveConsistency;
import dev.heddle.model.naive.NaiveInterleavings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The checkers agree with the definitions on random small executions. */
class AgreementTest {
  private static final int EXECUTIONS_PER_PROGRAM = 6;

  private static int executions() {
    return Integer.getInteger("heddle.fuzz.programs", 4000) * EXECUTIONS_PER_PROGRAM;
  }

  private static long seed() {
    return Long.getLong("heddle.fuzz.seed", 1);
  }

  private static List<ConsistencyChecker> checkers(MemoryModel model) {
    return switch (model) {
      case SC ->
          List.of(
              new ScChecker(), new ScChecker(false, false, 1000), new ScChecker(false, false, 0));
      case SRA ->
          List.of(
              new SraChecker(),
              new SraChecker(false),
              new SraRmwChecker(false),
              new SraRmwChecker(false, false, 1000),
              new SraRmwChecker(false, false, 0));
      case RA ->
          List.of(Rc20Checker.releaseAcquire(), Rc20Checker.releaseAcquire().withoutSkipping());
      case WRA -> List.of(new WraChecker(), new WraChecker(false));
      case RC20 -> List.of(Rc20Checker.rc20(), Rc20Checker.rc20().withoutSkipping());
      case RELAXED ->
          List.of(
              new RelaxedChecker(),
              new RelaxedChecker(false, 100),
              new RelaxedChecker(false, 0),
              Rc20Checker.relaxed(),
              Rc20Checker.relaxed().withoutSkipping());
      default -> throw new AssertionError(model);
    };
  }

  @Test
  void checkersAgreeWithEnumerationOfModificationOrders() {
    RandomExecutions random = new RandomExecutions(seed());
    Map<MemoryModel, int[]> answers = new EnumMap<>(MemoryModel.class);
    for (MemoryModel model : MemoryModel.ofTraces()) {
      answers.put(model, new int[2]);
    }
    for (int i = 0; i < executions(); i++) {
      ExecutionGraph graph = random.next();
      Map<MemoryModel, Boolean> expected = new EnumMap<>(MemoryModel.class);
      for (MemoryModel model : MemoryModel.ofTraces()) {
        Axioms axioms = new Axioms(graph, model);
        boolean consistent = NaiveConsistency.isConsistent(graph, axioms);
        expected.put(model, consistent);
        answers.get(model)[consistent ? 1 : 0]++;
        List<ConsistencyChecker> checkers = checkers(model);
        for (ConsistencyChecker checker : checkers) {
          check(checker, graph, model, axioms, consistent, checker == checkers.get(0));
        }
      }
      assertEquals(
          expected.get(MemoryModel.SC), NaiveInterleavings.isSequentiallyConsistent(graph));
      assertInclusions(expected, graph);
    }
    answers.forEach(
        (model, counts) ->
            assertTrue(
                Math.min(counts[0], counts[1]) * 50 > executions(),
                () -> model + " is one-sided: " + counts[0] + " no, " + counts[1] + " yes"));
  }

  private static void check(
      ConsistencyChecker checker,
      ExecutionGraph graph,
      MemoryModel model,
      Axioms axioms,
      boolean expected,
      boolean alwaysExplains) {
    try {
      Consistency answer = checker.check(graph);
      assertEquals(expected, answer.isConsistent());
      if (answer instanceof Consistent yes) {
        assertEquals(
            List.of(),
            axioms.violated(axioms.modificationOrder(yes.witness().byLocation())),
            "the witness");
      } else if (answer instanceof Inconsistent no
          && (alwaysExplains || !isExhaustion(no.explanation()))) {
        new ExplanationVerifier(graph, model, axioms).verify(no.explanation());
      }
    } catch (AssertionError | RuntimeException e) {
      fail(model + ", " + checker.getClass().getSimpleName() + ", of\n" + text(graph), e);
    }
  }

  /** The answer of a search that tried every order and has nothing shorter to show. */
  private static boolean isExhaustion(Explanation explanation) {
    return explanation.cycle().isEmpty() && explanation.cases().isEmpty();
  }

  /** Larger executions: the variants of a checker agree, and their answers come with proofs. */
  @Test
  void variantsOfACheckerAgreeOnLargerExecutions() {
    RandomExecutions random = new RandomExecutions(seed() + 1);
    int consistent = 0;
    for (int i = 0; i < executions() / 12; i++) {
      ExecutionGraph graph = random.nextLarger();
      Map<MemoryModel, Boolean> answers = new EnumMap<>(MemoryModel.class);
      for (MemoryModel model : MemoryModel.ofTraces()) {
        Axioms axioms = new Axioms(graph, model);
        List<ConsistencyChecker> checkers = checkers(model);
        boolean answer = checkers.get(0).check(graph).isConsistent();
        answers.put(model, answer);
        consistent += answer ? 1 : 0;
        checkers.forEach(checker -> check(checker, graph, model, axioms, answer, false));
      }
      assertInclusions(answers, graph);
    }
    assertTrue(consistent > executions() / 24, "enough are consistent: " + consistent);
  }

  private static void assertInclusions(Map<MemoryModel, Boolean> answers, ExecutionGraph graph) {
    for (MemoryModel strong : MemoryModel.ofTraces()) {
      for (MemoryModel weak : MemoryModel.ofTraces()) {
        if (strong.isAtLeastAsStrongAs(weak) && answers.get(strong)) {
          assertTrue(answers.get(weak), () -> strong + " ⊆ " + weak + " for\n" + text(graph));
        }
      }
    }
  }

  static String text(ExecutionGraph graph) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      Traces.writeText(graph, out);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toString(java.nio.charset.StandardCharsets.UTF_8);
  }
}
