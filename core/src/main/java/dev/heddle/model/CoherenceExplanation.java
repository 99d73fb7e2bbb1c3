package dev.heddle.model;

import static dev.heddle.graph.ExecutionGraph.NONE;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.model.Explanation.Edge;
import dev.heddle.model.Explanation.EdgeKind;
import dev.heddle.model.Explanation.Lemma;
import dev.heddle.model.Explanation.Rule;
import dev.heddle.model.MemoryModel.Synchronization;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Turns the chains at which {@link Rc20Checker} and {@link RelaxedChecker} got stuck into a proof:
 * for each pair of an access and a chain that has to follow it, an event of the chain that the
 * access happens before, and the steps between the two.
 */
final class CoherenceExplanation {
  private final ExecutionGraph graph;
  private final RfChains chains;
  private final Synchronization synchronization;
  private final HbPaths paths;

  CoherenceExplanation(ExecutionGraph graph, RfChains chains, Synchronization synchronization) {
    this.graph = graph;
    this.chains = chains;
    this.synchronization = synchronization;
    paths = new HbPaths(graph, synchronization);
  }

  /** The effect of an access would have to precede the initial write of its location. */
  Explanation beforeInitial(int initial, int access) {
    int event = knowing(new int[] {initial}, new int[] {access}, false)[0];
    Lemma lemma = lemma(access, event, initial);
    return Explanation.of(
        Axiom.WRITE_COHERENCE,
        List.of(lemma),
        List.of(
            new Edge(EdgeKind.MO, lemma.from(), initial),
            new Edge(EdgeKind.PO, initial, lemma.from())));
  }

  /** A reader of {@code write} knows an access whose effect is below it in its chain. */
  Explanation insideChain(int write, int access) {
    int reader = knowing(new int[] {write}, new int[] {access}, true)[0];
    int effect = AccessLists.effect(graph, access);
    Lemma lemma = new Lemma(write, effect, Rule.CHAIN, effect, downChain(write, effect));
    List<Edge> cycle = new ArrayList<>(steps(access, reader));
    cycle.add(new Edge(EdgeKind.FR, reader, effect));
    return Explanation.of(Axiom.READ_COHERENCE, List.of(lemma), cycle);
  }

  /**
   * @param waiting c₀, a₀, c₁, a₁, … where the chain with top cᵢ has to follow the effect of aᵢ,
   *     which is in the chain of cᵢ₊₁
   */
  Explanation cycle(int[] waiting) {
    int length = waiting.length / 2;
    int[] tops = new int[length];
    int[] accesses = new int[length];
    for (int i = 0; i < length; i++) {
      tops[i] = waiting[2 * i];
      accesses[i] = waiting[2 * i + 1];
    }
    int[] events = knowing(tops, accesses, false);
    List<Lemma> lemmas = new ArrayList<>();
    List<Edge> cycle = new ArrayList<>();
    for (int i = length - 1; i >= 0; i--) {
      Lemma lemma = lemma(accesses[i], events[i], tops[i]);
      lemmas.add(lemma);
      cycle.addAll(downChain(tops[(i + 1) % length], lemma.from()));
      cycle.add(new Edge(EdgeKind.MO, lemma.from(), tops[i]));
    }
    return Explanation.of(Axiom.WRITE_COHERENCE, lemmas, cycle);
  }

  /** (effect of the access, top of the chain) ∈ mo, because the access happens before the event. */
  private Lemma lemma(int access, int event, int top) {
    int effect = AccessLists.effect(graph, access);
    Rule rule = event == top ? Rule.WRITE_COHERENCE : Rule.READ_COHERENCE;
    return new Lemma(effect, top, rule, event, steps(access, event));
  }

  /** rf?; hb from the effect of the access to the event. */
  private List<Edge> steps(int access, int event) {
    List<Edge> steps = new ArrayList<>();
    int effect = AccessLists.effect(graph, access);
    if (effect != access) {
      steps.add(new Edge(EdgeKind.RF, effect, access));
    }
    steps.addAll(paths.between(access, event));
    return steps;
  }

  /** The rf steps from a write to another one further down its chain. */
  private List<Edge> downChain(int from, int to) {
    List<Edge> steps = new ArrayList<>();
    for (int w = from; w != to; w = chains.successor(w)) {
      steps.add(new Edge(EdgeKind.RF, w, chains.successor(w)));
    }
    return steps;
  }

  /**
   * For each i an event e whose m(e) is in the chain with top {@code writes[i]}, or is that write
   * if {@code exactly}, and that {@code accesses[i]} happens before.
   */
  private int[] knowing(int[] writes, int[] accesses, boolean exactly) {
    int x = graph.location(accesses[0]);
    int[] result = new int[writes.length];
    Arrays.fill(result, NONE);
    HbTimestamps hb = HbTimestamps.of(graph, synchronization);
    int missing = writes.length;
    for (int e = 0; missing > 0; e++) {
      hb.visit(e);
      if (graph.location(e) != x) {
        continue;
      }
      int m = !graph.reads(e) ? e : graph.source(e) < 0 ? ~x : graph.source(e);
      int write = exactly ? m : chains.top(m);
      for (int i = 0; i < writes.length; i++) {
        int a = accesses[i];
        if (result[i] == NONE && writes[i] == write && a != e && hb.isBefore(a, e)) {
          result[i] = e;
          missing--;
        }
      }
    }
    return result;
  }
}
