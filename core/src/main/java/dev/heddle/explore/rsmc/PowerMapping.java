package dev.heddle.explore.rsmc;

import dev.heddle.machine.Orders;
import dev.heddle.program.MemoryOrder;

/**
 * C11 on POWER: barriers in front of stores and of seq_cst loads, a branch and {@code isync} behind
 * loads that acquire.
 */
final class PowerMapping extends InstructionMapping {
  PowerMapping(HardwareMapping mapping) {
    super(mapping);
  }

  @Override
  void before(FetchPoint point, byte orders) {
    if (withOrders) {
      switch (Orders.order(orders)) {
        case SEQUENTIALLY_CONSISTENT -> point.carry(Dependency.FULL_FENCE, Dependency.PO);
        case RELEASE, ACQUIRE_RELEASE -> point.carry(Dependency.LIGHT_FENCE, Dependency.PO);
        default -> {}
      }
    }
  }

  @Override
  AccessOrder load(byte orders) {
    return AccessOrder.PLAIN;
  }

  @Override
  AccessOrder store(byte orders) {
    return AccessOrder.PLAIN;
  }

  @Override
  void after(FetchPoint point, byte orders, int load, boolean success) {
    MemoryOrder order = success ? Orders.order(orders) : Orders.failureOrder(orders);
    if (withOrders && acquires(order)) {
      addControl(point, load);
      point.carry(Dependency.CTRL_FENCE, Dependency.CTRL);
    }
  }

  @Override
  void fence(FetchPoint point, byte orders) {
    switch (Orders.barrier(orders)) {
      case FULL -> point.carry(Dependency.FULL_FENCE, Dependency.PO);
      case LIGHTWEIGHT, LOADS -> point.carry(Dependency.LIGHT_FENCE, Dependency.PO);
      case STORES -> point.carry(Dependency.STORE_FENCE, Dependency.PO);
      case INSTRUCTIONS -> point.carry(Dependency.CTRL_FENCE, Dependency.CTRL);
      case NONE -> {
        if (isFence(orders)) {
          boolean isFull = Orders.order(orders) == MemoryOrder.SEQUENTIALLY_CONSISTENT;
          point.carry(isFull ? Dependency.FULL_FENCE : Dependency.LIGHT_FENCE, Dependency.PO);
        }
      }
    }
  }

  @Override
  void orderThreads(FetchPoint point) {
    point.carry(withOrders ? Dependency.FULL_FENCE : Dependency.LIGHT_FENCE, Dependency.PO);
  }
}
