package dev.heddle.machine;

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

  private final Machine machine;
  private final SharedMemory memory;
  private final BitSet reached = new BitSet();
  private final Deque<Integer> pending = new ArrayDeque<>();

  private Leaks(Machine machine) {
    this.machine = machine;
    this.memory = machine.memory;
  }

  /** Whether there can be any; the cheap question to ask first. */
  public static boolean arePossible(Machine machine) {
    return machine.memory.liveOnHeap() > 0;
  }

  /** Adds the places at which lost objects were allocated. */
  public static void addTo(Set<Location> places, Machine machine) {
    new Leaks(machine).find(places);
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
        places.add(machine.code.locations[memory.site(object)]);
      }
    }
  }

  private void scan(int object) {
    long position = memory.position(object);
    for (int offset = 0; offset + 8 <= memory.size(object); offset += 8) {
      long content = memory.read(position + offset, 8);
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
