package dev.heddle.program;

import java.util.Locale;

/** The C11 order of a memory access; {@link #PLAIN} is an access that is not atomic. */
public enum MemoryOrder {
  PLAIN,
  RELAXED,
  ACQUIRE,
  RELEASE,
  ACQUIRE_RELEASE,
  SEQUENTIALLY_CONSISTENT;

  public boolean isAtomic() {
    return this != PLAIN;
  }

  /** As C calls it, such as {@code seq_cst}. */
  public String label() {
    return switch (this) {
      case PLAIN -> "no order";
      case ACQUIRE_RELEASE -> "acq_rel";
      case SEQUENTIALLY_CONSISTENT -> "seq_cst";
      case RELAXED, ACQUIRE, RELEASE -> name().toLowerCase(Locale.ROOT);
    };
  }

  /** Whether a read of this order synchronises with what it reads from. */
  public boolean acquires() {
    return this == ACQUIRE || this == ACQUIRE_RELEASE || this == SEQUENTIALLY_CONSISTENT;
  }

  /** Whether what reads a write of this order can synchronise with it. */
  public boolean releases() {
    return this == RELEASE || this == ACQUIRE_RELEASE || this == SEQUENTIALLY_CONSISTENT;
  }
}
