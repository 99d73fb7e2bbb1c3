package dev.heddle.symbolic.encode;

import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;
import dev.heddle.symbolic.unroll.Step;
import dev.heddle.symbolic.unroll.StepSemantics;
import dev.heddle.symbolic.unroll.UnrolledProgram;
import dev.heddle.symbolic.unroll.UnrolledThread;
import dev.heddle.symbolic.unroll.Unrolling;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The token-passing model (section 2.1 of Ganai and Kundu, SPIN 2009, after Ganai 2008): each
 * thread has its own copy of shared memory. At the head of a segment it may get the token, and with
 * it the copy of the thread that had it; at the end of a segment it may give it away. The clock
 * counts how often the token was passed, so that the contexts are totally ordered.
 *
 * <p>Deviations: who gets the token back at a head has given it away before it, so that one
 * Boolean, <em>received</em>, stands for the tokens of both synchronisation blocks. Which pair
 * passes it is a number on both sides ({@code from}, {@code to}), by which nobody gives it away
 * twice. Executions are maximal up to steps that may wait: such a step may not happen even if it
 * could.
 */
final class TokenModel {
  private final UnrolledProgram program;
  private final Terms terms;
  private final Cells cells;
  private final Segments segments;
  private final PassingPairs pairs;
  private final StepSemantics semantics;
  private final BooleanSupplier stop;

  final List<Term> constraints = new ArrayList<>();
  final List<Term> failures = new ArrayList<>();
  final Map<Step, Term> received = new HashMap<>();
  final Map<Step, Term> occurs = new HashMap<>();
  private final Map<Step, CellState> incoming = new HashMap<>();
  private final Map<Step, List<Leave>> leaves = new HashMap<>();
  private final Map<Step, Term> gives = new HashMap<>();

  /** By head, those of the segments to which control goes on. */
  private final Map<Step, List<Step>> following = new HashMap<>();

  final SegmentOrder order;

  /** Looks for data races; null if nobody wants to know. */
  private final RaceModel races;

  private final List<CellState> finalStates = new ArrayList<>();

  /** The end of a segment, where the token may go. */
  private record Leave(Term condition, CellState state) {}

  TokenModel(
      UnrolledProgram program,
      Cells cells,
      Segments segments,
      PassingPairs pairs,
      SegmentOrder order,
      RaceModel races,
      BooleanSupplier stop) {
    this.order = order;
    this.races = races;
    this.stop = stop;
    this.program = program;
    this.terms = program.terms();
    this.cells = cells;
    this.segments = segments;
    this.pairs = pairs;
    this.semantics = new StepSemantics(terms, program.addresses());
    for (Step head : segments.heads()) {
      leaves.put(head, new ArrayList<>());
      following.put(head, new ArrayList<>());
    }
    for (Step head : segments.heads()) {
      segments.previous(head).forEach(previous -> following.get(previous).add(head));
    }
    CellState initial = CellState.initial(terms, cells);
    if (races != null) {
      races.prepare(initial);
    }
    for (UnrolledThread thread : program.threads()) {
      walk(thread, initial.copy());
    }
    pass();
    order.addTo(constraints);
  }

  // ---- One thread ---------------------------------------------------------------------------

  /** Goes through the steps of a thread, whose state changes where a step happens. */
  private void walk(UnrolledThread thread, CellState state) {
    Term current = number(null);
    if (races != null) {
      races.begin(thread);
    }
    for (Step step : thread.steps()) {
      Term happens = happens(step);
      occurs.put(step, happens);
      if (segments.number(step) >= 0) {
        if (step.kind() != Step.Kind.START) {
          Term gets = receive(step, happens, current);
          leave(step, gets, current, state);
          CellState others = state.withShared("x" + name(step));
          incoming.put(step, others);
          state.receive(gets, others);
          current = terms.ite(happens, number(step), current);
        } else {
          received.put(step, terms.no());
          current = number(step);
        }
      }
      perform(step, happens, state);
    }
    if (races != null) {
      races.end(thread);
    }
    finalStates.add(state);
    for (Step head : segments.heads()) {
      if (head.thread() == thread.number() && segments.canBeLast(head)) {
        Term isLast = terms.equal(current, number(head));
        leaves.get(head).add(new Leave(isLast, state));
      }
    }
  }

  private static String name(Step step) {
    return "_" + step.identity();
  }

  private Term number(Step head) {
    return terms.constant(head == null ? 0 : head.identity() + 1L, 32);
  }

