package dev.heddle.symbolic.encode;

import dev.heddle.program.MemoryOrder;
import dev.heddle.symbolic.encode.Cells.Cell;
import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;
import dev.heddle.symbolic.unroll.Addresses;
import dev.heddle.symbolic.unroll.Step;
import dev.heddle.symbolic.unroll.StepSemantics;
import dev.heddle.symbolic.unroll.UnrolledProgram;
import dev.heddle.symbolic.unroll.UnrolledThread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Data races: two accesses of different threads to common bytes, one of which writes and one of
 * which is plain, that happens-before of C11 does not order.
 *
 * <p>The solver chooses the first access. Of the vector clocks with which {@link
 * dev.heddle.execution.DataRaces} goes through an execution only the component of that access is
 * needed, and of this only whether it is reached: one bit for what a thread knows, for what it knew
 * at its latest release fence, for what an acquire fence would teach it, and for what can be
 * acquired from a cell. A later access races with the chosen one if its cell says that it was
 * accessed, and its thread does not know.
 *
 * <p>All this follows from the order of accesses that conflict, so reduced schedules show every
 * race. Several accesses may be chosen at once: who knows of none of them races with each.
 */
final class RaceModel {
  private final UnrolledProgram program;
  private final Terms terms;
  private final Cells cells;
  private final Set<Step> racing = new LinkedHashSet<>();
  private final List<Term> races = new ArrayList<>();
  private final List<Term> constraints = new ArrayList<>();

  /** Of the chosen access. */
  private final Term chosenWrites;

  private final Term chosenIsPlain;

  private final Map<Integer, Term> knownAtStart = new HashMap<>();
  private final List<Waiter> waiters = new ArrayList<>();

  // The thread that is gone through.
  private Term known;
  private Term knownAtFence;
  private Term acquirable;

  /** A thread that may go on reading for ever. */
  private record Waiter(Step step, Term known) {}

  RaceModel(UnrolledProgram program, Cells cells, Dependencies dependencies) {
    this.program = program;
    this.terms = program.terms();
    this.cells = cells;
    chosenWrites = terms.booleanVariable("chosenWrites");
    chosenIsPlain = terms.booleanVariable("chosenIsPlain");
    List<Step> accesses = new ArrayList<>();
    for (UnrolledThread thread : program.threads()) {
      thread.steps().stream().filter(this::isAccess).forEach(accesses::add);
    }
    for (Step a : accesses) {
      for (Step b : accesses) {
        if ((isPlain(a) || isPlain(b)) && dependencies.depend(a, b)) {
          racing.add(a);
        }
      }
    }
  }

  private boolean isAccess(Step step) {
    return Cells.isRelevant(step) && !step.isDirect() && !StepSemantics.isAboutObjects(step);
  }

  private static boolean isPlain(Step step) {
    return step.order() == MemoryOrder.PLAIN && !step.isInSection();
  }

  /** Whether accesses can race at all. */
  boolean isNeeded() {
    return !racing.isEmpty();
  }

  /** Makes room for what is to be known. */
  void prepare(CellState initial) {
    if (!isNeeded()) {
      return;
    }
    initial.shadow().keep(initial.shadow().section());
    for (UnrolledThread thread : program.threads()) {
      for (Step step : thread.steps()) {
        if (isAccess(step)) {
          for (Addresses.Place place : cells.places(step)) {
            for (Cell cell : cells.at(place.object(), place.offset(), step.bytes())) {
              if (racing.contains(step)) {
                initial.shadow().keep(Shadow.accessed(cell));
              }
              if (step.order() != MemoryOrder.PLAIN && cells.isShared(cell)) {
                initial.shadow().keep(Shadow.released(cell));
              }
            }
          }
        }
      }
    }
  }

  // ---- One thread ---------------------------------------------------------------------------

  void begin(UnrolledThread thread) {
    known = knownAtStart.getOrDefault(thread.number(), terms.no());
    knownAtFence = terms.no();
    acquirable = terms.no();
  }

  /** What a thread learns by a step that is no access. */
  void pass(Step step, CellState state) {
    if (!isNeeded()) {
      return;
    }
    switch (step.kind()) {
      case SPAWN -> step.threads().forEach(child -> knownAtStart.put(child, known));
      case JOIN -> {
        for (int i = 0; i < step.threads().size(); i++) {
          Term isIt = terms.and(step.passed(), step.chosen().get(i));
          learn(isIt, knownAtEnd(step.threads().get(i)));
        }
      }
      case FENCE -> {
        if (step.order().acquires()) {
          learn(step.passed(), acquirable);
        }
        if (step.order().releases()) {
          knownAtFence = terms.ite(step.passed(), known, knownAtFence);
        }
      }
      case ATOMIC_BEGIN -> {
        if (!step.isDirect()) {
          learn(step.passed(), state.shadow().get(state.shadow().section()));
        }
      }
      default -> {}
    }
    shareInSection(step, state.shadow());
  }

