package dev.heddle.symbolic.encode;

import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;
import dev.heddle.symbolic.unroll.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The order in which segments of different threads happen: one Boolean for every two of them, and
 * what makes these a total order together with program order. It stands for the clock with which
 * the token counts its passes; solvers learn much more from such Booleans than from sums of bits.
 */
final class SegmentOrder {
  private final Terms terms;
  private final Segments segments;
  private final Dependencies dependencies;
  private final Map<List<Step>, Term> known = new HashMap<>();
  private final List<List<Step>> byThread = new ArrayList<>();

  SegmentOrder(Terms terms, Segments segments, Dependencies dependencies) {
    this.terms = terms;
    this.segments = segments;
    this.dependencies = dependencies;
    for (Step head : segments.heads()) {
      while (byThread.size() <= head.thread()) {
        byThread.add(new ArrayList<>());
      }
      byThread.get(head.thread()).add(head);
    }
  }

  /** Whether the segment of a head comes before that of another. */
  Term before(Step a, Step b) {
    if (a.thread() == b.thread()) {
      return terms.truth(a.index() < b.index());
    }
    if (a.thread() > b.thread()) {
      return terms.not(before(b, a));
    }
    return known.computeIfAbsent(List.of(a, b), pair -> make(a, b));
  }

  private Term make(Step a, Step b) {
    if (precedes(a, b)) {
      return terms.yes();
    }
    if (precedes(b, a)) {
      return terms.no();
    }
    return terms.booleanVariable("before_" + a.identity() + "_" + b.identity());
  }

  /** Whether forks and joins leave no choice. */
  private boolean precedes(Step a, Step b) {
    if (dependencies.happensBefore(a, b)) {
      return true;
    }
    // A segment that begins with joins comes behind all that it joins.
    return b.kind() == Step.Kind.JOIN
        && segments.members(b).stream()
            .anyMatch(
                join ->
                    join.kind() == Step.Kind.JOIN
                        && join.threads().equals(List.of(a.thread()))
                        && join.chosen().get(0).isTrue());
  }

  /** What makes it an order. */
  void addTo(List<Term> constraints) {
    for (int i = 0; i < byThread.size(); i++) {
      for (int j = i + 1; j < byThread.size(); j++) {
        addProgramOrder(byThread.get(i), byThread.get(j), constraints);
        for (int k = j + 1; k < byThread.size(); k++) {
          addTransitivity(byThread.get(i), byThread.get(j), byThread.get(k), constraints);
        }
      }
    }
  }

  private void addProgramOrder(List<Step> is, List<Step> js, List<Term> constraints) {
    for (Step a : is) {
      for (Step b : js) {
        for (Step previous : segments.previous(a)) {
          constraints.add(terms.implies(before(a, b), before(previous, b)));
        }
        for (Step previous : segments.previous(b)) {
          constraints.add(terms.implies(before(a, previous), before(a, b)));
        }
      }
    }
  }

  private void addTransitivity(
      List<Step> is, List<Step> js, List<Step> ks, List<Term> constraints) {
    for (Step a : is) {
      for (Step b : js) {
        Term first = before(a, b);
        for (Step c : ks) {
          Term second = before(b, c);
          Term third = before(c, a);
          constraints.add(terms.not(terms.and(terms.and(first, second), third)));
          constraints.add(terms.or(terms.or(first, second), third));
        }
      }
    }
  }
}
