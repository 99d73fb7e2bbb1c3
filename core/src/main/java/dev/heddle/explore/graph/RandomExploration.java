package dev.heddle.explore.graph;

import dev.heddle.explore.Counter;
import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.explore.Tally;
import dev.heddle.explore.random.SourcePreference;
import dev.heddle.explore.random.SourceStrategy;
import dev.heddle.explore.random.Strategy;
import dev.heddle.explore.random.ThreadStrategy;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Sampling;
import dev.heddle.verdict.Sampling.Occurrence;
import dev.heddle.verdict.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Tests a program by random runs; see {@link RandomRun}. The limit of executions is the number of
 * runs. The n-th run depends on the sum of the seed and n alone: it is the first one of that seed.
 */
public final class RandomExploration implements Exploration {
  /**
   * How to test.
   *
   * @param seed of the first run
   * @param maxEvents runs that are longer are cut
   */
  public record Plan(Strategy strategy, SourcePreference sources, long seed, int maxEvents) {}

  private final MemoryModel model;
  private final boolean racesAreViolations;
  private final Plan plan;

  /**
   * @param racesAreViolations whether plain accesses that race are, where the model knows races
   */
  public RandomExploration(MemoryModel model, boolean racesAreViolations, Plan plan) {
    this.model = model;
    this.racesAreViolations = racesAreViolations;
    this.plan = plan;
  }

  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    Code code = CodeGenerator.generateWithFences(program, limits.unroll());
    Tally tally = new Tally(limits, progress);
    Runs runs = new Runs(code, tally);
    Outcome outcome = tally.of(runs::run);
    return runs.judge(outcome, progress.stopReason());
  }

  /** The model that is checked step by step; under SC, the order of the steps is all there is. */
  private GraphModel rules(Code code) {
    return model == MemoryModel.SC
        ? new CoherentModel(Ordering.RELEASE_ACQUIRE, false)
        : GraphModels.of(model, code, racesAreViolations);
  }

  /** One run after the other, on the same graph unless parts of it are dropped. */
  private final class Runs {
    private final Code code;
    private final Tally tally;
    private EventGraph graph;
    private GraphView view;
    private RandomRun run;
    private final ClassCensus census = new ClassCensus();
    private final List<Occurrence> occurrences = new ArrayList<>();
    private long runs;
    private long cut;
    private long events;
    private String firstCut;

    Runs(Code code, Tally tally) {
      this.code = code;
      this.tally = tally;
      begin();
    }

    private void begin() {
      GraphModel rules = rules(code);
      graph = new EventGraph(new ValueDrivenThreads(code), new CellTable(), rules.ordering());
      view = new GraphView(graph);
      run = new RandomRun(graph, rules, model == MemoryModel.SC, GraphWindow.Extent.USUAL);
    }

    void run() {
      Counter counter = tally.counter();
      boolean goesOn = true;
      while (goesOn) {
        SplittableRandom random = new SplittableRandom(EventGraph.mix(plan.seed + runs));
        ThreadStrategy threads = plan.strategy.start(random, plan.maxEvents);
        SourceStrategy sources = plan.sources.start(random);
        if (run.run(random, threads, sources, plan.maxEvents, () -> tally.look(view))) {
          census.add(graph);
        } else {
          noteCut();
        }
        events += run.events();
        goesOn = counter.count(view);
        note(tally.takeViolation());
        runs++;
        view.close();
        forget();
      }
    }

    /** Says of the first run that is cut where its threads were. */
    private void noteCut() {
      cut++;
      if (firstCut == null) {
        List<String> places = new ArrayList<>();
        for (int t = 0; t < graph.threadCount; t++) {
          if (graph.isReady(t)) {
            places.add("thread " + t + " at " + view.code().userLocation(graph.current[t]));
          }
        }
        firstCut =
            "the run of seed %d was cut after %d events, with %s"
                .formatted(plan.seed + runs, run.events(), String.join(", ", places));
      }
    }

    private void note(int violation) {
      if (violation == occurrences.size()) {
        occurrences.add(new Occurrence(plan.seed + runs, 1));
      } else if (violation >= 0) {
        Occurrence known = occurrences.get(violation);
        occurrences.set(violation, new Occurrence(known.seed(), known.runs() + 1));
      }
    }

    /** Before histories of threads take too much memory, they are given up. */
    private void forget() {
      if (!run.isWhole()) {
        begin();
      } else if (graph.threads.isFull()) {
        graph.shrinkTo(0);
        graph.threads.forget(Arrays.stream(graph.current).filter(node -> node != null).toList());
      }
    }

    /** Testing proves nothing; and if no run comes to its end, it has not even tested. */
    Outcome judge(Outcome outcome, String stopReason) {
      List<String> warnings = new ArrayList<>(outcome.warnings());
      if (firstCut != null) {
        warnings.add(firstCut);
      }
      Verdict verdict = Verdict.TESTED;
      String reason = null;
      if (outcome.verdict() == Verdict.VIOLATION) {
        verdict = Verdict.VIOLATION;
      } else if (stopReason != null || runs == 0) {
        verdict = Verdict.INCONCLUSIVE;
        reason = outcome.reason();
      } else if (runs == cut) {
        verdict = Verdict.INCONCLUSIVE;
        reason = "no run came to its end within " + plan.maxEvents + " events";
      }
      return new Outcome(
              verdict,
              reason,
              outcome.complete(),
              outcome.blocked(),
              outcome.violations(),
              warnings,
              outcome.endless())
          .withSampling(sampling());
    }

    private Sampling sampling() {
      return new Sampling(
          plan.seed, runs, cut, events, census.size(), census.once(), census.twice(), occurrences);
    }
  }
}
