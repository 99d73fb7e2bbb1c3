package dev.heddle.model.axiomatic;

import dev.heddle.model.axiomatic.CandidateExecution.Base;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Tries every coherence order of a candidate whose reads have their sources. For each location the
 * writes are put in order one after the other, so that {@code co} always holds what is decided:
 * what was put comes before what was not. A model that cannot allow any completion ends a branch
 * early.
 */
final class CoherenceOrders {
  private final CandidateExecution execution;
  private final AxiomaticModel.Judge judge;
  private final boolean coherent;
  private final BooleanSupplier stopped;
  private final Runnable whenAllowed;
  private final int[] source;
  private final List<int[]> writes = new ArrayList<>();

  /** For each write, the writes that coherence puts before it. */
  private final BitMatrix before;

  private final int[][] readers;
  private int location;
  private int placed;
  private boolean[] isPlaced;

  // How often a look at an unfinished order ended a branch: where it never does, it is a waste.
  private int looks;
  private int ends;

  /**
   * @param cells the location of each event, by number, or -1
   * @param source the write that each read reads from, or -1
   */
  CoherenceOrders(
      CandidateExecution execution,
      AxiomaticModel.Judge judge,
      boolean coherent,
      int[] cells,
      int locations,
      int[] source,
      BooleanSupplier stopped,
      Runnable whenAllowed) {
    this.execution = execution;
    this.judge = judge;
    this.coherent = coherent;
    this.source = source;
    this.stopped = stopped;
    this.whenAllowed = whenAllowed;
    before = BitMatrix.relation(execution.size());
    readers = readers();
    for (int each = 0; each < locations; each++) {
      writes.add(writesOf(each, cells));
    }
  }

  private int[] writesOf(int cell, int[] cells) {
    List<Integer> found = new ArrayList<>();
    for (int event = 0; event < execution.size(); event++) {
      if (cells[event] == cell && execution.set("W").has(event)) {
        found.add(event);
      }
    }
    return found.stream().mapToInt(Integer::intValue).toArray();
  }

  private int[][] readers() {
    int[] counts = new int[execution.size()];
    for (int write : source) {
      if (write >= 0) {
        counts[write]++;
      }
    }
    int[][] lists = new int[execution.size()][];
    for (int event = 0; event < lists.length; event++) {
      lists[event] = new int[counts[event]];
    }
    for (int read = 0; read < source.length; read++) {
      if (source[read] >= 0) {
        lists[source[read]][--counts[source[read]]] = read;
      }
    }
    return lists;
  }

  void tryAll() {
    for (int[] cell : writes) {
      constrain(cell);
    }
    before.closure(before);
    if (!before.isIrreflexive()) {
      return;
    }
    BitMatrix co = execution.relation(Base.CO);
    co.inverse(before);
    execution.finalWrites().clear();
    publish(writes);
    if (judge.mayBeAllowed()) {
      isPlaced = new boolean[execution.size()];
      location = 0;
      placed = 0;
      extend();
    }
    co.clear();
    execution.relation(Base.FR).clear();
  }

  /** The initial write is first; in a coherent model reads and program order decide more. */
  private void constrain(int[] cell) {
    for (int write : cell) {
      for (int other : cell) {
        if (write != other && precedes(write, other)) {
          before.add(other, write);
        }
      }
    }
  }

  private boolean precedes(int write, int other) {
    if (execution.kind(write) == CandidateExecution.Kind.INITIAL_WRITE) {
      return true;
    }
    if (!coherent || execution.kind(other) == CandidateExecution.Kind.INITIAL_WRITE) {
      return false;
    }
    // CoWW, CoWR, CoRW, CoRR: some access of the first is po-before some access of the second.
    BitMatrix po = execution.relation(Base.PO);
    if (po.get(write, other)) {
      return true;
    }
    for (int reader : readers[other]) {
      if (po.get(write, reader)) {
        return true;
      }
    }
    for (int reader : readers[write]) {
      if (po.get(reader, other)) {
        return true;
      }
      for (int later : readers[other]) {
        if (po.get(reader, later)) {
          return true;
        }
      }
    }
    return false;
  }

  private void extend() {
    if (stopped.getAsBoolean()) {
      throw new SearchStoppedException();
    }
    while (location < writes.size() && placed == writes.get(location).length) {
      location++;
      placed = 0;
    }
    if (location == writes.size()) {
      if (judge.isAllowed()) {
        whenAllowed.run();
      }
      return;
    }
    int here = location;
    int count = placed;
    int[] cell = writes.get(here);
    int choices = 0;
    for (int write : cell) {
      choices += isMinimal(write, cell) ? 1 : 0;
    }
    for (int write : cell) {
      if (!isMinimal(write, cell)) {
        continue;
      }
      put(write, cell);
      placed = count + 1;
      if (choices == 1 || seemsPossible(cell.length - count)) {
        extend();
      }
      location = here;
      placed = count;
      takeBack(write, cell);
    }
  }

  private boolean isMinimal(int write, int[] cell) {
    if (isPlaced[write]) {
      return false;
    }
    for (int other : cell) {
      if (!isPlaced[other] && before.get(write, other)) {
        return false;
      }
    }
    return true;
  }

  /** Looks ahead while that pays, and never when the order is as good as complete. */
  private boolean seemsPossible(int open) {
    if (open <= 2 || (looks > 64 && ends * 16 < looks)) {
      return true;
    }
    looks++;
    if (judge.mayBeAllowed()) {
      return true;
    }
    ends++;
    return false;
  }

  private void put(int write, int[] cell) {
    isPlaced[write] = true;
    boolean last = true;
    BitMatrix co = execution.relation(Base.CO);
    for (int other : cell) {
      if (!isPlaced[other]) {
        co.add(write, other);
        last = false;
      }
    }
    if (last) {
      execution.finalWrites().add(0, write);
    }
    publishRow(write);
    execution.change(Base.CO, Base.FR);
  }

  private void takeBack(int write, int[] cell) {
    BitMatrix co = execution.relation(Base.CO);
    for (int other : cell) {
      if (!isPlaced[other] && !before.get(other, write)) {
        co.remove(write, other);
      }
    }
    isPlaced[write] = false;
    execution.finalWrites().remove(0, write);
    publishRow(write);
    execution.change(Base.CO, Base.FR);
  }

  private void publish(List<int[]> cells) {
    execution.relation(Base.FR).clear();
    for (int[] cell : cells) {
      for (int write : cell) {
        publishRow(write);
      }
    }
    execution.change(Base.CO, Base.FR);
  }

  /** fr = rf⁻¹ ; co, for the readers of one write. */
  private void publishRow(int write) {
    BitMatrix co = execution.relation(Base.CO);
    BitMatrix fr = execution.relation(Base.FR);
    for (int reader : readers[write]) {
      fr.copyRow(reader, co, write);
    }
  }
}
