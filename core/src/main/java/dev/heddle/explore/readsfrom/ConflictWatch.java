package dev.heddle.explore.readsfrom;

import dev.heddle.machine.Footprint;
import dev.heddle.machine.Orders;
import dev.heddle.machine.ThreadNode;
import dev.heddle.program.MemoryOrder;
import java.util.Arrays;

/**
 * Watches for conflicting accesses that happens-before of C11 does not order and that are not both
 * sequentially consistent.
 *
 * <p>It uses the clocks of the execution, [≤τ ∪ rf]⁺. They are those of happens-before as long as
 * nothing is found: a read of an atomic write synchronises with it, or that is found; a read of a
 * plain write is ordered behind it already, or that is found. Every pair of accesses is looked at
 * when the later one comes into the execution, be it new or moved: of two that were both in the
 * execution before, nothing has changed.
 */
final class ConflictWatch {
  private final Execution execution;

  /** Variables to which some access is not sequentially consistent. */
  private boolean[] isWeak = new boolean[32];

  private boolean hasRace;

  ConflictWatch(Execution execution) {
    this.execution = execution;
  }

  /** Whether the execution has a data race. */
  boolean hasRace() {
    return hasRace;
  }

  /** Whether an operation, or some access to what it touches, is not sequentially consistent. */
  boolean isWeak(ThreadNode node, long footprint) {
    if (Orders.order(node.orders()) != MemoryOrder.SEQUENTIALLY_CONSISTENT) {
      return true;
    }
    int variable = Footprint.touches(footprint) ? execution.locations.of(footprint) : -1;
    return variable >= 0 && variable < isWeak.length && isWeak[variable];
  }

  /** An event has become the latest one. */
  void added(int event) {
    int variable = execution.location(event);
    if (variable < 0) {
      return;
    }
    if (variable >= isWeak.length) {
      isWeak = Arrays.copyOf(isWeak, 2 * variable);
    }
    MemoryOrder order = order(event);
    isWeak[variable] |= order != MemoryOrder.SEQUENTIALLY_CONSISTENT;
    if (isWeak[variable]) {
      compare(event, order, variable);
    }
  }

  private void compare(int event, MemoryOrder order, int variable) {
    int known = synchronizes(event, order) ? event : execution.predecessor(event);
    boolean writes = execution.writes(event);
    int own = execution.thread(event);
    for (int t = 0; t < execution.stride(); t++) {
      if (t == own) {
        continue;
      }
      int upTo = execution.clock(known, t);
      int x =
          writes
              ? execution.accesses.lastAccess(variable, t)
              : execution.accesses.lastWrite(variable, t);
      while (x >= 0 && execution.index(x) > upTo) {
        note(order(x), order);
        x =
            writes
                ? execution.accesses.previousOwnAccess(x)
                : execution.accesses.previousOwnWrite(x);
      }
    }
  }

  private void note(MemoryOrder a, MemoryOrder b) {
    if (a == MemoryOrder.PLAIN || b == MemoryOrder.PLAIN) {
      hasRace = true;
    } else if (a != b || a != MemoryOrder.SEQUENTIALLY_CONSISTENT) {
      throw new NotSequentialException();
    }
  }

  /**
   * Whether an event synchronises with what it reads from; additions are found where they do not.
   */
  private boolean synchronizes(int event, MemoryOrder order) {
    int source = execution.source(event);
    return order.acquires()
        && (execution.summands(event).length > 0 || (source >= 0 && order(source).releases()));
  }

  private MemoryOrder order(int event) {
    byte orders = execution.hypothesis.operation(event).orders();
    return execution.writes(event) ? Orders.order(orders) : Orders.failureOrder(orders);
  }
}
