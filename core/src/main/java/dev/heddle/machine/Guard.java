package dev.heddle.machine;

import java.util.Arrays;

/** What memory must contain for an operation to happen. */
sealed interface Guard {
  boolean holds(long content);

  /**
   * {@code (content & mask) relation value}.
   *
   * @param relation the ordinal of a {@link dev.heddle.program.Instruction.Relation}
   */
  record Masked(long mask, int relation, int bits, long value) implements Guard {
    @Override
    public boolean holds(long content) {
      return Arithmetic.compare(relation, bits, content & mask, value);
    }
  }

  /** A condition that is computed from the content and from registers, whose values are kept. */
  @SuppressWarnings("ArrayRecordComponent") // equals and hashCode look into it; nobody writes to it
  record Computed(GuardCode code, long[] registers) implements Guard {
    @Override
    public boolean holds(long content) {
      return code.holds(content, registers);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Computed that
          && code == that.code
          && Arrays.equals(registers, that.registers);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(registers);
    }
  }
}
