package dev.heddle.execution;

import dev.heddle.machine.ExecutionView;
import dev.heddle.verdict.Violation.Choice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An execution as data that leads to it again. Explorations number threads as they meet them, over
 * many executions; here threads are numbered in the order of their creation in this one, which is
 * how they are numbered where nothing else has run.
 */
public final class ReplaySchedule {
  private ReplaySchedule() {}

  /** Which thread went when, and how. */
  public static List<Choice> of(ExecutionView execution) {
    return of(execution, IntStream.range(0, execution.length()).toArray());
  }

  /**
   * The same for some of the events alone.
   *
   * @param places of these events, in the order in which they come
   */
  static List<Choice> of(ExecutionView execution, int[] places) {
    int[] number = numbers(execution, places);
    List<Choice> choices = new ArrayList<>();
    for (int place : places) {
      int event = execution.event(place);
      choices.add(new Choice(number[execution.thread(event)], execution.alternative(event)));
    }
    return choices;
  }

  /**
   * For each event the place of the one that it reads from, {@link ExecutionView#INITIAL} or {@link
   * ExecutionView#NOTHING}. Beside the schedule, this tells also executions that no interleaving of
   * accesses to one memory has.
   */
  public static List<Integer> sources(ExecutionView execution) {
    List<Integer> sources = new ArrayList<>();
    for (int place = 0; place < execution.length(); place++) {
      sources.add(source(execution, execution.event(place)));
    }
    return sources;
  }

  private static int source(ExecutionView execution, int event) {
    int source = execution.source(event);
    return source < 0 ? source : execution.place(source);
  }

  /** The place of each thread in the order of creation; -1 for one that was not created. */
  public static int[] numbers(ExecutionView execution) {
    return numbers(execution, IntStream.range(0, execution.length()).toArray());
  }

  static int[] numbers(ExecutionView execution, int[] places) {
    int[] newPlace = new int[execution.length()];
    Arrays.fill(newPlace, -1);
    for (int i = 0; i < places.length; i++) {
      newPlace[places[i]] = i;
    }
    List<Integer> created = new ArrayList<>();
    for (int t = 0; t < execution.threads(); t++) {
      if (execution.current(t) != null
          && (startOf(execution, t) < 0 || newPlace[startOf(execution, t)] >= 0)) {
        created.add(t);
      }
    }
    created.sort(
        Comparator.comparingInt((Integer t) -> t == 0 ? -2 : newStart(execution, t, newPlace))
            .thenComparing((a, b) -> compareLineage(lineage(execution, a), lineage(execution, b))));
    int[] number = new int[execution.threads()];
    Arrays.fill(number, -1);
    for (int i = 0; i < created.size(); i++) {
      number[created.get(i)] = i;
    }
    return number;
  }

  private static int newStart(ExecutionView execution, int t, int[] newPlace) {
    int start = startOf(execution, t);
    return start < 0 ? -1 : newPlace[start];
  }

  /** The place of the event that starts a thread, or -1. */
  private static int startOf(ExecutionView execution, int t) {
    int event = execution.spawnedBy(t);
    return event < 0 ? event : execution.place(event);
  }

  /** For a thread and its ancestors, the outermost first, how many siblings came before. */
  private static List<Integer> lineage(ExecutionView execution, int thread) {
    List<Integer> indices = new ArrayList<>();
    for (int t = thread; t > 0; t = execution.parent(t)) {
      indices.add(0, execution.indexAmongSiblings(t));
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
