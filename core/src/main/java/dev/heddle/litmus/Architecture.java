package dev.heddle.litmus;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Whose instructions a litmus test has, and the words that memory models use for them. */
public enum Architecture {
  C(
      "rc11",
      8,
      true,
      "A NA RLX ACQ REL ACQ_REL CON SC RMW Once Acquire Release Mb Rmb Wmb Noreturn ONCE ACQUIRE"
          + " RELEASE MB NORETURN Barrier Before-atomic After-atomic After-spinlock"
          + " After-unlock-lock After-srcu-read-unlock Rcu-lock Rcu-unlock Sync-rcu Srcu-lock"
          + " Srcu-unlock Sync-srcu Plain NAL LKR LKW LK LS UL LF RL RU Library Join"),
  PPC("power", 4, true, "sync lwsync eieio isync SYNC LWSYNC EIEIO ISYNC X"),
  X86("tso", 4, true, "mfence sfence lfence MFENCE SFENCE LFENCE A X LOCK"),
  AARCH64("armv8", 4, false, aarch64Tags()),
  RISCV("riscv", 4, true, riscvTags());

  private final String model;
  private final int wordSize;
  private final boolean signed;

  /** Separated by blanks. */
  private final String tags;

  Architecture(String model, int wordSize, boolean signed, String tags) {
    this.model = model;
    this.wordSize = wordSize;
    this.signed = signed;
    this.tags = tags;
  }

  private static String aarch64Tags() {
    StringBuilder tags = new StringBuilder("A Q L X NoRet ISB");
    for (String barrier : List.of("DMB", "DSB")) {
      for (String option : List.of("SY", "LD", "ST")) {
        tags.append(" ").append(barrier).append(".").append(option);
      }
      for (String domain : List.of("ISH", "OSH", "NSH")) {
        for (String kind : List.of("", "LD", "ST")) {
          tags.append(" ").append(barrier).append(".").append(domain).append(kind);
        }
      }
    }
    return tags.toString();
  }

  private static String riscvTags() {
    StringBuilder tags = new StringBuilder("Acq Rel AcqRel Sc AMO X Fence.i Fence.tso");
    for (String before : List.of("r", "w", "rw")) {
      for (String after : List.of("r", "w", "rw")) {
        tags.append(" Fence.").append(before).append(".").append(after);
      }
    }
    return tags.toString();
  }

  /** The name of the memory model that judges such tests unless another one is asked for. */
  public String model() {
    return model;
  }

  /** The size in bytes of a location that no declaration and no access tells. */
  public int wordSize() {
    return wordSize;
  }

  /**
   * Whether what an atomic instruction puts into a register depends on its store as well: an
   * instruction of RISC-V is one memory operation, and SC's is its store.
   */
  public boolean resultsDependOnStores() {
    return this == RISCV;
  }

  /** Whether a narrow value is shown with its sign. */
  public boolean isSigned() {
    return signed;
  }

  /** Every tag that an instruction can have; a model may use these words and no others. */
  public Set<String> tags() {
    return Set.of(tags.split(" "));
  }

  /** The architecture that the first word of a test names, or null. */
  public static Architecture named(String word) {
    return switch (word.toUpperCase(Locale.ROOT)) {
      case "C" -> C;
      case "PPC" -> PPC;
      case "X86", "X86_64" -> X86;
      case "AARCH64" -> AARCH64;
      case "RISCV" -> RISCV;
      default -> null;
    };
  }
}
