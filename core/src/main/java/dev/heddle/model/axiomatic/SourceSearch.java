package dev.heddle.model.axiomatic;

import dev.heddle.model.axiomatic.CandidateExecution.Base;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Gives each read of one set of events a source in every possible way. Values flow along: a branch
 * that turns out wrong, or an address that does not match, ends a branch of the search. A coherent
 * model also rules out sources that program order hides.
 */
final class SourceSearch {
  private final CandidateEvents events;
  private final MemoryLayout layout;
  private final CandidateValues values;
  private final CandidateExecution execution;
  private final AxiomaticModel model;
  private final AxiomaticModel.Judge judge;

  /** Null if the model need not be coherent. */
  private final PartialCoherence partialCoherence;

  private final long[] guesses;
  private final BooleanSupplier stopped;
  private final Consumer<SourceSearch> whenAllowed;
  private final int[] reads;
  private final int[] cells;
  private final Map<Long, Integer> cellNumbers = new HashMap<>();
  private boolean cellsKnown;
  private boolean stray;

  /**
   * @param guesses what a read may get whose value depends on itself
   */
  SourceSearch(
      CandidateEvents events,
      MemoryLayout layout,
      AxiomaticModel model,
      long[] guesses,
      BooleanSupplier stopped,
      Consumer<SourceSearch> whenAllowed) {
    this.events = events;
    this.layout = layout;
    this.model = model;
    this.guesses = guesses;
    this.stopped = stopped;
    this.whenAllowed = whenAllowed;
    values = new CandidateValues(events, layout);
    execution = events.execution();
    judge = model.judge(execution);
    partialCoherence = model.isCoherent() ? new PartialCoherence(events, values, execution) : null;
    cells = new int[events.size()];
    Arrays.fill(cells, -1);
    reads = reads();
  }

  /** Those first whose values others use, so that what cannot be ends early. */
  private int[] reads() {
    boolean[] used = new boolean[events.size()];
    for (ThreadPath path : events.paths()) {
      for (ThreadPath.Requirement requirement : path.requirements()) {
        use(requirement.term(), used);
      }
      for (PathEvent event : path.events()) {
        use(event.address(), used);
        use(event.value(), used);
      }
    }
    int[] found = new int[events.size()];
    int count = 0;
    for (boolean wanted : new boolean[] {true, false}) {
      for (int event = 0; event < events.size(); event++) {
        if (events.isRead(event) && used[event - events.piece(event)] == wanted) {
          found[count++] = event;
        }
      }
    }
    return Arrays.copyOf(found, count);
  }

  private void use(Term term, boolean[] used) {
    if (term instanceof Term.ReadValue read) {
      used[events.first(read.thread(), read.index())] = true;
    } else if (term instanceof Term.Compound compound) {
      use(compound.left(), used);
      use(compound.right(), used);
    }
  }

  CandidateExecution execution() {
    return execution;
  }

  AxiomaticModel.Judge judge() {
    return judge;
  }

  CandidateValues values() {
    return values;
  }

  CandidateEvents events() {
    return events;
  }

  /** Whether some candidate accessed what is no location, and was left out. */
  boolean sawStray() {
    return stray;
  }

  void run() throws MemoryLayout.MismatchException {
    if (requirementsMayHold()) {
      assign(0);
    }
  }

  private void assign(int assigned) throws MemoryLayout.MismatchException {
    if (stopped.getAsBoolean()) {
      throw new SearchStoppedException();
    }
    if (assigned == reads.length) {
      complete();
      return;
    }
    int read = nextRead();
    boolean located = values.locate(read);
    long where = values.result();
    if (located && layout.isValid(where, events.cellSize(read))) {
      layout.requireCell(where, events.cellSize(read));
    }
    for (int write = 0; write < events.size(); write++) {
      if (!events.isWrite(write)) {
        continue;
      }
      int mark = values.mark();
      if (mayRead(read, located, where, write)) {
        values.sources()[read] = write;
        execution.relation(Base.RF).add(write, read);
        if (requirementsMayHold() && mayBeCoherent(located, where)) {
          assign(assigned + 1);
        }
        execution.relation(Base.RF).remove(write, read);
        values.sources()[read] = -1;
      }
      values.undo(mark);
    }
  }

  /** A read whose address is known if there is one: it has fewer sources. */
  private int nextRead() {
    int any = -1;
    for (int read : reads) {
      if (values.sources()[read] < 0) {
        if (values.locate(read)) {
          return read;
        }
        any = any < 0 ? read : any;
      }
    }
    return any;
  }

