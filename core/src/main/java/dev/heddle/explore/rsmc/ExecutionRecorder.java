package dev.heddle.explore.rsmc;

import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.Failure;
import dev.heddle.machine.OperationKind;
import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.program.FailureKind;
import java.util.Arrays;

/**
 * Tells what a run has come to as an execution: in an order in which events come behind those that
 * they read from and behind what their threads did before, as far as there is one.
 */
final class ExecutionRecorder {
  private static final int NOT_YET = -3;

  private final CommitState state;
  private final CommitModel axioms;
  private final ProgramCells cells;
  private final ValueDrivenThreads threads;
  private final RecordedExecution execution;

  /** By thread: the number of the next event of the state. */
  private int[] next = new int[8];

  /** By event of the state: the event of the execution that it belongs to. */
  private int[] told = new int[64];

  ExecutionRecorder(
      CommitState state, CommitModel axioms, ProgramCells cells, ValueDrivenThreads threads) {
    this.state = state;
    this.axioms = axioms;
    this.cells = cells;
    this.threads = threads;
    this.execution = new RecordedExecution(threads);
  }

  /** The execution that was told is not needed any more. */
  void forget() {
    execution.forget();
  }

  /** The run as an execution, until it is to be forgotten. */
  ExecutionView record() {
    execution.begin(!state.isStuck());
    next = new int[Math.max(next.length, state.threads())];
    if (told.length < state.size()) {
      told = new int[2 * state.size()];
    }
    Arrays.fill(told, NOT_YET);
    boolean goesOn = true;
    while (goesOn) {
      goesOn = false;
      for (int t = 0; t < execution.threads(); t++) {
        while (step(t, false)) {
          goesOn = true;
        }
      }
      // A cycle in po ∪ rf: some thread must read before the write is told.
      for (int t = 0; t < execution.threads() && !goesOn; t++) {
        goesOn = step(t, true);
      }
    }
    settleRelations();
    return execution;
  }

  /** An execution that only counts. */
  ExecutionView dead() {
    execution.begin(false);
    return execution;
  }

  /**
   * Tells the next operation of a thread, if it has happened.
   *
   * @param early whether it may read from what is not told yet
   */
  private boolean step(int t, boolean early) {
    ThreadNode node = execution.current(t);
    if (node == null || node.status() != Status.READY) {
      return false;
    }
    if (node.kind() == OperationKind.FENCE) {
      execution.add(t);
      return true;
    }
    if (node.kind() == OperationKind.JOIN) {
      return join(t, node);
    }
    int event = nextEvent(t);
    if (event < 0) {
      return false;
    }
    if (!state.isCommitted(event)) {
      boolean isStray = !isChoice(event) && state.location(event) == CommitLocations.STRAY;
      if (isStray && node.kind().endsObject()) {
        execution.add(t);
      } else if (isStray) {
        fail(t, execution.failure(t));
      }
      return isStray;
    }
    if (node.kind().endsObject()) {
      next[t]++;
      told[event] = execution.length();
      execution.add(t);
      return true;
    }
    if (node.kind() == OperationKind.CHOOSE) {
      next[t]++;
      execution.choose(t, state.parameter(event));
      return true;
    }
    return access(t, node, event, early);
  }

  private void fail(int t, Failure failure) {
    assert failure != null : "the address is none";
    execution.fail(t, failure);
  }

  private boolean join(int t, ThreadNode node) {
    ThreadNode target = execution.current(node.joined());
    if (target == null) {
      execution.fail(t, threads.failed(node, FailureKind.INVALID_ACCESS).failure());
      return true;
    }
    if (target.status() != Status.FINISHED) {
      return false;
    }
    int event = nextEvent(t);
    if (event >= 0 && state.isLoad(event) && cells.isEnd(state.location(event))) {
      if (!state.isCommitted(event)) {
        return false;
      }
      next[t]++;
    }
    execution.add(t);
    return true;
  }

  private boolean access(int t, ThreadNode node, int event, boolean early) {
    int source = ExecutionView.NOTHING;
    long content;
    int missing = 0;
    int store = event;
    if (state.isLoad(event)) {
      int from = state.parameter(event);
      source = from == CommitState.INITIAL ? ExecutionView.INITIAL : told[from];
      if (source == NOT_YET && !early) {
        return false;
      }
      content = state.content(state.location(event), from);
      missing = from == CommitState.INITIAL ? cells.missing(state.location(event)) : 0;
      store = state.pairedStore(event);
      if (store >= 0 && !state.isCommitted(store)) {
        return false;
      }
    } else {
      content = overwritten(event);
    }
    told[event] = execution.length();
    if (isDoomed(event)) {
      execution.fail(t, threads.failed(node, FailureKind.USE_AFTER_FREE).failure());
      return true;
    }
    Failure failure = execution.failure(t);
    if (failure != null) {
      execution.fail(t, failure);
      return true;
    }
    next[t]++;
    int choice = state.isLoad(event) ? state.pairedChoice(event) : FetchPoint.NONE;
    if (store >= 0 && store != event) {
      told[store] = execution.length();
      next[t] += choice < 0 ? 1 : 2;
    }
    execution.add(
        t,
        source,
        OperationSemantics.reads(node) || store == event ? content : 0,
        missing,
        choice < 0 ? 0 : state.parameter(choice));
    return true;
  }

  private long overwritten(int store) {
    int where = state.location(store);
    return state.content(where, state.coherence().store(where, state.coherence().place(store) - 1));
  }

  /** The next event of a thread that is not about its start or the start of another one; or -1. */
  private int nextEvent(int t) {
    FetchPoint point = state.point(t);
    while (point != null && next[t] < point.events) {
      int event = state.event(t, next[t]);
      if (isChoice(event) || !cells.isStart(state.location(event))) {
        return event;
      }
      next[t]++;
    }
    return -1;
  }

  private boolean isChoice(int event) {
    return state.kind(event) == FetchedEvents.Kind.CHOICE;
  }

  /** Whether an access is to an object that another thread frees, and nothing orders them. */
  private boolean isDoomed(int event) {
    int life = cells.lifeAround(state.location(event));
    if (life < 0 || state.coherence().count(life) == 0) {
      return false;
    }
    int free = state.coherence().store(life, 0);
    return state.thread(free) == state.thread(event)
        ? state.index(free) < state.index(event)
        : !axioms.happensBefore(event, free);
  }

  private void settleRelations() {
    for (int e = 0; e < state.size(); e++) {
      if (state.isStore(e) && state.isCommitted(e) && told[e] >= 0) {
        execution.setCoherence(told[e], state.coherence().place(e));
      }
      if (state.isLoad(e) && state.isCommitted(e) && told[e] >= 0) {
        int from = state.parameter(e);
        if (from != CommitState.INITIAL && told[from] >= 0) {
          execution.setSource(told[e], told[from]);
        }
      }
    }
  }
}
