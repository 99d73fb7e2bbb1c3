package dev.heddle.model;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.model.Explanation.Case;
import dev.heddle.model.Explanation.Edge;
import dev.heddle.model.Explanation.EdgeKind;
import dev.heddle.model.Explanation.Lemma;
import dev.heddle.model.naive.Axioms;
import dev.heddle.model.naive.BitRelation;
import java.util.List;

/**
 * Checks that an explanation proves inconsistency, from the relations of figure 2 alone. Shares no
 * code with the checkers.
 */
final class ExplanationVerifier {
  private final ExecutionGraph graph;
  private final MemoryModel model;
  private final Axioms axioms;

  ExplanationVerifier(ExecutionGraph graph, MemoryModel model, Axioms axioms) {
    this.graph = graph;
    this.model = model;
    this.axioms = axioms;
  }

  /** Fails unless the explanation is a proof. */
  void verify(Explanation explanation) {
    BitRelation mo = new BitRelation(axioms.nodes());
    for (int a = 0; a < graph.events(); a++) {
      if (graph.writes(a)) {
        mo.add(axioms.node(~graph.location(a)), a);
      }
    }
    verify(explanation, mo);
  }

  private void verify(Explanation explanation, BitRelation assumed) {
    BitRelation mo = assumed.union(new BitRelation(axioms.nodes()));
    for (Lemma lemma : explanation.lemmas()) {
      verify(lemma, mo);
      mo.add(node(lemma.from()), node(lemma.to()));
    }
    if (!explanation.cases().isEmpty()) {
      verifyCases(explanation, mo);
      return;
    }
    List<Edge> cycle = explanation.cycle();
    require(!cycle.isEmpty(), "there is a cycle");
    if (explanation.axiom() == Axiom.WEAK_ATOMICITY) {
      verifyTwoReaders(cycle);
      return;
    }
    requireConnected(cycle, cycle.get(0).from(), cycle.get(0).from());
    verifyCycle(explanation.axiom(), cycle, mo);
  }

  private void verifyCases(Explanation explanation, BitRelation mo) {
    require(isTotalOrderModel(), "case distinctions only where the order is total");
    require(explanation.cases().size() == 2, "two cases");
    Case first = explanation.cases().get(0);
    Case second = explanation.cases().get(1);
    require(
        first.earlier() == second.later() && first.later() == second.earlier(),
        "the cases are opposite");
    requireWritesOfOneLocation(first.earlier(), first.later());
    for (Case c : explanation.cases()) {
      BitRelation assumed = mo.union(new BitRelation(axioms.nodes()));
      verify(c.explanation(), assumed.add(node(c.earlier()), node(c.later())));
    }
  }

  private boolean isTotalOrderModel() {
    return model == MemoryModel.SC || model == MemoryModel.SRA;
  }

  private void verifyTwoReaders(List<Edge> steps) {
    require(steps.size() == 2, "two readers");
    Edge a = steps.get(0);
    Edge b = steps.get(1);
    require(a.from() == b.from() && a.to() != b.to(), "of one write");
    for (Edge step : steps) {
      require(
          step.kind() == EdgeKind.RF && isRf(step) && graph.isRmw(step.to()), "an RMW reads it");
    }
  }

  private void verifyCycle(Axiom axiom, List<Edge> cycle, BitRelation mo) {
    int size = cycle.size();
    Edge last = cycle.get(size - 1);
    switch (axiom) {
      case PO_RF -> {
        for (Edge step : cycle) {
          require(
              step.kind() == EdgeKind.PO ? isPo(step) : step.kind() == EdgeKind.RF && isRf(step),
              "po or rf");
        }
      }
      case WRITE_COHERENCE -> {
        require(!isTotalOrderModel() && model != MemoryModel.WRA, "the model has the axiom");
        for (Edge step : cycle) {
          requireWritesOfOneLocation(step.from(), step.to());
          boolean initial = step.kind() == EdgeKind.PO && step.from() < 0 && isPo(step);
          boolean chain = step.kind() == EdgeKind.RF && isRf(step);
          boolean ordered =
              step.kind() == EdgeKind.MO && mo.contains(node(step.from()), node(step.to()));
          require(initial || chain || ordered, "a step of mo");
        }
      }
      case READ_COHERENCE -> {
        require(!isTotalOrderModel() && model != MemoryModel.WRA, "the model has the axiom");
        requireRfHb(cycle.subList(0, size - 1));
        require(
            size >= 2 && last.kind() == EdgeKind.FR && isFr(last, mo), "a from-read at the end");
      }
      case WEAK_READ_COHERENCE -> {
        require(model == MemoryModel.WRA, "the model has the axiom");
        for (Edge step : cycle.subList(0, size - 1)) {
          require(isHb(step), "hb");
        }
        require(
            size >= 2 && last.kind() == EdgeKind.FR && isFr(last, mo), "a from-read at the end");
        require(axioms.writes(node(last.to())), "the write in between");
      }
      case STRONG_WRITE_COHERENCE -> {
        require(model == MemoryModel.SRA, "the model has the axiom");
        cycle.forEach(step -> require(isTotal(step, mo), "hb or mo"));
      }
      case SEQUENTIAL_CONSISTENCY -> {
        require(model == MemoryModel.SC, "the model has the axiom");
        cycle.forEach(step -> require(isTotal(step, mo), "po, rf, mo or fr"));
      }
      default -> throw new AssertionError("no cycle can violate " + axiom);
    }
  }

