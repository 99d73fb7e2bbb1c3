package dev.heddle.explore.readsfrom;

import dev.heddle.execution.EventDescription;
import dev.heddle.machine.Footprint;
import dev.heddle.machine.Hypothesis;
import dev.heddle.machine.Machine;
import java.util.BitSet;

/** What has no reads-from relation: such events are refused, with a message that names them. */
final class Refusals {
  private final Execution execution;
  private final Machine machine;

  Refusals(Execution execution) {
    this.execution = execution;
    this.machine = execution.machine;
  }

  /** The variables to which memory that was never written has been copied at some time. */
  private final BitSet copied = new BitSet();

  /** An access that has become the latest to its variable. */
  void checkAccess(int event, int variable) {
    if (leavesUninitialized(event)) {
      copied.set(variable);
    }
    if (copied.get(variable)) {
      checkUninitialized(event);
    }
    if (execution.locations.overlapping(variable).length > 0) {
      checkOverlap(event, variable);
    }
    if (execution.accesses.hasAdditions(variable)) {
      checkAdditions(event);
    }
    int freed = machine.freedBy(event);
    if (freed >= 0 && !execution.before(freed, event)) {
      throw unordered(event, freed);
    }
  }

  private boolean leavesUninitialized(int event) {
    return Hypothesis.leavesUninitialized(execution.hypothesis.operation(event));
  }

  /**
   * Whether an access goes wrong depends on whether it finds such a copy, of which the content
   * tells nothing. So who copies must come before or after everybody else.
   */
  private void checkUninitialized(int event) {
    boolean copies = leavesUninitialized(event);
    for (int e = execution.accesses.previousAccess(event);
        e >= 0;
        e = execution.accesses.previousAccess(e)) {
      if ((copies || leavesUninitialized(e)) && !execution.before(e, event)) {
        throw refusal(
            describe(copies ? event : e)
                + " copies memory that was never written to what others access meanwhile, which rf"
                + " does not follow");
      }
    }
  }

  private void checkOverlap(int event, int variable) {
    for (int other : execution.locations.overlapping(variable)) {
      int partner =
          execution.writes(event)
              ? execution.accesses.lastAccess(other)
              : execution.accesses.lastWrite(other);
      if (partner >= 0) {
        throw refusal(
            describe(event)
                + " and "
                + describe(partner)
                + " access overlapping bytes in different ways, which rf cannot tell apart");
      }
    }
  }

  /**
   * Schedules differ in who locks next, and not in what a lock reads. What bytes were before a copy
   * of memory that was never written decides whether additions go wrong.
   */
  private void checkAdditions(int event) {
    boolean all = execution.adds(event);
    for (int e = event; e >= 0; e = all ? execution.accesses.previousAccess(e) : -1) {
      if (Hypothesis.isLock(execution.hypothesis.operation(e))) {
        throw refusal(describe(e) + " locks what others add to, which rf does not follow");
      }
      if (Hypothesis.leavesUninitialized(execution.hypothesis.operation(e))) {
        throw refusal(
            describe(e)
                + " copies memory that was never written to what others add to, which rf does not"
                + " follow");
      }
    }
  }

  /** An event that frees memory. */
  void checkFree(int event, long footprint) {
    int freed = machine.freedBy(event);
    if (freed >= 0 && !execution.before(freed, event)) {
      throw unordered(event, freed);
    }
    int first = Footprint.word(footprint);
    for (int w = first; w < first + Footprint.words(footprint); w++) {
      for (int l = execution.locations.firstIn(w); l >= 0; l = execution.locations.nextIn(l)) {
        for (int e = execution.accesses.lastAccess(l);
            e >= 0;
            e = execution.accesses.previousAccess(e)) {
          if (!execution.before(e, event)) {
            throw unordered(event, e);
          }
        }
      }
    }
  }

  private NoReadsFromException unordered(int event, int other) {
    return refusal(
        describe(event)
            + " and "
            + describe(other)
            + " race for the life of an object, which rf does not follow");
  }

  /** An event that begins an atomic section. */
  NoReadsFromException ofSection(int event) {
    return refusal(describe(event) + " is atomic, which rf does not follow");
  }

  private static NoReadsFromException refusal(String reason) {
    return new NoReadsFromException(reason + "; use --algorithm optimal");
  }

  private String describe(int event) {
    EventDescription description = new EventDescription(machine);
    return "the "
        + description.operation(event)
        + " of "
        + description.target(event)
        + " at "
        + description.locationOf(event);
  }
}
