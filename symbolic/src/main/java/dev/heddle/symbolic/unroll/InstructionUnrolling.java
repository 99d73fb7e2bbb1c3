package dev.heddle.symbolic.unroll;

import dev.heddle.program.Instruction;
import dev.heddle.program.Location;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Unrolls instructions: computes on registers, and makes steps of what others can see. */
final class InstructionUnrolling {
  private final ThreadUnrolling thread;
  private final Unrolling unrolling;
  private final Terms terms;
  private final Computation computation;
  private final AccessUnrolling accesses;

  InstructionUnrolling(ThreadUnrolling thread) {
    this.thread = thread;
    this.unrolling = thread.unrolling;
    this.terms = thread.terms;
    this.computation = new Computation(terms);
    this.accesses = new AccessUnrolling(thread, this);
  }

  /**
   * The state behind an instruction.
   *
   * @param place tells copies of the instruction apart
   * @return null if control does not get there
   */
  PathState unroll(Instruction instruction, PathState state, String place) {
    thread.place = place;
    if (instruction instanceof Instruction.Binary i) {
      Term right = operand(i.right(), state);
      if (Computation.divides(i.operator())) {
        Term divisor = terms.extract(right, 0, i.bits());
        thread.fail(state, terms.isZero(divisor), i.location(), "division by zero");
      }
      set(state, i.result(), computation.binary(i, operand(i.left(), state), right));
    } else if (instruction instanceof Instruction.Compare i) {
      Term left = operand(i.left(), state);
      set(state, i.result(), computation.compare(i, left, operand(i.right(), state)));
    } else if (instruction instanceof Instruction.Convert i) {
      set(state, i.result(), computation.convert(i, operand(i.value(), state)));
    } else if (instruction instanceof Instruction.Select i) {
      Term condition = terms.lowestBit(operand(i.condition(), state));
      Term chosen = terms.ite(condition, operand(i.ifTrue(), state), operand(i.ifFalse(), state));
      set(state, i.result(), chosen);
    } else if (instruction instanceof Instruction.Call i) {
      set(state, i.thrown(), terms.word(0));
      return call(i, state, place);
    } else if (instruction instanceof Instruction.Assume i) {
      thread.assume(state, terms.not(terms.isZero(operand(i.condition(), state))));
    } else if (instruction instanceof Instruction.Fail i) {
      thread.fail(state, terms.yes(), i.location(), i.message());
    } else if (instruction instanceof Instruction.Throw
        || instruction instanceof Instruction.Handlers) {
      thread.unsupported(
          state, instruction.location(), "exceptions of C++ are not part of symbolic checks");
    } else if (instruction instanceof Instruction.Unsupported i) {
      thread.unsupported(state, i.location(), i.message());
    } else if (instruction instanceof Instruction.DecimalDigit i) {
      thread.unsupported(
          state, i.location(), "printing floating-point numbers is not part of symbolic checks");
    } else if (instruction instanceof Instruction.StackAllocate i) {
      allocate(i, state, place);
    } else if (instruction instanceof Instruction.HeapAllocate i) {
      allocate(i, state, place);
    } else if (instruction instanceof Instruction.ThreadLocalAddress i) {
      set(state, i.result(), terms.word(threadLocal(i.global(), i.location()).address()));
    } else if (instruction instanceof Instruction.CurrentThread i) {
      set(state, i.result(), terms.word(thread.thread.number() + 1L));
    } else if (instruction instanceof Instruction.Print i) {
      set(state, i.result(), terms.variable(thread.newName("printed"), Terms.WORD));
    } else if (instruction instanceof Instruction.Choose i) {
      choose(i, state);
    } else if (instruction instanceof Instruction.AtomicBegin i) {
      beginSection(i, state);
    } else if (instruction instanceof Instruction.AtomicEnd i) {
      if (state.sections == 0) {
        thread.fail(
            state, terms.yes(), i.location(), "end of an atomic section that was not begun");
      } else {
        state.sections--;
      }
    } else if (instruction instanceof Instruction.Spawn i) {
      spawn(i, state, place);
    } else if (instruction instanceof Instruction.Join i) {
      accesses.join(i, state);
    } else if (instruction instanceof Instruction.ThreadExit i) {
      if (thread.thread.number() > 0) {
        thread.leave(state, 0);
      }
      thread.finish(state, operand(i.value(), state));
    } else if (instruction instanceof Instruction.ProgramEnd i) {
      thread.thread.endedProgram = terms.or(thread.thread.endedProgram, state.guard);
      thread.exit(state, operand(i.status(), state));
      thread.finish(state, operand(i.status(), state));
    } else if (instruction instanceof Instruction.ProgramExit i) {
      addStep(Step.Kind.EXIT, state, i.location());
      thread.exit(state, operand(i.status(), state));
      thread.die(state);
    } else if (instruction instanceof Instruction.Fence i) {
      Step step = addStep(Step.Kind.FENCE, state, i.location());
      step.order = i.order();
    } else if (!(instruction instanceof Instruction.LoopBound)) {
      accesses.unroll(instruction, state);
    }
    return state;
  }

