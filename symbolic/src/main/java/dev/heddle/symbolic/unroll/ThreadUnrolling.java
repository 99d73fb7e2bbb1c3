package dev.heddle.symbolic.unroll;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Location;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Unrolls one thread: control flow, calls, and how the thread ends. */
final class ThreadUnrolling {
  /** A loop that control cannot leave for so many passes is taken to be endless. */
  private static final int MAX_PASSES = 4096;

  private static final int MAX_WORK = 20_000_000;
  private static final int DEEPEST = 200;

  final Unrolling unrolling;
  final Terms terms;
  final UnrolledThread thread;
  final String key;

  /** Which copy of which instruction is unrolled. */
  String place = "";

  private final InstructionUnrolling instructions;

  /** The functions whose calls are under way, and the conditions with which they were called. */
  private final Deque<Integer> calls = new ArrayDeque<>();

  private final Deque<Term> callGuards = new ArrayDeque<>();
  private final Deque<String> callKeys = new ArrayDeque<>();

  /** A state that comes to a copy of a block from another block. */
  private record Arrival(PathState state, int from) {}

  /** How a call comes back, if it does. */
  record Returned(PathState state, Term value) {}

  ThreadUnrolling(Unrolling unrolling, UnrolledThread thread, String key) {
    this.unrolling = unrolling;
    this.terms = unrolling.terms;
    this.thread = thread;
    this.key = key;
    this.instructions = new InstructionUnrolling(this);
    thread.finished = terms.no();
    thread.endedProgram = terms.no();
    thread.exitedWell = terms.no();
    thread.exitedBadly = terms.no();
    thread.refuted = terms.no();
    thread.blockedAlone = terms.no();
    thread.stuck = terms.no();
    thread.returned = terms.word(0);
  }

  void run(int function, List<Term> arguments, PathState start) {
    start.registers = new Term[0];
    if (thread.number() == 0) {
      instructions.addStep(Step.Kind.START, start, Location.NONE);
    }
    Returned returned = call(function, arguments, start, "");
    if (returned != null) {
      finish(returned.state, returned.value);
    }
  }

  // ---- How threads end ----------------------------------------------------------------------

  void finish(PathState state, Term value) {
    BitSet joined = (BitSet) state.joined.clone();
    if (!thread.finished.isFalse()) {
      joined.and(thread.joinedAtEnd);
    }
    thread.joinedAtEnd = joined;
    thread.returned = terms.ite(state.guard, value, thread.returned);
    thread.finished = terms.or(thread.finished, state.guard);
    die(state);
  }

  /** The thread ends the process. */
  void exit(PathState state, Term status) {
    Term isGood = terms.isZero(terms.extract(status, 0, 32));
    thread.exitedWell = terms.or(thread.exitedWell, terms.and(state.guard, isGood));
    thread.exitedBadly = terms.or(thread.exitedBadly, terms.and(state.guard, terms.not(isGood)));
  }

  /** The thread goes on only where an assumption holds. */
  void assume(PathState state, Term condition) {
    refute(terms.and(state.guard, terms.not(condition)));
    stop(state, terms.not(condition), unrolling.halfSections.refuted());
  }

  void refute(Term condition) {
    thread.refuted = terms.or(thread.refuted, condition);
  }

  /** The thread does not go on; what it has done last may be its last step. */
  void die(PathState state) {
    thread.lasts.addAll(state.last);
    state.guard = terms.no();
  }

  void fail(PathState state, Term condition, Location location, String what) {
    Term fails = terms.and(state.guard, condition);
    if (!fails.isFalse()) {
      thread.failures.add(new UnrolledThread.Ending(fails, location, what));
      thread.lasts.addAll(state.last);
    }
    state.guard = terms.and(state.guard, terms.not(condition));
  }

  /**
   * Nothing wrong, but the thread does not go on when a condition holds.
   *
   * @param half when it may do so in an atomic section
   */
  void stop(PathState state, Term condition, Term half) {
    Term stops = terms.and(state.guard, condition);
    if (stops.isFalse()) {
      return;
    }
    if (state.sections > 0 && !state.alone) {
      // Others would see half a section; otherwise such an execution does not count.
      unrolling.constraints.add(terms.implies(stops, half));
    }
    thread.lasts.addAll(state.last);
    state.guard = terms.and(state.guard, terms.not(condition));
  }

  private void cut(PathState state, Location location, String what) {
    thread.cuts.add(new UnrolledThread.Ending(state.guard, location, what));
    stop(state, terms.yes(), unrolling.halfSections.cut());
  }

  void unsupported(PathState state, Location location, String what) {
    if (state.guard.isTrue()) {
      throw new UnrollingException(location, what);
    }
    thread.unsupported.add(new UnrolledThread.Ending(state.guard, location, what));
    stop(state, terms.yes(), unrolling.halfSections.cut());
  }

  // ---- Calls --------------------------------------------------------------------------------