  private Term happens(Step step) {
    if (!step.canWait() || step.isDirect()) {
      return step.kind() == Step.Kind.ATOMIC_BEGIN ? step.passed() : step.guard();
    }
    if (step.kind() == Step.Kind.JOIN) {
      return step.passed();
    }
    Term fails = terms.booleanVariable("fails" + name(step));
    return terms.and(step.guard(), terms.or(step.passed(), fails));
  }

  /** Whether a thread gets the token at a head. Who has never had it must. */
  private Term receive(Step head, Term happens, Term current) {
    boolean mustAlways = segments.previous(head).isEmpty();
    if (pairs.sources(head).isEmpty() && !mustAlways) {
      received.put(head, terms.no());
      return terms.no();
    }
    Term gets = happens;
    if (!mustAlways) {
      gets = terms.and(happens, terms.booleanVariable("received" + name(head)));
      if (segments.isEntry(head)) {
        Term isFirst = terms.and(happens, terms.equal(current, number(null)));
        constraints.add(terms.implies(isFirst, gets));
      }
    }
    received.put(head, gets);
    return gets;
  }

  /** What is behind the segments before a head ends there if the head gets the token. */
  private void leave(Step head, Term gets, Term current, CellState state) {
    if (gets.isFalse()) {
      return;
    }
    Set<Step> before = segments.previous(head);
    CellState snapshot = state.copy();
    for (Step previous : before) {
      boolean isOnly = before.size() == 1 && !segments.isEntry(head);
      Term isIt = isOnly ? terms.yes() : terms.equal(current, number(previous));
      leaves.get(previous).add(new Leave(terms.and(gets, isIt), snapshot));
    }
  }

  private void perform(Step step, Term happens, CellState state) {
    if (races != null) {
      races.pass(step, state);
    }
    switch (step.kind()) {
      case JOIN -> join(step);
      case EXIT -> exit(step);
      default -> {
        if (Cells.isRelevant(step)) {
          access(step, happens, state);
        }
      }
    }
  }

  private void access(Step step, Term happens, CellState state) {
    StepSemantics.Effect effect = semantics.perform(step, state, cells.places(step), happens);
    if (step.isDirect()) {
      return; // What it gives and whether it fails is known from the unrolling.
    }
    if (races != null) {
      races.access(step, effect, state);
    }
    Term passed = step.passed();
    Term right = terms.and(effect.enabled(), terms.not(effect.fails()));
    Term wrong = terms.and(effect.enabled(), effect.fails());
    if (step.canWait()) {
      constraints.add(terms.implies(passed, right));
      Term fails = terms.and(happens, terms.not(passed));
      constraints.add(terms.implies(fails, wrong));
      failures.add(fails);
      if (step.isInSection()) {
        Term waits = terms.and(step.guard(), terms.not(terms.or(passed, happens)));
        constraints.add(terms.implies(waits, terms.not(effect.enabled())));
      }
    } else if (passed != step.guard()) {
      constraints.add(terms.implies(passed, right));
      constraints.add(terms.implies(terms.and(step.guard(), terms.not(passed)), wrong));
      failures.add(terms.and(step.guard(), terms.not(passed)));
    }
    if (step.result() != null) {
      constraints.add(terms.implies(passed, terms.equal(step.result(), effect.observed())));
      int bits = Terms.WORD - Long.numberOfLeadingZeros(cells.mostFound(step));
      if (bits < Terms.WORD) {
        constraints.add(terms.isZero(terms.extract(step.result(), bits, Terms.WORD - bits)));
      }
    }
    if (step.kind() == Step.Kind.PEEK) {
      Term missing = terms.zeroExtend(effect.missing(), Terms.WORD);
      constraints.add(terms.implies(passed, terms.equal(step.missing(), missing)));
    }
  }

  private void join(Step step) {
    Term some = terms.no();
    for (int i = 0; i < step.threads().size(); i++) {
      UnrolledThread target = program.threads().get(step.threads().get(i));
      Term isIt = terms.and(step.chosen().get(i), target.started());
      some = terms.or(some, isIt);
      Term joins = terms.and(step.passed(), isIt);
      constraints.add(terms.implies(joins, target.finished()));
      follow(step, target, joins);
    }
    constraints.add(terms.implies(step.passed(), some));
    failures.add(terms.and(step.guard(), terms.not(some)));
  }

  /** The segments that a step can be in come behind all of a thread. */
  private void follow(Step step, UnrolledThread thread, Term condition) {
    Set<Step> in = segments.current(step);
    for (Step head : segments.heads()) {
      if (head.thread() == thread.number()) {
        for (Step here : in) {
          Term isIn = in.size() == 1 ? condition : terms.and(condition, occurs.get(here));
          Term happens = terms.and(isIn, occursLater(head));
          constraints.add(terms.implies(happens, order.before(head, here)));
        }
      }
    }
  }

