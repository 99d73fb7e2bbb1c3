package dev.heddle.model.axiomatic;

import dev.heddle.litmus.Expression;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.LitmusLocation;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.litmus.Observed;
import dev.heddle.litmus.Operator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs litmus tests of 4-byte locations step by step in every interleaving: on one memory (SC),
 * with a store buffer per thread (TSO), or with one per thread and location (PSO). It knows nothing
 * of relations, so that its final states are another opinion about the models.
 */
final class OperationalMachine {
  enum Buffers {
    NONE,
    PER_THREAD,
    PER_LOCATION
  }

  private static final class State {
    int[] next;
    long[][] registers;
    long[] memory;

    /** Buffered writes of each thread in order: location, value. */
    List<List<long[]>> buffers;

    /** The location that each thread has reserved, or -1. */
    int[] reservation;

    State copy() {
      State copy = new State();
      copy.next = next.clone();
      copy.registers = new long[registers.length][];
      for (int t = 0; t < registers.length; t++) {
        copy.registers[t] = registers[t].clone();
      }
      copy.memory = memory.clone();
      copy.buffers = new ArrayList<>();
      buffers.forEach(buffer -> copy.buffers.add(new ArrayList<>(buffer)));
      copy.reservation = reservation.clone();
      return copy;
    }

    String key() {
      StringBuilder key = new StringBuilder();
      key.append(Arrays.toString(next)).append(Arrays.deepToString(registers));
      key.append(Arrays.toString(memory)).append(Arrays.toString(reservation));
      for (List<long[]> buffer : buffers) {
        key.append('|');
        buffer.forEach(write -> key.append(Arrays.toString(write)));
      }
      return key.toString();
    }
  }

  private final LitmusTest test;
  private final Buffers buffers;
  private final Deque<State> open = new ArrayDeque<>();
  private final Set<String> seen = new HashSet<>();
  private final TreeSet<String> finals = new TreeSet<>();

  private OperationalMachine(LitmusTest test, Buffers buffers) {
    this.test = test;
    this.buffers = buffers;
  }

  /** The final states, as text. */
  static Set<String> states(LitmusTest test, Buffers buffers) {
    OperationalMachine machine = new OperationalMachine(test, buffers);
    State start = new State();
    int threads = test.threads().size();
    start.next = new int[threads];
    start.registers = new long[threads][];
    start.buffers = new ArrayList<>();
    start.reservation = new int[threads];
    Arrays.fill(start.reservation, -1);
    for (int t = 0; t < threads; t++) {
      start.registers[t] = new long[test.threads().get(t).registers().size()];
      long[] registers = start.registers[t];
      test.threads().get(t).initial().forEach((r, value) -> registers[r] = value);
      start.buffers.add(new ArrayList<>());
    }
    start.memory = test.objects().stream().mapToLong(o -> o.initial().get(0)).toArray();
    machine.push(start);
    while (!machine.open.isEmpty()) {
      machine.expand(machine.open.pop());
    }
    return machine.finals;
  }

  private void push(State state) {
    if (seen.add(state.key())) {
      open.push(state);
    }
  }

  private void expand(State state) {
    boolean over = true;
    for (int t = 0; t < state.next.length; t++) {
      boolean ended = state.next[t] == test.threads().get(t).instructions().size();
      over &= ended && state.buffers.get(t).isEmpty();
      if (!ended) {
        step(state, t);
      }
      drain(state, t);
    }
    if (over) {
      long[] values = new long[test.observed().size()];
      for (int i = 0; i < values.length; i++) {
        values[i] =
            test.observed().get(i) instanceof Observed.FinalRegister register
                ? state.registers[register.thread()][register.register()]
                : state.memory[((Observed.FinalMemory) test.observed().get(i)).object()];
      }
      finals.add(Arrays.toString(values));
    }
  }