  /** Inlines a call; null if it never comes back. */
  Returned call(int function, List<Term> arguments, PathState state, String site) {
    Function called = unrolling.program.functions().get(function);
    if (isTooDeep(function, state)) {
      int most = unrolling.bound.passes();
      cut(state, entryOf(called), "calls of " + called.name() + "() were cut at depth " + most);
      return null;
    }
    if (calls.size() > DEEPEST) {
      unrolling.refuse(
          entryOf(called),
          ("calls of " + called.name() + "() are nested more than " + DEEPEST + " deep, and no")
              + " branch ends that; --unroll bounds recursion behind branches only");
      stop(state, terms.yes(), terms.yes());
      return null;
    }
    Term[] registers = state.registers;
    int[] passes = state.passes;
    int locals = state.locals.size();
    state.registers = new Term[called.registers()];
    for (int i = 0; i < called.parameters(); i++) {
      state.registers[i] = arguments.get(i);
    }
    FunctionShape shape = unrolling.shape(function);
    state.passes = new int[shape.loops.count()];
    calls.push(function);
    callGuards.push(state.guard);
    callKeys.push(site);
    Returned returned = body(shape, state);
    calls.pop();
    callGuards.pop();
    callKeys.pop();
    if (returned == null) {
      return null;
    }
    boolean isMain = thread.number() == 0 && calls.isEmpty();
    if (!isMain) {
      leave(returned.state, locals);
    }
    returned.state.registers = registers.clone();
    returned.state.passes = passes.clone();
    return returned;
  }

  private static Location entryOf(Function function) {
    for (Block block : function.blocks()) {
      for (Instruction instruction : block.instructions()) {
        if (instruction.location().isKnown()) {
          return instruction.location();
        }
      }
    }
    return function.blocks().get(0).terminator().location();
  }

  private boolean isTooDeep(int function, PathState state) {
    if (unrolling.bound.passes() == 0) {
      return false;
    }
    int undecided = 0;
    Term inner = state.guard;
    var guards = callGuards.iterator();
    for (int under : calls) {
      Term outer = guards.next();
      if (under == function) {
        undecided += outer == inner ? 0 : 1;
        inner = outer;
      }
    }
    return undecided >= unrolling.bound.passes();
  }

  /** Ends the lives of the local objects behind the first so many. */
  void leave(PathState state, int keep) {
    while (state.locals.size() > keep) {
      PathState.Local local = state.locals.remove(state.locals.size() - 1);
      instructions.leave(state, local);
    }
  }

  /** A number for something at the place that is unrolled. */
  int newIdentity(String what) {
    return unrolling.newIdentity(context(place) + what);
  }

  String newName(String prefix) {
    return prefix + newIdentity(prefix);
  }

  /** Tells objects of the same place in the program apart. */
  String context(String place) {
    List<String> path = new ArrayList<>(callKeys);
    Collections.reverse(path);
    return key + String.join("/", path) + "/" + place;
  }

  // ---- Blocks -------------------------------------------------------------------------------

  private Returned body(FunctionShape shape, PathState start) {
    NavigableMap<FunctionShape.Copy, List<Arrival>> ahead = new TreeMap<>();
    arrive(ahead, shape.entry(), new Arrival(start, -1));
    Returned returned = null;
    Term[] passGuards = new Term[shape.loops.count()];
    while (!ahead.isEmpty()) {
      Map.Entry<FunctionShape.Copy, List<Arrival>> next = ahead.pollFirstEntry();
      FunctionShape.Copy copy = next.getKey();
      Block block = shape.function.blocks().get(copy.block());
      PathState state = meet(block, next.getValue());
      int loop = shape.loops.loopOfHeader(copy.block());
      if (loop >= 0) {
        passGuards[loop] = state.guard;
      }
      String place = shape.function.name() + java.util.Arrays.toString(copy.position());
      int index = 0;
      for (Instruction instruction : block.instructions()) {
        state = instructions.unroll(instruction, state, place + index++);
        if (state == null || state.isDead()) {
          break;
        }
      }
      if (state == null || state.isDead()) {
        continue;
      }
      if (block.terminator() instanceof Terminator.Return exit) {
        Term value = operand(exit.value(), state);
        returned = returned == null ? new Returned(state, value) : meet(returned, state, value);
      } else {
        leave(shape, copy, block, state, ahead, passGuards);
      }
    }
    return returned;
  }

  private Returned meet(Returned before, PathState state, Term value) {
    Term both = terms.ite(before.state.guard, before.value, value);
    return new Returned(before.state.merge(state, terms), both);
  }

  private static void arrive(
      NavigableMap<FunctionShape.Copy, List<Arrival>> ahead,
      FunctionShape.Copy copy,
      Arrival arrival) {
    ahead.computeIfAbsent(copy, c -> new ArrayList<>()).add(arrival);
  }

