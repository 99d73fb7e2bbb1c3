package dev.heddle.model;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.IntList;

/** The rf-chains, given by their tops, that wait for another chain of their location to run. */
final class WaitingChains {
  private final ExecutionGraph graph;
  private final RfChains chains;
  private final StaleSpans spans;

  // By rank of the chain; all hold one more than the event, so that 0 is none.

  /** The access that a waiting chain waits for. */
  private final int[] access;

  /** The last chain that began to wait for this one, and before it the others. */
  private final int[] lastWaiter;

  private final int[] previousWaiter;

  WaitingChains(ExecutionGraph graph, RfChains chains, StaleSpans spans) {
    this.graph = graph;
    this.chains = chains;
    this.spans = spans;
    access = new int[spans.chains()];
    lastWaiter = new int[spans.chains()];
    previousWaiter = new int[spans.chains()];
  }

  /** Lets {@code chain} wait for the effect of an access, which is in another chain. */
  void add(int chain, int awaited) {
    int rank = spans.rank(chain);
    int other = spans.rank(chains.top(AccessLists.effect(graph, awaited)));
    access[rank] = awaited + 1;
    previousWaiter[rank] = lastWaiter[other];
    lastWaiter[other] = chain + 1;
  }

  /** Moves those that wait for {@code chain} to {@code woken}. */
  void wake(int chain, IntList woken) {
    int rank = spans.rank(chain);
    for (int c = lastWaiter[rank]; c != 0; c = previousWaiter[spans.rank(c - 1)]) {
      woken.add(c - 1);
    }
    lastWaiter[rank] = 0;
  }

  /**
   * The thread at which a chain that has waited goes on: it waited for an access of that thread,
   * and nothing blocks it in the threads before. 0 if it waited for an earlier access of its own
   * thread.
   */
  int column(int chain) {
    int awaited = access[spans.rank(chain)] - 1;
    if (awaited < 0) {
      return 0;
    }
    int t = graph.thread(awaited);
    return t == graph.thread(chain) && awaited < chain ? 0 : t;
  }

  /**
   * After not all chains have run: c₀, a₀, c₁, a₁, … where chain cᵢ waits for access aᵢ, whose
   * effect is in cᵢ₊₁ (cyclically).
   */
  int[] cycle() {
    int chain = spans.nextTop(0);
    while (lastWaiter[spans.rank(chain)] == 0) {
      chain = spans.nextTop(chain + 1);
    }
    boolean[] seen = new boolean[access.length];
    while (!seen[spans.rank(chain)]) {
      seen[spans.rank(chain)] = true;
      chain = awaited(chain);
    }
    IntList cycle = new IntList();
    int first = chain;
    do {
      cycle.add(chain);
      cycle.add(access[spans.rank(chain)] - 1);
      chain = awaited(chain);
    } while (chain != first);
    return cycle.toArray();
  }

  private int awaited(int chain) {
    return chains.top(AccessLists.effect(graph, access[spans.rank(chain)] - 1));
  }
}
