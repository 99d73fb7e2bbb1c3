package dev.heddle.explore.rsmc;

import dev.heddle.explore.Counter;
import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.explore.Tally;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.model.MemoryModel;
import dev.heddle.model.axiomatic.SearchStoppedException;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import java.util.Map;
import java.util.TreeMap;

/**
 * Explores the executions of programs under models of hardware by {@link RelaxedExploration}, each
 * once.
 */
public final class RelaxedProgramExploration implements Exploration {
  /** Steps of the search between two looks at the clock. */
  private static final int STEPS_PER_LOOK = 1024;

  private final HardwareModel model;
  private final HardwareMapping mapping;

  public RelaxedProgramExploration(MemoryModel model, HardwareMapping mapping) {
    this.model = HardwareModel.of(model);
    this.mapping = mapping;
  }

  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    Code code = CodeGenerator.generateWithFences(program, limits.unroll());
    Tally tally = new Tally(limits, progress);
    Map<String, Object> details = new TreeMap<>();
    Outcome outcome = tally.of(() -> explore(code, tally, details));
    return outcome.executions() == 0 ? outcome : outcome.withDetails(details);
  }

  /**
   * @param details gets the largest number of continuations that waited at one time, and how many
   *     the model refused
   */
  private void explore(Code code, Tally tally, Map<String, Object> details) {
    ValueDrivenThreads threads = new ValueDrivenThreads(code);
    ProgramCells cells = new ProgramCells(threads);
    CommitState state = ProgramFetch.state(threads, cells, model, mapping);
    if (threads.liveOnHeap() > 0) {
      state.noteHazard();
    }
    CommitModel axioms = model.axioms().apply(state);
    Run run = new Run(tally, new ExecutionRecorder(state, axioms, cells, threads));
    RelaxedExploration search = new RelaxedExploration(state, axioms, run, run::isStopped);
    run.counter.watch(search::explored);
    try {
      search.run();
    } catch (SearchStoppedException e) {
      assert run.isOver : "nobody else stops it";
    } finally {
      details.put("mostContinuations", search.mostTemplates());
      details.put("refusedContinuations", run.refused);
    }
  }

  /** Counts and judges what the search comes to. */
  private static final class Run implements RelaxedExploration.Visitor {
    private final Tally tally;
    private final Counter counter;
    private final ExecutionRecorder recorder;
    private long refused;
    private boolean isOver;
    private int steps;

    Run(Tally tally, ExecutionRecorder recorder) {
      this.tally = tally;
      this.counter = tally.counter();
      this.recorder = recorder;
    }

    @Override
    public boolean ended(CommitState state) {
      if (!state.sawHazard() && state.isComplete() && counter.needsNoLook()) {
        assert isOrdinary() : "a hazard that was not noted";
        isOver |= !counter.countUnseen();
        return true;
      }
      isOver |= !counter.count(recorder.record());
      recorder.forget();
      return !state.isStuck();
    }

    @Override
    public void refused() {
      refused++;
      isOver |= !counter.count(recorder.dead());
      recorder.forget();
    }

    private boolean isOrdinary() {
      ExecutionView execution = recorder.record();
      boolean isOrdinary = Counter.isOrdinary(execution);
      recorder.forget();
      return isOrdinary;
    }

    boolean isStopped() {
      if (++steps % STEPS_PER_LOOK == 0) {
        tally.lookAtTheClock(recorder.dead());
        recorder.forget();
      }
      return isOver;
    }
  }
}