  /** The state in front of a block, with its phis. */
  private PathState meet(Block block, List<Arrival> arrivals) {
    PathState merged = null;
    for (Arrival arrival : arrivals) {
      PathState state = arrival.state;
      if (!block.phis().isEmpty()) {
        Term[] values = new Term[block.phis().size()];
        for (int i = 0; i < values.length; i++) {
          values[i] = operand(block.phis().get(i).valueFrom(arrival.from), state);
        }
        for (int i = 0; i < values.length; i++) {
          state.registers[block.phis().get(i).result().index()] = values[i];
        }
      }
      merged = merged == null ? state : merged.merge(state, terms);
    }
    return merged;
  }

  private void leave(
      FunctionShape shape,
      FunctionShape.Copy copy,
      Block block,
      PathState state,
      NavigableMap<FunctionShape.Copy, List<Arrival>> ahead,
      Term[] passGuards) {
    if (++unrolling.work % 1024 == 0) {
      if (unrolling.stop.getAsBoolean()) {
        throw new Unrolling.StoppedException();
      }
      if (unrolling.work > MAX_WORK) {
        throw new UnrollingException(
            block.terminator().location(),
            "the unrolled program is too large; try a smaller bound with --unroll");
      }
    }
    if (block.terminator() instanceof Terminator.Jump jump) {
      go(shape, copy, jump.target(), state, ahead, passGuards);
    } else if (block.terminator() instanceof Terminator.Branch branch) {
      Term condition = terms.lowestBit(operand(branch.condition(), state));
      split(shape, copy, branch.ifTrue(), condition, state, ahead, passGuards);
      split(shape, copy, branch.ifFalse(), terms.not(condition), state, ahead, passGuards);
    } else if (block.terminator() instanceof Terminator.Switch choice) {
      Term value = operand(choice.value(), state);
      Term others = terms.yes();
      for (int i = 0; i < choice.cases().size(); i++) {
        Term is = terms.equal(value, terms.word(choice.cases().get(i)));
        Term condition = terms.and(others, is);
        split(shape, copy, choice.targets().get(i), condition, state, ahead, passGuards);
        others = terms.and(others, terms.not(is));
      }
      split(shape, copy, choice.otherwise(), others, state, ahead, passGuards);
    } else {
      fail(
          state,
          terms.yes(),
          block.terminator().location(),
          "control reaches what must be unreachable");
    }
  }

  private void split(
      FunctionShape shape,
      FunctionShape.Copy copy,
      int target,
      Term condition,
      PathState state,
      NavigableMap<FunctionShape.Copy, List<Arrival>> ahead,
      Term[] passGuards) {
    Term guard = terms.and(state.guard, condition);
    if (!guard.isFalse()) {
      PathState taken = state.copy();
      taken.guard = guard;
      go(shape, copy, target, taken, ahead, passGuards);
    }
  }

  private void go(
      FunctionShape shape,
      FunctionShape.Copy copy,
      int target,
      PathState state,
      NavigableMap<FunctionShape.Copy, List<Arrival>> ahead,
      Term[] passGuards) {
    FunctionShape.Copy next = shape.next(copy, target);
    int loop = shape.loops.loopOfHeader(target);
    if (loop >= 0) {
      if (!shape.loops.isBackEdge(copy.block(), target)) {
        state.passes[loop] = 1;
      } else if (!mayGoOn(shape, loop, next, state, passGuards[loop])) {
        boolean hasOwn = shape.ownBound(loop) > 0;
        String after = "loops were cut after " + unrolling.bound.passes() + " passes";
        String what = hasOwn ? "a loop was cut at the bound that the program gives it" : after;
        cut(state, shape.locationOf(loop), what);
        return;
      }
    }
    arrive(ahead, next, new Arrival(state, copy.block()));
  }

  private boolean mayGoOn(
      FunctionShape shape, int loop, FunctionShape.Copy next, PathState state, Term passGuard) {
    int own = shape.ownBound(loop);
    if (own > 0) {
      return shape.pass(next, loop) <= own;
    }
    Unrolling.Bound bound = unrolling.bound;
    if (shape.pass(next, loop) > MAX_PASSES) {
      unrolling.refuse(
          shape.locationOf(loop),
          ("this loop goes on behind " + MAX_PASSES + " passes; --unroll N bounds it, for example")
              + " --unroll 10");
      return false;
    }
    if (bound.countsAll()) {
      return bound.passes() == 0 || shape.pass(next, loop) <= bound.passes();
    }
    if (state.guard != passGuard) {
      state.passes[loop]++;
    }
    return state.passes[loop] <= bound.passes();
  }

  // ---- Values -------------------------------------------------------------------------------

  Term operand(Value value, PathState state) {
    if (value instanceof Register register) {
      Term term = state.registers[register.index()];
      return term == null ? terms.word(0) : term;
    }
    if (value instanceof Value.Constant constant) {
      return terms.word(constant.bits());
    }
    if (value instanceof Value.Undefined) {
      return terms.word(0);
    }
    return terms.word(unrolling.objects.addressOf(value));
  }
}
