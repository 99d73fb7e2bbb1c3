package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.program.Instruction;

/** What the threads of a machine wait for that cannot go on. */
public final class Waiting {
  private final Machine machine;

  public Waiting(Machine machine) {
    this.machine = machine;
  }

  /** The thread that a thread in front of a join waits for; the holder of a mutex; or -1. */
  public int waitsFor(int t) {
    ThreadNode node = machine.current(t);
    if (node.opcode == Opcode.JOIN) {
      return (int) node.address - 1;
    }
    if (node.opcode == Opcode.LOCK) {
      SharedMemory memory = machine.memory;
      long position = memory.locate(node.object(memory), node.address, 8);
      return position < 0 ? -1 : OperationSemantics.owner(memory.read(position, 8));
    }
    return -1;
  }

  /** Whether any other thread might end the waiting of this one: it waits for no one. */
  public boolean waitsForAnyone(int t) {
    return machine.current(t).opcode == Opcode.AWAIT;
  }

  /** Whether a thread is kept in a loop by what memory contains. */
  public boolean spins(int t) {
    ThreadNode node = machine.current(t);
    return node != null
        && (node.status == Status.SPINNING
            || (waitsAtAwait(t, node) && Spinning.hasLoop(machine.code, node)));
  }

  /** Whether a thread waits only because of an assumption. */
  public boolean waitsByAssumption(int t) {
    ThreadNode node = machine.current(t);
    return node != null
        && waitsAtAwait(t, node)
        && machine.code.instructions[node.state.pc + Opcode.LOOP_OF_AWAIT] == Instruction.ASSUMED;
  }

  private boolean waitsAtAwait(int t, ThreadNode node) {
    return node.status == Status.READY && node.opcode == Opcode.AWAIT && !machine.isEnabled(t);
  }

  /** Whether a thread that spins would do so forever if no other thread did anything. */
  public boolean spinsForever(int t) {
    return new Spinning(machine, machine.graph.interpreter()).lasts(t, machine.current(t));
  }
}
