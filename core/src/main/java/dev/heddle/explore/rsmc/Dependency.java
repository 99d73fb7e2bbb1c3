package dev.heddle.explore.rsmc;

/** The relations of a thread that are settled when an event is fetched, by its predecessors. */
enum Dependency {
  /** Earlier accesses. */
  PO,
  /** Loads behind the address. */
  ADDR,
  /** Loads behind the value that a store writes. */
  DATA,
  /** Loads behind the conditions of earlier branches. */
  CTRL,
  /** ctrl, and the earlier choices of the thread: without them the event would not be there. */
  GUARD,
  /** addr; po. */
  ADDR_PO,
  /** Accesses before the last sync. */
  FULL_FENCE,
  /** Accesses before the last lwsync. */
  LIGHT_FENCE,
  /** Accesses before the last eieio. */
  STORE_FENCE,
  /** ctrl of the last isync. */
  CTRL_FENCE
}