  private void verify(Lemma lemma, BitRelation mo) {
    requireWritesOfOneLocation(lemma.from(), lemma.to());
    requireConnected(lemma.steps(), lemma.from(), lemma.reader());
    switch (lemma.rule()) {
      case CHAIN -> {
        require(lemma.reader() == lemma.to(), "down to the later write");
        for (Edge step : lemma.steps()) {
          require(
              step.kind() == EdgeKind.RF && isRf(step) && graph.isRmw(step.to()), "an rf-chain");
        }
      }
      case WRITE_COHERENCE -> {
        require(lemma.reader() == lemma.to(), "to the later write");
        requireRfHb(lemma.steps());
        if (model == MemoryModel.WRA) {
          lemma.steps().forEach(step -> require(isHb(step), "hb"));
        }
      }
      case READ_COHERENCE -> {
        require(model != MemoryModel.WRA, "the model has the axiom");
        requireRfHb(lemma.steps());
        requireReads(lemma);
      }
      case TOTAL_WRITE -> {
        require(isTotalOrderModel(), "an order of all events");
        require(lemma.reader() == lemma.to(), "to the later write");
        lemma.steps().forEach(step -> require(isTotal(step, mo), "a step of the order"));
      }
      case TOTAL_READ -> {
        require(isTotalOrderModel(), "an order of all events");
        require(model == MemoryModel.SC || graph.isRmw(lemma.reader()), "a bound reader");
        require(axioms.source(lemma.reader()) == node(lemma.to()), "reads the later write");
        lemma.steps().forEach(step -> require(isTotal(step, mo), "a step of the order"));
      }
    }
  }

  /** Lemma 3.2: the reader reads the later write or one further down its chain, not the earlier. */
  private void requireReads(Lemma lemma) {
    require(lemma.reader() != lemma.from(), "a triplet");
    int w = axioms.source(lemma.reader());
    boolean isChainOfLater = false;
    while (true) {
      require(w != node(lemma.from()), "the earlier write is not above in the chain");
      isChainOfLater |= w == node(lemma.to());
      if (!axioms.isRmw(w)) {
        break;
      }
      w = axioms.source(w);
    }
    require(isChainOfLater, "the reader reads the chain of the later write");
  }

  /** rf?; hb. */
  private void requireRfHb(List<Edge> steps) {
    for (int i = 0; i < steps.size(); i++) {
      Edge step = steps.get(i);
      require(isHb(step) || (i == 0 && step.kind() == EdgeKind.RF && isRf(step)), "rf?; hb");
    }
    Edge first = steps.get(0);
    require(steps.size() > 1 || isHb(first), "rf?; hb and not rf alone");
  }

  private boolean isHb(Edge step) {
    return switch (step.kind()) {
      case PO -> isPo(step);
      case SW -> axioms.sw().contains(node(step.from()), node(step.to()));
      case RF -> isRf(step) && axioms.sw().contains(node(step.from()), node(step.to()));
      default -> false;
    };
  }

  private boolean isTotal(Edge step, BitRelation mo) {
    return switch (step.kind()) {
      case PO -> isPo(step);
      case RF -> isRf(step);
      case MO -> mo.contains(node(step.from()), node(step.to()));
      case FR -> isFr(step, mo) && (model == MemoryModel.SC || graph.isRmw(step.from()));
      case SW -> false;
    };
  }

  private boolean isFr(Edge step, BitRelation mo) {
    return graph.reads(step.from())
        && step.from() != step.to()
        && mo.contains(axioms.source(step.from()), node(step.to()));
  }

  private boolean isPo(Edge step) {
    return axioms.po().contains(node(step.from()), node(step.to()));
  }

  private boolean isRf(Edge step) {
    return axioms.rf().contains(node(step.from()), node(step.to()));
  }

  private int node(int event) {
    return axioms.node(event);
  }

  private void requireWritesOfOneLocation(int a, int b) {
    require(a != b, "two writes");
    require(axioms.writes(node(a)) && axioms.writes(node(b)), "writes");
    require(axioms.location(node(a)) == axioms.location(node(b)), "of one location");
  }

  private void requireConnected(List<Edge> steps, int from, int to) {
    require(!steps.isEmpty(), "there are steps");
    int at = from;
    for (Edge step : steps) {
      require(step.from() == at, "steps follow each other");
      at = step.to();
    }
    require(at == to, "steps end where they should");
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError("not a proof, expected: " + what);
    }
  }
}
