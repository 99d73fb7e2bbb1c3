package dev.heddle.model.axiomatic;

import dev.heddle.litmus.Expression;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.litmus.LitmusThread;
import dev.heddle.litmus.Operator;
import dev.heddle.model.axiomatic.ThreadPath.Requirement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the paths of a thread by symbolic execution. A branch whose condition is not known yet goes
 * both ways, a conditional store succeeds and fails; a loop is left after a number of passes.
 */
final class ThreadUnfolding {
  private static final int MAX_PATHS = 100_000;

  private final LitmusThread thread;
  private final int number;
  private final int unroll;
  private final List<ThreadPath> paths = new ArrayList<>();

  /** 1 if what an atomic instruction puts into a register depends on its store, else 0. */
  private final int fromStore;

  private boolean cut;

  private ThreadUnfolding(
      LitmusThread thread, int number, int unroll, boolean resultsDependOnStores) {
    this.thread = thread;
    this.number = number;
    this.unroll = unroll;
    this.fromStore = resultsDependOnStores ? 1 : 0;
  }

  /**
   * @param cut whether a loop would have gone on
   */
  record Unfolded(List<ThreadPath> paths, boolean cut) {}

  /** The paths of each thread of a test. */
  static List<Unfolded> unfold(LitmusTest test, int unroll) {
    List<Unfolded> unfolded = new ArrayList<>();
    for (int thread = 0; thread < test.threads().size(); thread++) {
      boolean fromStores = test.architecture().resultsDependOnStores();
      unfolded.add(unfold(test.threads().get(thread), thread, unroll, fromStores));
    }
    return unfolded;
  }

  /**
   * @param unroll how often a jump back may be taken
   * @param resultsDependOnStores see {@link dev.heddle.litmus.Architecture#resultsDependOnStores}
   */
  private static Unfolded unfold(
      LitmusThread thread, int number, int unroll, boolean resultsDependOnStores) {
    ThreadUnfolding unfolding = new ThreadUnfolding(thread, number, unroll, resultsDependOnStores);
    List<State> open = new ArrayList<>();
    open.add(unfolding.start());
    while (!open.isEmpty()) {
      unfolding.run(open.remove(open.size() - 1), open);
    }
    return new Unfolded(unfolding.paths, unfolding.cut);
  }

  /** A value, and the reads and conditional stores on the path that it depends on. */
  private record Known(Term term, BitSet reads) {}

  /** A condition with an end, and the control dependencies around it. */
  private record Control(int join, BitSet around) {}

  /** How far one path has come. */
  private static final class State {
    int next;
    int instances;
    Known[] registers;
    int[] jumpsBack;
    List<PathEvent> events = new ArrayList<>();
    List<Requirement> requirements = new ArrayList<>();
    BitSet ctrl = new BitSet();

    /** The conditions that the path is inside of, innermost last. */
    List<Control> inside = new ArrayList<>();

    /** The load with reservation that a conditional store would pair with, or -1. */
    int reservation = -1;

    State fork() {
      State copy = new State();
      copy.next = next;
      copy.instances = instances;
      copy.registers = registers.clone();
      copy.jumpsBack = jumpsBack.clone();
      copy.events = new ArrayList<>(events);
      copy.requirements = new ArrayList<>(requirements);
      copy.ctrl = (BitSet) ctrl.clone();
      copy.inside = new ArrayList<>(inside);
      copy.reservation = reservation;
      return copy;
    }
  }

  private State start() {
    State state = new State();
    state.registers = new Known[thread.registers().size()];
    for (int i = 0; i < state.registers.length; i++) {
      long value = thread.initial().getOrDefault(i, 0L);
      state.registers[i] = new Known(Term.of(value), new BitSet());
    }
    state.jumpsBack = new int[thread.instructions().size() + 1];
    return state;
  }

