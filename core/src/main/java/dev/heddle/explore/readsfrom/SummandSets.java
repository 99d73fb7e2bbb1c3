package dev.heddle.explore.readsfrom;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which additions could come between a write and an operation that reads it, as far as
 * happens-before tells. All writes to the variable that come before the operation are its source,
 * summands, or come before its source. So its summands from one thread are a run of additions
 * without anything between them, and
 *
 * <ul>
 *   <li>none of them happens before the source;
 *   <li>what happens after the source and comes before one of them in its thread is one, too;
 *   <li>what happens before the operation and comes behind one of them, or behind the source, is
 *       one, too.
 * </ul>
 */
final class SummandSets {
  private final Execution execution;
  private final List<int[]> empty;

  /** How many events of each thread happen before the operation. */
  private int[] seen = {};

  /** How many events of each thread do not happen after the operation. */
  private int[] limit = {};

  /** The writes of a thread that do not happen before the source, and are within the limit. */
  private int[] writes = new int[16];

  private int count;

  SummandSets(Execution execution) {
    this.execution = execution;
    this.empty = List.of(execution.noSummands);
  }

  /**
   * The sets for an operation with a source.
   *
   * @param needed an addition that has to be in the sets, or -1
   */
  List<int[]> of(ChangedOperation operation, int source, int needed) {
    if (!execution.accesses.hasAdditions(operation.variable)) {
      return operation.mayRead(source) ? empty : List.of();
    }
    reserve();
    for (int t = 0; t < execution.stride(); t++) {
      seen[t] = execution.clock(operation.predecessor, t);
      limit[t] = t == operation.thread ? seen[t] : operation.countNotAfter(t);
    }
    return of(operation.variable, source, needed);
  }

  /**
   * The sets for a read behind all that is wanted.
   *
   * @param most what could be wanted beside that, by thread
   */
  List<int[]> atTheEnd(int variable, int source, CutBuilder wanted, int[] most) {
    reserve();
    for (int t = 0; t < execution.stride(); t++) {
      seen[t] = wanted.wanted(t);
      limit[t] = most[t];
    }
    return of(variable, source, -1);
  }

  /**
   * Those of an event's summands that could come before an operation in front of the event: the
   * first ones of each thread, and all that happen before the operation.
   */
  List<int[]> before(ChangedOperation operation, int[] summands) {
    List<int[]> sets = empty;
    for (int from = 0; from < summands.length; ) {
      int t = execution.thread(summands[from]);
      int least = from;
      int end = from;
      for (; end < summands.length && execution.thread(summands[end]) == t; end++) {
        least += execution.before(summands[end], operation.predecessor) ? 1 : 0;
      }
      List<int[]> extended = new ArrayList<>();
      for (int to = least; to <= end; to++) {
        for (int[] set : sets) {
          extended.add(with(set, summands, from, to));
        }
      }
      sets = extended;
      from = end;
    }
    return sets;
  }

  /** What of a set is not in another. */
  static int[] without(int[] set, int[] other) {
    return other.length == 0 ? set : Arrays.stream(set).filter(a -> !contains(other, a)).toArray();
  }

  static boolean contains(int[] summands, int addition) {
    for (int a : summands) {
      if (a == addition) {
        return true;
      }
    }
    return false;
  }

  private void reserve() {
    if (seen.length < execution.stride()) {
      seen = new int[execution.stride()];
      limit = new int[execution.stride()];
    }
  }

  private List<int[]> of(int variable, int source, int needed) {
    List<int[]> sets = empty;
    for (int t = 0; t < execution.stride() && !sets.isEmpty(); t++) {
      listWrites(variable, t, source);
      boolean isNeeded = needed >= 0 && execution.thread(needed) == t;
      if (count > 0 || isNeeded) {
        sets = extend(sets, source, seen[t], isNeeded ? needed : -1);
      }
    }
    return sets;
  }

  private void listWrites(int variable, int t, int source) {
    int before = execution.clock(source, t);
    count = 0;
    int w = execution.accesses.latestWrite(variable, t, limit[t]);
    for (; w >= 0 && execution.index(w) > before; w = execution.accesses.previousOwnWrite(w)) {
      if (count == writes.length) {
        writes = Arrays.copyOf(writes, 2 * count);
      }
      writes[count++] = w;
    }
    for (int i = 0; i < count / 2; i++) {
      int other = writes[i];
      writes[i] = writes[count - 1 - i];
      writes[count - 1 - i] = other;
    }
  }

  /** Combines sets with every run of the listed writes. */
  private List<int[]> extend(List<int[]> sets, int source, int seenOfThread, int needed) {
    int after = 0;
    while (after < count && source >= 0 && !execution.before(source, writes[after])) {
      after++;
    }
    int hidden = 0;
    while (hidden < count && execution.index(writes[hidden]) <= seenOfThread) {
      hidden++;
    }
    List<int[]> extended = new ArrayList<>();
    if (after >= hidden && needed < 0) {
      extended.addAll(sets);
    }
    for (int from = 0; from <= after && from < count; from++) {
      boolean hasNeeded = needed < 0;
      for (int to = from; to < count && execution.adds(writes[to]); to++) {
        hasNeeded |= writes[to] == needed;
        if (hasNeeded && to + 1 >= hidden) {
          for (int[] set : sets) {
            extended.add(with(set, writes, from, to + 1));
          }
        }
      }
    }
    return extended;
  }

  private static int[] with(int[] set, int[] additions, int from, int to) {
    int[] longer = Arrays.copyOf(set, set.length + to - from);
    System.arraycopy(additions, from, longer, set.length, to - from);
    return longer;
  }
}
