package dev.heddle.symbolic.unroll;

import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is known of a number: the values that it can have if these are few, or else the objects that
 * it may be an address of, and its lowest bits.
 *
 * @param values the possible values, or null if there may be any
 * @param bases the objects from whose addresses it may be computed; empty if the values are known
 * @param modulus a power of two; the number is {@code residue} modulo this
 * @param open whether it may also be the address of something that is not known yet
 */
public record AddressSet(
    Set<Long> values, Set<MemoryObject> bases, long modulus, long residue, boolean open) {
  private static final int MAX_VALUES = 128;

  /** A number of which nothing is known, and which is no address. */
  static final AddressSet ANY = new AddressSet(null, Set.of(), 1, 0, false);

  static final AddressSet NONE = new AddressSet(Set.of(), Set.of(), 1, 0, false);

  static AddressSet of(long value) {
    return new AddressSet(Set.of(value), Set.of(), 1, 0, false);
  }

  boolean isKnown() {
    return values != null;
  }

  AddressSet union(AddressSet that, ObjectTable objects) {
    if (isKnown() && values.isEmpty()) {
      return that;
    }
    if (that.isKnown() && that.values.isEmpty()) {
      return this;
    }
    if (isKnown() && that.isKnown() && values.size() + that.values.size() <= MAX_VALUES) {
      Set<Long> all = new TreeSet<>(values);
      all.addAll(that.values);
      return new AddressSet(all, Set.of(), 1, 0, false);
    }
    AddressSet a = blurred(objects);
    AddressSet b = that.blurred(objects);
    boolean isMixed = a.bases.isEmpty() != b.bases.isEmpty();
    return a.join(b, isMixed);
  }

  private AddressSet join(AddressSet that, boolean isMixed) {
    long common = Math.min(modulus, that.modulus);
    while (((residue ^ that.residue) & (common - 1)) != 0) {
      common >>= 1;
    }
    AddressSet joined = blurred(that, common, residue & (common - 1));
    return new AddressSet(
        null, joined.bases, joined.modulus, joined.residue, joined.open || isMixed);
  }

  private AddressSet blurred(AddressSet that, long newModulus, long newResidue) {
    Set<MemoryObject> both = new HashSet<>(bases);
    both.addAll(that.bases);
    return new AddressSet(null, both, newModulus, newResidue, open || that.open);
  }

  /** The same as objects and lowest bits. */
  AddressSet blurred(ObjectTable objects) {
    if (!isKnown()) {
      return this;
    }
    Set<MemoryObject> near = new HashSet<>();
    long common = 1L << 16;
    long first = values.isEmpty() ? 0 : values.iterator().next();
    for (long value : values) {
      MemoryObject object = objects.near(value);
      if (object != null) {
        near.add(object);
      }
      while (((value ^ first) & (common - 1)) != 0) {
        common >>= 1;
      }
    }
    return new AddressSet(null, near, common, first & (common - 1), false);
  }

  AddressSet plus(AddressSet that, ObjectTable objects) {
    if (isKnown() && that.isKnown() && (long) values.size() * that.values.size() <= MAX_VALUES) {
      Set<Long> sums = new TreeSet<>();
      for (long a : values) {
        for (long b : that.values) {
          sums.add(a + b);
        }
      }
      return new AddressSet(sums, Set.of(), 1, 0, false);
    }
    AddressSet a = blurred(objects);
    AddressSet b = that.blurred(objects);
    long common = Math.min(a.modulus, b.modulus);
    return a.blurred(b, common, (a.residue + b.residue) & (common - 1));
  }

  /** A number computed from both of which no lowest bits are known. */
  AddressSet mixed(AddressSet that, ObjectTable objects) {
    return blurred(objects).blurred(that.blurred(objects), 1, 0);
  }

  AddressSet times(long factor, ObjectTable objects) {
    AddressSet a = blurred(objects);
    long zeros = factor == 0 ? 1L << 16 : Long.lowestOneBit(factor);
    long product = Math.min(1L << 16, a.modulus * Math.min(1L << 16, zeros));
    return new AddressSet(null, a.bases, product, (a.residue * factor) & (product - 1), a.open);
  }

  AddressSet masked(long mask, ObjectTable objects) {
    AddressSet a = blurred(objects);
    // Below the lowest bit of the mask there are zeros.
    long zeros = mask == 0 ? 1L << 16 : Math.min(1L << 16, Long.lowestOneBit(mask));
    long common = Math.max(zeros, a.modulus);
    return new AddressSet(null, a.bases, common, a.residue & mask & (common - 1), a.open);
  }
}