  private void run(State state, List<State> open) {
    while (state.next < thread.instructions().size()) {
      leaveConditions(state);
      LitmusInstruction instruction = thread.instructions().get(state.next);
      int at = state.next++;
      if (!step(state, instruction, at, open)) {
        return;
      }
    }
    if (paths.size() == MAX_PATHS) {
      throw new TooLargeException(
          "thread P" + number + " has more than " + MAX_PATHS + " paths; lower --unroll");
    }
    List<Term> registers = new ArrayList<>();
    for (Known register : state.registers) {
      registers.add(register.term());
    }
    paths.add(new ThreadPath(state.events, state.requirements, registers));
  }

  /** Executes one instruction; false if this path ends here without being one. */
  private boolean step(State state, LitmusInstruction instruction, int at, List<State> open) {
    if (instruction instanceof LitmusInstruction.Assign assign) {
      state.registers[assign.register()] = value(state, assign.value());
    } else if (instruction instanceof LitmusInstruction.Load load) {
      load(state, load, at);
    } else if (instruction instanceof LitmusInstruction.Store store) {
      Known address = value(state, store.address());
      Known value = value(state, store.value());
      write(state, address, value, store.size(), store.tags(), at, -1, false);
    } else if (instruction instanceof LitmusInstruction.StoreConditional store) {
      storeConditional(state, store, at, open);
    } else if (instruction instanceof LitmusInstruction.ReadModifyWrite update) {
      return readModifyWrite(state, update, at, open);
    } else if (instruction instanceof LitmusInstruction.Fence fence) {
      fence(state, fence, at);
    } else if (instruction instanceof LitmusInstruction.Jump jump) {
      return jump(state, jump.target(), at);
    } else if (instruction instanceof LitmusInstruction.Branch branch) {
      return branch(state, branch, at, open);
    }
    return true;
  }

  private static void leaveConditions(State state) {
    int innermost = state.inside.size() - 1;
    while (innermost >= 0 && state.inside.get(innermost).join() == state.next) {
      state.ctrl = (BitSet) state.inside.remove(innermost--).around().clone();
    }
  }

  private boolean branch(State state, LitmusInstruction.Branch branch, int at, List<State> open) {
    Known condition = value(state, branch.condition());
    if (branch.join() >= 0) {
      state.inside.add(new Control(branch.join(), (BitSet) state.ctrl.clone()));
    }
    state.ctrl.or(condition.reads());
    if (condition.term() instanceof Term.Constant constant) {
      return constant.value() == 0 || jump(state, branch.target(), at);
    }
    State taken = state.fork();
    taken.requirements.add(new Requirement(condition.term(), true));
    if (jump(taken, branch.target(), at)) {
      open.add(taken);
    }
    state.requirements.add(new Requirement(condition.term(), false));
    return true;
  }

  private boolean jump(State state, int target, int from) {
    if (target <= from && ++state.jumpsBack[target] > unroll) {
      cut = true;
      return false;
    }
    state.next = target;
    return true;
  }

  private int load(State state, LitmusInstruction.Load load, int at) {
    int read = read(state, load.address(), load.size(), load.tags(), at);
    Term value = new Term.ReadValue(number, read);
    if (load.signed() && load.size() < 8) {
      value = Term.compound(Operator.SIGN_EXTEND, value, Term.of(8L * load.size()));
    }
    state.registers[load.register()] = new Known(value, only(read));
    if (load.reserve()) {
      state.reservation = read;
    }
    return read;
  }

  private int read(State state, Expression at, int size, Set<String> tags, int instruction) {
    Known address = value(state, at);
    state.events.add(
        new PathEvent(
            PathEvent.Kind.READ,
            address.term(),
            null,
            size,
            tags,
            instruction,
            state.instances++,
            address.reads(),
            new BitSet(),
            (BitSet) state.ctrl.clone(),
            -1,
            false));
    return state.events.size() - 1;
  }

