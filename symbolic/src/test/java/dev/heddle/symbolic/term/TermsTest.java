package dev.heddle.symbolic.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

/** Terms are made simple where that is cheap. */
class TermsTest {
  private final Terms terms = new Terms();
  private final Term low = terms.variable("low", 13);
  private final Term high = terms.variable("high", 3);

  private Term shifted(Term value, int by) {
    return terms.binary(Operator.SHL, terms.zeroExtend(value, 64), terms.word(by));
  }

  private Term or(Term left, Term right) {
    return terms.binary(Operator.OR, left, right);
  }

  /** Front ends choose wide inputs in pieces. */
  @Test
  void piecesOfAnInputAreOneNumber() {
    Term whole = terms.zeroExtend(terms.concat(high, low), 64);
    assertSame(whole, or(terms.zeroExtend(low, 64), shifted(high, 13)));
    assertSame(whole, or(shifted(high, 13), terms.zeroExtend(low, 64)));
    Term third = terms.variable("third", 10);
    assertSame(
        terms.zeroExtend(terms.concat(third, terms.concat(high, low)), 64),
        or(or(terms.zeroExtend(low, 64), shifted(high, 13)), shifted(third, 16)));
  }

  /** Four bits of zeros stay between the pieces. */
  @Test
  void piecesNeedNotTouch() {
    Term apart = or(terms.zeroExtend(low, 64), shifted(high, 17));
    assertSame(low, terms.extract(apart, 0, 13));
    assertSame(terms.constant(0, 4), terms.extract(apart, 13, 4));
    assertSame(high, terms.extract(apart, 17, 3));
  }

  @Test
  void bitsThatMeetAreNoPieces() {
    assertEquals(Operator.OR, or(terms.zeroExtend(low, 64), shifted(high, 12)).operator());
    assertEquals(Operator.SHL, shifted(high, 62).operator());
  }
}
