package dev.heddle.explore.readsfrom;

import java.util.Arrays;

/**
 * The accesses to each variable in the order of the execution: from the latest one back, all of
 * them, the writes among them, and both for each thread alone.
 */
final class AccessChains {
  private final Execution execution;

  // By event: the access, or the write, before it; those of its own thread; or -1.
  private int[] previousAccess = new int[64];
  private int[] previousWrite = new int[64];
  private int[] previousOwnAccess = new int[64];
  private int[] previousOwnWrite = new int[64];

  // By variable: the latest one, or -1.
  private int[] lastAccess = new int[32];
  private int[] lastWrite = new int[32];

  /** By variable, how many additions there are. */
  private int[] additions = new int[32];

  // By variable and thread: the latest one, plus 1.
  private int[][] lastOwnWrite = new int[32][];
  private int[][] lastOwnAccess = new int[32][];

  /** Variables are numbered below this. */
  private int known;

  AccessChains(Execution execution) {
    this.execution = execution;
  }

  // ---- What they are ------------------------------------------------------------------------

  /** The latest access to a variable, or -1. */
  int lastAccess(int variable) {
    return variable < known ? lastAccess[variable] : -1;
  }

  /** The access before an access to the same variable, or -1. */
  int previousAccess(int event) {
    return previousAccess[event];
  }

  /** The latest write to a variable, or -1. */
  int lastWrite(int variable) {
    return variable < known ? lastWrite[variable] : Execution.INITIAL;
  }

  /** The write before a write to the same variable, or -1. */
  int previousWrite(int write) {
    return previousWrite[write];
  }

  /** The latest access of a thread to a variable, or -1. */
  int lastAccess(int variable, int thread) {
    int[] own = variable < known ? lastOwnAccess[variable] : null;
    return own == null || thread >= own.length ? -1 : own[thread] - 1;
  }

  /** The access before an access to the same variable by the same thread, or -1. */
  int previousOwnAccess(int event) {
    return previousOwnAccess[event];
  }

  /** The latest write of a thread to a variable, or -1. */
  int lastWrite(int variable, int thread) {
    int[] own = variable < known ? lastOwnWrite[variable] : null;
    return own == null || thread >= own.length ? -1 : own[thread] - 1;
  }

  /** The write before a write to the same variable by the same thread, or -1. */
  int previousOwnWrite(int write) {
    return previousOwnWrite[write];
  }

  /** The latest write of a thread to a variable among the thread's first {@code count}; or -1. */
  int latestWrite(int variable, int thread, int amongFirst) {
    int w = lastWrite(variable, thread);
    while (w >= 0 && execution.index(w) > amongFirst) {
      w = previousOwnWrite[w];
    }
    return w;
  }

  /** Whether there are additions to a variable. */
  boolean hasAdditions(int variable) {
    return variable < known && additions[variable] > 0;
  }

  // ---- Growing and shrinking ----------------------------------------------------------------

  /** A new event is the latest access to its variable. */
  void add(int event) {
    int variable = execution.location(event);
    int thread = execution.thread(event);
    reserve(event, variable, thread);
    previousOwnAccess[event] = lastOwnAccess[variable][thread] - 1;
    if (execution.writes(event)) {
      previousOwnWrite[event] = lastOwnWrite[variable][thread] - 1;
    }
    putIn(event, thread, variable);
  }

  /** An event that has been taken out, and may access nothing, becomes the latest again. */
  void putBack(int event) {
    int variable = execution.location(event);
    if (variable >= 0) {
      putIn(event, execution.thread(event), variable);
    }
  }

  private void putIn(int event, int thread, int variable) {
    lastOwnAccess[variable][thread] = event + 1;
    previousAccess[event] = lastAccess[variable];
    lastAccess[variable] = event;
    additions[variable] += execution.adds(event) ? 1 : 0;
    if (execution.writes(event)) {
      previousWrite[event] = lastWrite[variable];
      lastWrite[variable] = event;
      lastOwnWrite[variable][thread] = event + 1;
    }
  }

  /** Takes out the latest event, which may access nothing. */
  void takeOut(int event) {
    int variable = execution.location(event);
    if (variable >= 0) {
      int thread = execution.thread(event);
      lastAccess[variable] = previousAccess[event];
      lastOwnAccess[variable][thread] = previousOwnAccess[event] + 1;
      additions[variable] -= execution.adds(event) ? 1 : 0;
      if (execution.writes(event)) {
        lastWrite[variable] = previousWrite[event];
        lastOwnWrite[variable][thread] = previousOwnWrite[event] + 1;
      }
    }
  }

  /** There are no events any more. */
  void clear() {
    Arrays.fill(lastAccess, 0, known, -1);
    Arrays.fill(lastWrite, 0, known, Execution.INITIAL);
    Arrays.fill(additions, 0);
    Arrays.fill(lastOwnAccess, null);
    Arrays.fill(lastOwnWrite, null);
  }

  // ---- Room ---------------------------------------------------------------------------------

  private void reserve(int event, int variable, int thread) {
    if (event >= previousAccess.length) {
      int grown = 2 * event;
      previousAccess = Arrays.copyOf(previousAccess, grown);
      previousWrite = Arrays.copyOf(previousWrite, grown);
      previousOwnAccess = Arrays.copyOf(previousOwnAccess, grown);
      previousOwnWrite = Arrays.copyOf(previousOwnWrite, grown);
    }
    if (variable >= known) {
      reserveVariables(variable + 1);
    }
    int[] own = lastOwnWrite[variable];
    if (own == null || thread >= own.length) {
      int needed = Math.max(execution.stride(), thread + 1);
      lastOwnWrite[variable] = own == null ? new int[needed] : Arrays.copyOf(own, needed);
      int[] access = lastOwnAccess[variable];
      lastOwnAccess[variable] = own == null ? new int[needed] : Arrays.copyOf(access, needed);
    }
  }

  private void reserveVariables(int needed) {
    if (needed > lastAccess.length) {
      int grown = 2 * needed;
      lastAccess = Arrays.copyOf(lastAccess, grown);
      lastWrite = Arrays.copyOf(lastWrite, grown);
      additions = Arrays.copyOf(additions, grown);
      lastOwnWrite = Arrays.copyOf(lastOwnWrite, grown);
      lastOwnAccess = Arrays.copyOf(lastOwnAccess, grown);
    }
    for (; known < needed; known++) {
      lastAccess[known] = -1;
      lastWrite[known] = Execution.INITIAL;
    }
  }
}
