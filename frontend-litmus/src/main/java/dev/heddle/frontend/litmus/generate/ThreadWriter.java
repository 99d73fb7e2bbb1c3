package dev.heddle.frontend.litmus.generate;

import dev.heddle.frontend.litmus.generate.Cycle.CycleEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the instructions of one thread. Registers are used once. */
abstract class ThreadWriter {
  /** The lines of the thread. */
  final List<String> lines = new ArrayList<>();

  /** What registers hold at the start: names of locations. */
  final Map<String, String> initial = new LinkedHashMap<>();

  private int registers;
  private int labels;

  /** Adds an event and what leads to it; gives the register that a read goes to. */
  abstract String add(CycleEvent event, String previous) throws GenerationException;

  /** A number that no register of the thread has yet. */
  int fresh() {
    return registers++;
  }

  /** A label, the same in no other thread. */
  String label(int thread) {
    return "LC" + thread + labels++;
  }

  /** The register that holds the address of a location. */
  String pointer(String prefix, String location) {
    for (Map.Entry<String, String> known : initial.entrySet()) {
      if (known.getValue().equals(location)) {
        return known.getKey();
      }
    }
    String register = prefix + fresh();
    initial.put(register, location);
    return register;
  }

  void line(String text) {
    lines.add(text);
  }

  static GenerationException missing(String architecture, String what) {
    return new GenerationException(architecture + " has no " + what);
  }

  /** Refuses marks where instructions have none. */
  static void requireUnmarked(String architecture, CycleEvent event) throws GenerationException {
    if (event.mark() != null && !event.mark().equals("P")) {
      throw missing(architecture, "accesses marked " + event.mark());
    }
  }
}
