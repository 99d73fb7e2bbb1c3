package dev.heddle.symbolic.encode;

import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;
import dev.heddle.symbolic.unroll.Step;
import dev.heddle.symbolic.unroll.UnrolledProgram;
import dev.heddle.symbolic.unroll.UnrolledThread;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** An unrolled program as formulas: what holds of its executions, and what to look for in them. */
public final class Encoding {
  private final UnrolledProgram program;
  private final Terms terms;
  private final Segments segments;
  private final PassingPairs pairs;
  private final TokenModel model;
  private final Cells cells;

  /** Null if nobody wants to know of data races. */
  private final RaceModel races;

  private final List<Term> constraints = new ArrayList<>();
  private final Term wrong;

  /**
   * @param stop asked now and then whether to give up
   */
  public Encoding(UnrolledProgram program, EncodingOptions options, BooleanSupplier stop) {
    this.program = program;
    this.terms = program.terms();
    cells = new Cells(program);
    Dependencies dependencies = new Dependencies(program, cells);
    races = options.races() ? new RaceModel(program, cells, dependencies) : null;
    boolean areSectionsOrdered = races != null && races.isNeeded();
    segments = new Segments(program, cells, dependencies, options.basic(), areSectionsOrdered);
    pairs = new PassingPairs(program, segments, dependencies, options.basic());
    SegmentOrder order = new SegmentOrder(terms, segments, dependencies);
    model = new TokenModel(program, cells, segments, pairs, order, races, stop);
    constraints.addAll(program.constraints());
    constraints.addAll(model.constraints);
    wrong = wrong();
    if (options.boundsContexts()) {
      boundContexts(options);
    }
  }

  private interface Endings {
    Collection<UnrolledThread.Ending> of(UnrolledThread thread);
  }

  private Term any(Endings endings) {
    Term any = terms.no();
    for (UnrolledThread thread : program.threads()) {
      for (UnrolledThread.Ending ending : endings.of(thread)) {
        any = terms.or(any, ending.condition());
      }
    }
    return any;
  }

  private Term wrong() {
    Term wrong = any(UnrolledThread::failures);
    for (Term failure : model.failures) {
      wrong = terms.or(wrong, failure);
    }
    for (UnrolledThread thread : program.threads()) {
      wrong = terms.or(wrong, thread.blockedAlone());
    }
    boolean canWait =
        program.threads().stream()
            .flatMap(thread -> thread.steps().stream())
            .anyMatch(step -> step.canWait() && !step.isDirect() && canDeadlock(step));
    boolean canRace = races != null && races.hasWaiters();
    CellState end = canWait || canRace ? model.atTheEnd(constraints) : null;
    if (canRace) {
      races.addWaiting(end);
    }
    if (canWait) {
      Term deadlock = new Waiting(program, cells, model.finalStates(), end).deadlock(constraints);
      Term isOver = program.threads().get(0).endedProgram();
      wrong = terms.or(wrong, terms.and(deadlock, terms.not(isOver)));
    }
    if (races != null) {
      constraints.addAll(races.constraints());
      wrong = terms.or(wrong, anyRace());
    }
    return wrong;
  }

  private Term anyRace() {
    Term any = terms.no();
    for (Term race : races.races()) {
      any = terms.or(any, race);
    }
    return any;
  }

  /** Who waits in a loop does not block, and main's joins only wait for others that do. */
  private static boolean canDeadlock(Step step) {
    boolean isJoinOfMain = step.kind() == Step.Kind.JOIN && step.thread() == 0;
    return !step.spins() && !isJoinOfMain;
  }

  private void boundContexts(EncodingOptions options) {
    for (UnrolledThread thread : program.threads()) {
      if (options.mostContexts() > 0) {
        Term more = getsToken(thread, options.mostContexts() + 1);
        constraints.add(terms.not(more));
      }
      if (thread.number() > 0) {
        Term enough = getsToken(thread, options.leastContexts());
        constraints.add(terms.implies(thread.started(), enough));
      }
    }
  }

  /** Whether a thread gets the token at least so often; counted in Booleans, not in numbers. */
  private Term getsToken(UnrolledThread thread, int times) {
    Term[] atLeast = new Term[times + 1];
    java.util.Arrays.fill(atLeast, terms.no());
    atLeast[0] = terms.yes();
    for (Step head : segments.heads()) {
      if (head.thread() == thread.number()) {
        Term gets = model.received.get(head);
        for (int n = times; n > 0; n--) {
          atLeast[n] = terms.or(atLeast[n], terms.and(gets, atLeast[n - 1]));
        }
      }
    }
    return atLeast[times];
  }

