package dev.heddle.symbolic.unroll;

import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;
import java.util.List;

/**
 * A program without loops and calls.
 *
 * @param threads by their numbers; the first is main's
 * @param constraints what always holds: of unknown numbers their ranges
 * @param halfSections when atomic sections need not come to their end
 */
public record UnrolledProgram(
    Terms terms,
    Addresses addresses,
    List<UnrolledThread> threads,
    List<Term> constraints,
    HalfSections halfSections) {}
