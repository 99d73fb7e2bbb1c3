package dev.heddle.explore.readsfrom;

import dev.heddle.machine.Hypothesis;
import dev.heddle.machine.Machine;
import java.util.Arrays;

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
  private final SummandSets summandSets;
  private final Branchings branchings;
  private final CutBuilder builder;
  private final WitnessSearch search;
  private final WaitingForGood waiting;
  private final Runnable pulse;

  /** The operation in front of r, and r. */
  private static final class Pair {
    final int source;

    /** The operation's summands. */
    final int[] passed;

    final int alternative;

    /** The thread whose next event reads from the operation, or -1. */
    final int reader;

    /** The reader's summands. */
    final int[] kept;

    Pair(int source, int[] passed, int alternative, int reader, int[] kept) {
      this.source = source;
      this.passed = passed;
      this.alternative = alternative;
      this.reader = reader;
      this.kept = kept;
    }
  }

  /**
   * @param pulse what to do before each check of consistency
   */
  Rivals(
      Execution execution,
      Operation operation,
      SummandSets summandSets,
      Branchings branchings,
      CutBuilder builder,
      WitnessSearch search,
      WaitingForGood waiting,
      Runnable pulse) {
    this.machine = execution.machine;
    this.execution = execution;
    this.hypothesis = execution.hypothesis;
    this.operation = operation;
    this.summandSets = summandSets;
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
    if (isNext(r, e)
        || (byReader ? Hypothesis.isLock(hypothesis.operation(e)) : machine.mayBlock(e))) {
      operation.take(e);
      precede(r);
    }
  }

  private boolean isRival(int r, int e) {
    return execution.reads(e)
        && execution.thread(e) != execution.thread(r)
        && (execution.writes[r]
            ? execution.source[e] != execution.source[r]
            : execution.summands[r].length > 0)
        && !execution.before(r, execution.predecessor(e));
  }

  /** Whether e reads what is there after r has happened, with nothing between them. */
  private boolean isNext(int r, int e) {
    return execution.writes[r]
        ? execution.source[e] == r && execution.summands[e].length == 0
        : execution.source[e] == execution.source[r]
            && Arrays.equals(execution.summands[e], execution.summands[r]);
  }

  /** The operation that has been taken could come before r and read what r reads. */
  void precede(int r) {
    if (branchings.isByReader(r)) {
      replace(r);
    } else {
      reverse(r);
    }
  }

  /**
   * eR[src := eW[src := eR.src]], where eW, which has been taken, writes if it reads that. Each of
   * eR's summands becomes one of eW's, or stays with eR.
   */
  private void reverse(int r) {
    for (int[] passed : summandSets.before(operation, execution.summands[r])) {
      int[] kept = SummandSets.without(execution.summands[r], passed);
      if (execution.writes[r] || kept.length > 0) {
        reverse(r, passed, kept);
      }
    }
  }

  private void reverse(int r, int[] passed, int[] kept) {
    Branching branching = branchings.of(r);
    int source = execution.source[r];
    long word = execution.content(operation.variable, source, passed);
    if (!operation.isPossible(word) || !operation.writes(word)) {
      return;
    }
    for (int a = 0; a < operation.alternatives(word); a++) {
      if (branchings.isNewEvent(branching, operation, source, passed, a, kept)) {
        long content = execution.with(kept, operation.after(word, a));
        boolean waits =
            !hypothesis.isPossible(
                hypothesis.operation(r), execution.thread(r), machine.footprint(r), content);
        int reader = waits ? -1 : execution.thread(r);
        reverse(r, branching, new Pair(source, passed, a, reader, kept));
      }
    }
  }

  private void reverse(int r, Branching branching, Pair pair) {
    boolean waits = pair.reader < 0;
    if (waits && branchings.isKnownToWait(branching)) {
      return;
    }
    if (!isConsistent(pair)) {
      blameAwaits(branching, pair, waits ? -1 : execution.predecessor(r));
    } else if (waits) {
      branchings.addWaiting(branching, execution.thread(r));
    } else {
      branchings.add(branching, pair.reader, operation.thread);
    }
  }

  /** mark(π) · eL[src := e′L.src], where eL has been taken and r is e′L. */
  private void replace(int r) {
    Branching branching = branchings.of(r);
    int source = execution.source[r];
    int[] none = Execution.NO_SUMMANDS;
    long word = execution.content(operation.variable, source, none);
    if (operation.isPossible(word)
        && operation.writes(word)
        && branchings.isNewEvent(branching, operation, source, none, 0, none)) {
      Pair pair = new Pair(source, none, 0, -1, none);
      if (isConsistent(pair)) {
        branchings.add(branching, -1, operation.thread);
      } else {
        blameAwaits(branching, pair, -1);
      }
    }
  }

  private void blameAwaits(Branching branching, Pair pair, int beforeReader) {
    if (!execution.hasAwaits()) {
      return;
    }
    int[] kept = {operation.predecessor, pair.source, beforeReader};
    if (waiting.unwantAwaits(branching, kept, pair.passed, pair.kept)) {
      take(pair, 0);
      waiting.blameAwaits();
    }
  }

  /** GetWitness for what is wanted and the operation, which writes. */
  private boolean isConsistent(Pair pair) {
    pulse.run();
    int unchanged = builder.unchanged(operation.variable, pair.source, pair.passed);
    take(pair, unchanged);
    if (search.runs(builder.cut, -1)) {
      return true;
    }
    if (unchanged > 0) {
      take(pair, 0);
    }
    builder.knowClocks();
    return search.decideKnown(builder.cut);
  }

  private void take(Pair pair, int unchanged) {
    builder.take(0, unchanged);
    int x = operation.variable;
    int source = builder.local(pair.source);
    int rival = builder.add(operation.thread, x, true, pair.alternative, source, pair.passed);
    if (pair.reader >= 0) {
      // Whether it writes makes no difference: it can come right behind what it reads.
      builder.add(pair.reader, x, false, 0, rival, pair.kept);
    }
    builder.seal();
  }
}
