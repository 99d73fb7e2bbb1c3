package dev.heddle.machine;

/**
 * What memory must contain for an operation to happen: {@code (content & mask) relation value}.
 *
 * @param relation the ordinal of a {@link dev.heddle.program.Instruction.Relation}
 */
record Guard(long mask, int relation, int bits, long value) {
  boolean holds(long content) {
    return Arithmetic.compare(relation, bits, content & mask, value);
  }
}
