package dev.heddle.symbolic.encode;

import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;
import java.util.Arrays;
import java.util.List;

/**
 * Bits beside the content of memory that go where it goes: by cell, whether the chosen access was
 * to it, and whether who acquires its content learns of that access; and one for atomic sections.
 */
final class Shadow {
  private final Terms terms;

  /** Twice as many as there are cells, and one; null where nobody asks. */
  private final Term[] bits;

  private Shadow(Terms terms, Term[] bits) {
    this.terms = terms;
    this.bits = bits;
  }

  /** No bit is kept until {@link #keep} says so. */
  static Shadow none(Terms terms, int cells) {
    return new Shadow(terms, new Term[2 * cells + 1]);
  }

  static int accessed(Cells.Cell cell) {
    return 2 * cell.number();
  }

  static int released(Cells.Cell cell) {
    return 2 * cell.number() + 1;
  }

  int section() {
    return bits.length - 1;
  }

  /** From here on there is such a bit, which is not set. */
  void keep(int bit) {
    bits[bit] = terms.no();
  }

  /** Whether a bit is set; one that is not kept is not. */
  Term get(int bit) {
    return bits[bit] == null ? terms.no() : bits[bit];
  }

  void set(int bit, Term condition, Term value) {
    if (bits[bit] != null) {
      bits[bit] = terms.ite(condition, value, bits[bit]);
    }
  }

  Shadow copy() {
    return new Shadow(terms, bits.clone());
  }

  Shadow unknown(String prefix) {
    Shadow unknown = copy();
    for (int b = 0; b < bits.length; b++) {
      if (bits[b] != null) {
        unknown.bits[b] = terms.booleanVariable(prefix + "_shadow" + b);
      }
    }
    return unknown;
  }

  void receive(Term condition, Shadow from) {
    for (int b = 0; b < bits.length; b++) {
      set(b, condition, from.bits[b]);
    }
  }

  void addEqualities(Shadow that, Term condition, List<Term> constraints) {
    for (int b = 0; b < bits.length; b++) {
      if (bits[b] != null) {
        Term same = terms.ite(bits[b], that.bits[b], terms.not(that.bits[b]));
        constraints.add(terms.implies(condition, same));
      }
    }
  }

  @Override
  public String toString() {
    return Arrays.toString(bits);
  }
}
