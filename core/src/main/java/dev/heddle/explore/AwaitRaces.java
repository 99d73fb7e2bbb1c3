package dev.heddle.explore;

import dev.heddle.machine.Footprint;
import dev.heddle.machine.Hypothesis;
import dev.heddle.machine.Machine;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The races of an event e′ that waits for the content of memory to which independent writes were
 * made: additions, or writes to parts of it. It may be possible without some of them, and each
 * smallest set of writes that must be missing makes a race of its own.
 *
 * <p>Jonsson, Lång, Sagonas: <em>Awaiting for Godot</em>, FMCAD 2022, Algorithm 1, lines 7 to 22.
 */
final class AwaitRaces {
  private final Machine machine;
  private final Hypothesis hypothesis;
  private final HappensBefore happensBefore;

  // Of e′.
  private int second;
  private int thread;
  private long footprint;

  /** The latest event of its thread, or what started that; all before it stays before e′. */
  private int past;

  /** For each race: the first event that must be missing, and then the others. */
  private final List<int[]> races = new ArrayList<>();

  // Of the first event under way.
  private int[] writes;
  private long content;
  private final Set<BitSet> tried = new HashSet<>();
  private final List<BitSet> found = new ArrayList<>();

  AwaitRaces(Machine machine, HappensBefore happensBefore) {
    this.machine = machine;
    this.hypothesis = new Hypothesis(machine);
    this.happensBefore = happensBefore;
  }

  /** The races of an event. */
  List<int[]> of(int event) {
    second = event;
    thread = machine.thread(event);
    footprint = machine.footprint(event);
    past = happensBefore.previousInThread(event);
    return find();
  }

  /** The races of the next event of a thread that is blocked. */
  List<int[]> ofBlocked(int blocked, long pending) {
    second = machine.length();
    thread = blocked;
    footprint = pending;
    int last = happensBefore.lastOfThread(blocked);
    past = last >= 0 ? last : machine.spawnedBy(blocked);
    return find();
  }

  /** foreach e in E′ (starting from the end) that may enable or disable e′. */
  private List<int[]> find() {
    races.clear();
    int word = Footprint.word(footprint);
    content = machine.word(word);
    boolean canStop = false;
    for (int e = happensBefore.latestOn(word, Footprint.asWrite(footprint));
        e >= 0 && !canStop;
        e = happensBefore.previousOn(word, e, Footprint.asWrite(footprint))) {
      long other = machine.footprint(e);
      if (Footprint.writes(other)) {
        content = machine.wordBefore(e, word);
      }
      if (e < second && Footprint.conflict(other, footprint)) {
        boolean stays = stays(e);
        boolean didInsert = !stays && withoutEvent(e, word);
        canStop = (stays || didInsert) && conflictsWithAll(other, footprint);
      }
    }
    return races;
  }

  /** Whether an event conflicts with all that may enable or disable one that waits. */
  static boolean conflictsWithAll(long event, long waiting) {
    return Footprint.writes(event)
        && !Footprint.adds(event)
        && Footprint.word(event) == Footprint.word(waiting)
        && (Footprint.mask(waiting) & ~Footprint.mask(event)) == 0;
  }

  private boolean stays(int e) {
    return past >= 0 && happensBefore.before(e, past);
  }

  private boolean isPossible(long word) {
    return second < machine.length()
        ? hypothesis.isPossible(second, word)
        : hypothesis.isPendingPossible(thread, word);
  }

  /** foreach maximal subsequence u of w such that e′ is enabled after it. */
  private boolean withoutEvent(int e, int word) {
    List<Integer> behind = new ArrayList<>();
    for (int i = e + 1; i < Math.min(second, machine.length()); i++) {
      long other = machine.footprint(i);
      if (Footprint.writes(other)
          && Footprint.conflict(other, footprint)
          && !happensBefore.before(e, i)) {
        behind.add(i);
      }
    }
    writes = behind.stream().mapToInt(Integer::intValue).toArray();
    tried.clear();
    found.clear();
    search(new BitSet(), word);
    for (BitSet missing : found) {
      IntStream others = missing.stream().map(i -> writes[i]);
      races.add(IntStream.concat(IntStream.of(e), others).toArray());
    }
    return !found.isEmpty();
  }

  /** Leaves out one write after the other, and stops wherever e′ becomes possible. */
  private void search(BitSet missing, int word) {
    if (!tried.add(missing)) {
      return;
    }
    long reached = content;
    for (int i = 0; i < writes.length; i++) {
      reached =
          missing.get(i) ? reached : HypotheticalMemory.after(machine, writes[i], word, reached);
    }
    if (isPossible(reached)) {
      found.add(missing);
      return;
    }
    for (int i = 0; i < writes.length; i++) {
      BitSet fewer = missing.get(i) ? null : without(missing, i);
      if (fewer != null) {
        search(fewer, word);
      }
    }
  }

  /** What is missing if one more write is; null if e′ could not come without it. */
  private BitSet without(BitSet missing, int write) {
    BitSet more = (BitSet) missing.clone();
    for (int i = write; i < writes.length; i++) {
      if (happensBefore.before(writes[write], writes[i])) {
        if (stays(writes[i])) {
          return null;
        }
        more.set(i);
      }
    }
    return more;
  }
}
