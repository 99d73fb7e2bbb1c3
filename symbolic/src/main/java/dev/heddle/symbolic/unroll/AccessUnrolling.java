package dev.heddle.symbolic.unroll;

import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.Guard;
import dev.heddle.program.Location;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import dev.heddle.symbolic.term.Operator;
import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Unrolls accesses to memory: those that others cannot disturb are performed at once. */
final class AccessUnrolling {
  private static final String WAITS_IN_SECTION =
      "a thread has to wait inside an atomic section; let it wait before the section";

  private final ThreadUnrolling thread;
  private final InstructionUnrolling instructions;
  private final Unrolling unrolling;
  private final Terms terms;
  private final Computation computation;

  AccessUnrolling(ThreadUnrolling thread, InstructionUnrolling instructions) {
    this.thread = thread;
    this.instructions = instructions;
    this.unrolling = thread.unrolling;
    this.terms = thread.terms;
    this.computation = new Computation(terms);
  }

  void unroll(Instruction instruction, PathState state) {
    if (instruction instanceof Instruction.Load i) {
      Step step = step(Step.Kind.LOAD, i.address(), i.bytes(), state, i.location());
      order(step, i.order(), i.order());
      set(state, i.result(), perform(step, state));
    } else if (instruction instanceof Instruction.Store i) {
      Step step = step(Step.Kind.STORE, i.address(), i.bytes(), state, i.location());
      order(step, i.order(), i.order());
      step.operand = narrow(i.value(), i.bytes(), state);
      perform(step, state);
    } else if (instruction instanceof Instruction.Peek i) {
      Step step = step(Step.Kind.PEEK, i.address(), i.bytes(), state, i.location());
      set(state, i.result(), perform(step, state));
      set(state, i.missing(), step.missing);
    } else if (instruction instanceof Instruction.Poke i) {
      Step step = step(Step.Kind.POKE, i.address(), i.bytes(), state, i.location());
      step.operand = narrow(i.value(), i.bytes(), state);
      step.missing = instructions.operand(i.missing(), state);
      perform(step, state);
    } else if (instruction instanceof Instruction.ReadModifyWrite i) {
      Step step = step(Step.Kind.READ_MODIFY_WRITE, i.address(), i.bytes(), state, i.location());
      order(step, i.order(), i.order());
      step.operand = narrow(i.value(), i.bytes(), state);
      step.update = i.operator();
      set(state, i.result(), perform(step, state));
    } else if (instruction instanceof Instruction.Add i) {
      Step step = step(Step.Kind.READ_MODIFY_WRITE, i.address(), i.bytes(), state, i.location());
      order(step, i.order(), i.order());
      step.operand = narrow(i.value(), i.bytes(), state);
      step.update = Instruction.RmwOperator.ADD;
      perform(step, state);
    } else if (instruction instanceof Instruction.CompareExchange i) {
      Step step = step(Step.Kind.COMPARE_EXCHANGE, i.address(), i.bytes(), state, i.location());
      order(step, i.successOrder(), i.failureOrder());
      step.operand = narrow(i.expected(), i.bytes(), state);
      step.desired = narrow(i.desired(), i.bytes(), state);
      Term old = perform(step, state);
      set(state, i.old(), old);
      Term same = terms.equal(terms.extract(old, 0, 8 * i.bytes()), step.operand);
      set(state, i.success(), terms.number(same));
    } else if (instruction instanceof Instruction.Await i) {
      Step step = step(Step.Kind.AWAIT, i.address(), i.bytes(), state, i.location());
      order(step, i.order(), i.order());
      guarded(step, i.guard(), i.update(), i.operand(), state);
      step.spins = i.loop() != Instruction.NO_LOOP;
      step.assumed = i.loop() == Instruction.ASSUMED;
      set(state, i.result(), perform(step, state));
    } else if (instruction instanceof Instruction.Attempt i) {
      Step step = step(Step.Kind.ATTEMPT, i.address(), i.bytes(), state, i.location());
      order(step, i.order(), i.order());
      guarded(step, i.guard(), i.update(), i.operand(), state);
      Term old = perform(step, state);
      set(state, i.old(), old);
      set(state, i.success(), terms.number(step.holds(old)));
    } else if (instruction instanceof Instruction.Signal i) {
      Step step = step(Step.Kind.SIGNAL, i.address(), 8, state, i.location());
      order(step, i.order(), i.order());
      step.picked = terms.variable(thread.newName("picked"), Terms.WORD);
      Term old = perform(step, state);
      unrolling.constraints.add(unrolling.semantics.isPick(step, old));
      set(state, i.result(), old);
    } else if (instruction instanceof Instruction.Mutex i) {
      mutex(i, state);
    } else if (instruction instanceof Instruction.HeapFree i) {
      Term address = instructions.operand(i.address(), state);
      free(i, address, state);
    } else if (instruction instanceof Instruction.HeapSize i) {
      Step step = step(Step.Kind.SIZE, i.address(), 0, state, i.location());
      set(state, i.result(), perform(step, state));
    } else {
      throw new IllegalArgumentException("no such instruction: " + instruction);
    }
  }

