package dev.heddle.explore.rsmc;

import dev.heddle.machine.DataflowGraph;
import dev.heddle.machine.Orders;
import dev.heddle.program.MemoryOrder;

/**
 * Which instructions of a processor stand for the memory orders of C11, for locks and for the start
 * and end of threads; the tables are in docs/power.md.
 */
abstract class InstructionMapping {
  /** Whether memory orders count. */
  final boolean withOrders;

  InstructionMapping(HardwareMapping mapping) {
    withOrders = mapping == HardwareMapping.C11;
  }

  /** What stands in front of an access. */
  abstract void before(FetchPoint point, byte orders);

  abstract AccessOrder load(byte orders);

  abstract AccessOrder store(byte orders);

  /**
   * What stands behind an access that loads.
   *
   * @param success false for a compare-exchange that does not store
   */
  abstract void after(FetchPoint point, byte orders, int load, boolean success);

  /** A fence of C11, or a barrier of the processor. */
  abstract void fence(FetchPoint point, byte orders);

  /** What stands around the start and the end of a thread. */
  abstract void orderThreads(FetchPoint point);

  /** What stands before a lock is released, and behind the taking of one without orders. */
  final void lockBarrier(FetchPoint point, byte orders) {
    if (withOrders) {
      before(point, orders);
    } else {
      point.carry(Dependency.FULL_FENCE, Dependency.PO);
    }
  }

  static void addControl(FetchPoint point, long[] loads) {
    point.add(Dependency.CTRL, loads);
    point.add(Dependency.GUARD, loads);
  }

  static void addControl(FetchPoint point, int load) {
    addControl(point, DataflowGraph.only(load));
  }

  static boolean acquires(MemoryOrder order) {
    return order == MemoryOrder.ACQUIRE
        || order == MemoryOrder.ACQUIRE_RELEASE
        || order == MemoryOrder.SEQUENTIALLY_CONSISTENT;
  }

  static boolean releases(MemoryOrder order) {
    return order == MemoryOrder.RELEASE
        || order == MemoryOrder.ACQUIRE_RELEASE
        || order == MemoryOrder.SEQUENTIALLY_CONSISTENT;
  }

  /** Whether a fence of C11 is one for the processor. */
  final boolean isFence(byte orders) {
    MemoryOrder order = Orders.order(orders);
    return withOrders && order != MemoryOrder.RELAXED && order != MemoryOrder.PLAIN;
  }
}
