package dev.heddle.explore.readsfrom;

import dev.heddle.execution.EventDescription;
import dev.heddle.machine.Footprint;
import dev.heddle.machine.Hypothesis;
import dev.heddle.machine.Machine;
import dev.heddle.machine.OperationSemantics;
import java.util.TreeSet;

/**
 * The reads-from class of an execution as text: equal for two executions if and only if their
 * threads do the same and read from the same events, in which additions to the same write have no
 * order. Knows nothing of the exploration it judges.
 */
public final class ReadsFromKey {
  private final Machine machine;
  private final Hypothesis hypothesis;
  private final String[] name;

  /** Whether an event adds and nothing depends on what it finds. */
  private final boolean[] adds;

  /** For each event, those that happen before it; made only if somebody asks. */
  private boolean[][] before;

  private ReadsFromKey(Machine machine) {
    this.machine = machine;
    this.hypothesis = new Hypothesis(machine);
    this.name = new String[machine.length()];
    this.adds = new boolean[machine.length()];
  }

  public static String of(Machine machine) {
    return new ReadsFromKey(machine).key();
  }

  private String key() {
    EventDescription explanation = new EventDescription(machine);
    int threads = machine.threads();
    StringBuilder[] perThread = new StringBuilder[threads];
    int[] count = new int[threads];
    for (int e = 0; e < machine.length(); e++) {
      int t = machine.thread(e);
      if (perThread[t] == null) {
        perThread[t] = new StringBuilder();
      }
      name[e] = t + "." + ++count[t];
      adds[e] = Footprint.adds(machine.footprint(e)) && isInitialized(e);
      perThread[t].append(' ').append(explanation.label(e)).append('=').append(machine.observed(e));
      if (reads(e)) {
        perThread[t].append('@').append(source(e));
      }
    }
    StringBuilder key = new StringBuilder();
    for (int t = 0; t < threads; t++) {
      if (machine.current(t) != null) {
        key.append(t).append(machine.current(t).status()).append(':');
        if (perThread[t] != null) {
          key.append(perThread[t]);
        }
        key.append('\n');
      }
    }
    return key.toString();
  }

  private boolean reads(int e) {
    return !adds[e]
        && OperationSemantics.reads(hypothesis.operation(e))
        && Footprint.touches(machine.footprint(e));
  }

  /** The latest write before an event that is no addition, and the additions behind it. */
  private String source(int e) {
    TreeSet<String> added = new TreeSet<>();
    int w = previousWrite(e);
    for (; w >= 0 && adds[w]; w = previousWrite(w)) {
      added.add(name[w]);
    }
    return (w < 0 ? "initial" : name[w]) + (added.isEmpty() ? "" : added);
  }

  private int previousWrite(int e) {
    for (int w = e - 1; w >= 0; w--) {
      if (isWriteTo(machine.footprint(e), machine.footprint(w))) {
        return w;
      }
    }
    return -1;
  }

  private static boolean isWriteTo(long place, long footprint) {
    return Footprint.writes(footprint)
        && !Footprint.isSection(footprint)
        && (Footprint.conflict(place, footprint)
            || (Footprint.adds(footprint)
                && Footprint.word(place) == Footprint.word(footprint)
                && (Footprint.mask(place) & Footprint.mask(footprint)) != 0));
  }

  /** Whether an addition finds something in all executions with the same past. */
  private boolean isInitialized(int e) {
    int first = e;
    for (int w = previousWrite(e); w >= 0; w = previousWrite(w)) {
      first = w;
    }
    long place = machine.footprint(e);
    int found = machine.initializedBefore(first, Footprint.word(place));
    if ((found & Footprint.mask(place)) == Footprint.mask(place)) {
      return true;
    }
    order(e);
    for (int w = 0; w < e; w++) {
      if (before[e][w] && !adds[w] && isWriteTo(place, machine.footprint(w))) {
        return true;
      }
    }
    return false;
  }

  /** Finds what happens before an event and all in front of it. */
  private void order(int last) {
    before = new boolean[last + 1][last + 1];
    for (int e = 0; e <= last; e++) {
      int t = machine.thread(e);
      after(e, machine.spawnedBy(t));
      for (int d = 0; d < e; d++) {
        if (machine.thread(d) == t || machine.thread(d) == machine.joinedBy(e)) {
          after(e, d);
        }
      }
      int w = e < last && reads(e) ? previousWrite(e) : -1;
      for (; w >= 0 && adds[w]; w = previousWrite(w)) {
        after(e, w);
      }
      after(e, w);
    }
  }

  private void after(int e, int earlier) {
    if (earlier >= 0) {
      before[e][earlier] = true;
      for (int d = 0; d < earlier; d++) {
        before[e][d] |= before[earlier][d];
      }
    }
  }
}
