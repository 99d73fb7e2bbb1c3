package dev.heddle.litmus;

import java.util.List;

/**
 * A litmus test: threads, memory, and a question.
 *
 * @param observed what a final state consists of, in the order in which reports show it
 * @param filter final states in which this does not hold are left out; null if none are
 */
public record LitmusTest(
    String name,
    Architecture architecture,
    List<LitmusThread> threads,
    List<LitmusLocation> objects,
    List<Observed> observed,
    Proposition filter,
    Condition condition) {
  public LitmusTest {
    threads = List.copyOf(threads);
    objects = List.copyOf(objects);
    observed = List.copyOf(observed);
  }
}
