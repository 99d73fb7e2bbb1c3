package dev.heddle.explore.readsfrom;

import dev.heddle.explore.AgreedClaims;
import dev.heddle.explore.Exploration;
import dev.heddle.explore.Frontier;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.explore.SharedExploration;
import dev.heddle.explore.SharedSearch;
import dev.heddle.explore.Tally;
import dev.heddle.explore.overflow.Overflow;
import dev.heddle.explore.readsfrom.consistency.WitnessSearch;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.Machine;
import dev.heddle.machine.Rearrangement;
import dev.heddle.machine.ThreadNumbers;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * ReadsFrom-SMC: explores exactly one execution per reads-from class.
 *
 * <p>Abdulla, Atig, Jonsson, Lång, Ngo, Sagonas: <em>Optimal stateless model checking for
 * reads-from equivalence under sequential consistency</em>, OOPSLA 2019, Algorithm 1 and section 7.
 *
 * <p>Guarantees, for a terminating program: every maximal execution has the reads-from relation of
 * an explored one (complete), and no two explored ones have the same (optimal). Every consistency
 * check ends with a definite answer ({@link WitnessSearch}).
 *
 * <p>Deviations:
 *
 * <ol>
 *   <li>The recursion is a loop; the trace is the stack.
 *   <li>The machine is always in a real execution of the trace. To go to another one, events that
 *       have the same past in both are moved ({@link ExecutionSwitch}); only new events are
 *       computed.
 *   <li>Whether σ ≡ σ′ is decided before the consistency of σ, by fingerprints of 128 bits ({@link
 *       ScheduleKey}); what was found inconsistent is not tried again either.
 *   <li>Locks branch on who locks next and not on what a lock reads from, so that no lock is tried
 *       in vain. Traces are free of locks that fail.
 *   <li>Other operations that wait ("awaits") read only what lets them go on, or nothing: "waits
 *       for good" is one more source. It is tried only if an execution shows that it may be true or
 *       that the await stands in the way of another source. What then ends with a thread that need
 *       not wait is no execution and is not counted.
 *   <li>Additions read nothing; what an event reads is a write and the additions since then, in no
 *       order. Schedules change both at once, and read-modify-writes that are reversed share out
 *       what was added before them.
 *   <li>Choices of the program branch like sources.
 *   <li>Several threads may explore together ({@link ReadsFromSearch}, {@link Frontier}). The
 *       algorithm leaves open in which order schedules are explored, and so do its guarantees.
 * </ol>
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>E · Ê</td><td>{@code execution}</td></tr>
 * <tr><td>τ</td><td>{@code trace}</td></tr>
 * <tr><td>schedules(τ″)</td><td>{@link Schedules}</td></tr>
 * <tr><td>⟨σ, E″⟩</td><td>{@link Schedule}</td></tr>
 * <tr><td>GetWitness</td><td>{@link GetWitness}</td></tr>
 * </table>
 */
public final class ReadsFromExploration implements Exploration {
  private final int jobs;
  private final Set<Shortcut> shortcuts;
  private final RaceCheck races;

  /** Is shown each execution; null if nobody wants to see them. */
  private final Consumer<Machine> listener;

  public ReadsFromExploration() {
    this(1);
  }

  /** An exploration by several threads. */
  public ReadsFromExploration(int jobs) {
    this(jobs, RaceCheck.OFF);
  }

  /** An exploration that looks for data races, too. */
  public ReadsFromExploration(int jobs, RaceCheck races) {
    this.jobs = jobs;
    this.shortcuts = Shortcut.ALL;
    this.races = races;
    this.listener = null;
  }

  /** An exploration that shows every execution to a listener, in the thread that found it. */
  public ReadsFromExploration(int jobs, Consumer<Machine> listener) {
    this(jobs, listener, Shortcut.ALL);
  }

  /** The same with some shortcuts only, to see that none changes what is explored. */
  public ReadsFromExploration(int jobs, Consumer<Machine> listener, Set<Shortcut> shortcuts) {
    this(jobs, listener, shortcuts, RaceCheck.OFF);
  }

  /** The same with data races. */
  ReadsFromExploration(
      int jobs, Consumer<Machine> listener, Set<Shortcut> shortcuts, RaceCheck races) {
    this.jobs = jobs;
    this.shortcuts = shortcuts;
    this.races = races;
    this.listener =
        machine -> {
          Rearrangement.numberInOrder(machine);
          listener.accept(machine);
        };
  }

  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    return SharedExploration.agreed(
        (within, searches) ->
            SharedExploration.explore(
                new ReadsFromWork(program, limits.unroll()), within, progress, searches),
        limits,
        progress,
        jobs);
  }

  /** What the searches have in common: the program, and the numbers of its threads. */
  private final class ReadsFromWork implements SharedExploration.Work<WorkItem> {
    private final Program program;
    private final int unroll;
    private final AgreedClaims claims = new AgreedClaims();
    private ThreadNumbers numbers = new ThreadNumbers();

    ReadsFromWork(Program program, int unroll) {
      this.program = program;
      this.unroll = unroll;
    }

    @Override
    public SharedSearch<WorkItem> search(Frontier<WorkItem> frontier, Tally tally) {
      Code code =
          races == RaceCheck.OFF
              ? CodeGenerator.generate(program, unroll)
              : CodeGenerator.generateWithFences(program, unroll);
      return new ReadsFromSearch(
          new Machine(claims.of(code), numbers), frontier, tally, listener, shortcuts, races);
    }

    @Override
    public void write(List<WorkItem> left, DataOutputStream out) throws IOException {
      numbers.write(out);
      RestingExploration.write(left, out);
    }

    @Override
    public List<WorkItem> read(DataInputStream in, Overflow overflow) throws IOException {
      numbers = ThreadNumbers.read(in);
      return RestingExploration.read(in, overflow);
    }
  }
}
