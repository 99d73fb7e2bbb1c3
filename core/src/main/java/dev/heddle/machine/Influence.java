package dev.heddle.machine;

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
public final class Influence {
  /** How many other values are tried for each read. */
  private static final int MAX_VALUES = 10;

  /** How many of these are such as were or will be in the same place. */
  private static final int CONTENTS = 4;

  /** How many pieces of threads are run at most. */
  private static final int MAX_RUNS = 100_000;

  private final Machine machine;
  private final Code code;
  private final EventLog log;
  private final long[][] comparedWith;
  private final int[][] eventsOf;

  /** For each read the events, of the same thread, that depend on it; the end counts as one. */
  private final BitSet[] dependents;

  private final int end;
  private int runs;

  /** Finds out about the execution that a machine is in; the machine is of no use afterwards. */
  public Influence(Machine machine) {
    this.machine = machine;
    this.code = machine.code;
    this.log = machine.log;
    this.comparedWith =
        code.program.functions().stream().map(Influence::comparedWith).toArray(long[][]::new);
    this.end = log.length;
    this.dependents = new BitSet[end];
    this.eventsOf = new int[machine.threads()][];
    for (int t = 0; t < eventsOf.length; t++) {
      int thread = t;
      eventsOf[t] = IntStream.range(0, end).filter(e -> log.thread[e] == thread).toArray();
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
  public boolean on(int event, int read) {
    return dependents[read].get(event);
  }

  /** Whether where a thread ended depends on what an event of it gave. */
  public boolean onEnd(int read) {
    return dependents[read].get(end);
  }

  private void tryOut(int t, int index) {
    int read = eventsOf[t][index];
    dependents[read] = new BitSet();
    ThreadNode node = log.before[read];
    if (index + 1 == eventsOf[t].length && machine.current(t).state == node.state) {
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
    ThreadNode changed = machine.next(t, log.before[events[index]], other);
    runs++;
    for (int i = index + 1; i < events.length; i++) {
      ThreadNode usual = log.before[events[i]];
      if (!isSameOperation(usual, changed)) {
        for (int later = i; later < events.length; later++) {
          dependents[events[index]].set(events[later]);
        }
        dependents[events[index]].set(end);
        return;
      }
      if (usual.operand != changed.operand || usual.desired != changed.desired) {
        dependents[events[index]].set(events[i]);
      }
      boolean isLast = i + 1 == events.length;
      if (isLast && machine.current(t).state == usual.state) {
        return; // The operation failed, and would again.
      }
      changed = machine.next(t, changed, log.observed[events[i]]);
      runs++;
    }
    ThreadNode usual = machine.current(t);
    boolean sameEnd =
        usual.status == Status.READY
            ? isSameOperation(usual, changed)
            : usual.status == changed.status && usual.state.pc == changed.state.pc;
    if (!sameEnd) {
      dependents[events[index]].set(end);
    }
  }

  /** Whether two histories are in front of the same operation, perhaps with other numbers. */
  private static boolean isSameOperation(ThreadNode a, ThreadNode b) {
    return b.status == Status.READY
        && a.opcode == b.opcode
        && a.address == b.address
        && a.bytes == b.bytes
        && a.operator == b.operator
        && a.state.pc == b.state.pc
        && a.state.depth() == b.state.depth();
  }

  /** What else the event might have given: above all what was or will be in the same place. */
  private Set<Long> otherValues(int event) {
    ThreadNode node = log.before[event];
    long usual = log.observed[event];
    Set<Long> values = new LinkedHashSet<>();
    switch (node.opcode) {
      case Opcode.STORE, Opcode.FREE, Opcode.UNLOCK, Opcode.LOCK, Opcode.ATOMIC_BEGIN -> {
        return values;
      }
      case Opcode.TRY_LOCK -> values.add(1 - usual);
      case Opcode.CHOOSE -> values.add(usual == node.operand ? usual + 1 : usual - 1);
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
    ThreadState state = node.state;
    addConstants(code.functionAt(state.pc), node.bytes, values);
    for (int level = state.depth() - 1; level >= 0; level--) {
      addConstants(code.functionAt(state.callSite(level)), node.bytes, values);
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
    long touched = log.footprint[event];
    if (!Footprint.touches(touched) || Footprint.straddles(touched)) {
      return new long[0];
    }
    int shift = 8 * Integer.numberOfTrailingZeros(Footprint.mask(touched));
    int bits = 8 * log.before[event].bytes;
    long[] found = new long[CONTENTS];
    int count = 0;
    for (int e = 0; e < end && count < found.length; e++) {
      long other = log.footprint[e];
      if (Footprint.writes(other)
          && !Footprint.isRange(other)
          && Footprint.word(other) == Footprint.word(touched)) {
        found[count++] = Arithmetic.zeroExtend(log.newWord[e] >>> shift, bits);
        if (count < found.length) {
          found[count++] = Arithmetic.zeroExtend(log.oldWord[e] >>> shift, bits);
        }
      }
    }
    return Arrays.copyOf(found, count);
  }
}
