package dev.heddle.explore.rsmc;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** An event whose parameters are tried one after the other. */
final class CommitFrame {
  int event;

  /** The length of the run before the event: P[e]. */
  int prefix;

  /** The parameter that comes next: a place, one more than that of a source, or a choice. */
  int next;

  /** Which parameters the model admits, and how many of them are to come. */
  boolean[] admitted = new boolean[8];

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

  /** How many events are committed with a continuation, or with a parameter if that is -1. */
  int events(int continuation) {
    return prefix + (continuation < 0 ? 1 : templates.get(continuation).length());
  }
}
