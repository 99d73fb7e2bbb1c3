package dev.heddle.model;

import static dev.heddle.graph.ExecutionGraph.NONE;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.IntList;
import dev.heddle.model.Explanation.Edge;
import dev.heddle.model.Explanation.EdgeKind;
import dev.heddle.model.Explanation.Lemma;
import dev.heddle.model.Explanation.Rule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * Turns a contradiction of {@link Saturation} into a proof: a shortest cycle of po, rf and derived
 * pairs, and for each derived pair, back to the assumptions, a shortest path of pairs that were
 * derived before it.
 */
final class SaturationExplanation {
  private static final int NOT_FOUND = -1;

  private final Saturation saturation;
  private final ExecutionGraph graph;
  private final Readers readers;
  private final DerivedPairs pairs;
  private final Axiom axiom;
  private final int[] nextInThread;

  /** Breadth-first search: the event before, and the pair in between (NONE for po and rf). */
  private final int[] cameFrom;

  private final int[] cameBy;

  /** The search that has seen an event last. */
  private final int[] seenBy;

  private int searches;
  private int largest;

  /** Why a needed pair holds, by pair; empty for an assumption or what needs no lemma. */
  private final NavigableMap<Integer, List<Lemma>> proofs = new TreeMap<>();

  /** Pairs that are used but not yet proved. */
  private final NavigableMap<Integer, Boolean> open = new TreeMap<>();

  SaturationExplanation(Saturation saturation, Axiom axiom) {
    this.saturation = saturation;
    this.graph = saturation.graph;
    this.readers = saturation.readers;
    this.pairs = saturation.pairs;
    this.axiom = axiom;
    nextInThread = graph.nextInThread();
    cameFrom = new int[graph.events()];
    cameBy = new int[graph.events()];
    seenBy = new int[graph.events()];
  }

  /** The proof of the contradiction at hand. */
  Explanation explain() {
    proofs.clear();
    open.clear();
    List<Edge> cycle;
    List<Lemma> last = new ArrayList<>();
    int e = saturation.contradiction();
    if (e >= 0) {
      cycle = path(e, event -> event == e, pairs.size(), graph.events());
    } else {
      int w = saturation.beforeInitial(~e);
      Lemma lemma = readLemma(w, e, pairs.size());
      if (axiom == Axiom.SEQUENTIAL_CONSISTENCY) {
        cycle = new ArrayList<>(lemma.steps());
        cycle.add(new Edge(EdgeKind.FR, lemma.reader(), w));
      } else {
        last.add(lemma);
        cycle = List.of(new Edge(EdgeKind.MO, w, e), new Edge(EdgeKind.PO, e, w));
      }
    }
    while (!open.isEmpty()) {
      int pair = open.lastKey();
      open.remove(pair);
      proofs.put(pair, proof(pair));
    }
    List<Lemma> lemmas = new ArrayList<>();
    proofs.values().forEach(lemmas::addAll);
    lemmas.addAll(last);
    return Explanation.of(axiom, lemmas, cycle);
  }

  /** After {@link #explain}: the proof uses a pair whose index is this one. */
  boolean uses(int pair) {
    return proofs.containsKey(pair);
  }

  private List<Lemma> proof(int pair) {
    int from = pairs.from(pair);
    int to = pairs.to(pair);
    return switch (pairs.why(pair)) {
      case DerivedPairs.READ -> List.of(readLemma(from, to, pair));
      case DerivedPairs.FROM_READ -> overwriteLemma(pairs.overwritten(pair), to, pair);
      default -> List.of();
    };
  }

  /** (from, to) ∈ mo, because it is in the order; nothing if that is known anyway. */
  private List<Lemma> overwriteLemma(int from, int to, int limit) {
    if (from < 0) {
      return List.of();
    }
    List<Edge> steps = path(from, event -> event == to, limit, graph.events());
    boolean direct = steps.size() == 1 && steps.get(0).kind() == EdgeKind.MO;
    return direct ? List.of() : List.of(new Lemma(from, to, Rule.TOTAL_WRITE, to, steps));
  }

