package dev.heddle.explore.readsfrom;

/**
 * eR[src := eW]: lines 7 to 11 of Algorithm 1 of {@link ReadsFromExploration} for an operation and
 * a write that it could read from.
 */
final class SourceChange {
  private final Execution execution;
  private final Operation operation;
  private final Branchings branchings;
  private final CutBuilder builder;
  private final WitnessSearch search;
  private final WaitingForGood waiting;
  private final Runnable pulse;

  /**
   * @param pulse what to do before each check of consistency
   */
  SourceChange(
      Execution execution,
      Operation operation,
      Branchings branchings,
      CutBuilder builder,
      WitnessSearch search,
      WaitingForGood waiting,
      Runnable pulse) {
    this.execution = execution;
    this.operation = operation;
    this.branchings = branchings;
    this.builder = builder;
    this.search = search;
    this.waiting = waiting;
    this.pulse = pulse;
  }

  /** An event, whose operation has been taken, could read from another write. */
  void consider(int r, int w) {
    if (operation.mayRead(w)) {
      schedule(branchings.of(r), w);
    }
  }

  /** eR[src := eW] · mark(π) for the operation that has been taken, if it may be and is new. */
  void schedule(Branching branching, int w) {
    boolean writes = false;
    if (!operation.isLoad()) {
      long word = execution.content(operation.variable, w);
      if (!operation.isPossible(word)) {
        return;
      }
      writes = operation.writes(word);
    }
    if (!branchings.isNewSource(branching, w, 0)) {
      return;
    }
    if (!isStale(w) && isConsistent(w, writes)) {
      branchings.add(branching, operation.thread, -1);
    } else if (execution.hasAwaits() && waiting.unwantAwaits(branching, operation.predecessor, w)) {
      take(w, writes, 0);
      waiting.blameAwaits();
    }
  }

  /** GetWitness for what is wanted and the operation, which reads from w. */
  private boolean isConsistent(int w, boolean writes) {
    pulse.run();
    int unchanged = builder.unchanged(operation.variable, w);
    int place = execution.place(w);
    if (w >= 0 && place < unchanged && !operation.comesAfterAllBut(place)) {
      unchanged = place;
    }
    take(w, writes, unchanged);
    int strict = place < unchanged ? -1 : builder.local(w);
    if (strict >= 0) {
      // By R1, w comes after all writes that happen before the read.
      for (int t = 0; t < execution.stride; t++) {
        int earlier = operation.hidingWrite(t);
        builder.waitFor(strict, t, earlier < 0 || earlier == w ? 0 : execution.index[earlier]);
      }
    }
    if (search.runs(builder.cut, strict)) {
      return true;
    }
    if (unchanged > 0) {
      take(w, writes, 0);
    }
    builder.knowClocks();
    return search.decideKnown(builder.cut);
  }

  private void take(int w, boolean writes, int unchanged) {
    builder.take(0, unchanged);
    builder.add(operation.thread, operation.variable, writes, 0, builder.local(w));
    builder.seal();
  }

  /**
   * Whether somebody in the cut reads, after w, what must come before w: by R1, all writes that
   * happen before the operation do, and by R2 those who read from them.
   */
  private boolean isStale(int w) {
    for (int t = 0; t < execution.stride && w >= 0; t++) {
      int e = execution.lastAccess(operation.variable, t);
      for (; e >= 0 && execution.before(w, e); e = execution.previousOwnAccess[e]) {
        int source = execution.source[e];
        if (builder.isWanted(e)
            && e != w
            && source != w
            && source != Execution.NOT_READING
            && (source == Execution.INITIAL || execution.before(source, operation.predecessor))) {
          return true;
        }
      }
    }
    return false;
  }
}
