package dev.heddle.explore.readsfrom;

import dev.heddle.machine.Hypothesis;
import dev.heddle.machine.Machine;
import dev.heddle.machine.ThreadNode;

/**
 * The operation that gets another source: that of an event, or the one that a thread waits to
 * perform. What happens before it stays as it is in the execution.
 */
final class ChangedOperation {
  private final Machine machine;
  private final Execution execution;
  private final Hypothesis hypothesis;

  private ThreadNode node;
  private long footprint;
  int thread;

  /** The index in its thread that its event has or would have. */
  int index;

  int variable;

  /** The event right before it, or -1. */
  int predecessor;

  /** Its event, or -1 if it has not happened. */
  private int event;

  /** The latest write of each thread that happens before it, or -1; the place of the last one. */
  private int[] hiding = new int[8];

  private int latestHiding;

  /** Whether these are known. */
  private boolean knowsHiding;

  ChangedOperation(Execution execution) {
    this.execution = execution;
    this.machine = execution.machine;
    this.hypothesis = execution.hypothesis;
  }

  /** Takes the operation of an event. */
  void take(int ofEvent) {
    event = ofEvent;
    node = hypothesis.operation(event);
    thread = execution.thread(event);
    index = execution.index(event);
    footprint = machine.footprint(event);
    variable = execution.location(event);
    predecessor = execution.predecessor(event);
    knowsHiding = false;
  }

  /** Takes the operation that a thread is in front of. */
  void takePending(int t) {
    event = -1;
    node = machine.current(t);
    thread = t;
    index = execution.count(t) + 1;
    footprint = machine.pendingFootprint(t);
    variable = execution.locations.of(footprint);
    predecessor = execution.predecessor(t, index);
    knowsHiding = false;
  }

  private void findHiding() {
    if (knowsHiding) {
      return;
    }
    knowsHiding = true;
    int threads = execution.stride();
    if (threads > hiding.length) {
      hiding = new int[2 * threads];
    }
    latestHiding = -1;
    for (int t = 0; t < threads; t++) {
      int count = execution.clock(predecessor, t);
      int w = count == 0 ? -1 : execution.accesses.latestWrite(variable, t, count);
      hiding[t] = w;
      latestHiding = Math.max(latestHiding, execution.place(w));
    }
  }

  /** Whether it does the same with every content: it only reads. */
  boolean isLoad() {
    return Hypothesis.isLoad(node);
  }

  /** Whether it can happen with that content. */
  boolean isPossible(long word) {
    return hypothesis.isPossible(node, thread, footprint, word);
  }

  /** Whether it writes if it happens with that content. */
  boolean writes(long word) {
    return hypothesis.writes(node, thread, footprint, word);
  }

  /** How many alternatives it has with that content. */
  int alternatives(long word) {
    return hypothesis.alternatives(node, footprint, word);
  }

  /** The content after it has written with that content. */
  long after(long word, int alternative) {
    return hypothesis.after(node, thread, footprint, word, alternative);
  }

  /** How many events of a thread do not happen after it. */
  int countNotAfter(int t) {
    int count = execution.count(t);
    return event < 0 ? count : execution.countNotAfter(event, t, count);
  }

  /** The latest write of a thread that happens before it and is no summand, or -1. */
  int hidingWrite(int t, int[] summands) {
    findHiding();
    int w = hiding[t];
    while (w >= 0 && execution.adds(w) && SummandSets.contains(summands, w)) {
      w = execution.accesses.previousOwnWrite(w);
    }
    return w;
  }

  /** The place of the last write that happens before it, or -1. */
  int latestHiding() {
    findHiding();
    return latestHiding;
  }

  /**
   * MayRead(τ′, eR, eW): no write that happens before eR happens after eW. {@link SummandSets} asks
   * the same where there are additions.
   */
  boolean mayRead(int w) {
    int place = execution.place(w);
    if (place == execution.length() - 1) {
      return true; // nothing happens after it
    }
    findHiding();
    if (latestHiding < place) {
      return true;
    }
    for (int t = 0; t < execution.stride(); t++) {
      int hidden = hiding[t];
      if (hidden >= 0 && hidden != w && (w < 0 || execution.before(w, hidden))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether no write that happens before it, but the summands, comes behind a place of the
   * execution.
   */
  boolean comesAfterAllBut(int place, int[] summands) {
    findHiding();
    if (latestHiding <= place || summands.length == 0) {
      return latestHiding <= place;
    }
    for (int t = 0; t < execution.stride(); t++) {
      if (execution.place(hidingWrite(t, summands)) > place) {
        return false;
      }
    }
    return true;
  }
}