  /** Some buffered write that may go reaches memory. */
  private void drain(State state, int t) {
    List<long[]> buffer = state.buffers.get(t);
    Set<Long> earlier = new HashSet<>();
    for (int i = 0; i < buffer.size(); i++) {
      boolean first = buffers == Buffers.PER_THREAD ? i == 0 : earlier.add(buffer.get(i)[0]);
      if (first) {
        State after = state.copy();
        long[] write = after.buffers.get(t).remove(i);
        store(after, t, (int) write[0], write[1]);
        push(after);
      }
    }
  }

  private static void store(State state, int thread, int location, long value) {
    state.memory[location] = (int) value;
    for (int t = 0; t < state.reservation.length; t++) {
      if (t != thread && state.reservation[t] == location) {
        state.reservation[t] = -2; // lost: a conditional store can only fail
      }
    }
  }

  private void step(State state, int t) {
    LitmusInstruction instruction = test.threads().get(t).instructions().get(state.next[t]);
    State after = state.copy();
    after.next[t]++;
    long[] registers = after.registers[t];
    if (instruction instanceof LitmusInstruction.Assign assign) {
      registers[assign.register()] = value(assign.value(), registers);
    } else if (instruction instanceof LitmusInstruction.Load load) {
      int location = location(load.address(), registers);
      registers[load.register()] = read(after, t, location);
      if (load.reserve()) {
        after.reservation[t] = location;
      }
    } else if (instruction instanceof LitmusInstruction.Store store) {
      write(after, t, location(store.address(), registers), value(store.value(), registers));
    } else if (instruction instanceof LitmusInstruction.StoreConditional store) {
      conditional(state, t, store);
      after.reservation[t] = -1;
      registers[store.status()] = store.failure();
    } else if (instruction instanceof LitmusInstruction.ReadModifyWrite update) {
      if (!state.buffers.get(t).isEmpty() || !update(after, t, update)) {
        return;
      }
    } else if (instruction instanceof LitmusInstruction.Fence) {
      if (!state.buffers.get(t).isEmpty()) {
        return;
      }
    } else if (instruction instanceof LitmusInstruction.Branch branch) {
      if (value(branch.condition(), registers) != 0) {
        after.next[t] = branch.target();
      }
    } else {
      after.next[t] = ((LitmusInstruction.Jump) instruction).target();
    }
    push(after);
  }

  private void conditional(State state, int t, LitmusInstruction.StoreConditional store) {
    State success = state.copy();
    long[] registers = success.registers[t];
    int location = location(store.address(), registers);
    if (success.reservation[t] == location) {
      success.next[t]++;
      success.reservation[t] = -1;
      write(success, t, location, value(store.value(), registers));
      registers[store.status()] = store.success();
      push(success);
    }
  }

  private boolean update(State state, int t, LitmusInstruction.ReadModifyWrite update) {
    long[] registers = state.registers[t];
    int location = location(update.address(), registers);
    registers[update.register()] = state.memory[location] & 0xFFFFFFFFL;
    boolean stores = update.condition() == null || value(update.condition(), registers) != 0;
    if (stores) {
      store(state, t, location, value(update.value(), registers));
    }
    return stores || !update.mustStore();
  }

  private void write(State state, int t, int location, long value) {
    if (buffers == Buffers.NONE) {
      store(state, t, location, value);
    } else {
      state.buffers.get(t).add(new long[] {location, (int) value});
    }
  }

  private static long read(State state, int t, int location) {
    List<long[]> buffer = state.buffers.get(t);
    for (int i = buffer.size() - 1; i >= 0; i--) {
      if (buffer.get(i)[0] == location) {
        return buffer.get(i)[1];
      }
    }
    return state.memory[location];
  }

  private static int location(Expression address, long[] registers) {
    return (int) LitmusLocation.number(value(address, registers));
  }

  private static long value(Expression expression, long[] registers) {
    if (expression instanceof Expression.Constant constant) {
      return constant.value();
    }
    if (expression instanceof Expression.RegisterValue register) {
      return registers[register.number()];
    }
    Expression.Operation operation = (Expression.Operation) expression;
    Operator operator = operation.operator();
    return operator.apply(value(operation.left(), registers), value(operation.right(), registers));
  }
}