  Term operand(Value value, PathState state) {
    return thread.operand(value, state);
  }

  void set(PathState state, Register register, Term value) {
    if (register != null) {
      state.registers[register.index()] = value;
    }
  }

  /** A new step behind what the thread has done. */
  Step addStep(Step.Kind kind, PathState state, Location location) {
    Step step =
        new Step(
            kind,
            thread.thread.number(),
            thread.thread.steps.size(),
            location,
            thread.newIdentity(kind.name()));
    step.guard = state.guard;
    step.passed = state.guard;
    step.before = new LinkedHashSet<>(state.last);
    step.spawned = (java.util.BitSet) state.spawned.clone();
    step.joined = (java.util.BitSet) state.joined.clone();
    step.held = new java.util.HashMap<>(state.held);
    step.inSection = state.sections > 0;
    thread.thread.steps.add(step);
    state.last = new LinkedHashSet<>(Set.of(step));
    return step;
  }

  // ---- Calls --------------------------------------------------------------------------------

  private PathState call(Instruction.Call i, PathState state, String place) {
    Term callee = operand(i.callee(), state);
    List<Term> arguments = new ArrayList<>();
    i.arguments().forEach(argument -> arguments.add(operand(argument, state)));
    List<Integer> targets = new ArrayList<>();
    for (int function : functions(callee)) {
      boolean fits = arguments.size() >= unrolling.program.functions().get(function).parameters();
      Term is = terms.equal(callee, terms.word(ObjectTable.addressOfFunction(function)));
      if (fits && !is.isFalse()) {
        targets.add(function);
      }
    }
    Term known = terms.no();
    ThreadUnrolling.Returned all = null;
    for (int function : targets) {
      Term is = terms.equal(callee, terms.word(ObjectTable.addressOfFunction(function)));
      known = terms.or(known, is);
      PathState taken = is.isTrue() ? state : state.copy();
      taken.guard = terms.and(state.guard, is);
      ThreadUnrolling.Returned one =
          taken.isDead() ? null : thread.call(function, arguments, taken, place + "#" + function);
      if (one != null) {
        all =
            all == null
                ? one
                : new ThreadUnrolling.Returned(
                    all.state().merge(one.state(), terms),
                    terms.ite(all.state().guard, all.value(), one.value()));
      }
    }
    if (!known.isTrue()) {
      thread.fail(
          state, terms.not(known), i.location(), "call of what is not a function that fits");
    }
    if (all == null) {
      return null;
    }
    set(all.state(), i.result(), all.value());
    return all.state();
  }

  /** The functions whose address a term may be. */
  private List<Integer> functions(Term callee) {
    AddressSet set = unrolling.addresses.of(callee);
    if (!set.isKnown()) {
      return unrolling.functionsWithAddress();
    }
    return set.values().stream()
        .map(unrolling.objects::functionAt)
        .filter(function -> function >= 0)
        .toList();
  }

  // ---- Objects ------------------------------------------------------------------------------

  private void allocate(Instruction.StackAllocate i, PathState state, String place) {
    long size = size(operand(i.size(), state), i.location());
    MemoryObject object =
        unrolling.objects.allocate(
            size,
            i.isPrivate() ? MemoryObject.Kind.PRIVATE : MemoryObject.Kind.STACK,
            null,
            false,
            thread.context(place),
            i.location());
    if (!i.isPrivate()) {
      state.locals.add(new PathState.Local(object, state.guard));
    }
    set(state, i.result(), terms.word(object.address()));
  }

  private void allocate(Instruction.HeapAllocate i, PathState state, String place) {
    long size = size(operand(i.size(), state), i.location());
    MemoryObject object =
        unrolling.objects.allocate(
            size, MemoryObject.Kind.HEAP, null, i.zeroed(), thread.context(place), i.location());
    set(state, i.result(), terms.word(object.address()));
  }

  private static long size(Term size, Location location) {
    if (!size.isConstant()) {
      throw new UnrollingException(
          location,
          "the size of this object is not known before the program runs, and so may be unbounded;"
              + " symbolic checks need a constant one, for example the largest");
    }
    return size.low();
  }

