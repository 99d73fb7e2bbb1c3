package dev.heddle.model;

import java.util.Locale;

/** The models whose consistency can be checked; from the strongest to the weakest. */
public enum ConsistencyModel {
  SC(Synchronization.ALL),
  SRA(Synchronization.ALL),
  RA(Synchronization.ALL),
  WRA(Synchronization.ALL),
  RC20(Synchronization.RECORDED),
  RELAXED(Synchronization.NONE);

  /** Which reads-from pairs synchronise, that is, which memory orders the events have. */
  public enum Synchronization {
    /** All accesses are acquire or release: hb = (po ∪ rf)⁺. */
    ALL,
    /** As the recorded orders say: hb = (po ∪ sw)⁺. */
    RECORDED,
    /** All accesses are relaxed: hb = po. */
    NONE
  }

  private final Synchronization synchronization;

  ConsistencyModel(Synchronization synchronization) {
    this.synchronization = synchronization;
  }

  public Synchronization synchronization() {
    return synchronization;
  }

  /** The name on the command line and in reports. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Every execution that is consistent here is consistent in {@code other}. */
  public boolean isAtLeastAsStrongAs(ConsistencyModel other) {
    return this == other
        || switch (this) {
          case SC -> true;
          case SRA -> other != SC;
          case RA -> other == WRA || other == RC20 || other == RELAXED;
          case RC20 -> other == RELAXED;
          default -> false;
        };
  }
}
