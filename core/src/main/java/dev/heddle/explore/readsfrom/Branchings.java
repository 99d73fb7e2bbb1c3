package dev.heddle.explore.readsfrom;

import dev.heddle.machine.Hypothesis;
import java.util.Arrays;

/** schedules(τ″) for the prefixes τ″ of the trace: what is to be explored instead of its events. */
final class Branchings {
  private final Execution execution;
  private final Hypothesis hypothesis;
  private final Trace trace;
  private final CutBuilder builder;
  private final Way way;

  Branchings(Execution execution, Trace trace, CutBuilder builder) {
    this.execution = execution;
    this.hypothesis = execution.hypothesis;
    this.trace = trace;
    this.builder = builder;
    this.way = new Way(execution);
  }

  /** The place of an event in the trace. */
  int place(int event) {
    return trace.place(execution.thread(event), execution.index[event]);
  }

  boolean isUnmarked(int event) {
    return !trace.isMarked(place(event));
  }

  /** Whether an event branches on who reads from its source. */
  boolean isByReader(int r) {
    Branching known = trace.branching(place(r));
    return known == null ? Hypothesis.isLock(hypothesis.operation(r)) : known.byReader;
  }

  /** What can follow the trace in front of an event. */
  Branching of(int r) {
    int place = place(r);
    Branching known = trace.branching(place);
    return known == null ? create(r, place) : known;
  }

  private Branching create(int r, int place) {
    boolean byReader = Hypothesis.isLock(hypothesis.operation(r));
    Branching branching = new Branching(place, byReader, trace.before(place));
    if (byReader) {
      isNewSource(branching, r, execution.noSummands, 0);
    } else {
      isNewSource(branching, execution.source[r], execution.summands[r], execution.alternative(r));
    }
    trace.setBranching(place, branching);
    return branching;
  }

  /** What can follow the trace if a thread waits for good. */
  void createWaiting(int t) {
    int place = trace.length();
    trace.pushWaiting(t);
    Branching branching = new Branching(place, false, trace.before(place));
    isNewWaiting(branching);
    trace.setBranching(place, branching);
  }

  // ---- σ ≡ σ′ -------------------------------------------------------------------------------

  /**
   * Whether an operation has not been seen to take an alternative with a source and summands; from
   * now on it has.
   */
  boolean isNewSource(Branching branching, int source, int[] summands, int alternative) {
    way.ofSource(source, summands, alternative);
    return branching.isNew(way);
  }

  /** Wants the prefix and what leads to a source and summands. */
  void want(Branching branching, int source, int[] summands) {
    builder.wantPrefix(branching);
    builder.want(source);
    builder.want(summands);
  }

  /**
   * Whether nothing is scheduled with an event that is an alternative of the operation with another
   * source, and an event that reads from it; wants the prefix and what leads to both. The former is
   * not part of the prefix.
   *
   * @param added the summands of the event that reads from the other
   */
  boolean isNewEvent(
      Branching branching,
      Operation operation,
      int source,
      int[] summands,
      int alternative,
      int[] added) {
    builder.wantPrefix(branching);
    builder.want(operation.predecessor);
    builder.want(source);
    builder.want(summands);
    builder.want(added);
    if (builder.wanted(operation.thread) != operation.index - 1) {
      return false; // the prefix has the operation already, with another source
    }
    way.ofEvent(operation, source, summands, alternative, added);
    return branching.isNew(way);
  }

  boolean isKnownToWait(Branching branching) {
    way.waiting();
    return branching.isKnown(way);
  }

  private boolean isNewWaiting(Branching branching) {
    way.waiting();
    return branching.isNew(way);
  }

  // ---- ⟨σ, E″⟩ ------------------------------------------------------------------------------

  /**
   * Line 11 for what is wanted.
   *
   * @param first the thread of the branching event if that comes first, otherwise -1
   * @param last the thread of an event that comes last, or -1
   * @param witness E″
   */
  void add(Branching branching, int first, int last, int[] witness) {
    int[] sigma = sigma(branching.base, first, last);
    int unmarked = first >= 0 ? 0 : sigma.length - 1;
    branching.add(new Schedule(sigma, unmarked, witness));
  }

  /** A schedule in which a thread waits for good behind the prefix, if it is new. */
  void addWaiting(Branching branching, int t) {
    if (isNewWaiting(branching)) {
      builder.wantPrefix(branching);
      branching.add(new Schedule(new int[] {~t}, 0, builder.steps()));
    }
  }

  /** A schedule in which an event has the same source and another alternative, if it is new. */
  void addAlternative(Branching branching, int e, int alternative) {
    if (!isNewSource(branching, execution.source[e], execution.summands[e], alternative)) {
      return;
    }
    want(branching, execution.source[e], execution.summands[e]);
    int[] sigma = sigma(branching.base, execution.thread(e), -1);
    builder.want(e);
    int[] steps = builder.steps();
    int at = 0;
    for (int i = 0; i < execution.place(e); i++) {
      at += builder.isWanted(execution.at(i)) ? 1 : 0;
    }
    steps[at] = Schedule.step(execution.thread(e), alternative);
    branching.add(new Schedule(sigma, 0, steps));
  }

  /** σ: what is wanted behind the prefix, in the order of the trace. */
  private int[] sigma(int base, int first, int last) {
    int[] sigma = new int[trace.length() - base + 2];
    int count = 0;
    if (first >= 0) {
      sigma[count++] = first;
    }
    for (int place = base; place < trace.length(); place++) {
      int t = trace.thread(place);
      int wanted = builder.wanted(t);
      if (wanted > 0 && !trace.isWaiting(place) && place <= trace.place(t, wanted)) {
        sigma[count++] = t;
      }
    }
    if (last >= 0) {
      sigma[count++] = last;
    }
    return Arrays.copyOf(sigma, count);
  }
}
