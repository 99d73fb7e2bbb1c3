package dev.heddle.explore.readsfrom.consistency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.readsfrom.consistency.Refutation.Cycle;
import dev.heddle.explore.readsfrom.consistency.Refutation.Exhausted;
import dev.heddle.explore.readsfrom.consistency.Refutation.Order;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Replays refutations step by step, with nothing but the rules and a table of what is before. */
final class RefutationVerifier {
  private final Cut cut;
  private final Refutation refutation;
  private final boolean[][] before;

  private RefutationVerifier(Cut cut, Refutation refutation) {
    this.cut = cut;
    this.refutation = refutation;
    this.before = new boolean[cut.size()][cut.size()];
  }

  static void verify(Cut cut, Refutation refutation) {
    RefutationVerifier verifier = new RefutationVerifier(cut, refutation);
    verifier.replay();
    if (refutation instanceof Cycle cycle) {
      verifier.verify(cycle.events());
    } else if (refutation instanceof Exhausted exhausted) {
      verifier.verify(exhausted.positions());
    }
  }

  private void replay() {
    for (int e = 0; e < cut.size(); e++) {
      for (int other = 0; other < cut.size(); other++) {
        if (cut.thread(e) == cut.thread(other) && cut.index(e) + 1 == cut.index(other)) {
          add(e, other);
        }
      }
      if (cut.source(e) >= 0) {
        add(cut.source(e), e);
      }
      for (int a : cut.summands(e)) {
        add(a, e);
      }
    }
    for (Order order : refutation.orders()) {
      assertTrue(follows(order.earlier(), order.later()), () -> order + " in " + refutation);
      add(order.earlier(), order.later());
    }
  }

  private void add(int earlier, int later) {
    for (int a = 0; a < cut.size(); a++) {
      for (int b = 0; b < cut.size(); b++) {
        before[a][b] |= (a == earlier || before[a][earlier]) && (b == later || before[later][b]);
      }
    }
  }

  /** Whether one step leads to an order. */
  private boolean follows(int earlier, int later) {
    if (before[earlier][later] || cut.after(later) == earlier || areReadTogether(earlier, later)) {
      return true;
    }
    if (!cut.writes(later) || cut.location(earlier) != cut.location(later) || earlier == later) {
      return false;
    }
    if (has(earlier, later)) {
      return false;
    }
    int source = cut.source(earlier);
    boolean initial = source == Cut.INITIAL;
    boolean second = source >= 0 && source != later && before[source][later];
    return initial || second || (cut.writes(earlier) && isSeenBehind(earlier, later));
  }

  /** Whether an event is among the summands of another one. */
  private boolean has(int reader, int e) {
    return Arrays.stream(cut.summands(reader)).anyMatch(a -> a == e);
  }

  /** Whether somebody reads both a write and an addition to it. */
  private boolean areReadTogether(int write, int addition) {
    for (int r = 0; r < cut.size(); r++) {
      if (cut.source(r) == write && has(r, addition)) {
        return true;
      }
    }
    return false;
  }

  /** R1: somebody who comes after a write reads from another one, and not from both. */
  private boolean isSeenBehind(int earlier, int later) {
    for (int r = 0; r < cut.size(); r++) {
      if (r != earlier && cut.source(r) == later && !has(r, earlier) && before[earlier][r]) {
        return true;
      }
    }
    return false;
  }

  private void verify(List<Integer> cycle) {
    assertFalse(cycle.isEmpty());
    for (int i = 1; i < cycle.size(); i++) {
      assertTrue(before[cycle.get(i - 1)][cycle.get(i)], () -> "not a path: " + refutation);
    }
    int last = cycle.get(cycle.size() - 1);
    assertTrue(follows(last, cycle.get(0)), () -> "not closed: " + refutation);
  }

  // ---- Positions ----------------------------------------------------------------------------

  private void verify(Set<List<Integer>> positions) {
    assertTrue(positions.contains(settled(new int[cut.threads()])), "the beginning is missing");
    for (List<Integer> position : positions) {
      int[] placed = position.stream().mapToInt(Integer::intValue).toArray();
      assertEquals(position, settled(placed.clone()));
      assertTrue(Arrays.stream(placed).sum() < cut.size(), "this is the end");
      for (int e = 0; e < cut.size(); e++) {
        if (isPossible(e, placed)) {
          int[] next = placed.clone();
          next[cut.thread(e)]++;
          assertTrue(positions.contains(settled(next)), () -> "a way out of " + position);
        }
      }
    }
  }

  /** The position after all reads that can happen. */
  private List<Integer> settled(int[] placed) {
    for (int e = 0; e < cut.size(); e++) {
      if (!cut.writes(e) && isPossible(e, placed)) {
        placed[cut.thread(e)]++;
        e = -1;
      }
    }
    return Arrays.stream(placed).boxed().toList();
  }

  private boolean isPossible(int e, int[] placed) {
    if (cut.index(e) != placed[cut.thread(e)] + 1) {
      return false;
    }
    for (int other = 0; other < cut.size(); other++) {
      boolean happened = cut.index(other) <= placed[cut.thread(other)];
      if (!happened && (other == cut.source(e) || has(e, other) || before[other][e])) {
        return false;
      }
      if (!happened && other != e && cut.location(other) == cut.location(e) && cut.writes(e)) {
        int source = cut.source(other);
        boolean sourceHappened =
            source == Cut.INITIAL
                || (source >= 0 && cut.index(source) <= placed[cut.thread(source)]);
        if (source != Cut.NOT_READING && sourceHappened != has(other, e)) {
          return false;
        }
      }
    }
    return true;
  }
}
