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
import dev.heddle.model.MemoryModel;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Sampling;
import dev.heddle.verdict.Sampling.Occurrence;
import dev.heddle.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

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

  /** Deep enough for whatever the machine does. */
  private static final long STACK = 16L << 20;

  private final MemoryModel model;
  private final boolean racesAreViolations;
  private final Plan plan;
  private final int jobs;

  /** The same on one thread. */
  public RandomExploration(MemoryModel model, boolean racesAreViolations, Plan plan) {
    this(model, racesAreViolations, plan, 1);
  }

  /**
   * @param racesAreViolations whether plain accesses that race are, where the model knows races
   * @param jobs how many threads make runs; the result is the same
   */
  public RandomExploration(MemoryModel model, boolean racesAreViolations, Plan plan, int jobs) {
    this.jobs = jobs;
    this.model = model;
    this.racesAreViolations = racesAreViolations;
    this.plan = plan;
  }

  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    Tally tally = new Tally(limits, progress);
    Runs runs = new Runs(() -> CodeGenerator.generateWithFences(program, limits.unroll()), tally);
    Outcome outcome = tally.of(runs::run);
    return runs.judge(outcome, progress.stopReason());
  }

  /** All runs. They count in the order of their seeds, whoever makes them. */
  private final class Runs {
    private final Supplier<Code> code;
    private final Tally tally;
    private final Counter counter;
    private final ClassCensus census = new ClassCensus();
    private final List<Occurrence> occurrences = new ArrayList<>();

    // What follows is guarded by this.
    private long begun;
    private long runs;
    private boolean isOver;
    private RuntimeException failure;
    private long cut;
    private long events;
    private String firstCut;

    Runs(Supplier<Code> code, Tally tally) {
      this.code = code;
      this.tally = tally;
      this.counter = tally.counter();
    }

    /** Makes runs until one of them is the last, here and on other threads. */
    void run() {
      List<Thread> helpers = new ArrayList<>();
      for (int i = 1; i < jobs; i++) {
        Thread helper = new Thread(null, new Runner(this), "runs-" + i, STACK);
        helper.setDaemon(true);
        helper.start();
        helpers.add(helper);
      }
      new Runner(this).run();
      helpers.forEach(RandomExploration::await);
      if (failure != null) {
        throw failure;
      }
    }

    /** The number of a run to make, or -1 if there is none left. */
    private synchronized long take() {
      return isOver ? -1 : begun++;
    }

    /** Waits until all runs before that one have counted; false if one of them was the last. */
    private boolean isTurnOf(long number) {
      while (!isOver && runs < number) {
        try {
          wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          isOver = true;
        }
      }
      return !isOver;
    }

    /**
     * Counting looks at the clock only now and then, and a run may take long; one is always run.
     */
    private void lookAtTheClock(GraphView view) {
      boolean isFirst;
      synchronized (this) {
        isFirst = runs == 0;
      }
      if (!isFirst) {
        tally.lookAtTheClock(view);
      }
    }

    private synchronized void count(long number, Runner runner, boolean isWhole) {
      if (isTurnOf(number)) {
        if (isWhole) {
          census.add(runner.ground.graph);
        } else {
          noteCut(runner);
        }
        events += runner.ground.run.events();
        isOver = !counter.count(runner.ground.view);
        note(tally.takeViolation());
        runs++;
      }
      notifyAll();
    }

    /** A run cannot go on. */
    private synchronized void abort(long number, RuntimeException why) {
      if (isTurnOf(number)) {
        failure = why;
        isOver = true;
      }
      notifyAll();
    }

    /** Says of the first run that is cut where its threads were. */
    private void noteCut(Runner runner) {
      cut++;
      if (firstCut == null) {
        firstCut =
            "the run of seed %d was cut after %d events, with %s"
                .formatted(plan.seed + runs, runner.ground.run.events(), runner.places());
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

  private static void await(Thread helper) {
    boolean isInterrupted = false;
    while (helper.isAlive()) {
      try {
        helper.join();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Makes one run after the other. Where runs of any length cannot meet all executions, a run is
   * first made as one that can; if it turns out to be long, it begins again.
   */
  private final class Runner implements Runnable {
    /** The most that looking at the whole graph in each step is good for. */
    private static final int FEW_EVENTS = 256;

    private final Runs runs;

    /** Its own, since code learns about itself while it runs. */
    private final Code code;

    private final Ground any;

    /** For short runs; null if they need nothing else. */
    private final Ground few;

    /** Where the latest run was made. */
    private Ground ground;

    Runner(Runs runs) {
      this.runs = runs;
      this.code = runs.code.get();
      OnlineModel online = OnlineModel.of(model, code, racesAreViolations);
      this.any = new Ground(code, () -> OnlineModel.of(model, code, racesAreViolations));
      this.few =
          online.isComplete()
              ? null
              : new Ground(code, () -> OnlineModel.ofWhole(model, code, racesAreViolations));
    }

    @Override
    public void run() {
      for (long number = runs.take(); number >= 0; number = runs.take()) {
        try {
          runs.count(number, this, run(plan.seed + number));
          ground.view.close();
        } catch (RuntimeException e) {
          runs.abort(number, e);
          return;
        }
      }
    }

    private boolean run(long seed) {
      boolean hasEnded = few != null && run(seed, few, FEW_EVENTS);
      boolean isCut = few != null && plan.maxEvents <= FEW_EVENTS;
      return hasEnded || (!isCut && run(seed, any, plan.maxEvents));
    }

    private boolean run(long seed, Ground where, int maxEvents) {
      ground = where;
      while (true) {
        try {
          ground.prepare();
          return attempt(seed, maxEvents);
        } catch (SearchRestart e) {
          ground.restart();
        }
      }
    }

    private boolean attempt(long seed, int maxEvents) {
      SplittableRandom random = new SplittableRandom(PastHashes.mix(seed));
      ThreadStrategy threads = plan.strategy.start(random, plan.maxEvents);
      SourceStrategy sources = plan.sources.start(random);
      int most = Math.min(maxEvents, plan.maxEvents);
      runs.lookAtTheClock(ground.view);
      return ground.run.run(random, threads, sources, most, () -> runs.tally.look(ground.view));
    }

    /** Where the threads are that could go on. */
    private String places() {
      List<String> places = new ArrayList<>();
      EventGraph graph = ground.graph;
      for (int t = 0; t < graph.threadCount; t++) {
        if (graph.isReady(t)) {
          places.add("thread " + t + " at " + code.userLocation(graph.current(t)));
        }
      }
      return String.join(", ", places);
    }
  }

  /** What runs under a model grow on: the same graph, unless parts of it are dropped. */
  private static final class Ground {
    private final Code code;
    private final Supplier<OnlineModel> model;
    private CellTable cells = new CellTable();
    private EventGraph graph;
    private GraphView view;
    private RandomRun run;

    Ground(Code code, Supplier<OnlineModel> model) {
      this.code = code;
      this.model = model;
    }

    /** More is known of memory than the graph was made with. */
    void restart() {
      graph = null;
    }

    /** Before histories of threads take too much memory, they are given up. */
    void prepare() {
      if (graph == null || !run.isWhole()) {
        OnlineModel online = model.get();
        cells = cells.fresh();
        graph = online.graph(code, cells);
        view = new GraphView(graph);
        run = online.run(graph, GraphWindow.Extent.USUAL);
      } else if (graph.threads.isFull()) {
        graph.shrinkTo(0);
        graph.trim();
      }
    }
  }
}
