package dev.heddle.explore.rsmc;

import dev.heddle.litmus.LitmusLocation;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.model.axiomatic.BitMatrix;
import dev.heddle.model.axiomatic.CandidateExecution;
import dev.heddle.model.axiomatic.CandidateExecution.Base;
import dev.heddle.model.axiomatic.LitmusRun;
import dev.heddle.model.cat.CatException;
import dev.heddle.model.cat.CatModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/** Traces as text: the accesses of each thread, rf, co, and which stores are conditional. */
final class TraceKeys {
  private TraceKeys() {}

  /** The traces that the candidate engine allows under the model of its processor. */
  static List<String> allowed(LitmusTest test) throws CatException {
    return allowed(test, 2);
  }

  /**
   * @param unroll how often a jump back may be taken
   */
  static List<String> allowed(LitmusTest test, int unroll) throws CatException {
    List<String> keys = new ArrayList<>();
    CatModel model = CatModel.shipped(test.architecture().model(), test.architecture());
    LitmusRun.of(test, model, unroll, () -> false, (e, judge, state, holds) -> keys.add(key(e)));
    return keys;
  }

  private static String key(CandidateExecution execution) {
    BitMatrix rf = execution.relation(Base.RF);
    BitMatrix co = execution.relation(Base.CO);
    int size = execution.size();
    String[] names = new String[size];
    Map<Integer, Integer> counts = new TreeMap<>();
    for (int e = 0; e < size; e++) {
      switch (execution.kind(e)) {
        case INITIAL_WRITE -> names[e] = "init";
        case FENCE -> {}
        case READ, WRITE ->
            names[e] =
                execution.thread(e) + "." + counts.merge(execution.thread(e), 1, Integer::sum);
      }
    }
    TreeMap<String, String> lines = new TreeMap<>();
    for (int e = 0; e < size; e++) {
      if (execution.kind(e) == CandidateExecution.Kind.READ) {
        for (int w = 0; w < size; w++) {
          if (rf.get(w, e)) {
            lines.put(names[e], "reads " + execution.location(e) + " from " + names[w]);
          }
        }
      } else if (execution.kind(e) == CandidateExecution.Kind.WRITE) {
        int place = -1;
        boolean paired = false;
        for (int w = 0; w < size; w++) {
          place += co.get(w, e) ? 1 : 0;
          paired |=
              execution.relation(Base.LXSX).get(w, e) || execution.relation(Base.AMO).get(w, e);
        }
        String how = paired ? "pairs " : "writes ";
        lines.put(names[e], how + execution.location(e) + " at " + place);
      }
    }
    return lines.toString();
  }

  /** The trace of a complete state of a litmus test. */
  static String key(CommitState state) {
    return key(
        state,
        0,
        event -> {
          long address = state.values().value(state.address(event));
          long offset = LitmusLocation.offset(address);
          return "x" + LitmusLocation.number(address) + (offset == 0 ? "" : "+" + offset);
        });
  }

  /**
   * The trace of a complete state.
   *
   * @param firstThread the number of the first thread that counts
   * @param locations of accesses by name; null for those that do not count
   */
  static String key(CommitState state, int firstThread, IntFunction<String> locations) {
    String[] names = new String[state.size()];
    Map<Integer, Integer> counts = new TreeMap<>();
    for (int t = 0; t < 8; t++) {
      for (int i = 0; i < state.size(); i++) {
        for (int e = 0; e < state.size(); e++) {
          if (state.thread(e) == t
              && state.index(e) == i
              && state.kind(e) != CommitState.Kind.CHOICE) {
            int number = t - firstThread;
            names[e] = number + "." + counts.merge(number, 1, Integer::sum);
          }
        }
      }
    }
    TreeMap<String, String> lines = new TreeMap<>();
    for (int e = 0; e < state.size(); e++) {
      boolean isChoice = state.kind(e) == CommitState.Kind.CHOICE;
      String where = isChoice || !state.isCommitted(e) ? null : locations.apply(e);
      if (where == null) {
        continue;
      }
      switch (state.kind(e)) {
        case LOAD -> {
          int source = state.parameter(e);
          lines.put(names[e], "reads " + where + " from " + (source < 0 ? "init" : names[source]));
        }
        case STORE -> {
          String how = state.partner(e) == FetchPoint.NONE ? "writes " : "pairs ";
          lines.put(names[e], how + where + " at " + state.coherence().place(e));
        }
        case CHOICE -> {}
      }
    }
    return lines.toString();
  }
}
