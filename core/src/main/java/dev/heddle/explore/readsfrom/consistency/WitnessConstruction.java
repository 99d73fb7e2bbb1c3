package dev.heddle.explore.readsfrom.consistency;

import java.util.Arrays;

/**
 * Phase P-II: builds a witness of a cut event by event, following the execution that the cut was
 * taken from wherever it can. Sound: what it builds is a witness. Not complete: it never goes back.
 *
 * <p>OOPSLA 2019, section 5.2 (see {@link SaturatedHappensBefore}). Deviation: the order in which
 * writes to one variable are made comes from running the events, each as soon as it may, and not
 * from ordering pairs of writes (Algorithm 2), which {@link WitnessSearch} does when this gets
 * stuck.
 *
 * <p>An event may run when all that its clock knows has run, its source and its summands have run,
 * and, if it writes, nobody is left who has to read what it would overwrite. An addition may run if
 * all who are left to read what it adds to read it, too.
 */
final class WitnessConstruction {
  private Cut cut;

  /** The witness: events in the order in which they happen. */
  private int[] witness = new int[64];

  /** How many events of each thread are in the witness. */
  private int[] placed = new int[8];

  /** For each variable, how many events outside the witness have their source in it. */
  private int[] pendingReaders = new int[16];

  /** Threads whose next event was passed over. */
  private int[] behind = new int[8];

  private int behindCount;

  /** The next event of each thread, or -1. */
  private int[] nextEvent = new int[8];

  private boolean useClocks;

  /** An event that has to wait for its clock even if clocks are not used; or -1. */
  private int strictEvent;

  /** Events from here on come after all others. */
  private int lastFrom;

  private int count;

  /** After a run that succeeded: the events in the order in which they happen. */
  int[] witness() {
    return witness;
  }

  /**
   * Runs the cut in the order of its events.
   *
   * @param clocks whether events wait for what their clocks know; otherwise for what starts or ends
   *     threads, and {@code strict} waits for its clock
   * @param lastOnes events from this one on come after all others
   */
  boolean run(Cut newCut, boolean clocks, int strict, int lastOnes) {
    cut = newCut;
    useClocks = clocks;
    strictEvent = strict;
    lastFrom = lastOnes;
    begin();
    count = 0;
    catchUp(-1);
    for (int e = 0; e < cut.size(); e++) {
      int t = cut.thread(e);
      if (nextEvent[t] != e || isBehind(t)) {
        continue; // placed already, or its thread is behind
      }
      if (isPossible(e)) {
        place(e);
        if (behindCount > 0 && mayEnable(e)) {
          catchUp(e);
        }
      } else {
        behind[behindCount++] = t;
      }
    }
    return count == cut.size();
  }

  private void begin() {
    if (cut.size() > witness.length) {
      witness = new int[2 * cut.size()];
    }
    if (cut.threads() > placed.length) {
      placed = new int[2 * cut.threads()];
      behind = new int[2 * cut.threads()];
      nextEvent = new int[2 * cut.threads()];
    }
    if (cut.locations() > pendingReaders.length) {
      pendingReaders = new int[2 * cut.locations()];
    }
    Arrays.fill(placed, 0, cut.threads(), 0);
    behindCount = 0;
    for (int t = 0; t < cut.threads(); t++) {
      nextEvent[t] = cut.firstOfThread(t);
    }
    for (int t = 0; t < cut.threads(); t++) {
      hurry(t);
    }
    for (int x = 0; x < cut.locations(); x++) {
      int readers = 0;
      for (int r = cut.firstInitialReader(x); r >= 0; r = cut.nextReader(r)) {
        readers++;
      }
      pendingReaders[x] = readers;
    }
  }

  /** Whether an event that has just been placed can make others possible. */
  private boolean mayEnable(int e) {
    return useClocks
        || cut.next(e) >= cut.guided()
        || (strictEvent >= 0 && !isPlaced(strictEvent))
        || cut.writes(e)
        || cut.leads(e)
        || (cut.location(e) >= 0 && pendingReaders[cut.location(e)] <= 1)
        || count >= lastFrom;
  }

  /** Runs what was passed over and has become possible, earliest first. */
  private void catchUp(int reached) {
    while (behindCount > 0) {
      int best = -1;
      for (int i = 0; i < behindCount; i++) {
        int e = nextEvent[behind[i]];
        if ((best < 0 || e < nextEvent[behind[best]]) && isPossible(e)) {
          best = i;
        }
      }
      if (best < 0) {
        return;
      }
      int e = nextEvent[behind[best]];
      place(e);
      int next = cut.next(e);
      if (next < 0 || (next > reached && next < cut.guided())) {
        behind[best] = behind[--behindCount];
      }
    }
  }

  private void place(int e) {
    witness[count++] = e;
    placed[cut.thread(e)]++;
    nextEvent[cut.thread(e)] = cut.next(e);
    hurry(cut.thread(e));
    int x = cut.location(e);
    if (x >= 0) {
      if (cut.source(e) != Cut.NOT_READING) {
        pendingReaders[x]--;
      }
      if (cut.writes(e) && !cut.adds(e)) {
        int readers = 0;
        for (int r = cut.firstReader(e); r >= 0; r = cut.nextReader(r)) {
          readers++;
        }
        pendingReaders[x] = readers;
      }
    }
  }

  /** An event without a place of its own counts as passed over from the beginning. */
  private void hurry(int t) {
    if (nextEvent[t] >= cut.guided() && nextEvent[t] < lastFrom && !isBehind(t)) {
      behind[behindCount++] = t;
    }
  }

  private boolean isBehind(int t) {
    for (int i = 0; i < behindCount; i++) {
      if (behind[i] == t) {
        return true;
      }
    }
    return false;
  }

  private boolean isPossible(int e) {
    int source = cut.source(e);
    if (source >= 0 && !isPlaced(source)) {
      return false;
    }
    if (cut.writes(e) && pendingReaders[cut.location(e)] > readersOf(e)) {
      return false;
    }
    for (int a : cut.summands(e)) {
      if (!isPlaced(a)) {
        return false;
      }
    }
    if (cut.adds(e) && cut.sumSource(e) >= 0 && !isPlaced(cut.sumSource(e))) {
      return false;
    }
    if (cut.after(e) >= 0 && !isPlaced(cut.after(e))) {
      return false;
    }
    if (e >= lastFrom && count < lastFrom) {
      return false;
    }
    return !(useClocks || e == strictEvent) || cut.knowsOnly(e, placed);
  }

  /** How many of those who read what is there do not mind that a write happens. */
  private int readersOf(int write) {
    if (cut.adds(write)) {
      return cut.sumReaders(write);
    }
    return cut.source(write) == Cut.NOT_READING ? 0 : 1;
  }

  private boolean isPlaced(int e) {
    return placed[cut.thread(e)] >= cut.index(e);
  }
}
