package dev.heddle.cli;

import dev.heddle.cli.Inputs.Input;
import dev.heddle.explore.Checkpointing;
import dev.heddle.frontend.llvm.InputException;
import dev.heddle.frontend.llvm.LlvmFrontend;
import dev.heddle.program.Program;
import dev.heddle.report.Checkpoint;
import dev.heddle.report.CheckpointFormat;
import dev.heddle.report.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The file that {@code --checkpoint} names: what is left of an exploration, minute by minute. */
final class CheckpointFile implements ResultFile {
  private final CheckpointPlace place;
  private final CheckRun.Setup setup;

  /** What the exploration goes on from, or null. */
  private final ResumedCheckpoint resumed;

  private boolean isThere;
  private boolean hasFailed;
  private String problem;

  private CheckpointFile(CheckpointPlace place, CheckRun.Setup setup, ResumedCheckpoint resumed) {
    this.place = place;
    this.setup = setup;
    this.resumed = resumed;
    this.isThere = resumed != null && place.file().equals(resumed.name());
  }

  /** Makes sure that states can be saved; nothing is written yet. */
  static CheckpointFile prepare(
      CheckpointPlace place, List<Input> inputs, CheckRun.Setup setup, ResumedCheckpoint resumed)
      throws OutputFile.UnwritableException {
    if (inputs.size() != 1) {
      throw new OutputFile.UnwritableException(
          place.file(),
          "a checkpoint is of one program, and these are " + inputs.size() + "; check only one");
    }
    OutputFile.require("--checkpoint", place.file(), OutputFile.paths(inputs));
    return new CheckpointFile(place, setup, resumed);
  }

  /** Whether the exploration goes on from a state. */
  boolean isResumed() {
    return resumed != null;
  }

  /** Where the exploration of a program leaves its states. */
  Checkpointing of(Input input, Program program) throws InputException {
    String fingerprint =
        Fingerprint.of(
            program, setup.clangArguments(), setup.model().id(), setup.limits().unroll());
    if (resumed != null) {
      resumed.requireProgram(fingerprint);
    }
    String source;
    try {
      source = Fingerprint.of(WholeFile.read(input.path(), LlvmFrontend.LARGEST_FILE));
    } catch (IOException e) {
      throw new InputException(input.name() + ": cannot be read: " + e.getMessage(), e);
    }
    return new Checkpointing(
        resumed == null ? null : resumed::openState,
        place.interval().nanoseconds(),
        state -> save(checkpoint(input, source, fingerprint), state));
  }

  private Checkpoint checkpoint(Input input, String source, String program) {
    return new Checkpoint(
        VersionText.number(),
        input.name(),
        source,
        program,
        setup.clangArguments(),
        setup.model().id(),
        setup.algorithm().label(),
        setup.limits().unroll(),
        EnvironmentText.of(setup.environment()),
        ReductionsText.of(setup.reductions()),
        setup.limits().keepGoing(),
        setup.limits().checkLiveness(),
        setup.checksRaces(),
        place.interval().nanoseconds());
  }

  private synchronized void save(Checkpoint checkpoint, Checkpointing.State state) {
    try (UnfinishedFile file = UnfinishedFile.at(Path.of(place.file()))) {
      file.write((CheckpointFormat.write(checkpoint) + "\n").getBytes(StandardCharsets.UTF_8));
      CheckpointState.write(state, file);
      file.finish();
      isThere = true;
      problem = null;
    } catch (IOException e) {
      problem = "cannot write " + place.file() + ": " + OutputFile.reason(e);
    }
  }

  /** Nothing is left to explore: a state would only mislead. */
  synchronized void exploredAll() {
    if (isThere) {
      isThere = false;
      try {
        Files.deleteIfExists(Path.of(place.file()));
      } catch (IOException e) {
        problem = "cannot delete " + place.file() + ": " + OutputFile.reason(e);
      }
    }
  }

  /** The run has ended with an error, which one that goes on would only meet again. */
  synchronized void fail() {
    hasFailed = true;
  }

  /** Why the latest state is not there though it should be, or null. */
  @Override
  public synchronized String problem() {
    return problem;
  }

  /** What there is to say about the file, or null. */
  @Override
  public synchronized String message() {
    return isThere && !hasFailed
        ? "what is left to explore is in "
            + place.file()
            + "; to go on: heddle resume "
            + place.file()
        : null;
  }
}
