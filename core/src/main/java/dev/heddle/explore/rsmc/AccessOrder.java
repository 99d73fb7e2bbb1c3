package dev.heddle.explore.rsmc;

/** How an access of ARM is ordered by itself; those of POWER are all plain. */
enum AccessOrder {
  PLAIN,
  /** {@code LDAR}: A in the model. */
  ACQUIRE,
  /** {@code LDAPR}: Q in the model, an acquire that does not wait for earlier releases. */
  WEAK_ACQUIRE,
  /** {@code STLR}: L in the model. */
  RELEASE;

  boolean acquires() {
    return this == ACQUIRE || this == WEAK_ACQUIRE;
  }
}
