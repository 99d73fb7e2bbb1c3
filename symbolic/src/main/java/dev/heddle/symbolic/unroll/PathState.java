package dev.heddle.symbolic.unroll;

import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Where an unrolled thread stands on all the ways that lead to one point. */
final class PathState {
  /** A local object that others can reach, which ends with its function if it was made. */
  record Local(MemoryObject object, Term made) {}

  /** When control is here. */
  Term guard;

  Term[] registers;
  DirectMemory memory;

  /** The steps that can have come last. */
  Set<Step> last = new LinkedHashSet<>();

  /** Whether no thread but this one exists. */
  boolean alone;

  /** How many atomic sections, one inside the other, the thread is in. */
  int sections;

  Map<Long, Set<Long>> held = new HashMap<>();
  BitSet spawned = new BitSet();
  BitSet joined = new BitSet();
  List<Local> locals = new ArrayList<>();

  /** How often control may have gone on in each loop of the function when it need not have. */
  int[] passes = {};

  PathState(Term guard, DirectMemory memory) {
    this.guard = guard;
    this.memory = memory;
  }

  PathState copy() {
    PathState copy = new PathState(guard, memory.copy());
    copy.registers = registers.clone();
    copy.last = new LinkedHashSet<>(last);
    copy.alone = alone;
    copy.sections = sections;
    copy.held = new HashMap<>(held);
    copy.spawned = (BitSet) spawned.clone();
    copy.joined = (BitSet) joined.clone();
    copy.locals = new ArrayList<>(locals);
    copy.passes = passes.clone();
    return copy;
  }

  /** The state on the ways of both. */
  PathState merge(PathState that, Terms terms) {
    PathState merged = copy();
    merged.guard = terms.or(guard, that.guard);
    for (int r = 0; r < registers.length; r++) {
      Term ours = registers[r];
      Term theirs = that.registers[r];
      // A register that only one of the ways sets is not used behind the point where they meet.
      merged.registers[r] =
          ours == null ? theirs : theirs == null ? ours : terms.ite(guard, ours, theirs);
    }
    merged.memory = memory.merge(guard, that.memory);
    merged.last.addAll(that.last);
    merged.alone &= that.alone;
    merged.spawned.or(that.spawned);
    merged.joined.and(that.joined);
    merged.held.keySet().retainAll(that.held.keySet());
    for (Map.Entry<Long, Set<Long>> lock : merged.held.entrySet()) {
      Set<Long> both = new HashSet<>(lock.getValue());
      both.retainAll(that.held.get(lock.getKey()));
      lock.setValue(both);
    }
    for (Local local : that.locals) {
      if (!merged.locals.contains(local)) {
        merged.locals.add(local);
      }
    }
    for (int i = 0; i < passes.length; i++) {
      merged.passes[i] = Math.max(passes[i], that.passes[i]);
    }
    return merged;
  }

  /** A mutex is taken. */
  void take(long mutex) {
    for (Map.Entry<Long, Set<Long>> lock : held.entrySet()) {
      Set<Long> since = new HashSet<>(lock.getValue());
      since.add(mutex);
      lock.setValue(since);
    }
    held.put(mutex, Set.of());
  }

  boolean isDead() {
    return guard.isFalse();
  }

  @Override
  public String toString() {
    return guard + " " + Arrays.toString(registers);
  }
}
