package dev.heddle.explore.drf;

import dev.heddle.explore.Checkpointing;
import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.explore.readsfrom.NoReadsFromException;
import dev.heddle.explore.readsfrom.NotSequentialException;
import dev.heddle.explore.readsfrom.RaceCheck;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;

/**
 * Explores C11 programs that have nothing weak in them on one memory.
 *
 * <p>Lahav, Vafeiadis, Kang, Hur, Dreyer: <em>Repairing sequential consistency in C/C++11</em>,
 * PLDI 2017, theorem 4: if in every sequentially consistent execution conflicting accesses are
 * ordered by happens-before unless both are seq_cst, then there are no other executions under RC11.
 * The exploration on one memory tests that as it goes ({@link RaceCheck#FREEDOM}). A data race that
 * it finds is a violation. Anything else that is not ordered, such as an unsuccessful attempt to
 * take a mutex, sends the program to the exploration of graphs, as does what has no reads-from
 * relation on one memory. Programs with weaker atomics are sent there at once.
 */
public final class DataRaceFreedom implements Exploration {
  /** Which exploration a state is of. */
  private static final int ON_ONE_MEMORY = 0;

  private static final int GRAPHS = 1;

  private final Exploration onOneMemory;
  private final Exploration graphs;

  /**
   * @param onOneMemory looks for {@link RaceCheck#FREEDOM}
   * @param graphs explores whatever the program is
   */
  public DataRaceFreedom(Exploration onOneMemory, Exploration graphs) {
    this.onOneMemory = onOneMemory;
    this.graphs = graphs;
  }

  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    long start = System.nanoTime();
    Checkpointing checkpointing = progress.checkpointing();
    boolean isKnown = checkpointing != null && checkpointing.phase() == GRAPHS;
    if (!isKnown && !CodeGenerator.generate(program, limits.unroll()).hasWeakAtomics()) {
      try {
        keep(progress, checkpointing, ON_ONE_MEMORY);
        return onOneMemory.explore(program, limits, progress).asSequential();
      } catch (NotSequentialException | NoReadsFromException e) {
        // The program is one for graphs.
      }
    }
    keep(progress, checkpointing, GRAPHS);
    return graphs.explore(program, limits.after(System.nanoTime() - start), progress);
  }

  private static void keep(Progress progress, Checkpointing checkpointing, int phase) {
    progress.keep(checkpointing == null ? null : checkpointing.ofPhase(phase));
  }
}
