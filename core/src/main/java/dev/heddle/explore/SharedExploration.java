package dev.heddle.explore;

import dev.heddle.explore.overflow.Overflow;
import dev.heddle.explore.overflow.OverflowException;
import dev.heddle.machine.MachineException;
import dev.heddle.verdict.Outcome;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs the searches of an exploration, each in a thread of its own, and keeps its state if somebody
 * wants to go on from there.
 *
 * @param <P> a part of the exploration that anybody can take up
 */
public final class SharedExploration<P> {
  private static final long STACK_SIZE = 16L << 20;

  /**
   * What the searches of an exploration have in common.
   *
   * @param <P> a part of it
   */
  public interface Work<P> {
    /** A search of its own for the thread that calls. */
    SharedSearch<P> search(Frontier<P> frontier, Tally tally);

    /** Writes what is left, while no execution is under way, and what searches know together. */
    void write(List<P> left, DataOutputStream out) throws IOException;

    /** Goes back to what was written, before there are searches; gives what is left. */
    List<P> read(DataInputStream in, Overflow overflow) throws IOException;
  }

  private final Work<P> work;
  private final Limits limits;
  private final Progress progress;
  private final int searches;

  private SharedExploration(Work<P> work, Limits limits, Progress progress, int searches) {
    this.work = work;
    this.limits = limits;
    this.progress = progress;
    this.searches = searches;
  }

  /** Explores with so many searches. */
  public static <P> Outcome explore(Work<P> work, Limits limits, Progress progress, int searches) {
    return new SharedExploration<>(work, limits, progress, searches).explore();
  }

  /** An exploration within limits, with so many searches. */
  public interface Attempt {
    Outcome explore(Limits limits, int searches);
  }

  /**
   * What comes out does not depend on the number of searches: which violation comes first, or what
   * else ends an exploration, depends on who was faster, so that one search alone has the last word
   * on that.
   */
  public static Outcome agreed(Attempt attempt, Limits limits, Progress progress, int searches) {
    if (searches == 1) {
      return attempt.explore(limits, 1);
    }
    long start = System.nanoTime();
    Outcome together;
    try {
      together = attempt.explore(limits, searches);
    } catch (MachineException e) {
      together = null; // One alone may find something else first.
    }
    if (together != null && together.violations().isEmpty() && !together.endless()) {
      return together;
    }
    progress.keep(null);
    Outcome alone = attempt.explore(limits.after(System.nanoTime() - start), 1);
    boolean isLost = together != null && alone.violations().isEmpty() && !alone.endless();
    return isLost ? together : alone;
  }

  private Outcome explore() {
    Tally tally = new Tally(limits, progress);
    long tables = limits.tables() == 0 ? Overflow.usualBudget() : limits.tables();
    try (Overflow overflow = new Overflow(tables)) {
      Outcome outcome = explore(tally, overflow);
      progress.publishOverflow(overflow.fileSize());
      return outcome;
    }
  }

  private Outcome explore(Tally tally, Overflow overflow) {
    Checkpointing checkpointing = progress.checkpointing();
    if (checkpointing == null) {
      return tally.of(() -> run(tally, null, null, overflow));
    }
    List<P> before =
        checkpointing.isResumed() ? read(checkpointing.resumed(), tally, overflow) : null;
    return tally.of(
        () -> {
          Frontier<P> frontier = run(tally, before, checkpointing, overflow);
          if (tally.isStopped()) {
            tally.save(checkpointing, out -> write(tally, frontier.left(), out));
          }
        });
  }

  /**
   * Runs searches until nothing is left or a limit ends them.
   *
   * @param before what to go on from, or null for the beginning
   * @param checkpointing where to leave states, or null
   */
  private Frontier<P> run(
      Tally tally, List<P> before, Checkpointing checkpointing, Overflow overflow) {
    Frontier<P> frontier =
        new Frontier<>(
            searches,
            overflow,
            resting -> tally.save(checkpointing, out -> write(tally, resting.left(), out)));
    if (before != null) {
      before.forEach(frontier::offer);
    }
    if (checkpointing != null) {
      Thread clock = new Thread(() -> pauseNowAndThen(frontier, checkpointing), "checkpoints");
      clock.setDaemon(true);
      clock.start();
    }
    for (int i = 1; i < searches; i++) {
      Runnable helper = () -> frontier.guard(() -> enter(frontier, tally).runParts());
      new Thread(null, helper, "heddle-search-" + i, STACK_SIZE).start();
    }
    frontier.guard(
        () -> {
          if (before == null) {
            enter(frontier, tally).runFromTheBeginning();
          } else {
            enter(frontier, tally).runParts();
          }
        });
    frontier.awaitEnd();
    return frontier;
  }

  private SharedSearch<P> enter(Frontier<P> frontier, Tally tally) {
    SharedSearch<P> search = work.search(frontier, tally);
    frontier.enter(search);
    return search;
  }

  private static void pauseNowAndThen(Frontier<?> frontier, Checkpointing checkpointing) {
    try {
      while (!frontier.isClosed()) {
        TimeUnit.NANOSECONDS.sleep(checkpointing.interval());
        frontier.pause();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Nobody does that; the thread ends with the process.
    }
  }

  // ---- State ---------------------------------------------------------------------------------

  private void write(Tally tally, List<P> left, DataOutputStream out) throws IOException {
    tally.write(out);
    work.write(left, out);
  }

  private List<P> read(DataInputStream state, Tally tally, Overflow overflow) {
    try (state) {
      tally.read(state);
      return work.read(state, overflow);
    } catch (OverflowException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new Checkpointing.DamagedException(e);
    }
  }
}