  private boolean mayRead(int read, boolean located, long where, int write) {
    if (!located || !values.locate(write)) {
      return true;
    }
    if (values.result() != where) {
      return false;
    }
    if (!model.isCoherent()) {
      return true;
    }
    BitMatrix po = execution.relation(Base.PO);
    if (po.get(read, write)) {
      return false;
    }
    // No write to the place may come between the two in program order.
    for (int between = events.initialWrites(); between < events.size(); between++) {
      if (events.isWrite(between)
          && po.get(between, read)
          && (events.isInitial(write) || po.get(write, between))
          && values.locate(between)
          && values.result() == where) {
        return false;
      }
    }
    return true;
  }

  private boolean mayBeCoherent(boolean located, long where) {
    return !located || partialCoherence == null || partialCoherence.isPossible(where);
  }

  private boolean requirementsMayHold() {
    for (ThreadPath path : events.paths()) {
      for (ThreadPath.Requirement requirement : path.requirements()) {
        if (values.evaluate(requirement.term())
            && (values.result() != 0) != requirement.nonZero()) {
          return false;
        }
      }
    }
    return true;
  }

  /** Every read has a source; what is not known now depends on itself. */
  private void complete() throws MemoryLayout.MismatchException {
    for (int read : reads) {
      if (events.piece(read) == 0 && !values.read(read)) {
        int mark = values.mark();
        for (long guess : guesses) {
          values.guess(read, guess);
          complete();
          values.undo(mark);
        }
        values.forgetGuess(read);
        return;
      }
    }
    if (guessesAreRight() && isWellFormed()) {
      judgeIt();
    }
  }

  private boolean guessesAreRight() {
    for (int read : reads) {
      if (events.piece(read) == 0 && values.isGuessed(read) && !values.guessIsRight(read)) {
        return false;
      }
    }
    return requirementsMayHold();
  }

  /** All addresses are places, and sources are at the addresses of their reads. */
  private boolean isWellFormed() throws MemoryLayout.MismatchException {
    if (cellsKnown && !events.hasDynamicAddress()) {
      return true;
    }
    cellNumbers.clear();
    for (int event = 0; event < events.size(); event++) {
      if (events.hasAddress(event)) {
        values.locate(event);
        long address = values.result();
        if (!layout.isValid(address, events.cellSize(event))) {
          stray = true;
          return false;
        }
        if (events.isAccess(event)) {
          layout.requireCell(address, events.cellSize(event));
        }
        cells[event] = cellNumbers.computeIfAbsent(address, any -> cellNumbers.size());
      }
    }
    for (int read : reads) {
      if (cells[values.sources()[read]] != cells[read]) {
        return false;
      }
    }
    cellsKnown = true;
    relateLocations();
    return true;
  }

  private void relateLocations() {
    BitMatrix loc = execution.relation(Base.LOC);
    loc.clear();
    for (int event = 0; event < events.size(); event++) {
      for (int other = 0; other < events.size(); other++) {
        if (cells[event] >= 0 && cells[event] == cells[other]) {
          loc.add(event, other);
        }
      }
    }
    execution.change(Base.LOC);
  }

  private void judgeIt() {
    execution.change(Base.RF);
    new CoherenceOrders(
            execution,
            judge,
            model.isCoherent(),
            cells,
            cellNumbers.size(),
            values.sources(),
            stopped,
            () -> whenAllowed.accept(this))
        .tryAll();
  }

  /**
   * Writes the final content of memory at an address, which the last write to each byte decides.
   */
  long finalValue(long address, int size) {
    long value = 0;
    for (int i = 0; i < size; i++) {
      value |= finalByte(address + i) << (8 * i);
    }
    return value;
  }

  private long finalByte(long address) {
    for (int write = 0; write < events.size(); write++) {
      if (execution.finalWrites().has(write)) {
        values.locate(write);
        long offset = address - values.result();
        if (offset >= 0 && offset < events.cellSize(write)) {
          values.written(write);
          return values.result() >>> (8 * offset) & 0xFF;
        }
      }
    }
    return layout.initial(address, 1);
  }

  /** Tells the execution where its events are and what they read and write. */
  void describe() {
    for (int event = 0; event < events.size(); event++) {
      if (events.isAccess(event)) {
        values.locate(event);
        String where = layout.name(values.result());
        if (events.isWrite(event)) {
          values.written(event);
        } else {
          values.written(values.sources()[event]);
        }
        execution.describe(event, where, values.result());
      }
    }
  }
}