  /** What happens in an atomic section is known to those behind it. */
  private void shareInSection(Step step, Shadow shadow) {
    if (step.isInSection()) {
      shadow.set(shadow.section(), terms.and(step.passed(), known), terms.yes());
    }
  }

  private Term knownAtEnd(int thread) {
    return terms.booleanVariable("knownAtEnd" + thread);
  }

  private void learn(Term condition, Term what) {
    known = terms.or(known, terms.and(condition, what));
  }

  void end(UnrolledThread thread) {
    if (isNeeded()) {
      Term end = knownAtEnd(thread.number());
      constraints.add(terms.ite(end, known, terms.not(known)));
    }
  }

  // ---- Accesses -----------------------------------------------------------------------------

  void access(Step step, StepSemantics.Effect effect, CellState state) {
    if (!isNeeded() || !isAccess(step)) {
      return;
    }
    boolean reads = step.kind() != Step.Kind.STORE && step.kind() != Step.Kind.POKE;
    if (step.kind() == Step.Kind.AWAIT && racing.contains(step)) {
      waiters.add(new Waiter(step, known));
    }
    if (reads && !isPlain(step)) {
      read(step, effect.writes(), state.shadow());
    }
    if (racing.contains(step)) {
      races.add(terms.and(step.passed(), race(step, effect.writes(), known, state.shadow())));
      choose(step, effect.writes(), state.shadow());
    }
    write(step, effect.writes(), reads, state.shadow());
    shareInSection(step, state.shadow());
  }

  private interface Visitor {
    void visit(Term condition, Cell cell);
  }

  private void visit(Step step, Visitor visitor) {
    for (Addresses.Place place : cells.places(step)) {
      for (Cell cell : cells.at(place.object(), place.offset(), step.bytes())) {
        visitor.visit(place.condition(), cell);
      }
    }
  }

  private Term any(Step step, Shadow shadow, boolean accessed) {
    List<Term> all = new ArrayList<>();
    visit(
        step,
        (condition, cell) -> {
          int bit = accessed ? Shadow.accessed(cell) : Shadow.released(cell);
          all.add(terms.and(condition, shadow.get(bit)));
        });
    return all.stream().reduce(terms.no(), terms::or);
  }

  private void read(Step step, Term writes, Shadow shadow) {
    Term released = terms.and(step.passed(), any(step, shadow, false));
    acquirable = terms.or(acquirable, released);
    Term acquires =
        terms.ite(
            writes,
            terms.truth(step.order().acquires()),
            terms.truth(step.failureOrder().acquires()));
    learn(released, acquires);
  }

  /** Whether an access comes behind the chosen one, conflicts with it, and is not ordered. */
  private Term race(Step step, Term writes, Term knownHere, Shadow shadow) {
    Term isLater = terms.and(any(step, shadow, true), terms.not(knownHere));
    Term conflicts = terms.or(writes, chosenWrites);
    return terms.and(isLater, isPlain(step) ? conflicts : terms.and(conflicts, chosenIsPlain));
  }

  private void choose(Step step, Term writes, Shadow shadow) {
    Term isChosen = terms.booleanVariable("chosen_" + step.identity());
    Term happens = terms.and(step.passed(), isChosen);
    Term sameWrites = terms.ite(writes, chosenWrites, terms.not(chosenWrites));
    Term samePlain = isPlain(step) ? chosenIsPlain : terms.not(chosenIsPlain);
    constraints.add(terms.implies(happens, terms.and(sameWrites, samePlain)));
    visit(
        step,
        (condition, cell) ->
            shadow.set(Shadow.accessed(cell), terms.and(happens, condition), terms.yes()));
    known = terms.or(known, happens);
  }

  private void write(Step step, Term writes, boolean reads, Shadow shadow) {
    Term released =
        step.order().releases()
            ? known
            : step.order() == MemoryOrder.PLAIN ? terms.no() : knownAtFence;
    Term happens = terms.and(step.passed(), writes);
    visit(
        step,
        (condition, cell) -> {
          int bit = Shadow.released(cell);
          Term content = reads ? terms.or(released, shadow.get(bit)) : released;
          shadow.set(bit, terms.and(happens, condition), content);
        });
  }

  // ---- The result ---------------------------------------------------------------------------

  /** Whether threads can wait in accesses that race. */
  boolean hasWaiters() {
    return !waiters.isEmpty();
  }

  /** Those that wait read again and again, also what is written last. */
  void addWaiting(CellState end) {
    for (Waiter waiter : waiters) {
      Step step = waiter.step;
      Term waits = terms.and(step.guard(), terms.not(step.passed()));
      races.add(terms.and(waits, race(step, terms.no(), waiter.known, end.shadow())));
    }
  }

  List<Term> races() {
    return races;
  }

  List<Term> constraints() {
    return constraints;
  }
}
