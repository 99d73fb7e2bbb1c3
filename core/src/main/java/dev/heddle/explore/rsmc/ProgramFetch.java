package dev.heddle.explore.rsmc;

import dev.heddle.machine.DataflowGraph;
import dev.heddle.machine.DataflowInterpreter;
import dev.heddle.machine.DataflowOperation;
import dev.heddle.machine.OperationKind;
import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.machine.ValueDrivenThreads;

/**
 * Fetches the instructions of programs as machine code.
 *
 * <ul>
 *   <li>Memory orders become instructions as an {@link InstructionMapping} says.
 *   <li>A read-modify-write is a load and a store that form an atomic pair, as of {@code lwarx} and
 *       {@code stwcx.} in a loop whose last pass alone counts. A compare-exchange branches on what
 *       it loads: the store, and all that follows, has a control dependency.
 *   <li>Taking a lock is such a pair that waits for a free lock; releasing it is a store.
 *   <li>Starting a thread is a store to a location of its own, from which the first load of the new
 *       thread reads; its last store is read by the thread that joins it. Barriers around these
 *       order all.
 *   <li>A signal to one of several threads is a pair with a choice in between; what a program
 *       leaves open is a choice, too.
 *   <li>Freeing an object is a store to the location that stands for its life.
 * </ul>
 */
final class ProgramFetch implements InstructionFetch {
  private final CommitState state;
  private final DataflowGraph values;
  private final ValueDrivenThreads threads;
  private final DataflowInterpreter interpreter;
  private final OperationSemantics semantics;
  private final InstructionMapping mapping;

  private ProgramFetch(CommitState state, ValueDrivenThreads threads, InstructionMapping mapping) {
    this.state = state;
    this.values = state.values();
    this.threads = threads;
    this.interpreter = new DataflowInterpreter(threads, values);
    this.mapping = mapping;
    this.semantics = new OperationSemantics(this::mutexKind);
  }

  /** The state before anything of a program is fetched. */
  static CommitState state(
      ValueDrivenThreads threads,
      ProgramCells cells,
      HardwareModel model,
      HardwareMapping mapping) {
    CommitState state = new CommitState(cells, model.commitBefore());
    cells.watch(state);
    state.fetchBy(new ProgramFetch(state, threads, model.mapping().apply(mapping)));
    return state;
  }

  /** The kind of a mutex is settled before it is in use. */
  private int mutexKind(ThreadNode lock) {
    long position = threads.locateKind(lock);
    return position < 0 ? 0 : (int) threads.initialContent(position, 8) & 0xff;
  }

  @Override
  public FetchPoint[] start() {
    FetchPoint[] points = new FetchPoint[threads.threads()];
    for (int t = 0; t < points.length; t++) {
      if (threads.initial(t) != null) {
        points[t] = new ProgramPoint(t, interpreter.start(t, threads.initial(t)));
      }
    }
    return points;
  }

  @Override
  public boolean isFinished(FetchPoint of) {
    ProgramPoint point = (ProgramPoint) of;
    return point.state.status() != Status.READY;
  }

  @Override
  public boolean canAdvance(FetchPoint of) {
    ProgramPoint point = (ProgramPoint) of;
    if (point.state.status() != Status.READY) {
      return false;
    }
    return point.pending != FetchPoint.NONE
        ? state.isCommitted(point.pending)
        : point.state.awaited() < 0 || values.isKnown(point.state.awaited());
  }

  @Override
  public void advance(FetchPoint of) {
    ProgramPoint point = (ProgramPoint) of;
    while (canAdvance(point)) {
      if (point.pending != FetchPoint.NONE) {
        finishPending(point);
        continue;
      }
      DataflowOperation operation = interpreter.fetch(point.state);
      takeDependencies(point);
      if (operation != null) {
        tryToFetch(point, operation);
      } else if (point.state.status() == Status.FINISHED && point.thread > 0) {
        end(point);
      } else if (point.state.status() == Status.CUT) {
        state.noteCut();
      }
    }
    boolean isFine =
        point.state.status() == Status.READY || point.state.status() == Status.FINISHED;
    if (!isFine || point.state.hasBorn() || interpreter.mayFailLate()) {
      state.noteHazard();
    }
  }

  private void takeDependencies(ProgramPoint point) {
    InstructionMapping.addControl(point, point.state.takeConditions());
    point.add(Dependency.ADDR_PO, point.state.takeAddresses());
  }

  // ---- Operations ---------------------------------------------------------------------------

  private void tryToFetch(ProgramPoint point, DataflowOperation operation) {
    try {
      fetch(point, operation);
    } catch (MixedSizesException e) {
      throw interpreter.unsupported(point.state, e.access());
    }
  }

