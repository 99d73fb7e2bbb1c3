package dev.heddle.explore.readsfrom;

import dev.heddle.explore.readsfrom.consistency.SaturatedPrefix;
import dev.heddle.explore.readsfrom.consistency.WitnessSearch;
import java.util.Set;

/**
 * GetWitness for what is wanted and the operation that gets another source: lines 9 and 10 of
 * Algorithm 1 of {@link ReadsFromExploration}. Each step is for what those before it leave open:
 * the operation is inserted into the execution ({@link Insertion}), short cycles are looked for
 * ({@link QuickRefutation}), its source is put off ({@link Postponement}), the events are run
 * again, and the three phases decide ({@link WitnessSearch}). All but the last are a {@link
 * Shortcut}.
 */
final class GetWitness {
  private final Execution execution;
  private final ChangedOperation operation;
  private final CutBuilder builder;
  private final WitnessSearch search;
  private final SaturatedPrefixes prefixes;
  private final BlockedAwaits waiting;
  private final Insertion insertion;
  private final QuickRefutation quickRefutation;
  private final Postponement postponement;
  private final Runnable pulse;

  // Which shortcuts are taken.
  private final boolean inserts;
  private final boolean refutesQuickly;
  private final boolean postpones;
  private final boolean runsGuided;
  private final boolean keepsPrefixes;

  /** An execution of what has been found consistent, as steps of the machine. */
  private int[] witness = {};

  /**
   * @param pulse what to do before each check of consistency
   * @param shortcuts which steps before the phases are taken
   */
  GetWitness(
      Execution execution,
      ChangedOperation operation,
      CutBuilder builder,
      WitnessSearch search,
      SaturatedPrefixes prefixes,
      BlockedAwaits waiting,
      Runnable pulse,
      Set<Shortcut> shortcuts) {
    this.execution = execution;
    this.operation = operation;
    this.builder = builder;
    this.search = search;
    this.prefixes = prefixes;
    this.waiting = waiting;
    this.insertion = new Insertion(execution, operation, builder);
    this.quickRefutation = new QuickRefutation(execution, operation, builder);
    this.postponement = new Postponement(execution, operation, builder);
    this.pulse = pulse;
    this.inserts = shortcuts.contains(Shortcut.INSERTION);
    this.refutesQuickly = shortcuts.contains(Shortcut.QUICK_REFUTATION);
    this.postpones = refutesQuickly && shortcuts.contains(Shortcut.POSTPONEMENT);
    this.runsGuided = shortcuts.contains(Shortcut.GUIDED_RUN);
    this.keepsPrefixes = shortcuts.contains(Shortcut.SATURATED_PREFIX);
  }

  /** Whether what is wanted is consistent with the operation that has been taken. */
  boolean isConsistent(SourceAssignment assignment) {
    pulse.run();
    if (inserts && insertion.isPossible(assignment)) {
      witness = insertion.steps(assignment);
      return true;
    }
    if (refutesQuickly && quickRefutation.prevent(assignment)) {
      return false;
    }
    if (postpones && postponement.isPossible(assignment)) {
      witness = postponement.steps(assignment);
      return true;
    }
    if (!(runsGuided && runs(assignment)) && !isDecided(assignment)) {
      return false;
    }
    witness = builder.steps(search.witness(), builder.cut.size());
    return true;
  }

  int[] witness() {
    return witness;
  }

  /** Whether it runs in the order of the execution, behind what can stay as it is. */
  private boolean runs(SourceAssignment assignment) {
    int w = assignment.source;
    int place = execution.place(w);
    int unchanged = builder.unchanged(operation.variable, w, assignment.summands);
    if (w >= 0 && place < unchanged && !operation.comesAfterAllBut(place, assignment.summands)) {
      unchanged = place;
    }
    take(assignment, unchanged);
    int strict = place < unchanged ? -1 : builder.local(w);
    if (strict >= 0) {
      // By R1, w comes after all writes that happen before the read.
      for (int t = 0; t < execution.stride(); t++) {
        int earlier = operation.hidingWrite(t, assignment.summands);
        builder.waitFor(strict, t, earlier < 0 || earlier == w ? 0 : execution.index(earlier));
      }
    }
    return search.runs(builder.cut, strict);
  }

  /** Whether the phases say so. */
  private boolean isDecided(SourceAssignment assignment) {
    take(assignment, 0);
    SaturatedPrefix known =
        keepsPrefixes ? prefixes.before(builder.prefix()) : SaturatedPrefix.EMPTY;
    return search.decide(builder.cut, known);
  }

  private void take(SourceAssignment assignment, int unchanged) {
    builder.take(0, unchanged);
    int x = operation.variable;
    int source = builder.local(assignment.source);
    int changed =
        builder.add(
            operation.thread,
            x,
            assignment.writes,
            assignment.alternative,
            source,
            assignment.summands);
    if (assignment.reader >= 0) {
      // Whether it writes makes no difference: it can come right behind what it reads.
      builder.add(assignment.reader, x, false, 0, changed, assignment.summandsOfReader);
    }
    builder.seal();
  }

  /**
   * A change is inconsistent with the prefix. If it is so because of awaits, these are tried as
   * waiting for good.
   *
   * @param beforeReader the event before the reader, or -1
   */
  void blameAwaits(Schedules schedules, SourceAssignment assignment, int beforeReader) {
    if (!execution.hasAwaits()) {
      return;
    }
    int[] kept = {operation.predecessor, assignment.source, beforeReader};
    if (waiting.unwantAwaits(schedules, kept, assignment.summands, assignment.summandsOfReader)
        && isConsistent(assignment)) {
      waiting.letAwaitsWait();
    }
  }
}
