package dev.heddle.explore.readsfrom;

import dev.heddle.explore.overflow.Overflow;
import dev.heddle.machine.Hypothesis;
import java.util.Arrays;

/** schedules(τ″) for the prefixes τ″ of the trace: what is to be explored instead of its events. */
final class SchedulesByPrefix {
  private final Execution execution;
  private final Hypothesis hypothesis;
  private final Trace trace;
  private final CutBuilder builder;
  private final ScheduleKey key;
  private final Overflow overflow;

  SchedulesByPrefix(Execution execution, Trace trace, CutBuilder builder, Overflow overflow) {
    this.overflow = overflow;
    this.execution = execution;
    this.hypothesis = execution.hypothesis;
    this.trace = trace;
    this.builder = builder;
    this.key = new ScheduleKey(execution);
  }

  /** The place of an event in the trace. */
  int place(int event) {
    return trace.place(execution.thread(event), execution.index(event));
  }

  boolean isUnmarked(int event) {
    return !trace.isMarked(place(event));
  }

  /** Whether an event branches on who reads from its source. */
  boolean isByReader(int r) {
    Schedules known = trace.schedules(place(r));
    return known == null ? Hypothesis.isLock(hypothesis.operation(r)) : known.byReader;
  }

  /** What can follow the trace in front of an event. */
  Schedules of(int r) {
    int place = place(r);
    Schedules known = trace.schedules(place);
    return known == null ? create(r, place) : known;
  }

  private Schedules create(int r, int place) {
    boolean byReader = Hypothesis.isLock(hypothesis.operation(r));
    Schedules schedules = new Schedules(overflow, place, byReader, trace.before(place));
    if (byReader) {
      isNewSource(schedules, r, execution.noSummands, 0);
    } else {
      isNewSource(schedules, execution.source(r), execution.summands(r), execution.alternative(r));
    }
    trace.setSchedules(place, schedules);
    return schedules;
  }

  /** What can follow the trace if a thread waits for good. */
  void createWaiting(int t) {
    int place = trace.length();
    trace.pushWaiting(t);
    Schedules schedules = new Schedules(overflow, place, false, trace.before(place));
    isNewWaiting(schedules);
    trace.setSchedules(place, schedules);
  }

  // ---- σ ≡ σ′ -------------------------------------------------------------------------------

  /**
   * Whether an operation has not been seen to take an alternative with a source and summands; from
   * now on it has.
   */
  boolean isNewSource(Schedules schedules, int source, int[] summands, int alternative) {
    key.ofSource(source, summands, alternative);
    return schedules.isNew(key);
  }

  /** Wants the prefix and what leads to a source and summands. */
  void want(Schedules schedules, int source, int[] summands) {
    builder.wantPrefix(schedules);
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
      Schedules schedules,
      ChangedOperation operation,
      int source,
      int[] summands,
      int alternative,
      int[] added) {
    builder.wantPrefix(schedules);
    builder.want(operation.predecessor);
    builder.want(source);
    builder.want(summands);
    builder.want(added);
    if (builder.wanted(operation.thread) != operation.index - 1) {
      return false; // the prefix has the operation already, with another source
    }
    key.ofEvent(operation, source, summands, alternative, added);
    return schedules.isNew(key);
  }

  boolean isKnownToWait(Schedules schedules) {
    key.waiting();
    return schedules.isKnown(key);
  }

  private boolean isNewWaiting(Schedules schedules) {
    key.waiting();
    return schedules.isNew(key);
  }

  // ---- ⟨σ, E″⟩ ------------------------------------------------------------------------------

  /**
   * Line 11 for what is wanted.
   *
   * @param first the thread of the branching event if that comes first, otherwise -1
   * @param last the thread of an event that comes last, or -1
   * @param witness E″
   */
  void add(Schedules schedules, int first, int last, int[] witness) {
    int[] sigma = sigma(schedules.base, first, last);
    int unmarked = first >= 0 ? 0 : sigma.length - 1;
    schedules.add(new Schedule(sigma, unmarked, witness));
  }

  /** A schedule in which a thread waits for good behind the prefix, if it is new. */
  void addWaiting(Schedules schedules, int t) {
    if (isNewWaiting(schedules)) {
      builder.wantPrefix(schedules);
      schedules.add(new Schedule(new int[] {~t}, 0, builder.steps()));
    }
  }

  /** A schedule in which an event has the same source and another alternative, if it is new. */
  void addAlternative(Schedules schedules, int e, int alternative) {
    if (!isNewSource(schedules, execution.source(e), execution.summands(e), alternative)) {
      return;
    }
    want(schedules, execution.source(e), execution.summands(e));
    int[] sigma = sigma(schedules.base, execution.thread(e), -1);
    builder.want(e);
    int[] steps = builder.steps();
    int at = 0;
    for (int i = 0; i < execution.place(e); i++) {
      at += builder.isWanted(execution.at(i)) ? 1 : 0;
    }
    steps[at] = Schedule.step(execution.thread(e), alternative);
    schedules.add(new Schedule(sigma, 0, steps));
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
