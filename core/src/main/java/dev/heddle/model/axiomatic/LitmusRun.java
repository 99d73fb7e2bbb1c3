package dev.heddle.model.axiomatic;

import dev.heddle.litmus.LitmusLocation;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.litmus.Observed;
import dev.heddle.litmus.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/** Finds every execution of a litmus test that a memory model allows, candidate by candidate. */
public final class LitmusRun {
  /** Told of each allowed execution while it stands; nobody may keep the execution. */
  public interface Listener {
    /**
     * @param state the final values of what the test observes
     * @param holds whether the proposition of the test's condition holds
     */
    void allowed(
        CandidateExecution execution, AxiomaticModel.Judge judge, long[] state, boolean holds);
  }

  private final LitmusTest test;
  private final AxiomaticModel model;
  private final int unroll;
  private final BooleanSupplier stopped;
  private final Listener listener;
  private final Set<String> flags = new TreeSet<>();
  private LitmusTally tally;
  private boolean stray;

  private LitmusRun(
      LitmusTest test,
      AxiomaticModel model,
      int unroll,
      BooleanSupplier stopped,
      Listener listener) {
    this.test = test;
    this.model = model;
    this.unroll = unroll;
    this.stopped = stopped;
    this.listener = listener;
    this.tally = new LitmusTally(test);
  }

  /**
   * @param unroll how often a loop may go back
   * @param stopped whether to give up, by a {@link SearchStoppedException}
   * @param listener null if nobody wants to see executions
   */
  public static LitmusOutcome of(
      LitmusTest test,
      AxiomaticModel model,
      int unroll,
      BooleanSupplier stopped,
      Listener listener) {
    return new LitmusRun(test, model, unroll, stopped, listener).run();
  }

  private LitmusOutcome run() {
    List<List<ThreadPath>> paths = new ArrayList<>();
    boolean cut = false;
    for (ThreadUnfolding.Unfolded unfolded : ThreadUnfolding.unfold(test, unroll)) {
      paths.add(unfolded.paths());
      cut |= unfolded.cut();
    }
    try {
      combine(paths, MemoryLayout.natural(test, paths));
    } catch (MemoryLayout.MismatchException sizesMix) {
      forget();
      try {
        combine(paths, MemoryLayout.uniform(test, paths));
      } catch (MemoryLayout.MismatchException misaligned) {
        throw new TooLargeException(
            "an address that depends on what was read is not aligned to the accesses of the test");
      }
    }
    return tally.outcome(List.copyOf(flags), cut, stray);
  }

  private void forget() {
    tally = new LitmusTally(test);
    flags.clear();
    stray = false;
  }

  /** Tries one path per thread, in all combinations. */
  private void combine(List<List<ThreadPath>> paths, MemoryLayout layout)
      throws MemoryLayout.MismatchException {
    long[] guesses = TestConstants.of(test);
    int[] choice = new int[paths.size()];
    if (paths.stream().anyMatch(List::isEmpty)) {
      return;
    }
    while (true) {
      List<ThreadPath> chosen = new ArrayList<>();
      for (int thread = 0; thread < choice.length; thread++) {
        chosen.add(paths.get(thread).get(choice[thread]));
      }
      CandidateEvents events = new CandidateEvents(chosen, layout);
      if (events.isStray()) {
        stray = true;
      } else {
        SourceSearch search =
            new SourceSearch(
                events, layout, model, guesses, stopped, found -> count(found, layout));
        search.run();
        stray |= search.sawStray();
      }
      int thread = choice.length - 1;
      while (thread >= 0 && ++choice[thread] == paths.get(thread).size()) {
        choice[thread--] = 0;
      }
      if (thread < 0) {
        return;
      }
    }
  }

  private void count(SourceSearch found, MemoryLayout layout) {
    long[] state = tally.add(what -> finalValue(what, found, layout));
    if (state == null) {
      return;
    }
    flags.addAll(found.judge().flags());
    if (listener != null) {
      found.describe();
      boolean holds = test.condition().proposition().holds(what -> finalValue(what, found, layout));
      listener.allowed(found.execution(), found.judge(), state, holds);
    }
  }

  private long finalValue(Observed what, SourceSearch found, MemoryLayout layout) {
    if (what instanceof Observed.FinalRegister register) {
      found
          .values()
          .evaluate(
              found.events().paths().get(register.thread()).registers().get(register.register()));
      return found.values().result();
    }
    Observed.FinalMemory memory = (Observed.FinalMemory) what;
    int size = layout.elementSize(memory.object());
    long address = LitmusLocation.address(memory.object()) + (long) memory.element() * size;
    long value = found.finalValue(address, size);
    return test.architecture().isSigned() ? Operator.SIGN_EXTEND.apply(value, 8L * size) : value;
  }
}
