package dev.heddle.symbolic;

import dev.heddle.machine.Code;
import dev.heddle.machine.Machine;
import dev.heddle.machine.OperationKind;
import dev.heddle.machine.ThreadNode;
import dev.heddle.symbolic.encode.Encoding;
import dev.heddle.symbolic.solve.Valuation;
import dev.heddle.symbolic.unroll.Step;
import dev.heddle.symbolic.unroll.UnrolledThread;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Leads the machine through the execution that a solver has found. */
final class WitnessSchedule {
  /** An execution that goes on so long behind what the solver found is not followed to its end. */
  private static final int MAX_STEPS_BEHIND = 100_000;

  private final Encoding encoding;
  private final Valuation values;
  private final Machine machine;
  private final boolean hasFences;

  /** What is left to do of each thread, in the order of the thread. */
  private final Map<Integer, Deque<Step>> left = new HashMap<>();

  private final Map<Integer, Integer> machineNumbers = new HashMap<>();

  /** The machine cannot do what the solver says: one of the two is wrong. */
  static final class DisagreementException extends IllegalStateException {
    DisagreementException(String message) {
      super("the execution that the solver found is none of the machine's: " + message);
    }
  }

  private WitnessSchedule(Encoding encoding, Valuation values, Code code, boolean hasFences) {
    this.encoding = encoding;
    this.values = values;
    this.machine = new Machine(code);
    this.hasFences = hasFences;
  }

  /**
   * The machine behind the execution.
   *
   * @param hasFences whether fences are operations of the code
   */
  static Machine follow(Encoding encoding, Valuation values, Code code, boolean hasFences) {
    WitnessSchedule schedule = new WitnessSchedule(encoding, values, code, hasFences);
    schedule.run();
    return schedule.machine;
  }

  /** What a thread does at once: its first head, and how many steps. */
  private static final class Context {
    private final Step head;
    private int steps;

    Context(Step head) {
      this.head = head;
    }
  }

  private void run() {
    List<Context> contexts = new ArrayList<>();
    for (UnrolledThread thread : encoding.program().threads()) {
      if (values.holds(thread.started())) {
        plan(thread, contexts);
      }
    }
    contexts.sort((a, b) -> compare(a.head, b.head));
    for (Context context : contexts) {
      for (int n = 0; n < context.steps && goesOn(); n++) {
        follow(context.head.thread());
      }
    }
    left.keySet().forEach(this::finish);
    goToTheEnd();
  }

  private int compare(Step a, Step b) {
    return a == b ? 0 : values.holds(encoding.before(a, b)) ? -1 : 1;
  }

  private boolean goesOn() {
    return !machine.hasFailedThread();
  }

  /** Sorts the steps of a thread into contexts; those before its first head go with that. */
  private void plan(UnrolledThread thread, List<Context> contexts) {
    Deque<Step> todo = new ArrayDeque<>();
    Context context = null;
    boolean isBooting = thread.number() == 0;
    for (Step step : thread.steps()) {
      if (!values.holds(encoding.occurs(step))) {
        continue;
      }
      isBooting &= step.kind() != Step.Kind.CHOOSE && step.kind() != Step.Kind.SPAWN;
      if (encoding.isHead(step)) {
        if (context == null) {
          context = new Context(step);
          context.steps = todo.size();
          contexts.add(context);
        } else if (values.holds(encoding.receives(step))) {
          context = new Context(step);
          contexts.add(context);
        }
      }
      if (isVisible(step) && !isBooting) {
        todo.add(step);
        if (context != null) {
          context.steps++;
        }
      }
    }
    left.put(thread.number(), todo);
  }

  private boolean isVisible(Step step) {
    return switch (step.kind()) {
      case START, SPAWN, EXIT -> false;
      case FENCE -> hasFences;
      default -> true;
    };
  }

  /** The number that the machine gives a thread. */
  private int machineNumber(int thread) {
    UnrolledThread unrolled = encoding.program().threads().get(thread);
    if (thread == 0) {
      return 0;
    }
    Integer known = machineNumbers.get(thread);
    if (known != null) {
      return known;
    }
    int index = 0;
    for (Step step : encoding.program().threads().get(unrolled.parent()).steps()) {
      if (step == unrolled.spawn()) {
        break;
      }
      if (step.kind() == Step.Kind.SPAWN && values.holds(step.guard())) {
        index++;
      }
    }
    int parent = machineNumber(unrolled.parent());
    for (int t = 1; t < machine.threads(); t++) {
      if (machine.parent(t) == parent && machine.indexAmongSiblings(t) == index) {
        machineNumbers.put(thread, t);
        return t;
      }
    }
    throw new DisagreementException("thread " + thread + " does not start");
  }