  private static void fence(State state, LitmusInstruction.Fence fence, int instruction) {
    Known address = fence.address() == null ? null : value(state, fence.address());
    state.events.add(
        new PathEvent(
            PathEvent.Kind.FENCE,
            address == null ? null : address.term(),
            null,
            0,
            fence.tags(),
            instruction,
            state.instances++,
            address == null ? new BitSet() : address.reads(),
            new BitSet(),
            (BitSet) state.ctrl.clone(),
            -1,
            false));
  }

  /**
   * @param partner the read that it forms a read-modify-write with, or -1
   * @param conditional whether the two are instructions of their own
   */
  private static void write(
      State state,
      Known address,
      Known value,
      int size,
      Set<String> tags,
      int instruction,
      int partner,
      boolean conditional) {
    boolean sameInstruction = partner >= 0 && !conditional;
    state.events.add(
        new PathEvent(
            PathEvent.Kind.WRITE,
            address.term(),
            value.term(),
            size,
            tags,
            instruction,
            sameInstruction ? state.events.get(partner).instance() : state.instances++,
            address.reads(),
            value.reads(),
            (BitSet) state.ctrl.clone(),
            partner,
            conditional));
  }

  private void storeConditional(
      State state, LitmusInstruction.StoreConditional store, int at, List<State> open) {
    if (state.reservation >= 0 && state.events.get(state.reservation).size() == store.size()) {
      State success = state.fork();
      int reservation = success.reservation;
      success.reservation = -1;
      Known address = value(success, store.address());
      Known value = value(success, store.value());
      Term reserved = success.events.get(reservation).address();
      Term same = Term.compound(Operator.EQ, address.term(), reserved);
      if (!same.equals(Term.of(0))) {
        if (!same.equals(Term.of(1))) {
          success.requirements.add(new Requirement(same, true));
        }
        write(success, address, value, store.size(), store.tags(), at, reservation, true);
        BitSet sources = new BitSet();
        sources.set(success.events.size() - 1, success.events.size() - 1 + fromStore);
        success.registers[store.status()] = new Known(Term.of(store.success()), sources);
        open.add(success);
      }
    }
    state.reservation = -1;
    state.registers[store.status()] = new Known(Term.of(store.failure()), new BitSet());
  }

  private boolean readModifyWrite(
      State state, LitmusInstruction.ReadModifyWrite update, int at, List<State> open) {
    State failed = update.condition() == null || update.mustStore() ? null : state.fork();
    // The address is computed before the register gets its new value.
    Known address = value(state, update.address());
    int read = read(state, update.address(), update.size(), update.readTags(), at);
    state.registers[update.register()] = new Known(new Term.ReadValue(number, read), only(read));
    if (update.condition() != null) {
      Known condition = value(state, update.condition());
      if (failed != null) {
        int tried = read(failed, update.address(), update.size(), update.failureTags(), at);
        failed.registers[update.register()] =
            new Known(new Term.ReadValue(number, tried), only(tried));
        failed.requirements.add(new Requirement(condition.term(), false));
        open.add(failed);
      }
      state.requirements.add(new Requirement(condition.term(), true));
    }
    Known value = value(state, update.value());
    write(state, address, value, update.size(), update.writeTags(), at, read, false);
    BitSet sources = only(read);
    sources.set(read + 1, read + 1 + fromStore);
    state.registers[update.register()] = new Known(new Term.ReadValue(number, read), sources);
    return true;
  }

  private static BitSet only(int read) {
    BitSet reads = new BitSet();
    reads.set(read);
    return reads;
  }

  private static Known value(State state, Expression expression) {
    if (expression instanceof Expression.Constant constant) {
      return new Known(Term.of(constant.value()), new BitSet());
    }
    if (expression instanceof Expression.RegisterValue register) {
      return state.registers[register.number()];
    }
    Expression.Operation operation = (Expression.Operation) expression;
    Known left = value(state, operation.left());
    Known right = value(state, operation.right());
    BitSet reads = (BitSet) left.reads().clone();
    reads.or(right.reads());
    return new Known(Term.compound(operation.operator(), left.term(), right.term()), reads);
  }
}