  private void fetch(ProgramPoint point, DataflowOperation operation) {
    if (operation.kind().isOnLock() || operation.kind().endsObject()) {
      state.noteHazard();
    }
    switch (operation.kind()) {
      case LOAD, PEEK -> {
        mapping.before(point, operation.orders());
        int load = load(point, operation, null);
        mapping.after(point, operation.orders(), load, true);
        interpreter.resume(point.state, operation, state.value(load), 0);
        stopIfStray(point, load);
      }
      case STORE, POKE -> {
        mapping.before(point, operation.orders());
        int store = store(point, operation, operation.operand(), FetchPoint.NONE);
        interpreter.resume(point.state, operation, 0, 0);
        stopIfStray(point, store);
      }
      case RMW, ADD -> fetchUpdate(point, operation);
      case UNLOCK -> fetchUnlock(point, operation);
      case CAS, LOCK, TRY_LOCK, AWAIT, ATTEMPT, SIGNAL -> {
        mapping.before(point, operation.orders());
        wait(point, operation, load(point, operation, condition(point, operation)));
      }
      case JOIN -> fetchJoin(point, operation);
      case CHOOSE -> wait(point, operation, state.fetchChoice(point, operation.ways()));
      case FENCE -> {
        mapping.fence(point, operation.orders());
        interpreter.resume(point.state, operation, 0, 0);
      }
      case FREE, LEAVE -> {
        int life =
            state.fetchStore(point, AccessOrder.PLAIN, operation.address(), 0, 0, FetchPoint.NONE);
        interpreter.resume(point.state, operation, 0, 0);
        stopIfStray(point, life);
      }
      case NONE -> spawn(point, operation);
      default -> throw interpreter.unsupported(point.state, operation.kind().label());
    }
  }

  /** Nothing is fetched behind an access to nowhere. */
  private void stopIfStray(ProgramPoint point, int event) {
    if (state.location(event) == CommitLocations.STRAY) {
      point.state.fail();
    }
  }

  private int load(ProgramPoint point, DataflowOperation operation, LoadCondition condition) {
    return state.fetchLoad(
        point,
        mapping.load(operation.orders()),
        operation.address(),
        operation.bytes(),
        false,
        condition);
  }

  private int store(ProgramPoint point, DataflowOperation operation, int data, int load) {
    return state.fetchStore(
        point,
        mapping.store(operation.orders()),
        operation.address(),
        operation.bytes(),
        data,
        load);
  }

  private void wait(ProgramPoint point, DataflowOperation operation, int load) {
    point.pending = load;
    point.operation = operation;
  }

  private void fetchUpdate(ProgramPoint point, DataflowOperation operation) {
    mapping.before(point, operation.orders());
    int load = load(point, operation, condition(point, operation));
    int data = operation.written(values, state.value(load), 0);
    store(point, operation, data, load);
    mapping.after(point, operation.orders(), load, true);
    interpreter.resume(point.state, operation, state.value(load), 0);
    stopIfStray(point, load);
  }

  /** A mutex that knows recursion or checks for errors must be looked at first. */
  private void fetchUnlock(ProgramPoint point, DataflowOperation operation) {
    mapping.lockBarrier(point, operation.orders());
    if (operation.meaning().operator() != 0) {
      wait(point, operation, load(point, operation, condition(point, operation)));
      return;
    }
    int store = store(point, operation, values.constant(0), FetchPoint.NONE);
    interpreter.resume(point.state, operation, values.constant(0), 0);
    stopIfStray(point, store);
  }

  private LoadCondition condition(ProgramPoint point, DataflowOperation operation) {
    ThreadNode node = operation.meaning();
    int t = point.thread;
    return new LoadCondition() {
      @Override
      public boolean isPossible(long content, boolean isInitial) {
        return semantics.isPossible(node, t, content);
      }

      @Override
      public boolean writes(long content) {
        return semantics.writes(node, t, content);
      }
    };
  }

