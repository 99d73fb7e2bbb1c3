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
 * thread. A choice of success gives a store. So it is with a compare-and-swap, on whose outcome
 * what follows does not depend: its choice is made before its load, and a run whose loads do not
 * come out so is not one of the test.
 *
 * <p>An access of several parts of memory is an event for each, in no order of the program.
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
  private final LitmusCells cells;
  private final List<LitmusThread> threads;
  private final int unroll;

  /**
   * @param unroll how often a jump back may be taken
   */
  private LitmusFetch(
      CommitState state, LitmusCells cells, List<LitmusThread> threads, int unroll) {
    this.state = state;
    this.cells = cells;
    this.values = state.values();
    this.threads = threads;
    this.unroll = unroll;
  }

  /** The state before anything of a test is fetched. */
  static CommitState state(LitmusTest test, LitmusCells cells, CommitBefore cb, int unroll) {
    CommitState state = new CommitState(cells, cb);
    state.fetchBy(new LitmusFetch(state, cells, test.threads(), unroll));
    return state;
  }

  /** What a register holds at the end of a run that is complete. */
  static long register(CommitState state, int thread, int number) {
    int node = ((LitmusPoint) state.point(thread)).register(number);
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
    return isAtEnd(point) && keepsPromises(point);
  }

  /** Whether all compare-and-swaps came out as was chosen. */
  private boolean keepsPromises(LitmusPoint point) {
    for (LitmusPoint.Requirement each = point.required; each != null; each = each.earlier()) {
      if (!values.isKnown(each.value()) || (values.value(each.value()) == 0) != each.isZero()) {
        return false;
      }
    }
    return true;
  }

  private boolean isAtEnd(LitmusPoint point) {
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
    return point.condition != FetchPoint.NONE ? values.isKnown(point.condition) : !isAtEnd(point);
  }

  @Override
  public void advance(FetchPoint of) {
    LitmusPoint point = (LitmusPoint) of;
    List<LitmusInstruction> code = threads.get(point.thread).instructions();
    while (canAdvance(point)) {
      LitmusInstruction instruction = code.get(point.next);
      if (point.choice != FetchPoint.NONE) {
        decide(point, instruction);
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
    if (isChoice(point, instruction)) {
      point.choice = state.fetchChoice(point, 2);
      return;
    }
    if (instruction instanceof LitmusInstruction.Jump jump) {
      jump(point, jump.target());
      return;
    }
    if (instruction instanceof LitmusInstruction.Assign assign) {
      point.setRegister(assign.register(), value(point, assign.value()));
    } else if (instruction instanceof LitmusInstruction.Load load) {
      int address = value(point, load.address());
      AccessOrder order = loadOrder(load.tags());
      int event = load(point, order, address, load.size(), load.signed(), null, load.register());
      if (load.reserve()) {
        point.reservation = event;
        point.reservedSize = load.size();
      }
    } else if (instruction instanceof LitmusInstruction.Store store) {
      int address = value(point, store.address());
      AccessOrder order = storeOrder(store.tags());
      store(point, order, address, store.size(), value(point, store.value()), FetchPoint.NONE);
    } else if (instruction instanceof LitmusInstruction.StoreConditional store) {
      storeConditionally(point, store, false);
    } else if (instruction instanceof LitmusInstruction.ReadModifyWrite update) {
      update(point, update, true);
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
    if (target <= point.next && point.jumpBack(target) > unroll) {
      point.cut = true;
    }
    point.next = target;
  }

  /** Whether it is open what the next instruction does. */
  private static boolean isChoice(LitmusPoint point, LitmusInstruction instruction) {
    return instruction instanceof LitmusInstruction.StoreConditional store
        ? point.reservation != FetchPoint.NONE && point.reservedSize == store.size()
        : instruction instanceof LitmusInstruction.ReadModifyWrite update
            && update.condition() != null
            && !update.mustStore();
  }

  private void decide(LitmusPoint point, LitmusInstruction instruction) {
    boolean success = state.parameter(point.choice) == SUCCEED;
    point.choice = FetchPoint.NONE;
    if (instruction instanceof LitmusInstruction.ReadModifyWrite update) {
      update(point, update, success);
    } else {
      storeConditionally(point, (LitmusInstruction.StoreConditional) instruction, success);
    }
    point.next++;
  }

  private void storeConditionally(
      LitmusPoint point, LitmusInstruction.StoreConditional store, boolean success) {
    if (success) {
      int address = value(point, store.address());
      AccessOrder order = storeOrder(store.tags());
      store(point, order, address, store.size(), value(point, store.value()), point.reservation);
    }
    point.reservation = FetchPoint.NONE;
    point.setRegister(store.status(), values.constant(success ? store.success() : store.failure()));
  }

  /** A load and a store in one; with acquire and release, it is a barrier for all around it. */
  private void update(
      LitmusPoint point, LitmusInstruction.ReadModifyWrite update, boolean success) {
    int address = value(point, update.address());
    AccessOrder loadOrder = loadOrder(success ? update.readTags() : update.failureTags());
    AccessOrder storeOrder = storeOrder(update.writeTags());
    long[] earlier = point.predecessors(Dependency.PO);
    LoadCondition certain = update.condition() == null ? CERTAIN : null;
    int size = update.size();
    int load = load(point, loadOrder, address, size, false, certain, update.register());
    if (update.condition() != null) {
      int outcome = value(point, update.condition());
      point.required = new LitmusPoint.Requirement(outcome, !success, point.required);
    }
    if (!success) {
      return;
    }
    store(point, storeOrder, address, size, value(point, update.value()), load);
    if (loadOrder == AccessOrder.ACQUIRE && storeOrder == AccessOrder.RELEASE) {
      point.add(Dependency.FULL_FENCE, earlier);
    }
  }

  /** Gives the first event of the load. */
  private int load(
      LitmusPoint point,
      AccessOrder order,
      int address,
      int size,
      boolean signed,
      LoadCondition condition,
      int register) {
    int part = cells.part(point.thread, point.next, size);
    if (part == size) {
      int event = state.fetchLoad(point, order, address, size, signed, condition);
      point.setRegister(register, state.value(event));
      return event;
    }
    int first = state.fetchLoads(point, order, parts(address, size, part), part);
    int whole = state.value(first);
    for (int i = 1; i < size / part; i++) {
      int content = operation(Operator.SHL, state.value(first + i), 8L * part * i);
      whole = values.operation(COMPUTATIONS[Operator.OR.ordinal()], whole, content);
    }
    point.setRegister(register, signed ? operation(Operator.SIGN_EXTEND, whole, 8L * size) : whole);
    return first;
  }

  private void store(
      LitmusPoint point, AccessOrder order, int address, int size, int data, int reservation) {
    int part = cells.part(point.thread, point.next, size);
    if (part == size) {
      state.fetchStore(point, order, address, size, data, reservation);
      return;
    }
    int[] contents = new int[size / part];
    for (int i = 0; i < contents.length; i++) {
      contents[i] = operation(Operator.SHR, data, 8L * part * i);
    }
    state.fetchStores(point, order, parts(address, size, part), part, contents, reservation);
  }

  private int[] parts(int address, int size, int part) {
    int[] addresses = new int[size / part];
    for (int i = 0; i < addresses.length; i++) {
      addresses[i] = operation(Operator.ADD, address, (long) part * i);
    }
    return addresses;
  }

  private int operation(Operator operator, int value, long number) {
    return values.operation(COMPUTATIONS[operator.ordinal()], value, values.constant(number));
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
      return point.register(register.number());
    }
    Expression.Operation operation = (Expression.Operation) expression;
    int left = value(point, operation.left());
    return values.operation(
        COMPUTATIONS[operation.operator().ordinal()], left, value(point, operation.right()));
  }
}
