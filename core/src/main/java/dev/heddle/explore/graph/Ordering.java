package dev.heddle.explore.graph;

import dev.heddle.machine.Orders;
import dev.heddle.program.MemoryOrder;

/** Which memory orders the accesses of a program have under a model. */
enum Ordering {
  /** As the source says. */
  AS_WRITTEN(false, true),
  /** As the source says, but plain accesses are relaxed ones. */
  PLAIN_AS_RELAXED(false, true),
  /** All accesses acquire and release, so that all of reads-from synchronises. */
  RELEASE_ACQUIRE(true, true),
  /** The same, but there is no modification order. */
  WEAK_RELEASE_ACQUIRE(true, false),
  /** All accesses are relaxed; only the modelled library synchronises, as it does elsewhere. */
  RELAXED(false, true),
  /** Nothing synchronises but the start and the end of threads: what does is said elsewhere. */
  UNSYNCHRONIZED(false, true),
  /** The same, and there is no modification order. */
  UNORDERED(false, false);

  /** Bits of the orders of an event. */
  static final int ATOMIC = 1;

  static final int ACQUIRE = 2;
  static final int RELEASE = 4;
  static final int SEQUENTIAL = 8;

  private static final int SYNCHRONIZES = ATOMIC | ACQUIRE | RELEASE;

  private final boolean synchronizesAll;
  private final boolean hasCoherence;

  Ordering(boolean synchronizesAll, boolean hasCoherence) {
    this.synchronizesAll = synchronizesAll;
    this.hasCoherence = hasCoherence;
  }

  /** Whether every read synchronises with its source. */
  boolean synchronizesAll() {
    return synchronizesAll;
  }

  boolean hasCoherence() {
    return hasCoherence;
  }

  /**
   * Whether hb says all that there is about synchronisation. Otherwise what may come before an
   * event, in po ∪ rf, counts as what happens before it where the lives of objects are judged.
   */
  boolean knowsSynchronization() {
    return this != UNSYNCHRONIZED && this != UNORDERED;
  }

  /**
   * The bits of an operation.
   *
   * @param isFailure whether it is a comparison that does not find what it expects
   */
  int of(byte orders, boolean isFailure) {
    MemoryOrder written = isFailure ? Orders.failureOrder(orders) : Orders.order(orders);
    int bits = bits(written);
    return switch (this) {
      case AS_WRITTEN -> bits;
      case PLAIN_AS_RELAXED -> bits | ATOMIC;
      case RELEASE_ACQUIRE, WEAK_RELEASE_ACQUIRE -> bits | SYNCHRONIZES;
      case RELAXED -> Orders.isOfLibrary(orders) ? bits | ATOMIC : ATOMIC | (bits & SEQUENTIAL);
      case UNSYNCHRONIZED, UNORDERED -> ATOMIC;
    };
  }

  private static int bits(MemoryOrder order) {
    return switch (order) {
      case PLAIN -> 0;
      case RELAXED -> ATOMIC;
      case ACQUIRE -> ATOMIC | ACQUIRE;
      case RELEASE -> ATOMIC | RELEASE;
      case ACQUIRE_RELEASE -> SYNCHRONIZES;
      case SEQUENTIALLY_CONSISTENT -> SYNCHRONIZES | SEQUENTIAL;
    };
  }
}