  /** The load of a conditional operation is committed: now it is known whether it writes. */
  private void finishPending(ProgramPoint point) {
    int load = point.pending;
    DataflowOperation operation = point.operation;
    point.pending = FetchPoint.NONE;
    point.operation = null;
    if (state.kind(load) == FetchedEvents.Kind.CHOICE) {
      finishChoice(point, operation, load);
      return;
    }
    InstructionMapping.addControl(point, load);
    if (operation.kind() == OperationKind.JOIN) {
      mapping.orderThreads(point);
      interpreter.resume(point.state, operation, state.value(load), 0);
      return;
    }
    ThreadNode node = operation.meaning();
    boolean known = values.isKnown(state.value(load));
    assert known : "the load is committed";
    long content = values.value(state.value(load));
    boolean writes = semantics.writes(node, point.thread, content);
    int ways = OperationSemantics.alternatives(node, content);
    if (ways > 1) {
      wait(point, operation, state.fetchChoice(point, ways));
      return;
    }
    if (writes) {
      store(point, operation, operation.written(values, state.value(load), 0), load);
    }
    boolean isLock =
        operation.kind() == OperationKind.LOCK || operation.kind() == OperationKind.TRY_LOCK;
    if (isLock && !mapping.withOrders) {
      point.carry(Dependency.FULL_FENCE, Dependency.PO);
    } else if (operation.kind() != OperationKind.UNLOCK) {
      mapping.after(point, operation.orders(), load, writes);
    }
    boolean isContent = operation.kind().givesContent();
    interpreter.resume(
        point.state,
        operation,
        isContent
            ? state.value(load)
            : values.constant(semantics.observed(node, point.thread, content)),
        values.constant(isSuccess(operation, content) ? 1 : 0));
  }

  /** The program has chosen a number, or a signal one of several threads that wait. */
  private void finishChoice(ProgramPoint point, DataflowOperation operation, int choice) {
    int way = state.parameter(choice);
    if (operation.kind() == OperationKind.CHOOSE) {
      interpreter.resume(point.state, operation, operation.chosen(values, way), 0);
      return;
    }
    int load = state.event(point.thread, state.index(choice) - 1);
    store(point, operation, operation.written(values, state.value(load), way), load);
    mapping.after(point, operation.orders(), load, true);
    interpreter.resume(point.state, operation, state.value(load), 0);
  }

  private static boolean isSuccess(DataflowOperation operation, long content) {
    ThreadNode node = operation.meaning();
    return operation.kind() == OperationKind.CAS
        ? content == node.operand()
        : operation.kind() == OperationKind.ATTEMPT && OperationSemantics.holds(node, content);
  }

  // ---- Threads ------------------------------------------------------------------------------

  private void spawn(ProgramPoint point, DataflowOperation operation) {
    long function = values.value(operation.address());
    ValueDrivenThreads.Spawned child =
        threads.spawn(point.state, function, values.value(operation.operand()));
    if (child == null) {
      point.state.fail();
      return;
    }
    mapping.orderThreads(point);
    int mark = values.constant(ProgramCells.startOf(child.thread()));
    state.fetchStore(point, AccessOrder.PLAIN, mark, 0, values.constant(1), FetchPoint.NONE);
    if (mapping.withOrders) {
      mapping.orderThreads(point);
    }
    interpreter.resume(point.state, operation, values.constant(child.thread() + 1L), 0);
    begin(child.thread(), child.root(), mark);
  }

  private void begin(int thread, ThreadNode root, int mark) {
    ProgramPoint point = new ProgramPoint(thread, interpreter.start(thread, root));
    interpreter.bear(point.state, root.effects());
    state.addThread(point);
    state.fetchLoad(point, AccessOrder.PLAIN, mark, 0, false, new AwaitedMark());
    mapping.orderThreads(point);
    if (root.effects() != null && root.effects().threadsStarted() > 0) {
      throw interpreter.unsupported(
          point.state, "a thread whose first step is to start another one");
    }
    boolean hasEnded = root.status() == Status.FINISHED;
    advance(point);
    if (hasEnded) {
      end(point);
    }
  }

  private void fetchJoin(ProgramPoint point, DataflowOperation operation) {
    long target = values.value(operation.address()) - 1;
    if (target < 0 || target >= state.threads() || state.point((int) target) == null) {
      point.state.fail();
      return;
    }
    if (mapping.withOrders) {
      mapping.orderThreads(point);
    }
    if (threads.initial((int) target) != null
        && threads.initial((int) target).status() == Status.FINISHED) {
      int value = values.constant(threads.initial((int) target).returned());
      interpreter.resume(point.state, operation, value, 0);
      return;
    }
    int mark = values.constant(ProgramCells.endOf((int) target));
    wait(
        point,
        operation,
        state.fetchLoad(point, AccessOrder.PLAIN, mark, 0, false, new AwaitedMark()));
  }

  private void end(ProgramPoint point) {
    mapping.orderThreads(point);
    int mark = values.constant(ProgramCells.endOf(point.thread));
    state.fetchStore(point, AccessOrder.PLAIN, mark, 0, point.state.returned(), FetchPoint.NONE);
  }

  /** A load that waits for a thread to start or end. */
  private static final class AwaitedMark implements LoadCondition {
    @Override
    public boolean isPossible(long content, boolean isInitial) {
      return !isInitial;
    }

    @Override
    public boolean writes(long content) {
      return false;
    }
  }
}
