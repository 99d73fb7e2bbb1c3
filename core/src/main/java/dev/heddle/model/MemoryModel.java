package dev.heddle.model;

import java.util.List;
import java.util.Locale;

/** The memory models, in all of Heddle. */
public enum MemoryModel {
  SC(Synchronization.ALL),
  TSO(Synchronization.ALL),
  PSO(Synchronization.NONE),
  SRA(Synchronization.ALL),
  RA(Synchronization.ALL),
  WRA(Synchronization.ALL),
  RC11(Synchronization.RECORDED),
  RC20(Synchronization.RECORDED),
  RELAXED(Synchronization.NONE),
  POWER(Synchronization.NONE),
  ARM(Synchronization.RECORDED),
  /** One that the user brings, in a file. */
  FILE(Synchronization.RECORDED);

  private static final List<MemoryModel> OF_TRACES = List.of(SC, SRA, RA, WRA, RC20, RELAXED);

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

  MemoryModel(Synchronization synchronization) {
    this.synchronization = synchronization;
  }

  public Synchronization synchronization() {
    return synchronization;
  }

  /** The models under which the consistency of recorded executions can be checked. */
  public static List<MemoryModel> ofTraces() {
    return OF_TRACES;
  }

  /** Whether plain accesses that race are violations. */
  public boolean hasRaces() {
    return this == RC11 || this == RC20;
  }

  /** Whether instructions and their dependencies count, not only accesses and their orders. */
  public boolean isOfHardware() {
    return this == POWER || this == ARM;
  }

  /** The name on the command line and in reports. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Every recorded execution that is consistent here is consistent in {@code other}; both are
   * {@linkplain #ofTraces models of traces}.
   */
  public boolean isAtLeastAsStrongAs(MemoryModel other) {
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
