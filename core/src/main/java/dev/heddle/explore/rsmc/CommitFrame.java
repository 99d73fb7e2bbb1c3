package dev.heddle.explore.rsmc;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;

/** An event whose parameters are tried one after the other. */
final class CommitFrame {
  int event;

  /** The length of the run before the event: P[e]. */
  int prefix;

  /** The parameter that comes next: a place, one more than that of a source, or a choice. */
  int next;

  private boolean[] admitted = new boolean[8];

  /** How many of the parameters that the model admits are to come. */
  int pending;

  /** Whether an event is committed now, or blocked. */
  boolean applied;

  boolean admittedAny;

  /** How many runs there were when the current branch was begun. */
  long runsBefore;

  /** The continuation that Traverse follows, or null in Explore. */
  RunTemplate template;

  int at;
  final List<RunTemplate> templates = new ArrayList<>();
  final Set<RunTemplate> known = new HashSet<>();
  int traversed;

  /** Says of each parameter up to the next one whether the model admits it. */
  void admit(IntPredicate isAdmitted) {
    if (next >= admitted.length) {
      admitted = new boolean[2 * next];
    }
    for (int parameter = 0; parameter <= next; parameter++) {
      admitted[parameter] = isAdmitted.test(parameter);
      pending += admitted[parameter] ? 1 : 0;
    }
  }

  boolean admits(int parameter) {
    return admitted[parameter];
  }

  /** How many events are committed with a continuation, or with a parameter if that is -1. */
  int events(int continuation) {
    return prefix + (continuation < 0 ? 1 : templates.get(continuation).length());
  }
}