  private MemoryObject threadLocal(int global, Location location) {
    String name = thread.key + "/" + unrolling.program.globals().get(global).name();
    for (MemoryObject object : unrolling.objects.all()) {
      if (object.kind() == MemoryObject.Kind.THREAD_LOCAL && object.key().equals(name)) {
        return object;
      }
    }
    var template = unrolling.program.globals().get(global);
    return unrolling.objects.allocate(
        template.bytes().length, MemoryObject.Kind.THREAD_LOCAL, template, false, name, location);
  }

  /** The life of a local object ends. */
  void leave(PathState state, PathState.Local local) {
    Set<Step> before = state.last;
    Step step = addStep(Step.Kind.LEAVE, state, Location.NONE);
    step.guard = terms.and(state.guard, local.made());
    step.passed = step.guard;
    step.address = terms.word(local.object().address());
    step.direct = state.alone;
    if (step.guard != state.guard) {
      state.last.addAll(before);
    }
    if (state.alone) {
      state.memory.end(local.object(), local.made());
    }
  }

  // ---- Threads ------------------------------------------------------------------------------

  private void choose(Instruction.Choose i, PathState state) {
    Step step = addStep(Step.Kind.CHOOSE, state, i.location());
    step.result = terms.variable(thread.newName("input"), Terms.WORD);
    step.operand = terms.word(i.low());
    boolean isPiece = i.low() == 0 && i.high() < 1 << 16 && Long.bitCount(i.high() + 1) == 1;
    if (isPiece) {
      step.width = Long.bitCount(i.high());
      Term piece = terms.variable(thread.newName("input"), Math.max(1, step.width));
      step.result = terms.zeroExtend(piece, Terms.WORD);
    } else if (i.low() != Long.MIN_VALUE || i.high() != Long.MAX_VALUE) {
      var least = dev.heddle.symbolic.term.Operator.SLE;
      unrolling.constraints.add(terms.compare(least, terms.word(i.low()), step.result));
      unrolling.constraints.add(terms.compare(least, step.result, terms.word(i.high())));
    }
    set(state, i.result(), step.result);
  }

  private void beginSection(Instruction.AtomicBegin i, PathState state) {
    if (state.sections++ == 0) {
      Step step = addStep(Step.Kind.ATOMIC_BEGIN, state, i.location());
      step.inSection = false;
      step.direct = state.alone;
      if (!state.alone) {
        // A section that would not come to its end does not begin.
        Term begins = terms.booleanVariable(thread.newName("begins"));
        step.passed = terms.and(state.guard, begins);
        thread.thread.lasts.addAll(step.before);
        state.guard = step.passed;
      }
    }
  }

  private void spawn(Instruction.Spawn i, PathState state, String place) {
    Term callee = operand(i.callee(), state);
    Term argument = operand(i.argument(), state);
    Term identity = terms.word(0);
    Term known = terms.no();
    for (int function : functions(callee)) {
      Term is = terms.equal(callee, terms.word(ObjectTable.addressOfFunction(function)));
      Term guard = terms.and(state.guard, is);
      if (guard.isFalse()) {
        continue;
      }
      known = terms.or(known, is);
      UnrolledThread child = unrolling.newThread(thread.thread.number(), i.location());
      child.started = guard;
      Set<Step> before = state.last;
      Step step = addStep(Step.Kind.SPAWN, state, i.location());
      step.guard = guard;
      step.passed = guard;
      step.threads = List.of(child.number());
      child.spawn = step;
      if (guard != state.guard) {
        state.last.addAll(before);
      }
      PathState start = new PathState(guard, state.memory.copy());
      start.joined = (java.util.BitSet) state.joined.clone();
      start.alone = false;
      String key = thread.context(place) + "!";
      new ThreadUnrolling(unrolling, child, key)
          .run(entry(function), arguments(function, argument), start);
      identity = terms.ite(is, terms.word(child.number() + 1L), identity);
      state.spawned.set(child.number());
    }
    thread.fail(state, terms.not(known), i.location(), "a thread must not run what is no function");
    state.alone = false;
    set(state, i.result(), identity);
  }

  private int entry(int function) {
    int wrapper = unrolling.program.threadStart();
    return wrapper >= 0 ? wrapper : function;
  }

  private List<Term> arguments(int function, Term argument) {
    return unrolling.program.threadStart() >= 0
        ? List.of(terms.word(ObjectTable.addressOfFunction(function)), argument)
        : List.of(argument);
  }
}
