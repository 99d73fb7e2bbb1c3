package dev.heddle.explore.readsfrom;

import dev.heddle.machine.Explanation;
import dev.heddle.machine.Footprint;
import dev.heddle.machine.Hypothesis;
import dev.heddle.machine.Machine;

/**
 * The reads-from class of an execution as text: equal for two executions if and only if their
 * threads do the same and read from the same events. Knows nothing of the exploration it judges.
 */
public final class ReadsFromKey {
  private ReadsFromKey() {}

  public static String of(Machine machine) {
    Explanation explanation = new Explanation(machine);
    Hypothesis hypothesis = new Hypothesis(machine);
    int threads = machine.threads();
    StringBuilder[] perThread = new StringBuilder[threads];
    int[] count = new int[threads];
    String[] name = new String[machine.length()];
    for (int e = 0; e < machine.length(); e++) {
      int t = machine.thread(e);
      if (perThread[t] == null) {
        perThread[t] = new StringBuilder();
      }
      name[e] = t + "." + ++count[t];
      perThread[t].append(' ').append(explanation.label(e)).append('=').append(machine.observed(e));
      if (Hypothesis.reads(hypothesis.operation(e)) && Footprint.touches(machine.footprint(e))) {
        int source = explanation.source(e);
        perThread[t].append('@').append(source < 0 ? "initial" : name[source]);
      }
    }
    StringBuilder key = new StringBuilder();
    for (int t = 0; t < threads; t++) {
      if (machine.current(t) != null) {
        key.append(t).append(machine.current(t).status()).append(':');
        if (perThread[t] != null) {
          key.append(perThread[t]);
        }
        key.append('\n');
      }
    }
    return key.toString();
  }
}
