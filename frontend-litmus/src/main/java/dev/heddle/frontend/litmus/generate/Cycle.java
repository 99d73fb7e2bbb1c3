package dev.heddle.frontend.litmus.generate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A cycle of edges as events of threads. Its execution is the one in which every edge holds; the
 * final condition of the test asks for just that one: each read sees the write that the cycle says,
 * and where two writes of a location follow each other in it, memory ends with the later.
 */
final class Cycle {
  /**
   * An event.
   *
   * @param value what it writes, or must read
   * @param before the edge that leads to it, in its thread; null for the first of a thread
   */
  record CycleEvent(
      int thread, boolean isWrite, String location, int value, String mark, Edge before) {}

  private static final String LOCATIONS = "xyzabcdefg";

  private final List<Edge> edges;
  private final List<CycleEvent> events = new ArrayList<>();
  private final int[] location;
  private final int[] value;
  private final int[] writes;

  Cycle(List<Edge> given) throws GenerationException {
    edges = new ArrayList<>(given);
    if (edges.stream().filter(Edge::isExternal).count() < 2) {
      throw new GenerationException(
          "a cycle needs at least two edges between threads, such as Rfe, Fre or Coe");
    }
    // A thread begins behind an edge that leads to it.
    while (!edges.get(edges.size() - 1).isExternal()) {
      Collections.rotate(edges, -1);
    }
    requireMatches();
    location = new int[edges.size()];
    value = new int[edges.size()];
    writes = new int[countLocations()];
    placeEvents();
    giveValues();
    makeEvents();
  }

  List<CycleEvent> events() {
    return events;
  }

  int threads() {
    return events.get(events.size() - 1).thread() + 1;
  }

  /** The locations, each by its name, with how many writes it has. */
  List<String> locations() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < writes.length; i++) {
      names.add(LOCATIONS.substring(i, i + 1));
    }
    return names;
  }

  int writes(int ofLocation) {
    return writes[ofLocation];
  }

  String text() {
    return String.join(" ", edges.stream().map(Edge::text).toList());
  }

  /** The edges of a cycle in the order in which they were given, as one word. */
  static String name(List<Edge> edges) {
    return String.join("-", edges.stream().map(Edge::text).toList());
  }

  private void requireMatches() throws GenerationException {
    for (int i = 0; i < edges.size(); i++) {
      Edge edge = edges.get(i);
      Edge next = edges.get((i + 1) % edges.size());
      boolean sameMark =
          edge.toMark() == null || next.fromMark() == null || edge.toMark().equals(next.fromMark());
      if (edge.to() != next.from() || !sameMark) {
        throw new GenerationException(
            edge.text()
                + " cannot be followed by "
                + next.text()
                + ": one ends in "
                + describe(edge.to(), edge.toMark())
                + ", the other begins with "
                + describe(next.from(), next.fromMark()));
      }
    }
  }

  private static String describe(char kind, String mark) {
    return (kind == 'R' ? "a read" : "a write") + (mark == null ? "" : " marked " + mark);
  }

  private int countLocations() throws GenerationException {
    int others = (int) edges.stream().filter(Edge::isOther).count();
    if (others < 2) {
      throw new GenerationException(
          "a cycle needs at least two edges that lead to another location, such as PodWR");
    }
    if (others > LOCATIONS.length()) {
      throw new GenerationException("a cycle has at most " + LOCATIONS.length() + " locations");
    }
    return others;
  }

  /** Event i is where edge i begins. */
  private void placeEvents() {
    int current = 0;
    for (int i = 0; i < edges.size(); i++) {
      location[i] = current;
      current = (current + (edges.get(i).isOther() ? 1 : 0)) % writes.length;
    }
  }

  /** Events of a location follow each other in the cycle, and in coherence. */
  private void giveValues() throws GenerationException {
    int size = edges.size();
    int first = 0;
    while (!edges.get((first + size - 1) % size).isOther()) {
      first++;
    }
    for (int k = 0; k < size; k++) {
      int i = (first + k) % size;
      if (edges.get(i).from() == 'W') {
        writes[location[i]]++;
      }
      value[i] = writes[location[i]];
    }
    for (int count : writes) {
      if (count > 2) {
        throw new GenerationException(
            "a location has " + count + " writes; a final state tells the order of two only");
      }
    }
  }

  private void makeEvents() {
    int thread = 0;
    for (int i = 0; i < edges.size(); i++) {
      Edge edge = edges.get(i);
      Edge before = i == 0 ? null : edges.get(i - 1);
      Edge last = edges.get((i + edges.size() - 1) % edges.size());
      String mark = edge.fromMark() != null ? edge.fromMark() : last.toMark();
      events.add(
          new CycleEvent(
              thread,
              edge.from() == 'W',
              LOCATIONS.substring(location[i], location[i] + 1),
              value[i],
              mark,
              before == null || before.isExternal() ? null : before));
      thread += edge.isExternal() ? 1 : 0;
    }
  }
}