  /** Whether a head happens; threads are gone through in the order of their numbers. */
  private Term occursLater(Step head) {
    return occurs.containsKey(head) ? occurs.get(head) : head.passed();
  }

  /** A thread that ends the program does so with its last step, when the others are through. */
  private void exit(Step step) {
    for (UnrolledThread other : program.threads()) {
      if (other.number() != step.thread()) {
        follow(step, other, terms.and(step.guard(), other.started()));
      }
    }
  }

  // ---- Between threads ----------------------------------------------------------------------

  private void pass() {
    Map<Step, List<Term>> given = new HashMap<>();
    segments.heads().forEach(head -> given.put(head, new ArrayList<>()));
    for (Step head : segments.heads()) {
      if (stop.getAsBoolean()) {
        throw new Unrolling.StoppedException();
      }
      Term gets = received.get(head);
      if (gets.isFalse()) {
        continue;
      }
      List<Term> taken = new ArrayList<>();
      for (Step source : pairs.sources(head)) {
        Term chosen = terms.booleanVariable("pass" + name(source) + name(head));
        taken.add(chosen);
        given.get(source).add(chosen);
        pass(source, head, chosen);
      }
      constraints.add(terms.equal(terms.number(gets), terms.number(oneOf(taken))));
      stayTogether(head, gets);
    }
    given.forEach((head, chosen) -> gives.put(head, oneOf(chosen)));
  }

  /** Nothing happens between a segment and the one before it that goes on without a pass. */
  private void stayTogether(Step head, Term gets) {
    Set<Step> before = segments.previous(head);
    if (before.size() != 1 || segments.isEntry(head)) {
      return;
    }
    Step previous = before.iterator().next();
    Term goesOn = terms.and(occurs.get(head), terms.not(gets));
    for (Step other : segments.heads()) {
      if (other.thread() != head.thread()) {
        Term between = terms.and(goesOn, terms.and(occurs.get(other), order.before(other, head)));
        constraints.add(terms.implies(between, order.before(other, previous)));
      }
    }
  }

  /** Whether one of them holds; that two do is ruled out. */
  private Term oneOf(List<Term> choices) {
    Term any = terms.no();
    for (Term choice : choices) {
      constraints.add(terms.not(terms.and(any, choice)));
      any = terms.or(any, choice);
    }
    return any;
  }

  /** The token goes from the end of a segment to a head, and the content of memory with it. */
  private void pass(Step source, Step head, Term chosen) {
    constraints.add(terms.implies(chosen, isLeft(source)));
    constraints.add(terms.implies(chosen, order.before(source, head)));
    incoming.get(head).addEqualities(stateAfter(source), chosen, constraints);
    for (Step previous : segments.previous(head)) {
      // The thread has given the token away before.
      if (segments.previous(head).size() == 1 && !segments.isEntry(head)) {
        constraints.add(terms.implies(chosen, order.before(previous, source)));
      }
    }
    for (Step next : following.get(source)) {
      Term both = terms.and(chosen, occurs.get(next));
      constraints.add(terms.implies(both, order.before(head, next)));
    }
  }

  /** Whether the thread ends a segment without going on to the next one. */
  Term isLeft(Step head) {
    Term left = terms.no();
    for (Leave leave : leaves.get(head)) {
      left = terms.or(left, leave.condition);
    }
    return left;
  }

  private CellState stateAfter(Step head) {
    CellState after = null;
    for (Leave leave : leaves.get(head)) {
      if (after == null) {
        after = leave.state.copy();
      } else {
        after.receive(leave.condition, leave.state);
      }
    }
    if (after == null) {
      throw new IllegalStateException("nothing ends the segment of " + head);
    }
    return after;
  }

  /** The content of shared memory when all is over: that of the segment that nobody follows. */
  CellState atTheEnd(List<Term> added) {
    CellState initial = CellState.initial(terms, cells);
    if (races != null) {
      races.prepare(initial);
    }
    CellState end = initial.withShared("end");
    for (Step head : segments.heads()) {
      if (!leaves.get(head).isEmpty()) {
        Term isLast = terms.and(isLeft(head), terms.not(gives.get(head)));
        end.addEqualities(stateAfter(head), isLast, added);
      }
    }
    return end;
  }

  /** What each thread has for the content of memory at its end, or in front of where it waits. */
  List<CellState> finalStates() {
    return finalStates;
  }
}
