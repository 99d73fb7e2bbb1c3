package dev.heddle.model.naive;

import java.util.Arrays;

/** A binary relation on 0 … size-1 as a bit matrix. */
public final class BitRelation {
  private final int size;
  private final int words;

  /** Row a is {@code bits[a * words … (a + 1) * words)}. */
  private final long[] bits;

  public BitRelation(int size) {
    this(size, new long[size * ((size + 63) >> 6)]);
  }

  private BitRelation(int size, long[] bits) {
    this.size = size;
    this.words = (size + 63) >> 6;
    this.bits = bits;
  }

  public int size() {
    return size;
  }

  public BitRelation add(int a, int b) {
    bits[a * words + (b >> 6)] |= 1L << b;
    return this;
  }

  public boolean contains(int a, int b) {
    return (bits[a * words + (b >> 6)] >>> b & 1) != 0;
  }

  public BitRelation union(BitRelation other) {
    long[] result = bits.clone();
    for (int i = 0; i < result.length; i++) {
      result[i] |= other.bits[i];
    }
    return new BitRelation(size, result);
  }

  /** this; other. */
  public BitRelation then(BitRelation other) {
    BitRelation result = new BitRelation(size);
    for (int a = 0; a < size; a++) {
      for (int b = 0; b < size; b++) {
        if (contains(a, b)) {
          result.orRow(a, other, b);
        }
      }
    }
    return result;
  }

  private void orRow(int row, BitRelation other, int otherRow) {
    for (int w = 0; w < words; w++) {
      bits[row * words + w] |= other.bits[otherRow * words + w];
    }
  }

  public BitRelation inverse() {
    BitRelation result = new BitRelation(size);
    for (int a = 0; a < size; a++) {
      for (int b = 0; b < size; b++) {
        if (contains(a, b)) {
          result.add(b, a);
        }
      }
    }
    return result;
  }

  /** R⁺. */
  public BitRelation closure() {
    BitRelation result = new BitRelation(size, bits.clone());
    for (int b = 0; b < size; b++) {
      for (int a = 0; a < size; a++) {
        if (result.contains(a, b)) {
          result.orRow(a, result, b);
        }
      }
    }
    return result;
  }

  /** R?. */
  public BitRelation optional() {
    BitRelation result = new BitRelation(size, bits.clone());
    for (int a = 0; a < size; a++) {
      result.add(a, a);
    }
    return result;
  }

  /** R without the identity. */
  public BitRelation withoutIdentity() {
    BitRelation result = new BitRelation(size, bits.clone());
    for (int a = 0; a < size; a++) {
      result.bits[a * words + (a >> 6)] &= ~(1L << a);
    }
    return result;
  }

  public boolean isIrreflexive() {
    for (int a = 0; a < size; a++) {
      if (contains(a, a)) {
        return false;
      }
    }
    return true;
  }

  /** irr(this; other). */
  public boolean isIrreflexiveThen(BitRelation other) {
    for (int a = 0; a < size; a++) {
      for (int b = 0; b < size; b++) {
        if (contains(a, b) && other.contains(b, a)) {
          return false;
        }
      }
    }
    return true;
  }

  public boolean isAcyclic() {
    return closure().isIrreflexive();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BitRelation r && r.size == size && Arrays.equals(r.bits, bits);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bits);
  }
}
