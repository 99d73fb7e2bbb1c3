package dev.heddle.explore.readsfrom;

import dev.heddle.machine.Hypothesis;
import dev.heddle.machine.Machine;

/**
 * What section 7 adds to Algorithm 1 of {@link ReadsFromExploration}: an operation that reads and
 * writes could come in front of another one and read what that reads. A read-modify-write is then
 * reversed with the other, a lock takes its place.
 */
final class Rivals {
  private final Machine machine;
  private final Execution execution;
  private final Hypothesis hypothesis;
  private final Operation operation;
  private final Branchings branchings;
  private final CutBuilder builder;
  private final WitnessSearch search;
  private final WaitingForGood waiting;
  private final Runnable pulse;

  /**
   * @param pulse what to do before each check of consistency
   */
  Rivals(
      Execution execution,
      Operation operation,
      Branchings branchings,
      CutBuilder builder,
      WitnessSearch search,
      WaitingForGood waiting,
      Runnable pulse) {
    this.machine = execution.machine;
    this.execution = execution;
    this.hypothesis = execution.hypothesis;
    this.operation = operation;
    this.branchings = branchings;
    this.builder = builder;
    this.search = search;
    this.waiting = waiting;
    this.pulse = pulse;
  }

  /** The event e could come before r and read what r reads. */
  void consider(int r, int e) {
    if (!isRival(r, e)) {
      return;
    }
    boolean byReader = branchings.isByReader(r);
    if (execution.source[e] == r
        || (byReader ? Hypothesis.isLock(hypothesis.operation(e)) : machine.mayBlock(e))) {
      operation.take(e);
      precede(r);
    }
  }

  private boolean isRival(int r, int e) {
    return execution.writes[r]
        && execution.reads(e)
        && execution.thread(e) != execution.thread(r)
        && execution.source[e] != execution.source[r]
        && !execution.before(r, execution.predecessor(e));
  }

  /** The operation that has been taken could come before r and read what r reads. */
  void precede(int r) {
    if (branchings.isByReader(r)) {
      replace(r);
    } else {
      reverse(r);
    }
  }

  /** eR[src := eW[src := eR.src]], where eW, which has been taken, writes if it reads that. */
  private void reverse(int r) {
    Branching branching = branchings.of(r);
    int source = execution.source[r];
    long word = execution.content(operation.variable, source);
    if (!operation.isPossible(word) || !operation.writes(word)) {
      return;
    }
    for (int a = 0; a < operation.alternatives(word); a++) {
      if (branchings.isNewEvent(branching, operation, source, a)) {
        reverse(r, branching, a, operation.after(word, a));
      }
    }
  }

  private void reverse(int r, Branching branching, int alternative, long content) {
    boolean waits =
        !hypothesis.isPossible(
            hypothesis.operation(r), execution.thread(r), machine.footprint(r), content);
    if (waits && branchings.isKnownToWait(branching)) {
      return;
    }
    int reader = waits ? -1 : execution.thread(r);
    int source = execution.source[r];
    if (!isConsistent(source, alternative, reader)) {
      blameAwaits(branching, source, alternative, reader, waits ? -1 : execution.predecessor(r));
    } else if (waits) {
      branchings.addWaiting(branching, execution.thread(r));
    } else {
      branchings.add(branching, reader, operation.thread);
    }
  }

  /** mark(π) · eL[src := e′L.src], where eL has been taken and r is e′L. */
  private void replace(int r) {
    Branching branching = branchings.of(r);
    int source = execution.source[r];
    long word = execution.content(operation.variable, source);
    if (operation.isPossible(word)
        && operation.writes(word)
        && branchings.isNewEvent(branching, operation, source, 0)) {
      if (isConsistent(source, 0, -1)) {
        branchings.add(branching, -1, operation.thread);
      } else {
        blameAwaits(branching, source, 0, -1, -1);
      }
    }
  }

  private void blameAwaits(
      Branching branching, int source, int alternative, int reader, int beforeReader) {
    if (execution.hasAwaits()
        && waiting.unwantAwaits(branching, operation.predecessor, source, beforeReader)) {
      take(source, alternative, reader, 0);
      waiting.blameAwaits();
    }
  }

  /**
   * GetWitness for what is wanted and the operation, which writes.
   *
   * @param reader the thread whose next event reads from the operation, or -1
   */
  private boolean isConsistent(int source, int alternative, int reader) {
    pulse.run();
    int unchanged = builder.unchanged(operation.variable, source);
    take(source, alternative, reader, unchanged);
    if (search.runs(builder.cut, -1)) {
      return true;
    }
    if (unchanged > 0) {
      take(source, alternative, reader, 0);
    }
    builder.knowClocks();
    return search.decideKnown(builder.cut);
  }

  private void take(int source, int alternative, int reader, int unchanged) {
    builder.take(0, unchanged);
    int x = operation.variable;
    int rival = builder.add(operation.thread, x, true, alternative, builder.local(source));
    if (reader >= 0) {
      // Whether it writes makes no difference: it can come right behind its source.
      builder.add(reader, x, false, 0, rival);
    }
    builder.seal();
  }
}