  private void set(PathState state, Register register, Term value) {
    instructions.set(state, register, value);
  }

  private Term narrow(Value value, int bytes, PathState state) {
    return terms.extract(instructions.operand(value, state), 0, 8 * bytes);
  }

  /** A step that is not yet part of the thread. */
  private Step step(Step.Kind kind, Value address, int bytes, PathState state, Location location) {
    Step step = new Step(kind, thread.thread.number(), -1, location, -1);
    step.address = instructions.operand(address, state);
    step.bytes = bytes;
    return step;
  }

  private static void order(Step step, MemoryOrder order, MemoryOrder failureOrder) {
    step.order = order;
    step.failureOrder = failureOrder;
  }

  private void guarded(
      Step step, Guard guard, Instruction.RmwOperator update, Value operand, PathState state) {
    step.condition = condition(guard, 8 * step.bytes, state);
    step.update = update;
    step.operand = update == null ? null : narrow(operand, step.bytes, state);
  }

  private UnaryOperator<Term> condition(Guard guard, int bits, PathState state) {
    if (guard instanceof Guard.Masked masked) {
      Term mask = instructions.operand(masked.mask(), state);
      Term value = instructions.operand(masked.value(), state);
      return content ->
          computation.relation(
              masked.relation(),
              terms.extract(terms.binary(Operator.AND, content, mask), 0, bits),
              terms.extract(value, 0, bits));
    }
    Guard.Computed computed = (Guard.Computed) guard;
    Term[] registers = state.registers.clone();
    return content -> {
      PathState inner = new PathState(terms.yes(), state.memory);
      inner.registers = registers.clone();
      inner.registers[computed.content().index()] = content;
      for (Instruction step : computed.steps()) {
        instructions.unroll(step, inner, "");
      }
      return terms.lowestBit(instructions.operand(computed.condition(), inner));
    };
  }

  private void mutex(Instruction.Mutex i, PathState state) {
    Step.Kind kind =
        switch (i.operator()) {
          case LOCK -> Step.Kind.LOCK;
          case TRY_LOCK -> Step.Kind.TRY_LOCK;
          case UNLOCK -> Step.Kind.UNLOCK;
        };
    Step step = step(kind, i.address(), 8, state, i.location());
    step.typed = i.typed();
    MemoryOrder order = kind == Step.Kind.UNLOCK ? MemoryOrder.RELEASE : MemoryOrder.ACQUIRE;
    order(step, order, order);
    Term result = perform(step, state);
    set(state, i.result(), result);
    if (kind == Step.Kind.LOCK && step.address.isConstant()) {
      state.take(step.address.low());
    } else if (kind == Step.Kind.UNLOCK) {
      AddressSet set = unrolling.addresses.of(step.address);
      if (set.isKnown()) {
        state.held.keySet().removeAll(set.values());
      } else {
        state.held.clear();
      }
    }
  }

  /** Nothing happens, and nobody sees it, at address 0. */
  private void free(Instruction.HeapFree i, Term address, PathState state) {
    Term isNull = terms.isZero(address);
    if (isNull.isTrue()) {
      return;
    }
    PathState rest = state.copy();
    rest.guard = terms.and(state.guard, isNull);
    state.guard = terms.and(state.guard, terms.not(isNull));
    if (!state.isDead()) {
      perform(step(Step.Kind.FREE, i.address(), 0, state, i.location()), state);
    }
    if (!rest.isDead()) {
      PathState merged = state.isDead() ? rest : state.merge(rest, terms);
      state.guard = merged.guard;
      state.memory = merged.memory;
      state.last = merged.last;
    }
  }

