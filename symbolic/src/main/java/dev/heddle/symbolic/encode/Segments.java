package dev.heddle.symbolic.encode;

import dev.heddle.symbolic.unroll.Step;
import dev.heddle.symbolic.unroll.UnrolledProgram;
import dev.heddle.symbolic.unroll.UnrolledThread;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The threads as graphs of segments. A segment begins with a step at which its thread can get the
 * token, its <em>head</em>, and goes on to the next head. What follows a head is not disturbed by
 * others and can be done at once: nothing that it conflicts with can happen while its thread is in
 * front of it. So a thread gives the token away at the ends of segments only.
 */
final class Segments {
  private final UnrolledProgram program;
  private final Cells cells;
  private final Dependencies dependencies;
  private final boolean basic;
  private final boolean areSectionsOrdered;

  /** By step, the heads of the segments that it can be in. */
  private final Map<Step, Set<Step>> current = new HashMap<>();

  private final List<Step> heads = new ArrayList<>();
  private final Map<Step, Integer> numbers = new HashMap<>();
  private final Map<Step, Set<Step>> previous = new HashMap<>();
  private final Map<Step, List<Step>> members = new LinkedHashMap<>();
  private final Set<Step> entries = new LinkedHashSet<>();
  private final Set<Step> lasts = new LinkedHashSet<>();
  private final Set<Step> conflicting = new LinkedHashSet<>();
  private int conflictPairs;
  private BitSet[] dependent;

  /**
   * @param basic whether every shared access is a head
   * @param areSectionsOrdered whether it matters which of two atomic sections comes first, even if
   *     they do not conflict
   */
  Segments(
      UnrolledProgram program,
      Cells cells,
      Dependencies dependencies,
      boolean basic,
      boolean areSectionsOrdered) {
    this.program = program;
    this.cells = cells;
    this.dependencies = dependencies;
    this.basic = basic;
    this.areSectionsOrdered = areSectionsOrdered;
    findConflicts();
    for (UnrolledThread thread : program.threads()) {
      divide(thread);
    }
    relate();
  }

  /** Whether a step counts as a shared access. */
  boolean isSharedAccess(Step step) {
    return !step.isDirect() && cells.touchesShared(step);
  }

  int sharedAccesses(UnrolledThread thread) {
    return (int) thread.steps().stream().filter(this::isSharedAccess).count();
  }

  private void findConflicts() {
    List<Step> accesses = new ArrayList<>();
    for (UnrolledThread thread : program.threads()) {
      thread.steps().stream().filter(this::isSharedAccess).forEach(accesses::add);
    }
    for (int a = 0; a < accesses.size(); a++) {
      for (int b = a + 1; b < accesses.size(); b++) {
        Step first = accesses.get(a);
        Step second = accesses.get(b);
        if (dependencies.depend(first, second)) {
          conflictPairs++;
          if (dependencies.canBeDisturbed(first, second)) {
            conflicting.add(first);
          }
          if (dependencies.canBeDisturbed(second, first)) {
            conflicting.add(second);
          }
        }
      }
    }
  }

  private void divide(UnrolledThread thread) {
    Set<Step> fresh = new LinkedHashSet<>();
    Set<Step> fromStart = new LinkedHashSet<>();
    for (Step step : thread.steps()) {
      boolean isFresh = true;
      boolean isFromStart = step.before().isEmpty();
      Set<Step> here = new LinkedHashSet<>();
      for (Step before : step.before()) {
        isFresh &= fresh.contains(before) && !endsBeginning(before);
        isFromStart |= fromStart.contains(before) && !numbers.containsKey(before);
        here.addAll(current.get(before));
      }
      if (isFresh) {
        fresh.add(step);
      }
      if (isFromStart) {
        fromStart.add(step);
      }
      if (isHead(step, isFresh, isFromStart)) {
        numbers.put(step, heads.size());
        heads.add(step);
        previous.put(step, here);
        members.put(step, new ArrayList<>());
        if (isFromStart) {
          entries.add(step);
        }
        here = Set.of(step);
      }
      current.put(step, here);
      here.forEach(head -> members.get(head).add(step));
    }
    thread.lasts().forEach(last -> lasts.addAll(current.get(last)));
  }

  /** Behind such a step, a thread can be disturbed. */
  private boolean endsBeginning(Step step) {
    return conflicting.contains(step)
        || step.kind() == Step.Kind.SPAWN
        || step.kind() == Step.Kind.JOIN
        || step.kind() == Step.Kind.ATOMIC_BEGIN;
  }

  private boolean isHead(Step step, boolean isFresh, boolean isFromStart) {
    switch (step.kind()) {
      case START -> {
        return true;
      }
      case JOIN -> {
        // Joins one behind the other wait together.
        return step.before().isEmpty()
            || !step.before().stream().allMatch(before -> before.kind() == Step.Kind.JOIN);
      }
      case ATOMIC_BEGIN -> {
        return !step.isDirect();
      }
      default -> {
        if (step.isInSection() || !isSharedAccess(step)) {
          return false;
        }
        return basic || isFromStart || (conflicting.contains(step) && !isFresh);
      }
    }
  }

  /** Which segments depend on each other. */
  private void relate() {
    dependent = new BitSet[heads.size()];
    for (int h = 0; h < dependent.length; h++) {
      dependent[h] = new BitSet();
    }
    for (int a = 0; a < dependent.length; a++) {
      for (int b = a + 1; b < dependent.length; b++) {
        if (heads.get(a).thread() != heads.get(b).thread() && depend(a, b)) {
          dependent[a].set(b);
          dependent[b].set(a);
        }
      }
    }
  }

  private boolean depend(int a, int b) {
    if (areSectionsOrdered && beginsSection(a) && beginsSection(b)) {
      return true;
    }
    for (Step first : members.get(heads.get(a))) {
      if (isSharedAccess(first)) {
        for (Step second : members.get(heads.get(b))) {
          if (isSharedAccess(second) && dependencies.depend(first, second)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private boolean beginsSection(int head) {
    return heads.get(head).kind() == Step.Kind.ATOMIC_BEGIN;
  }

  // ---- The result ---------------------------------------------------------------------------

  List<Step> heads() {
    return heads;
  }

  /** The number of a head, or -1. */
  int number(Step step) {
    return numbers.getOrDefault(step, -1);
  }

  /** The heads of the segments from which control comes to a head. */
  Set<Step> previous(Step head) {
    return previous.get(head);
  }

  /** The heads of the segments that a step may be in. */
  Set<Step> current(Step step) {
    return current.get(step);
  }

  /** Whether a thread can begin with a head. */
  boolean isEntry(Step head) {
    return entries.contains(head);
  }

  /** Whether a thread can stop within a segment. */
  boolean canBeLast(Step head) {
    return lasts.contains(head);
  }

  List<Step> members(Step head) {
    return members.get(head);
  }

  boolean dependent(Step a, Step b) {
    return dependent[numbers.get(a)].get(numbers.get(b));
  }

  /** How many pairs of accesses conflict and can meet. */
  int conflictPairs() {
    return conflictPairs;
  }
}
