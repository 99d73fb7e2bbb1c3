package dev.heddle.execution;

import dev.heddle.machine.Addresses;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.MemoryView;
import dev.heddle.program.Location;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the heap objects that nobody can free any more when all threads have ended: those that have
 * not been freed and that no global leads to. Whatever looks like an address counts as one, also
 * with other information in the bits that addresses do not need.
 */
public final class Leaks {
  private static final long ADDRESS = (1L << 47) - 1;
  private static final long TAG = 7;

  private final ExecutionView execution;
  private final MemoryView memory;
  private final BitSet reached = new BitSet();
  private final Deque<Integer> pending = new ArrayDeque<>();

  private Leaks(ExecutionView execution) {
    this.execution = execution;
    this.memory = execution.memory();
  }

  /** Adds the places at which lost objects were allocated. */
  public static void addTo(Set<Location> places, ExecutionView execution) {
    new Leaks(execution).find(places);
  }

  /** An order for sets of places. */
  public static Set<Location> newPlaces() {
    return new TreeSet<>(
        (a, b) -> {
          int files = a.file().compareTo(b.file());
          int lines = files != 0 ? files : Integer.compare(a.line(), b.line());
          return lines != 0 ? lines : Integer.compare(a.column(), b.column());
        });
  }

  private void find(Set<Location> places) {
    for (int object = 0; object < memory.objects(); object++) {
      boolean ofFirstThread = Addresses.threadOf(memory.address(object)) == 0;
      boolean isRoot =
          memory.site(object) < 0
              && (!Addresses.isDynamic(memory.address(object)) || ofFirstThread);
      if (isRoot && memory.isLive(object)) {
        scan(object);
      }
    }
    while (!pending.isEmpty()) {
      scan(pending.remove());
    }
    for (int object = 0; object < memory.objects(); object++) {
      if (memory.isLive(object) && memory.isHeap(object) && !reached.get(object)) {
        places.add(execution.code().location(memory.site(object)));
      }
    }
  }

  private void scan(int object) {
    for (int offset = 0; offset + 8 <= memory.size(object); offset += 8) {
      long content = memory.read(memory.address(object) + offset, 8);
      reach(content);
      reach(content & ADDRESS & ~TAG);
    }
  }

  private void reach(long address) {
    int target = Addresses.isDynamic(address) ? memory.objectAt(address) : -1;
    if (target >= 0 && memory.isLive(target) && memory.isHeap(target) && !reached.get(target)) {
      reached.set(target);
      pending.add(target);
    }
  }
}