  // ---- Performing ---------------------------------------------------------------------------

  /** Makes an access part of the thread; gives what its thread gets. */
  private Term perform(Step access, PathState state) {
    List<Addresses.Place> places =
        unrolling.addresses.places(access.address, access.bytes, access.location);
    AddressSet set = unrolling.addresses.of(access.address);
    boolean isPrivate = !places.isEmpty();
    boolean isConstant = !places.isEmpty() && !StepSemantics.mayWrite(access);
    for (Addresses.Place place : places) {
      isPrivate &= place.object().kind() == MemoryObject.Kind.PRIVATE;
      isConstant &= place.object().isConstant();
    }
    isConstant &= set.isKnown() && places.size() == set.values().size();
    if (isPrivate && set.open()) {
      throw new UnrollingException(
          access.location, "a pointer to a local variable or to something else that is not known");
    }
    boolean isDirect = isPrivate || state.alone || isConstant || isUnchanging(access, set, places);
    if (isPrivate || isConstant) {
      return direct(access, state, places);
    }
    Step step = part(access, state);
    step.direct = isDirect;
    Term result = isDirect ? direct(step, state, places) : shared(step, state, places, set);
    access.missing = step.missing;
    return result;
  }

  private boolean isUnchanging(Step access, AddressSet set, List<Addresses.Place> places) {
    boolean onlyReads = access.kind == Step.Kind.LOAD || access.kind == Step.Kind.PEEK;
    if (!onlyReads || !set.isKnown() || places.isEmpty() || places.size() != set.values().size()) {
      return false;
    }
    return places.stream().noneMatch(place -> unrolling.changes(place.object()));
  }

  /** The same access as a step of the thread. */
  private Step part(Step access, PathState state) {
    Step step = instructions.addStep(access.kind, state, access.location);
    step.address = access.address;
    step.bytes = access.bytes;
    step.operand = access.operand;
    step.desired = access.desired;
    step.missing = access.missing;
    step.update = access.update;
    step.condition = access.condition;
    step.typed = access.typed;
    step.picked = access.picked;
    step.spins = access.spins;
    step.assumed = access.assumed;
    order(step, access.order, access.failureOrder);
    return step;
  }

  private Term direct(Step step, PathState state, List<Addresses.Place> places) {
    StepSemantics.Effect effect =
        unrolling.semantics.perform(step, state.memory, places, terms.yes());
    Term blocked = terms.not(effect.enabled());
    if (!blocked.isFalse()) {
      if (!step.spins && state.alone) {
        thread.thread.blockedAlone =
            terms.or(thread.thread.blockedAlone, terms.and(state.guard, blocked));
      }
      if (step.assumed) {
        thread.assume(state, effect.enabled());
      } else if (step.inSection && !state.alone) {
        PathState waiting = state.copy();
        waiting.guard = terms.and(state.guard, blocked);
        state.guard = terms.and(state.guard, effect.enabled());
        thread.unsupported(waiting, step.location, WAITS_IN_SECTION);
      } else {
        thread.thread.stuck = terms.or(thread.thread.stuck, terms.and(state.guard, blocked));
        thread.stop(state, blocked, unrolling.halfSections.refuted());
      }
    }
    thread.fail(state, effect.fails(), step.location, "memory is misused");
    step.passed = state.guard;
    step.result = effect.observed();
    if (step.kind == Step.Kind.PEEK) {
      step.missing = terms.zeroExtend(effect.missing(), Terms.WORD);
    }
    return step.result;
  }

