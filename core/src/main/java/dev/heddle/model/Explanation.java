package dev.heddle.model;

import java.util.List;

/**
 * Why an execution is inconsistent, as a proof. The lemmas, each from the ones before it, show what
 * every modification order that satisfies the axioms has to contain; the cycle then contradicts the
 * axiom. Where saturation alone does not decide, the proof splits: two writes of a location are in
 * one order or in the other, and each case has its own explanation.
 *
 * <p>Events are numbers of the graph; the initial write of location x is {@code ~x}.
 *
 * @param axiom the axiom that no modification order satisfies together with the others
 * @param lemmas orderings that every modification order contains
 * @param cycle steps that lead back to where they start; empty if there are cases
 * @param cases a case distinction, or empty
 */
public record Explanation(Axiom axiom, List<Lemma> lemmas, List<Edge> cycle, List<Case> cases) {

  /** The kinds of steps. */
  public enum EdgeKind {
    /** Program order. */
    PO,
    /** Reads-from. */
    RF,
    /** Synchronizes-with. */
    SW,
    /** Modification order, by a lemma or by the assumption of a case. */
    MO,
    /** From-read: the event reads a write that comes earlier in modification order. */
    FR
  }

  /** One pair of a relation. */
  public record Edge(EdgeKind kind, int from, int to) {}

  /** Why modification order has a pair. */
  public enum Rule {
    /** The steps are rf down a chain of RMWs. */
    CHAIN,
    /** The steps are rf?; hb between two writes. */
    WRITE_COHERENCE,
    /**
     * The steps are rf?; hb to a reader of the later write or, since RMWs follow their writes
     * directly, of an RMW further down its chain.
     */
    READ_COHERENCE,
    /** The steps are within an order that includes mo, between two writes. */
    TOTAL_WRITE,
    /** The steps are within an order that includes mo and fr, to a reader of the later write. */
    TOTAL_READ
  }

  /**
   * (from, to) ∈ mo.
   *
   * @param reader the reader that the rule speaks of, else the later write
   * @param steps from the earlier write to the reader
   */
  public record Lemma(int from, int to, Rule rule, int reader, List<Edge> steps) {}

  /** What follows if the earlier write is before the later one in modification order. */
  public record Case(int earlier, int later, Explanation explanation) {}

  public Explanation {
    lemmas = List.copyOf(lemmas);
    cycle = List.copyOf(cycle);
    cases = List.copyOf(cases);
  }

  static Explanation of(Axiom axiom, List<Edge> cycle) {
    return new Explanation(axiom, List.of(), cycle, List.of());
  }

  static Explanation of(Axiom axiom, List<Lemma> lemmas, List<Edge> cycle) {
    return new Explanation(axiom, lemmas, cycle, List.of());
  }
}
