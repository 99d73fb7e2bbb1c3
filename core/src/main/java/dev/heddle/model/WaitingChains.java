package dev.heddle.model;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.IntList;

/** The rf-chains, given by their tops, that wait for another chain of their location to run. */
final class WaitingChains {
  private final int events;

  /** The access that a waiting chain waits for. All three hold one more, so that 0 is none. */
  private int[] access;

  /** The last chain that began to wait for this one, and before it the others. */
  private int[] lastWaiter;

  private int[] previousWaiter;

  WaitingChains(int events) {
    this.events = events;
  }

  /** Lets {@code chain} wait for the effect of an access, which is in {@code other}. */
  void add(int chain, int other, int accessOfOther) {
    if (access == null) {
      access = new int[events];
      lastWaiter = new int[events];
      previousWaiter = new int[events];
    }
    access[chain] = accessOfOther + 1;
    previousWaiter[chain] = lastWaiter[other];
    lastWaiter[other] = chain + 1;
  }

  /** Moves those that wait for {@code chain} to {@code woken}. */
  void wake(int chain, IntList woken) {
    if (access == null) {
      return;
    }
    for (int c = lastWaiter[chain]; c != 0; c = previousWaiter[c - 1]) {
      woken.add(c - 1);
    }
    lastWaiter[chain] = 0;
  }

  /**
   * The thread at which a chain that has waited goes on: it waited for an access of that thread,
   * and nothing blocks it in the threads before. 0 if it waited for an earlier access of its own
   * thread.
   */
  int column(int chain, ExecutionGraph graph) {
    if (access == null || access[chain] == 0) {
      return 0;
    }
    int awaited = access[chain] - 1;
    int t = graph.thread(awaited);
    return t == graph.thread(chain) && awaited < chain ? 0 : t;
  }

  /**
   * After not all chains have run: c₀, a₀, c₁, a₁, … where chain cᵢ waits for access aᵢ, whose
   * effect is in cᵢ₊₁ (cyclically).
   */
  int[] cycle(RfChains chains, ExecutionGraph graph) {
    int chain = 0;
    while (lastWaiter[chain] == 0) {
      chain++;
    }
    boolean[] seen = new boolean[events];
    while (!seen[chain]) {
      seen[chain] = true;
      chain = awaited(chain, chains, graph);
    }
    IntList cycle = new IntList();
    int first = chain;
    do {
      cycle.add(chain);
      cycle.add(access[chain] - 1);
      chain = awaited(chain, chains, graph);
    } while (chain != first);
    return cycle.toArray();
  }

  private int awaited(int chain, RfChains chains, ExecutionGraph graph) {
    return chains.top(AccessLists.effect(graph, access[chain] - 1));
  }
}
