package dev.heddle.explore.rsmc;

import dev.heddle.litmus.Expression;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.litmus.LitmusThread;
import dev.heddle.litmus.Operator;
import dev.heddle.machine.Computation;
import dev.heddle.machine.DataflowGraph;
import java.util.List;
import java.util.Set;

/**
 * Fetches the instructions of litmus tests.
 *
 * <p>A conditional store is not in the paper. Whether it succeeds is a choice: an event without
 * address that the search commits with 1 or 0, and that comes before all later events of its
 * thread. A choice of success gives a store.
 */
final class LitmusFetch implements InstructionFetch {
  private static final Computation[] COMPUTATIONS = computations();

  /** Of the load of a read-modify-write, whose store follows whatever it finds. */
  private static final LoadCondition CERTAIN =
      new LoadCondition() {
        @Override
        public boolean isPossible(long content, boolean isInitial) {
          return true;
        }

        @Override
        public boolean writes(long content) {
          return true;
        }
      };

  static final int FAIL = 0;
  static final int SUCCEED = 1;

  private final CommitState state;
  private final DataflowGraph values;
  private final List<LitmusThread> threads;
  private final int unroll;

  /**
   * @param unroll how often a jump back may be taken
   */
  private LitmusFetch(CommitState state, List<LitmusThread> threads, int unroll) {
    this.state = state;
    this.values = state.values();
    this.threads = threads;
    this.unroll = unroll;
  }

  /** The state before anything of a test is fetched. */
  static CommitState state(LitmusTest test, Cells cells, CommitBefore cb, int unroll) {
    CommitState state = new CommitState(cells, cb);
    state.fetchBy(new LitmusFetch(state, test.threads(), unroll));
    return state;
  }

  /** What a register holds at the end of a run that is complete. */
  static long register(CommitState state, int thread, int number) {
    int node = ((LitmusPoint) state.point(thread)).registers[number];
    boolean known = state.values().isKnown(node);
    assert known : "all loads are committed";
    return state.values().value(node);
  }

  @Override
  public FetchPoint[] start() {
    FetchPoint[] points = new FetchPoint[threads.size()];
    for (int t = 0; t < points.length; t++) {
      points[t] = start(t);
    }
    return points;
  }

  private LitmusPoint start(int number) {
    LitmusThread thread = threads.get(number);
    int[] registers = new int[thread.registers().size()];
    for (int i = 0; i < registers.length; i++) {
      registers[i] = values.constant(thread.initial().getOrDefault(i, 0L));
    }
    return new LitmusPoint(number, registers, thread.instructions().size());
  }

  @Override
  public boolean isFinished(FetchPoint of) {
    LitmusPoint point = (LitmusPoint) of;
    return point.next == threads.get(point.thread).instructions().size()
        && point.choice == FetchPoint.NONE
        && point.condition == FetchPoint.NONE
        && !point.cut;
  }

  @Override
  public boolean canAdvance(FetchPoint of) {
    LitmusPoint point = (LitmusPoint) of;
    if (point.cut) {
      return false;
    }
    if (point.choice != FetchPoint.NONE) {
      return state.isCommitted(point.choice);
    }
    return point.condition != FetchPoint.NONE
        ? values.isKnown(point.condition)
        : !isFinished(point);
  }

  @Override
  public void advance(FetchPoint of) {
    LitmusPoint point = (LitmusPoint) of;
    List<LitmusInstruction> code = threads.get(point.thread).instructions();
    while (canAdvance(point)) {
      LitmusInstruction instruction = code.get(point.next);
      if (point.choice != FetchPoint.NONE) {
        decide(point, (LitmusInstruction.StoreConditional) instruction);
      } else if (point.condition != FetchPoint.NONE) {
        branch(point, (LitmusInstruction.Branch) instruction);
      } else {
        fetch(point, instruction);
      }
    }
    if (point.cut) {
      state.noteCut();
    }
  }

