package dev.heddle.machine;

/** Follows an execution on one memory: a read takes its value from the latest write. */
public final class MachineReplay implements Replay {
  private final Machine machine;

  public MachineReplay(Code code) {
    this.machine = new Machine(code, new Prologue());
  }

  @Override
  public Machine execution() {
    return machine;
  }

  @Override
  public boolean step(int t, int alternative, int source) {
    if (t < 0 || t >= machine.threads() || !machine.isEnabled(t)) {
      return false;
    }
    machine.step(t, alternative);
    int event = machine.latest();
    boolean isPossible = alternative >= 0 && alternative < machine.alternatives(event);
    if (!isPossible || (source != BY_ORDER && source != machine.source(event))) {
      machine.undo();
      return false;
    }
    return true;
  }
}
