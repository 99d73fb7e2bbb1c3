package dev.heddle.machine;

import dev.heddle.program.Location;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the first thread did before the first event, for explanations: later reads can take their
 * values from there.
 */
public final class Prologue {
  final List<Effects> effects = new ArrayList<>();

  /** The latest write to each byte, by its address. */
  private final Map<Long, Action> writes = new HashMap<>();

  private final Map<Integer, Action> frees = new HashMap<>();
  private int actions;

  Prologue() {}

  /** Started threads, made objects and printed text, in order. */
  public List<Effects> effects() {
    return Collections.unmodifiableList(effects);
  }

  /**
   * An operation on memory.
   *
   * @param order counts the operations
   * @param observed what it read, if it did
   * @param left what memory contained afterwards
   */
  public record Action(int order, ThreadNode node, Location location, long observed, long left) {}

  /**
   * Keeps an operation that was just performed.
   *
   * @param location of the node, whose state may have gone on already
   */
  void add(ThreadNode node, Location location, long footprint, long observed, Machine machine) {
    if (!Footprint.writes(footprint) || Footprint.isSection(footprint)) {
      return;
    }
    int object = node.object(machine.objects);
    if (Footprint.isRange(footprint)) {
      frees.put(object, new Action(actions++, node, location, observed, 0));
      return;
    }
    long position = machine.objects.locate(node);
    long left = machine.memory.read(position, node.bytes);
    Action action = new Action(actions++, node, location, observed, left);
    for (int i = 0; i < node.bytes; i++) {
      writes.put(node.address + i, action);
    }
  }

  /** The latest write to any of these bytes, or null. */
  public Action write(long address, int bytes) {
    Action latest = null;
    for (int i = 0; i < bytes; i++) {
      Action action = writes.get(address + i);
      if (action != null && (latest == null || action.order > latest.order)) {
        latest = action;
      }
    }
    return latest;
  }

  /** What freed an object, or null. */
  public Action free(int object) {
    return frees.get(object);
  }
}
