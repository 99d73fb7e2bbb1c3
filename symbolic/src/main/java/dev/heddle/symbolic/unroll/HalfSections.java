package dev.heddle.symbolic.unroll;

import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;

/**
 * Atomic sections in which a thread stops. Usually there are none: such a section does not begin,
 * as other threads would see half of it. But then nothing is known of what is in it, so whoever
 * asks how far threads get allows them.
 *
 * @param cut allows those in which a bound, or something that cannot be checked, stops a thread
 * @param refuted allows those in which an assumption does not hold
 */
public record HalfSections(Term cut, Term refuted) {
  static HalfSections of(Terms terms) {
    return new HalfSections(
        terms.booleanVariable("cutSections"), terms.booleanVariable("refutedSections"));
  }
}