  /** Lets a thread make its next step. */
  private void follow(int thread) {
    Step step = left.get(thread).peek();
    int t = machineNumber(thread);
    while (true) {
      ThreadNode node = machine.current(t);
      if (node == null || node.status() != ThreadNode.Status.READY) {
        throw new DisagreementException("a thread does not come to " + step);
      }
      if (!machine.isEnabled(t)) {
        release(step);
      }
      if (!machine.isEnabled(t)) {
        throw new DisagreementException("a thread has to wait at " + step);
      }
      if (matches(node.kind(), step.kind())) {
        left.get(thread).remove();
        machine.step(t, alternative(step));
        return;
      }
      if (node.kind() != OperationKind.FENCE) {
        throw new DisagreementException(node.kind() + " comes before " + step);
      }
      machine.step(t, 0);
    }
  }

  /** A thread that shares nothing with others has no place in their order. */
  private void release(Step waiting) {
    waiting.threads().forEach(this::finish);
  }

  private void finish(int thread) {
    Deque<Step> rest = left.getOrDefault(thread, new ArrayDeque<>());
    while (!rest.isEmpty() && goesOn()) {
      follow(thread);
    }
  }

  private static boolean matches(OperationKind kind, Step.Kind step) {
    return switch (step) {
      case LOAD -> kind == OperationKind.LOAD;
      case STORE -> kind == OperationKind.STORE;
      case PEEK -> kind == OperationKind.PEEK;
      case POKE -> kind == OperationKind.POKE;
      case READ_MODIFY_WRITE -> kind == OperationKind.RMW || kind == OperationKind.ADD;
      case COMPARE_EXCHANGE -> kind == OperationKind.CAS;
      case AWAIT -> kind == OperationKind.AWAIT;
      case ATTEMPT -> kind == OperationKind.ATTEMPT;
      case SIGNAL -> kind == OperationKind.SIGNAL;
      case LOCK -> kind == OperationKind.LOCK;
      case TRY_LOCK -> kind == OperationKind.TRY_LOCK;
      case UNLOCK -> kind == OperationKind.UNLOCK;
      case FREE -> kind == OperationKind.FREE;
      case LEAVE -> kind == OperationKind.LEAVE;
      case SIZE -> kind == OperationKind.SIZE;
      case JOIN -> kind == OperationKind.JOIN;
      case CHOOSE -> kind == OperationKind.CHOOSE;
      case ATOMIC_BEGIN -> kind == OperationKind.ATOMIC_BEGIN;
      case FENCE -> kind == OperationKind.FENCE;
      default -> false;
    };
  }

  private int alternative(Step step) {
    if (step.kind() == Step.Kind.CHOOSE) {
      return (int) (values.value(step.result()) - values.value(step.operand()));
    }
    if (step.kind() != Step.Kind.SIGNAL) {
      return 0;
    }
    long picked = values.value(step.picked());
    long below = 0;
    long found = values.value(step.result());
    // A waiting thread is the bit of its number, and numbers are the machine's own.
    long wanted = onMachine(picked);
    for (long rest = found; rest != 0; rest &= rest - 1) {
      below += Long.compareUnsigned(onMachine(Long.lowestOneBit(rest)), wanted) < 0 ? 1 : 0;
    }
    return (int) below;
  }

  private long onMachine(long bit) {
    int thread = Long.numberOfTrailingZeros(bit);
    boolean isThread =
        thread < encoding.program().threads().size()
            && values.holds(encoding.program().threads().get(thread).started());
    return bit == 0 || !isThread ? bit : 1L << machineNumber(thread);
  }

  /** Others may still have something to do. */
  private void goToTheEnd() {
    for (int steps = 0; steps < MAX_STEPS_BEHIND && goesOn(); steps++) {
      int t = 0;
      while (t < machine.threads() && !machine.isEnabled(t)) {
        t++;
      }
      if (t == machine.threads()) {
        return;
      }
      machine.step(t, 0);
    }
  }
}
