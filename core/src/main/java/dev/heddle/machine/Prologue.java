package dev.heddle.machine;

import dev.heddle.program.Location;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the first thread did before the first event, for explanations: later reads can take their
 * values from there.
 */
public final class Prologue {
  /** Started threads, made objects and printed text, in order. */
  final List<Effects> effects = new ArrayList<>();

  /** The latest write to each byte, by its position in memory. */
  private final Map<Long, Deed> writes = new HashMap<>();

  private final Map<Integer, Deed> frees = new HashMap<>();
  private int deeds;

  /**
   * An operation on memory.
   *
   * @param order counts the operations
   * @param observed what it read, if it did
   * @param left what memory contained afterwards
   */
  record Deed(int order, ThreadNode node, Location location, long observed, long left) {}

  /**
   * Keeps an operation that was just performed.
   *
   * @param location of the node, whose state may have gone on already
   */
  void add(ThreadNode node, Location location, long footprint, long observed, SharedMemory memory) {
    if (!Footprint.writes(footprint) || Footprint.isSection(footprint)) {
      return;
    }
    int object = node.object(memory);
    if (Footprint.isRange(footprint)) {
      frees.put(object, new Deed(deeds++, node, location, observed, 0));
      return;
    }
    long position = memory.locate(object, node.address, node.bytes);
    long left = memory.read(position, node.bytes);
    Deed deed = new Deed(deeds++, node, location, observed, left);
    for (int i = 0; i < node.bytes; i++) {
      writes.put(position + i, deed);
    }
  }

  /** The latest write to any of these bytes, or null. */
  Deed write(long position, int bytes) {
    Deed latest = null;
    for (int i = 0; i < bytes; i++) {
      Deed deed = writes.get(position + i);
      if (deed != null && (latest == null || deed.order > latest.order)) {
        latest = deed;
      }
    }
    return latest;
  }

  /** What freed an object, or null. */
  Deed free(int object) {
    return frees.get(object);
  }
}