  private Term shared(Step step, PathState state, List<Addresses.Place> places, AddressSet set) {
    String name = "t" + step.identity + "_";
    int bits = StepSemantics.isAboutObjects(step) ? Terms.WORD : 8 * step.bytes;
    if (step.kind == Step.Kind.LOCK || step.kind == Step.Kind.UNLOCK) {
      bits = 8;
    } else if (step.kind == Step.Kind.TRY_LOCK) {
      bits = 1;
    }
    step.result = terms.zeroExtend(terms.variable(name, bits), Terms.WORD);
    if (step.kind == Step.Kind.PEEK) {
      step.missing = terms.zeroExtend(terms.variable(name + "missing", step.bytes), Terms.WORD);
    }
    if (!alwaysPasses(step, places, set)) {
      Term passes = terms.booleanVariable(name + "passes");
      step.passed = terms.and(state.guard, passes);
      thread.thread.lasts.add(step);
      if (step.canWait()) {
        thread.thread.lasts.addAll(step.before);
        if (step.inSection) {
          passInSection(step);
        }
      }
      if (step.assumed) {
        thread.refute(terms.and(step.guard, terms.not(step.passed)));
      }
      state.guard = step.passed;
    }
    return step.result;
  }

  /** A section whose assumption fails does not begin; one that has to wait cannot be checked. */
  private void passInSection(Step step) {
    HalfSections half = unrolling.halfSections;
    Term waits = terms.and(step.guard, terms.not(step.passed));
    unrolling.constraints.add(terms.implies(waits, step.assumed ? half.refuted() : half.cut()));
    if (!step.assumed) {
      thread.thread.unsupported.add(
          new UnrolledThread.Ending(waits, step.location, WAITS_IN_SECTION));
    }
  }

  /** Whether nothing can go wrong with a step, and nothing keeps it waiting. */
  private boolean alwaysPasses(Step step, List<Addresses.Place> places, AddressSet set) {
    boolean canFail =
        switch (step.kind) {
          case LOCK, TRY_LOCK, UNLOCK, AWAIT, FREE, SIZE -> true;
          default -> false;
        };
    if (canFail || !set.isKnown() || places.isEmpty() || places.size() != set.values().size()) {
      return false;
    }
    for (Addresses.Place place : places) {
      MemoryObject object = place.object();
      boolean canBeConstant = object.isConstant() && StepSemantics.mayWrite(step);
      if (object.canEnd() || unrolling.objects.mayLackValues(object) || canBeConstant) {
        return false;
      }
    }
    return true;
  }

  // ---- Joins --------------------------------------------------------------------------------

  void join(Instruction.Join i, PathState state) {
    Term identity = instructions.operand(i.thread(), state);
    List<Long> values = identities(identity, i, state);
    Step step = instructions.addStep(Step.Kind.JOIN, state, i.location());
    List<Integer> threads = new ArrayList<>();
    List<Term> chosen = new ArrayList<>();
    Term result = terms.word(0);
    for (long value : values) {
      if (value > 0 && value <= unrolling.threads.size()) {
        UnrolledThread target = unrolling.threads.get((int) value - 1);
        Term is = terms.equal(identity, terms.word(value));
        threads.add(target.number());
        chosen.add(is);
        result = terms.ite(is, target.returned, result);
        if (is.isTrue()) {
          state.joined.set(target.number());
          state.joined.or(target.joinedAtEnd);
        }
      }
    }
    step.threads = threads;
    step.chosen = chosen;
    Term passes = terms.booleanVariable(thread.newName("joins"));
    step.passed = terms.and(state.guard, passes);
    thread.thread.lasts.add(step);
    thread.thread.lasts.addAll(step.before);
    if (step.inSection) {
      throw new UnrollingException(
          i.location(), "a thread joins inside an atomic section; let it join before the section");
    }
    state.guard = step.passed;
    set(state, i.result(), result);
  }

  /**
   * What the identity of a joined thread can be. If it may be anything, it has to be one of the
   * threads so far.
   */
  private List<Long> identities(Term identity, Instruction.Join i, PathState state) {
    AddressSet set = unrolling.addresses.of(identity);
    if (set.isKnown()) {
      return List.copyOf(set.values());
    }
    List<Long> threads = new ArrayList<>();
    PathState other = state.copy();
    for (long value = 2; value <= unrolling.threads.size(); value++) {
      Term isAnother = terms.not(terms.equal(identity, terms.word(value)));
      other.guard = terms.and(other.guard, isAnother);
      threads.add(value);
    }
    state.guard = terms.and(state.guard, terms.not(other.guard));
    thread.unsupported(
        other,
        i.location(),
        "which thread is joined here is not known before the program runs; keep its identity in a"
            + " variable that no other thread changes");
    return threads;
  }
}
