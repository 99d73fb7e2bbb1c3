package dev.heddle.explore;

import dev.heddle.machine.Footprint;
import dev.heddle.machine.Machine;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The races of an event e′ that waits for the content of a word to which independent additions were
 * made. It may be possible without some of them, and each smallest set of additions that must be
 * missing makes a race of its own.
 *
 * <p>Jonsson, Lång, Sagonas: <em>Awaiting for Godot</em>, FMCAD 2022, Algorithm 1, lines 7 to 22.
 */
final class AdditionRaces {
  private final Machine machine;
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
  private int first;
  private int[] additions;
  private long content;
  private final Set<BitSet> tried = new HashSet<>();
  private final List<BitSet> found = new ArrayList<>();

  AdditionRaces(Machine machine, HappensBefore happensBefore) {
    this.machine = machine;
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
    boolean canStop = false;
    for (int e = happensBefore.latestOn(word, footprint);
        e >= 0 && !canStop;
        e = happensBefore.previousOn(word, e, footprint)) {
      long other = machine.footprint(e);
      if (e >= second || !Footprint.conflict(other, footprint)) {
        continue;
      }
      boolean stays = stays(e);
      if (Footprint.adds(other)) {
        if (!stays) {
          withoutAddition(e, word);
        }
      } else {
        boolean writes = Footprint.writes(other);
        boolean races = !stays && isPossible(contentBefore(e, word));
        if (races) {
          this.races.add(new int[] {e});
        }
        canStop = writes && (stays || races);
      }
    }
    return races;
  }

  private long contentBefore(int e, int word) {
    return Footprint.writes(machine.footprint(e))
        ? machine.wordBefore(e, word)
        : machine.wordBefore(e);
  }

  private boolean stays(int e) {
    return past >= 0 && happensBefore.before(e, past);
  }

  private boolean isPossible(long word) {
    return second < machine.length()
        ? machine.isPossibleGiven(second, word)
        : machine.isPendingPossibleGiven(thread, word);
  }

  /** foreach maximal subsequence u of w such that e′ is enabled after it. */
  private void withoutAddition(int e, int word) {
    first = e;
    content = machine.wordBefore(e, word);
    List<Integer> behind = new ArrayList<>();
    for (int i = e + 1; i < Math.min(second, machine.length()); i++) {
      long other = machine.footprint(i);
      if (Footprint.adds(other) && Footprint.word(other) == word && !happensBefore.before(e, i)) {
        behind.add(i);
      }
    }
    additions = behind.stream().mapToInt(Integer::intValue).toArray();
    tried.clear();
    found.clear();
    search(new BitSet());
    for (BitSet missing : found) {
      races.add(
          IntStream.concat(IntStream.of(first), missing.stream().map(i -> additions[i])).toArray());
    }
  }

  /** Leaves out one addition after the other, and stops wherever e′ becomes possible. */
  private void search(BitSet missing) {
    if (!tried.add(missing)) {
      return;
    }
    long word = content;
    for (int i = 0; i < additions.length; i++) {
      word = missing.get(i) ? word : machine.wordWithAddition(additions[i], word);
    }
    if (isPossible(word)) {
      found.add(missing);
      return;
    }
    for (int i = 0; i < additions.length; i++) {
      if (!missing.get(i)) {
        BitSet fewer = without(missing, i);
        if (fewer != null) {
          search(fewer);
        }
      }
    }
  }

  /** What is missing if one more addition is; null if e′ could not come without it. */
  private BitSet without(BitSet missing, int addition) {
    BitSet more = (BitSet) missing.clone();
    for (int i = addition; i < additions.length; i++) {
      if (happensBefore.before(additions[addition], additions[i])) {
        if (stays(additions[i])) {
          return null;
        }
        more.set(i);
      }
    }
    return more;
  }
}
