package dev.heddle.explore.rsmc;

import dev.heddle.litmus.Expression;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.LitmusThread;
import java.util.List;

/**
 * The rules FETCH, LOC, BRT and BRF of figure 4, for litmus tests: fetches instructions past loads
 * that have no value yet, up to a branch whose condition is not known.
 *
 * <p>A conditional store is not in the paper. Whether it succeeds is a choice: an event without
 * address that the search commits with 1 or 0, and that comes before all later events of its
 * thread. A choice of success gives a store.
 */
final class InstructionFetch {
  static final int FAIL = 0;
  static final int SUCCEED = 1;

  private final CommitState state;
  private final DataflowGraph values;
  private final List<LitmusThread> threads;
  private final int unroll;

  /**
   * @param unroll how often a jump back may be taken
   */
  InstructionFetch(
      CommitState state, DataflowGraph values, List<LitmusThread> threads, int unroll) {
    this.state = state;
    this.values = values;
    this.threads = threads;
    this.unroll = unroll;
  }

  FetchPoint start(int number) {
    LitmusThread thread = threads.get(number);
    int[] registers = new int[thread.registers().size()];
    for (int i = 0; i < registers.length; i++) {
      registers[i] = values.constant(thread.initial().getOrDefault(i, 0L));
    }
    return new FetchPoint(number, registers, thread.instructions().size());
  }

  boolean isFinished(FetchPoint point) {
    return point.next == threads.get(point.thread).instructions().size()
        && point.choice == FetchPoint.NONE
        && point.condition == FetchPoint.NONE
        && !point.cut;
  }

  /** Whether {@link #advance} would do something. */
  boolean canAdvance(FetchPoint point) {
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

  /** Fetches as far as possible, and changes the point. */
  void advance(FetchPoint point) {
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
  }

  private void fetch(FetchPoint point, LitmusInstruction instruction) {
    if (instruction instanceof LitmusInstruction.Branch branch) {
      point.condition = value(point, branch.condition());
      point.add(Dependency.CTRL, values.loads(point.condition));
      point.add(Dependency.GUARD, values.loads(point.condition));
      return;
    }
    if (instruction instanceof LitmusInstruction.StoreConditional
        && point.reservation != FetchPoint.NONE) {
      point.choice = state.fetchChoice(point);
      return;
    }
    if (instruction instanceof LitmusInstruction.Jump jump) {
      jump(point, jump.target());
      return;
    }
    if (instruction instanceof LitmusInstruction.Assign assign) {
      point.registers[assign.register()] = value(point, assign.value());
    } else if (instruction instanceof LitmusInstruction.Load load) {
      int event = state.fetchLoad(point, value(point, load.address()), load.signed());
      point.registers[load.register()] = state.value(event);
      if (load.reserve()) {
        point.reservation = event;
      }
    } else if (instruction instanceof LitmusInstruction.Store store) {
      int address = value(point, store.address());
      state.fetchStore(point, address, value(point, store.value()), FetchPoint.NONE);
    } else if (instruction instanceof LitmusInstruction.StoreConditional store) {
      point.registers[store.status()] = values.constant(store.failure());
    } else if (instruction instanceof LitmusInstruction.Fence fence) {
      fence(point, fence);
    } else {
      throw new IllegalStateException("not an instruction of POWER: " + instruction);
    }
    point.next++;
  }

  private void branch(FetchPoint point, LitmusInstruction.Branch branch) {
    boolean taken = values.value(point.condition) != 0;
    point.condition = FetchPoint.NONE;
    if (taken) {
      jump(point, branch.target());
    } else {
      point.next++;
    }
  }

  private void jump(FetchPoint point, int target) {
    if (target <= point.next && ++point.jumpsBack[target] > unroll) {
      point.cut = true;
    }
    point.next = target;
  }

  private void decide(FetchPoint point, LitmusInstruction.StoreConditional store) {
    boolean success = state.parameter(point.choice) == SUCCEED;
    if (success) {
      int address = value(point, store.address());
      state.fetchStore(point, address, value(point, store.value()), point.reservation);
    }
    point.choice = FetchPoint.NONE;
    point.reservation = FetchPoint.NONE;
    point.registers[store.status()] = values.constant(success ? store.success() : store.failure());
    point.next++;
  }

  private static void fence(FetchPoint point, LitmusInstruction.Fence fence) {
    if (fence.tags().contains("SYNC")) {
      point.carry(Dependency.FULL_FENCE, Dependency.PO);
    } else if (fence.tags().contains("LWSYNC")) {
      point.carry(Dependency.LIGHT_FENCE, Dependency.PO);
    } else if (fence.tags().contains("EIEIO")) {
      point.carry(Dependency.STORE_FENCE, Dependency.PO);
    } else if (fence.tags().contains("ISYNC")) {
      point.carry(Dependency.CTRL_FENCE, Dependency.CTRL);
    } else {
      throw new IllegalStateException("not a fence of POWER: " + fence);
    }
  }

  private int value(FetchPoint point, Expression expression) {
    if (expression instanceof Expression.Constant constant) {
      return values.constant(constant.value());
    }
    if (expression instanceof Expression.RegisterValue register) {
      return point.registers[register.number()];
    }
    Expression.Operation operation = (Expression.Operation) expression;
    int left = value(point, operation.left());
    return values.operation(operation.operator(), left, value(point, operation.right()));
  }
}
