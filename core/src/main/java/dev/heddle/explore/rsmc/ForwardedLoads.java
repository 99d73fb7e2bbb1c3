package dev.heddle.explore.rsmc;

import dev.heddle.litmus.Expression;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether a load of a thread may read from an earlier store of the thread. ARMv8 does not order the
 * two, so commit-before, which must contain rf, cannot contain that the store waits for what is
 * before it: {@link ArmCommitBefore} is valid only where this does not happen.
 */
final class ForwardedLoads {
  private final LitmusThread thread;

  private ForwardedLoads(LitmusThread thread) {
    this.thread = thread;
  }

  /** False only if no load can follow a store to its location. */
  static boolean mayBeIn(LitmusThread thread) {
    return new ForwardedLoads(thread).exist();
  }

  private boolean exist() {
    List<Long> stored = new ArrayList<>();
    boolean anywhere = false;
    for (int at = 0; at < thread.instructions().size(); at++) {
      LitmusInstruction instruction = thread.instructions().get(at);
      if (instruction instanceof LitmusInstruction.Load load) {
        Long address = constant(load.address());
        if (anywhere || (address == null ? !stored.isEmpty() : stored.contains(address))) {
          return true;
        }
      } else if (instruction instanceof LitmusInstruction.Store store) {
        anywhere |= !add(store.address(), stored);
      } else if (instruction instanceof LitmusInstruction.StoreConditional store) {
        anywhere |= !add(store.address(), stored);
      } else if (goesBack(instruction, at)) {
        return true;
      }
    }
    return false;
  }

  private boolean add(Expression address, List<Long> stored) {
    Long constant = constant(address);
    if (constant != null) {
      stored.add(constant);
    }
    return constant != null;
  }

  private static boolean goesBack(LitmusInstruction instruction, int at) {
    if (instruction instanceof LitmusInstruction.Branch branch) {
      return branch.target() <= at;
    }
    return instruction instanceof LitmusInstruction.Jump jump && jump.target() <= at;
  }

  /** The value that an expression always has, or null. */
  private Long constant(Expression expression) {
    if (expression instanceof Expression.Constant constant) {
      return constant.value();
    }
    if (expression instanceof Expression.RegisterValue register) {
      return isAssigned(register.number())
          ? null
          : thread.initial().getOrDefault(register.number(), 0L);
    }
    Expression.Operation operation = (Expression.Operation) expression;
    if (operation.operator().isConstantOfEqualOperands()
        && operation.left().equals(operation.right())) {
      return operation.operator().apply(0, 0);
    }
    Long left = constant(operation.left());
    Long right = constant(operation.right());
    return left == null || right == null ? null : operation.operator().apply(left, right);
  }

  private boolean isAssigned(int register) {
    for (LitmusInstruction instruction : thread.instructions()) {
      if ((instruction instanceof LitmusInstruction.Assign assign && assign.register() == register)
          || (instruction instanceof LitmusInstruction.Load load && load.register() == register)
          || (instruction instanceof LitmusInstruction.StoreConditional store
              && store.status() == register)) {
        return true;
      }
    }
    return false;
  }
}