  /** Whether every thread gets the token at most so often. */
  public Term hasContexts(int most) {
    Term all = terms.yes();
    for (UnrolledThread thread : program.threads()) {
      all = terms.and(all, terms.not(getsToken(thread, most + 1)));
    }
    return all;
  }

  /** Between how many accesses the token can go from thread to thread. */
  public int passingPairs() {
    return pairs.size();
  }

  /** What holds of every execution. */
  public List<Term> constraints() {
    return constraints;
  }

  /** Whether something goes wrong. */
  public Term violation() {
    return terms.and(wrong, withWholeSections());
  }

  /** Whether a bound stops a thread. */
  public Term cut() {
    return terms.and(any(UnrolledThread::cuts), withoutRefutedSections());
  }

  /**
   * Whether there may be a race with what an atomic section does before an assumption in it fails.
   * Such a section does not begin in any other question, and here others see half of it.
   */
  public Term hiddenRace() {
    return races == null
        ? terms.no()
        : terms.and(anyRace(), terms.not(program.halfSections().cut()));
  }

  private Term withoutRefutedSections() {
    return terms.not(program.halfSections().refuted());
  }

  private Term withWholeSections() {
    return terms.and(withoutRefutedSections(), terms.not(program.halfSections().cut()));
  }

  /**
   * Whether the execution comes to its end: every thread does, or one ends the process and none
   * contradicts an assumption. Where main returns, others go on as far as they can.
   */
  public Term ended() {
    Term complete = terms.yes();
    Term feasible = terms.yes();
    Term exited = terms.no();
    for (UnrolledThread thread : program.threads()) {
      complete = terms.and(complete, terms.implies(thread.started(), thread.finished()));
      feasible = terms.and(feasible, terms.not(thread.refuted()));
      Term exits = terms.or(thread.exitedWell(), thread.exitedBadly());
      exited = terms.or(exited, terms.and(exits, terms.not(thread.endedProgram())));
    }
    Term returned = program.threads().get(0).endedProgram();
    if (program.threads().size() > 1 && !returned.isFalse()) {
      exited = terms.or(exited, terms.and(returned, allAreThrough()));
    }
    Term ends = terms.or(complete, terms.and(feasible, exited));
    return terms.and(ends, withWholeSections());
  }

  private Term allAreThrough() {
    List<Term> added = new ArrayList<>();
    CellState end = model.atTheEnd(added);
    Term through = new Waiting(program, cells, model.finalStates(), end).allAreThrough();
    for (Term constraint : added) {
      through = terms.and(through, constraint);
    }
    return through;
  }

  /** Whether the execution comes to its end, and no thread says that something went wrong. */
  public Term succeeded() {
    Term succeeded = ended();
    for (UnrolledThread thread : program.threads()) {
      succeeded = terms.and(succeeded, terms.not(thread.exitedBadly()));
    }
    return succeeded;
  }

  /** Whether control gets to something that cannot be checked. */
  public Term unsupported() {
    return terms.and(any(UnrolledThread::unsupported), withoutRefutedSections());
  }

  public UnrolledProgram program() {
    return program;
  }

  /** When a step happens. */
  public Term occurs(Step step) {
    return model.occurs.get(step);
  }

  /** Whether a thread gets the token at a head. */
  public Term receives(Step head) {
    return model.received.get(head);
  }

  /** Whether the segment of a head comes before that of another. */
  public Term before(Step a, Step b) {
    return model.order.before(a, b);
  }

  /** Whether a step is a head at which a thread can get the token. */
  public boolean isHead(Step step) {
    return segments.number(step) >= 0;
  }

  /** What the analysis found, by the names of reports. */
  public Map<String, Object> statistics() {
    int[] accesses = program.threads().stream().mapToInt(segments::sharedAccesses).toArray();
    long all = 0;
    for (int i = 0; i < accesses.length; i++) {
      for (int j = i + 1; j < accesses.length; j++) {
        all += 2L * accesses[i] * accesses[j];
      }
    }
    Map<String, Object> statistics = new java.util.LinkedHashMap<>();
    statistics.put("threads", accesses.length);
    statistics.put("sharedAccesses", java.util.Arrays.stream(accesses).boxed().toList());
    statistics.put("sharedVariables", cells.sharedCount());
    statistics.put("conflictingPairs", segments.conflictPairs());
    statistics.put("pairs", all);
    statistics.put("reducedPairs", pairs.size());
    statistics.put("transactions", pairs.mats());
    return statistics;
  }
}
