package dev.heddle.machine;

import dev.heddle.program.Barrier;
import dev.heddle.program.MemoryOrder;

/**
 * The memory orders of an operation, packed in a byte: bits 0 to 2 the order, bits 3 to 5 that of a
 * compare-exchange that fails or the {@link Barrier} of a fence, bit 6 whether a modelled library
 * function does it. What a library does atomically synchronises under every memory model.
 */
public final class Orders {
  private static final int ORDER = 7;
  private static final int FAILURE = 3;
  private static final int LIBRARY = 1 << 6;
  private static final Barrier[] BARRIERS = Barrier.values();
  private static final MemoryOrder[] ALL = MemoryOrder.values();

  private Orders() {}

  static byte of(MemoryOrder success, MemoryOrder failure, boolean library) {
    return (byte) (success.ordinal() | failure.ordinal() << FAILURE | (library ? LIBRARY : 0));
  }

  static byte ofFence(MemoryOrder order, Barrier barrier, boolean library) {
    return (byte) (order.ordinal() | barrier.ordinal() << FAILURE | (library ? LIBRARY : 0));
  }

  /** The instruction that a fence was written as. */
  public static Barrier barrier(byte ordersOfFence) {
    return BARRIERS[ordersOfFence >>> FAILURE & ORDER];
  }

  public static MemoryOrder order(byte orders) {
    return ALL[orders & ORDER];
  }

  /** The order of a compare-exchange that does not write; for all others the same as the order. */
  public static MemoryOrder failureOrder(byte orders) {
    return ALL[orders >>> FAILURE & ORDER];
  }

  /** The same with another order; a comparison that fails reads with it. */
  static byte withOrder(byte orders, MemoryOrder order) {
    MemoryOrder failure =
        switch (order) {
          case PLAIN, RELAXED, ACQUIRE, SEQUENTIALLY_CONSISTENT -> order;
          case RELEASE -> MemoryOrder.RELAXED;
          case ACQUIRE_RELEASE -> MemoryOrder.ACQUIRE;
        };
    MemoryOrder stronger =
        failure.compareTo(failureOrder(orders)) > 0 ? failure : failureOrder(orders);
    return order == order(orders) ? orders : of(order, stronger, isOfLibrary(orders));
  }

  public static boolean isOfLibrary(byte orders) {
    return (orders & LIBRARY) != 0;
  }
}
