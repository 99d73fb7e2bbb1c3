package dev.heddle.symbolic.encode;

import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;
import dev.heddle.symbolic.unroll.Step;
import dev.heddle.symbolic.unroll.StepSemantics;
import dev.heddle.symbolic.unroll.UnrolledProgram;
import dev.heddle.symbolic.unroll.UnrolledThread;
import java.util.ArrayList;
import java.util.List;

/**
 * Deadlocks: threads that wait at the end of an execution. Either every thread has ended or waits,
 * or some threads wait only for each other and for threads that have ended.
 */
final class Waiting {
  private final UnrolledProgram program;
  private final Terms terms;
  private final Cells cells;
  private final StepSemantics semantics;
  private final List<CellState> ends = new ArrayList<>();

  /**
   * @param own what each thread has for memory at its end
   * @param end the content of shared memory when all is over
   */
  Waiting(UnrolledProgram program, Cells cells, List<CellState> own, CellState end) {
    this.program = program;
    this.terms = program.terms();
    this.cells = cells;
    this.semantics = new StepSemantics(terms, program.addresses());
    for (CellState state : own) {
      CellState both = state.copy();
      both.receive(terms.yes(), end);
      ends.add(both);
    }
  }

  /** Whether control is in front of a step that does not happen. */
  private Term isAt(Step step) {
    return terms.and(step.guard(), terms.not(step.passed()));
  }

  /** Whether a step has to wait with what memory contains at the end. */
  private Term mustWait(Step step) {
    if (step.kind() == Step.Kind.JOIN) {
      Term waits = terms.no();
      for (int i = 0; i < step.threads().size(); i++) {
        UnrolledThread target = program.threads().get(step.threads().get(i));
        Term isMissing = terms.and(target.started(), terms.not(target.finished()));
        waits = terms.or(waits, terms.and(step.chosen().get(i), isMissing));
      }
      return waits;
    }
    StepSemantics.Effect effect =
        semantics.perform(step, ends.get(step.thread()).copy(), cells.places(step), terms.no());
    return terms.not(effect.enabled());
  }

  private static List<Step> waitingSteps(UnrolledThread thread) {
    return thread.steps().stream()
        .filter(step -> step.canWait() && !step.isDirect() && !step.isInSection())
        .toList();
  }

  /** Whether no thread can go on: each has ended or has to wait. */
  Term allAreThrough() {
    Term all = terms.yes();
    for (UnrolledThread thread : program.threads()) {
      Term through = terms.or(thread.finished(), thread.stuck());
      for (Step step : waitingSteps(thread)) {
        through = terms.or(through, terms.and(isAt(step), mustWait(step)));
      }
      all = terms.and(all, terms.implies(thread.started(), through));
    }
    return all;
  }

  Term deadlock(List<Term> constraints) {
    Term allStand = terms.yes();
    Term oneWaits = terms.no();
    List<Term> doomed = new ArrayList<>();
    for (UnrolledThread thread : program.threads()) {
      doomed.add(terms.booleanVariable("doomed" + thread.number()));
    }
    Term someDoomed = terms.no();
    for (UnrolledThread thread : program.threads()) {
      Term waits = terms.no();
      Term staysDoomed = terms.no();
      for (Step step : waitingSteps(thread)) {
        Term here = step.spins() ? terms.no() : terms.and(isAt(step), mustWait(step));
        if (here.isFalse()) {
          continue;
        }
        waits = terms.or(waits, here);
        staysDoomed = terms.or(staysDoomed, terms.and(here, waitsForDoomed(step, doomed)));
      }
      Term stands = terms.or(terms.or(waits, thread.finished()), terms.not(thread.started()));
      allStand = terms.and(allStand, stands);
      oneWaits = terms.or(oneWaits, waits);
      Term isDoomed = doomed.get(thread.number());
      constraints.add(terms.implies(isDoomed, staysDoomed));
      someDoomed = terms.or(someDoomed, isDoomed);
    }
    return terms.or(terms.and(allStand, oneWaits), someDoomed);
  }

  /** Whether a step waits for a thread that has ended or will wait for ever itself. */
  private Term waitsForDoomed(Step step, List<Term> doomed) {
    Term waits = terms.no();
    if (step.kind() == Step.Kind.JOIN) {
      for (int i = 0; i < step.threads().size(); i++) {
        Term isDoomed = doomed.get(step.threads().get(i));
        waits = terms.or(waits, terms.and(step.chosen().get(i), isDoomed));
      }
    } else if (step.kind() == Step.Kind.LOCK) {
      Term word = null;
      for (var place : cells.places(step)) {
        Term here = ends.get(step.thread()).read(place.object(), place.offset(), 8);
        word = word == null ? here : terms.ite(place.condition(), here, word);
      }
      for (UnrolledThread holder : program.threads()) {
        Term isHolder = semantics.isOwner(word, holder.number());
        Term never = terms.or(doomed.get(holder.number()), holder.finished());
        waits = terms.or(waits, terms.and(isHolder, never));
      }
    }
    return waits;
  }
}
