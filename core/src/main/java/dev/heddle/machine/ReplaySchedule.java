package dev.heddle.machine;

import dev.heddle.verdict.Violation.Choice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The execution that a machine is in, as data that another machine can follow. Machines number
 * threads as they meet them, over many executions; here threads are numbered in the order of their
 * creation in this one, which is how a machine numbers them that has run nothing else.
 */
public final class ReplaySchedule {
  private ReplaySchedule() {}

  /** Who went when, and how. */
  public static List<Choice> of(Machine machine) {
    int[] number = numbers(machine);
    List<Choice> choices = new ArrayList<>();
    for (int e = 0; e < machine.length(); e++) {
      choices.add(
          new Choice(number[machine.thread(e)], Footprint.alternative(machine.footprint(e))));
    }
    return choices;
  }

  /** The place of each thread in the order of creation; -1 for one that was not created. */
  public static int[] numbers(Machine machine) {
    List<Integer> created = new ArrayList<>();
    for (int t = 0; t < machine.threads(); t++) {
      if (machine.current(t) != null) {
        created.add(t);
      }
    }
    created.sort(
        Comparator.comparingInt((Integer t) -> t == 0 ? -2 : machine.spawnedBy(t))
            .thenComparing((a, b) -> compareLineage(lineage(machine, a), lineage(machine, b))));
    int[] number = new int[machine.threads()];
    Arrays.fill(number, -1);
    for (int i = 0; i < created.size(); i++) {
      number[created.get(i)] = i;
    }
    return number;
  }

  /** For a thread and its ancestors, the outermost first, how many siblings came before. */
  private static List<Integer> lineage(Machine machine, int thread) {
    List<Integer> indices = new ArrayList<>();
    for (int t = thread; t > 0; t = machine.parent(t)) {
      indices.add(0, machine.indexAmongSiblings(t));
    }
    return indices;
  }

  /** Parents come before their children, and these in the order in which they are started. */
  private static int compareLineage(List<Integer> a, List<Integer> b) {
    for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
      if (!a.get(i).equals(b.get(i))) {
        return Integer.compare(a.get(i), b.get(i));
      }
    }
    return Integer.compare(a.size(), b.size());
  }
}
