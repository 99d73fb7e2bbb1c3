package dev.heddle.execution;

import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.Failure;
import dev.heddle.machine.Machine;
import dev.heddle.machine.MachineReplay;
import dev.heddle.machine.Replay;
import dev.heddle.machine.Replayer;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Program;

/**
 * Follows executions on one memory, in programs with fences. Where a data race is to be shown, the
 * second of the accesses goes wrong.
 */
public final class RaceReplayer implements Replayer {
  private final boolean judgesRaces;

  public RaceReplayer() {
    this(false);
  }

  private RaceReplayer(boolean judgesRaces) {
    this.judgesRaces = judgesRaces;
  }

  @Override
  public Code code(Program program, int unroll) {
    return CodeGenerator.generateWithFences(program, unroll);
  }

  @Override
  public Replay start(Code code) {
    return judgesRaces ? new RaceReplay(code) : new MachineReplay(code);
  }

  /** Events that change places may not race any more. */
  @Override
  public boolean isReschedulable() {
    return !judgesRaces;
  }

  @Override
  public Replayer leadingTo(FailureKind kind) {
    return new RaceReplayer(kind == FailureKind.DATA_RACE);
  }

  private static final class RaceReplay implements Replay {
    private final MachineReplay replay;
    private final DataRaces races;

    RaceReplay(Code code) {
      this.replay = new MachineReplay(code);
      this.races = new DataRaces(replay.execution());
    }

    @Override
    public ExecutionView execution() {
      return replay.execution();
    }

    @Override
    public boolean step(int t, int alternative, int source) {
      if (!replay.step(t, alternative, source)) {
        return false;
      }
      int partner = races.follow();
      if (partner >= 0) {
        Machine machine = replay.execution();
        int other = machine.event(partner);
        machine.fail(new Failure(FailureKind.DATA_RACE, races.text(partner), other));
      }
      return true;
    }
  }
}