  /** (from, to) ∈ mo, because a reader of {@code to} comes after {@code from}. */
  private Lemma readLemma(int from, int to, int limit) {
    IntPredicate reads = e -> graph.reads(e) && readers.sourceOf(e) == to;
    int lastReader = readers.at(readers.end(to) - 1);
    List<Edge> steps = path(from, reads, 0, lastReader);
    Rule rule = Rule.READ_COHERENCE;
    if (steps == null) {
      rule = Rule.TOTAL_READ;
      steps = path(from, e -> reads.test(e) && readers.isConstrained(e), limit, graph.events());
    }
    return new Lemma(from, to, rule, steps.get(steps.size() - 1).to(), steps);
  }

  /**
   * The shortest steps from an event to another one that is a goal, by po, rf and the first {@code
   * limit} derived pairs, which become open, through events up to {@code largest}; null if there
   * are none.
   */
  private List<Edge> path(int from, IntPredicate goal, int limit, int largest) {
    searches++;
    this.largest = largest;
    IntList queue = new IntList();
    queue.add(from);
    int end = NOT_FOUND;
    for (int i = 0; i < queue.size() && end == NOT_FOUND; i++) {
      end = expand(queue.get(i), goal, limit, queue);
    }
    return end == NOT_FOUND ? null : steps(from, end);
  }

  /** Adds the successors of an event; gives a goal among them, else NOT_FOUND. */
  private int expand(int e, IntPredicate goal, int limit, IntList queue) {
    int found = NOT_FOUND;
    if (nextInThread[e] < graph.events()) {
      found = reach(e, nextInThread[e], NONE, goal, queue);
    }
    if (graph.writes(e)) {
      for (int i = readers.first(e); i < readers.end(e) && found == NOT_FOUND; i++) {
        found = reach(e, readers.at(i), NONE, goal, queue);
      }
    }
    if (graph.hasOrderAfter(e)) {
      for (int i = 0; i < graph.orderEdges() && found == NOT_FOUND; i++) {
        if (graph.orderFrom(i) == e) {
          found = reach(e, graph.orderTo(i), NONE, goal, queue);
        }
      }
    }
    for (int p = pairs.first(e); p != NONE && found == NOT_FOUND; p = pairs.next(p)) {
      if (p < limit) {
        found = reach(e, pairs.to(p), p, goal, queue);
      }
    }
    return found;
  }

  private int reach(int from, int to, int pair, IntPredicate goal, IntList queue) {
    if (seenBy[to] == searches || to > largest) {
      return NOT_FOUND;
    }
    seenBy[to] = searches;
    cameFrom[to] = from;
    cameBy[to] = pair;
    queue.add(to);
    return goal.test(to) ? to : NOT_FOUND;
  }

  private List<Edge> steps(int from, int end) {
    List<Edge> steps = new ArrayList<>();
    int e = end;
    do {
      int before = cameFrom[e];
      int pair = cameBy[e];
      EdgeKind kind = EdgeKind.PO;
      if (pair != NONE) {
        kind = pairs.why(pair) == DerivedPairs.FROM_READ ? EdgeKind.FR : EdgeKind.MO;
        if (!proofs.containsKey(pair)) {
          open.put(pair, true);
        }
      } else if (nextInThread[before] != e && graph.source(e) == before) {
        kind = EdgeKind.RF;
      }
      int last = steps.size() - 1;
      if (kind == EdgeKind.PO && last >= 0 && steps.get(last).kind() == EdgeKind.PO) {
        steps.set(last, new Edge(EdgeKind.PO, before, steps.get(last).to()));
      } else {
        steps.add(new Edge(kind, before, e));
      }
      e = before;
    } while (e != from);
    Collections.reverse(steps);
    return steps;
  }
}
