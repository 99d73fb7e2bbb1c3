package dev.heddle.machine;

import java.util.Arrays;

/** What memory must contain for an operation to happen. */
sealed interface ContentGuard {
  boolean holds(long content);

  /** The guard of an instruction, for a thread with these registers. */
  static ContentGuard at(Code code, long[] registers, int base, int pc) {
    int[] c = code.instructions;
    if (c[pc + 5] != Opcode.COMPUTED) {
      return new MaskedGuard(
          code.value(registers, base, c[pc + 4]),
          c[pc + 5],
          8 * c[pc + 3],
          code.value(registers, base, c[pc + 6]));
    }
    GuardCode computed = code.guards[c[pc + 4]];
    long[] kept = new long[computed.registers.length];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = registers[base + computed.registers[i]];
    }
    return new ComputedGuard(computed, kept);
  }

  /**
   * {@code (content & mask) relation value}.
   *
   * @param relation the ordinal of a {@link dev.heddle.program.Instruction.Relation}
   */
  record MaskedGuard(long mask, int relation, int bits, long value) implements ContentGuard {
    @Override
    public boolean holds(long content) {
      return Arithmetic.compare(relation, bits, content & mask, value);
    }
  }

  /** A condition that is computed from the content and from registers, whose values are kept. */
  @SuppressWarnings("ArrayRecordComponent") // equals and hashCode look into it; nobody writes to it
  record ComputedGuard(GuardCode code, long[] registers) implements ContentGuard {
    @Override
    public boolean holds(long content) {
      return code.holds(content, registers);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof ComputedGuard that
          && code == that.code
          && Arrays.equals(registers, that.registers);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(registers);
    }
  }
}
