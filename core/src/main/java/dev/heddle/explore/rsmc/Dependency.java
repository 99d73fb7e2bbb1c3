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
  /** Accesses before the last sync or dmb. */
  FULL_FENCE,
  /** Accesses before the last lwsync. */
  LIGHT_FENCE,
  /** Accesses before the last eieio or dmb st. */
  STORE_FENCE,
  /** Accesses before the last dmb ld. */
  LOAD_FENCE,
  /** ctrl of the last isync; ctrl and addr;po of the last isb. */
  CTRL_FENCE,
  /** Earlier loads that acquire. */
  ACQUIRED,
  /** Earlier stores that release. */
  RELEASED
}
