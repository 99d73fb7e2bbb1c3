package dev.heddle.explore;

import dev.heddle.execution.EventDescription;
import dev.heddle.machine.Machine;

/**
 * The Mazurkiewicz trace of an execution as text: equal for two executions if and only if they have
 * the same events and the same happens-before relation.
 */
public final class TraceKey {
  private TraceKey() {}

  public static String of(Machine machine, HappensBefore happensBefore) {
    EventDescription description = new EventDescription(machine);
    int threads = machine.threads();
    StringBuilder[] perThread = new StringBuilder[threads];
    for (int e = 0; e < machine.length(); e++) {
      int t = machine.thread(e);
      if (perThread[t] == null) {
        perThread[t] = new StringBuilder();
      }
      StringBuilder line = perThread[t];
      line.append(' ')
          .append(description.label(e))
          .append('=')
          .append(machine.observed(e))
          .append('@');
      for (int other = 0; other < threads; other++) {
        line.append(happensBefore.clock(e, other)).append(',');
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
