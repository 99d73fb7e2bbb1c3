package dev.heddle.explore.rsmc;

import dev.heddle.machine.Orders;
import dev.heddle.program.MemoryOrder;

/** C11 on ARMv8: {@code ldar} and {@code stlr}, {@code dmb ish} and {@code dmb ishld}. */
final class ArmMapping extends InstructionMapping {
  ArmMapping(HardwareMapping mapping) {
    super(mapping);
  }

  @Override
  void before(FetchPoint point, byte orders) {}

  /** A compare-exchange loads once, whether it goes on to store or not. */
  @Override
  AccessOrder load(byte orders) {
    boolean acquires = acquires(Orders.order(orders)) || acquires(Orders.failureOrder(orders));
    return withOrders && acquires ? AccessOrder.ACQUIRE : AccessOrder.PLAIN;
  }

  @Override
  AccessOrder store(byte orders) {
    return withOrders && releases(Orders.order(orders)) ? AccessOrder.RELEASE : AccessOrder.PLAIN;
  }

  @Override
  void after(FetchPoint point, byte orders, int load, boolean success) {}

  @Override
  void fence(FetchPoint point, byte orders) {
    switch (Orders.barrier(orders)) {
      case FULL, LIGHTWEIGHT -> point.carry(Dependency.FULL_FENCE, Dependency.PO);
      case LOADS -> point.carry(Dependency.LOAD_FENCE, Dependency.PO);
      case STORES -> point.carry(Dependency.STORE_FENCE, Dependency.PO);
      case INSTRUCTIONS -> synchronizeInstructions(point);
      case NONE -> {
        if (isFence(orders)) {
          boolean isOfLoads = Orders.order(orders) == MemoryOrder.ACQUIRE;
          point.carry(isOfLoads ? Dependency.LOAD_FENCE : Dependency.FULL_FENCE, Dependency.PO);
        }
      }
    }
  }

  /** {@code isb}. */
  static void synchronizeInstructions(FetchPoint point) {
    point.carry(Dependency.CTRL_FENCE, Dependency.CTRL);
    point.carry(Dependency.CTRL_FENCE, Dependency.ADDR_PO);
  }

  @Override
  void orderThreads(FetchPoint point) {
    point.carry(Dependency.FULL_FENCE, Dependency.PO);
  }
}
