package dev.heddle.model.cat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.litmus.Architecture;
import dev.heddle.model.MemoryModel;
import dev.heddle.model.RandomExecutions;
import dev.heddle.model.axiomatic.TraceCandidate;
import dev.heddle.model.naive.Axioms;
import dev.heddle.model.naive.NaiveConsistency;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The models that Heddle ships as files say the same as the checkers of recorded executions. */
class ShippedModelsTest {
  @Test
  void filesAgreeWithTheDefinitionsOnRandomExecutions() throws CatException {
    int executions = Integer.getInteger("heddle.fuzz.programs", 4000);
    RandomExecutions random = new RandomExecutions(Long.getLong("heddle.fuzz.seed", 1));
    Map<MemoryModel, CatModel> files = new EnumMap<>(MemoryModel.class);
    Map<MemoryModel, int[]> answers = new EnumMap<>(MemoryModel.class);
    for (MemoryModel model : MemoryModel.ofTraces()) {
      if (CatModel.names().contains(model.id())) {
        files.put(model, CatModel.shipped(model.id(), Architecture.C));
        answers.put(model, new int[2]);
      }
    }
    for (int i = 0; i < executions; i++) {
      ExecutionGraph graph = random.next();
      for (MemoryModel model : files.keySet()) {
        boolean expected = NaiveConsistency.isConsistent(graph, new Axioms(graph, model));
        boolean actual = TraceCandidate.isAllowed(graph, files.get(model));
        assertEquals(expected, actual, model + " on execution " + i);
        answers.get(model)[expected ? 1 : 0]++;
      }
    }
    answers.forEach(
        (model, counts) ->
            assertTrue(
                Math.min(counts[0], counts[1]) > executions / 20,
                model + " is one-sided: " + counts[0] + " no, " + counts[1] + " yes"));
  }

  @Test
  void everyShippedModelCanBeReadForItsArchitectures() throws CatException {
    for (Architecture architecture : Architecture.values()) {
      for (String name : new String[] {"sc", "tso", "pso", "ra", "sra", "wra", "relaxed"}) {
        CatModel model = CatModel.shipped(name, architecture);
        assertEquals(name, model.name());
        assertEquals(!name.equals("wra"), model.isCoherent(), name + " for " + architecture);
      }
    }
    assertTrue(CatModel.shipped("rc11", Architecture.C).isCoherent());
    assertTrue(CatModel.shipped("rc20", Architecture.C).isCoherent());
    assertTrue(CatModel.shipped("power", Architecture.PPC).isCoherent());
    assertTrue(CatModel.shipped("armv8", Architecture.AARCH64).isCoherent());
    assertTrue(CatModel.shipped("riscv", Architecture.RISCV).isCoherent());
    assertEquals(12, CatModel.names().size());
  }
}
