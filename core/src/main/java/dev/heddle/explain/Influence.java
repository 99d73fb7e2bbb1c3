package dev.heddle.explain;

import dev.heddle.machine.Arithmetic;
import dev.heddle.machine.Code;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.MachineException;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which operations of a thread depend on what an earlier one of it read. This is tried out: the
 * thread goes on with another value in place of the one it read and with all later values as they
 * were, and what it then does differently depends on the value. Only the thread runs; memory stays
 * as it is.
 */
final class Influence {
  /** How many other values are tried for each read. */
  private static final int MAX_VALUES = 10;

  /** How many of these are such as were or will be in the same place. */
  private static final int CONTENTS = 4;

  /** How many pieces of threads are run at most. */
  private static final int MAX_RUNS = 100_000;

  private final ExecutionView execution;
  private final Code code;
  private final long[][] comparedWith;
  private final int[][] eventsOf;

  /** For each read the events, of the same thread, that depend on it; the end counts as one. */
  private final BitSet[] dependents;

  private final int end;
  private int runs;

  /** Finds out about an execution whose events are numbered by their places. */
  Influence(ExecutionView execution) {
    this.execution = execution;
    this.code = execution.code();
    this.comparedWith =
        code.program().functions().stream().map(Influence::comparedWith).toArray(long[][]::new);
    this.end = execution.length();
    this.dependents = new BitSet[end];
    this.eventsOf = new int[execution.threads()][];
    for (int t = 0; t < eventsOf.length; t++) {
      int thread = t;
      eventsOf[t] = IntStream.range(0, end).filter(e -> execution.thread(e) == thread).toArray();
    }
    for (int t = 0; t < eventsOf.length; t++) {
      // The latest reads matter most, if not all can be tried.
      for (int i = eventsOf[t].length - 1; i >= 0; i--) {
        try {
          tryOut(t, i);
        } catch (MachineException beyondLimits) {
          dependents[eventsOf[t][i]].set(0, end + 1);
        }
      }
    }
  }

  /** Whether an event depends on what an earlier event of its thread gave. */
  boolean on(int event, int read) {
    return dependents[read].get(event);
  }

  /** Whether where a thread ended depends on what an event of it gave. */
  boolean onEnd(int read) {
    return dependents[read].get(end);
  }

  private void tryOut(int t, int index) {
    int read = eventsOf[t][index];
    dependents[read] = new BitSet();
    ThreadNode node = execution.operation(read);
    if (index + 1 == eventsOf[t].length && execution.current(t).isAt(node)) {
      return; // The operation itself failed; it gave nothing.
    }
    for (long other : otherValues(read)) {
      if (runs > MAX_RUNS) {
        dependents[read].set(0, end + 1);
        return;
      }
      follow(t, index, other);
    }
  }

  /** Goes on with another value, and compares. */
  private void follow(int t, int index, long other) {
    int[] events = eventsOf[t];
    ThreadNode changed = execution.next(t, execution.operation(events[index]), other);
    runs++;
    for (int i = index + 1; i < events.length; i++) {
      ThreadNode usual = execution.operation(events[i]);
      if (!usual.isSameOperation(changed)) {
        for (int later = i; later < events.length; later++) {
          dependents[events[index]].set(events[later]);
        }
        dependents[events[index]].set(end);
        return;
      }
      if (usual.operand() != changed.operand() || usual.desired() != changed.desired()) {
        dependents[events[index]].set(events[i]);
      }
      boolean isLast = i + 1 == events.length;
      if (isLast && execution.current(t).isAt(usual)) {
        return; // The operation failed, and would again.
      }
      changed = execution.next(t, changed, execution.observed(events[i]));
      runs++;
    }
    ThreadNode usual = execution.current(t);
    boolean sameEnd =
        usual.status() == Status.READY
            ? usual.isSameOperation(changed)
            : usual.status() == changed.status() && usual.isAtInstructionOf(changed);
    if (!sameEnd) {
      dependents[events[index]].set(end);
    }
  }

  /** What else the event might have given: above all what was or will be in the same place. */
  private Set<Long> otherValues(int event) {
    ThreadNode node = execution.operation(event);
    long usual = execution.observed(event);
    Set<Long> values = new LinkedHashSet<>();
    switch (node.kind()) {
      case STORE, FREE, UNLOCK, LOCK, ATOMIC_BEGIN, FENCE -> {
        return values;
      }
      case TRY_LOCK -> values.add(1 - usual);
      case CHOOSE -> values.add(usual == node.operand() ? usual + 1 : usual - 1);
      default -> {
        for (long content : contents(event)) {
          values.add(content);
        }
        values.add(usual ^ 1);
        addConstants(node, values);
      }
    }
    values.remove(usual);
    return values;
  }

  /** Adds what the functions under way compare numbers with, as this decides what they do. */
  private void addConstants(ThreadNode node, Set<Long> values) {
    for (int site : code.callStack(node)) {
      addConstants(code.functionAt(site), node.bytes(), values);
    }
  }

  private void addConstants(int function, int bytes, Set<Long> values) {
    for (long constant : comparedWith[function]) {
      if (values.size() >= MAX_VALUES) {
        return;
      }
      values.add(Arithmetic.zeroExtend(constant, 8 * bytes));
    }
  }

  private static long[] comparedWith(Function function) {
    Set<Long> constants = new LinkedHashSet<>();
    for (Block block : function.blocks()) {
      for (Instruction instruction : block.instructions()) {
        if (instruction instanceof Instruction.Compare compare
            && compare.right() instanceof Value.Constant constant) {
          constants.add(constant.bits());
          if (compare.relation() != Relation.EQ && compare.relation() != Relation.NE) {
            constants.add(constant.bits() + 1);
            constants.add(constant.bits() - 1);
          }
        }
      }
      if (block.terminator() instanceof Terminator.Switch choice) {
        constants.addAll(choice.cases());
      }
    }
    return constants.stream().mapToLong(Long::longValue).toArray();
  }

  /** What the memory that an event reads contains at any time of the execution. */
  private long[] contents(int event) {
    long[] found = new long[CONTENTS];
    int count = 0;
    for (int e = 0; e < end && count < found.length; e++) {
      if (execution.writes(e) && isCovered(event, e)) {
        found[count++] = part(event, e, execution.written(e));
        if (count < found.length) {
          found[count++] = part(event, e, execution.overwritten(e));
        }
      }
    }
    return Arrays.copyOf(found, count);
  }

  /** Whether an event touches all bytes of another. */
  private boolean isCovered(int event, int by) {
    ThreadNode node = execution.operation(event);
    ThreadNode other = execution.operation(by);
    return node.kind().accessesMemory()
        && other.address() <= node.address()
        && node.address() + node.bytes() <= other.address() + other.bytes();
  }

  /** The bytes of an event in the content of those of another that covers them. */
  private long part(int event, int of, long content) {
    ThreadNode node = execution.operation(event);
    long offset = node.address() - execution.operation(of).address();
    return Arithmetic.zeroExtend(content >>> (8 * offset), 8 * node.bytes());
  }
}