  private void fetch(LitmusPoint point, LitmusInstruction instruction) {
    if (instruction instanceof LitmusInstruction.Branch branch) {
      point.condition = value(point, branch.condition());
      point.add(Dependency.CTRL, values.loads(point.condition));
      point.add(Dependency.GUARD, values.loads(point.condition));
      return;
    }
    if (instruction instanceof LitmusInstruction.StoreConditional
        && point.reservation != FetchPoint.NONE) {
      point.choice = state.fetchChoice(point, 2);
      return;
    }
    if (instruction instanceof LitmusInstruction.Jump jump) {
      jump(point, jump.target());
      return;
    }
    if (instruction instanceof LitmusInstruction.Assign assign) {
      point.registers[assign.register()] = value(point, assign.value());
    } else if (instruction instanceof LitmusInstruction.Load load) {
      int event =
          state.fetchLoad(
              point,
              loadOrder(load.tags()),
              value(point, load.address()),
              load.size(),
              load.signed(),
              null);
      point.registers[load.register()] = state.value(event);
      if (load.reserve()) {
        point.reservation = event;
      }
    } else if (instruction instanceof LitmusInstruction.Store store) {
      int address = value(point, store.address());
      AccessOrder order = storeOrder(store.tags());
      state.fetchStore(
          point, order, address, store.size(), value(point, store.value()), FetchPoint.NONE);
    } else if (instruction instanceof LitmusInstruction.StoreConditional store) {
      point.registers[store.status()] = values.constant(store.failure());
    } else if (instruction instanceof LitmusInstruction.ReadModifyWrite update) {
      update(point, update);
    } else if (instruction instanceof LitmusInstruction.Fence fence) {
      LitmusFences.fetch(point, fence);
    } else {
      throw new IllegalStateException("not an instruction: " + instruction);
    }
    point.next++;
  }

  private void branch(LitmusPoint point, LitmusInstruction.Branch branch) {
    boolean taken = values.value(point.condition) != 0;
    point.condition = FetchPoint.NONE;
    if (taken) {
      jump(point, branch.target());
    } else {
      point.next++;
    }
  }

  private void jump(LitmusPoint point, int target) {
    if (target <= point.next && ++point.jumpsBack[target] > unroll) {
      point.cut = true;
    }
    point.next = target;
  }

  private void decide(LitmusPoint point, LitmusInstruction.StoreConditional store) {
    boolean success = state.parameter(point.choice) == SUCCEED;
    if (success) {
      int address = value(point, store.address());
      AccessOrder order = storeOrder(store.tags());
      state.fetchStore(
          point, order, address, store.size(), value(point, store.value()), point.reservation);
    }
    point.choice = FetchPoint.NONE;
    point.reservation = FetchPoint.NONE;
    point.registers[store.status()] = values.constant(success ? store.success() : store.failure());
    point.next++;
  }

  /** A load and a store in one; with acquire and release, it is a barrier for all around it. */
  private void update(LitmusPoint point, LitmusInstruction.ReadModifyWrite update) {
    int address = value(point, update.address());
    AccessOrder loadOrder = loadOrder(update.readTags());
    AccessOrder storeOrder = storeOrder(update.writeTags());
    long[] earlier = point.predecessors(Dependency.PO);
    int load = state.fetchLoad(point, loadOrder, address, update.size(), false, CERTAIN);
    point.registers[update.register()] = state.value(load);
    int size = update.size();
    state.fetchStore(point, storeOrder, address, size, value(point, update.value()), load);
    if (loadOrder == AccessOrder.ACQUIRE && storeOrder == AccessOrder.RELEASE) {
      point.add(Dependency.FULL_FENCE, earlier);
    }
  }

  private static AccessOrder loadOrder(Set<String> tags) {
    return tags.contains("A")
        ? AccessOrder.ACQUIRE
        : tags.contains("Q") ? AccessOrder.WEAK_ACQUIRE : AccessOrder.PLAIN;
  }

  private static AccessOrder storeOrder(Set<String> tags) {
    return tags.contains("L") ? AccessOrder.RELEASE : AccessOrder.PLAIN;
  }

  private static Computation[] computations() {
    Operator[] operators = Operator.values();
    Computation[] computations = new Computation[operators.length];
    for (Operator operator : operators) {
      computations[operator.ordinal()] = (a, b, c) -> operator.apply(a, b);
    }
    return computations;
  }

  private int value(LitmusPoint point, Expression expression) {
    if (expression instanceof Expression.Constant constant) {
      return values.constant(constant.value());
    }
    if (expression instanceof Expression.RegisterValue register) {
      return point.registers[register.number()];
    }
    Expression.Operation operation = (Expression.Operation) expression;
    int left = value(point, operation.left());
    return values.operation(
        COMPUTATIONS[operation.operator().ordinal()], left, value(point, operation.right()));
  }
}
