package dev.heddle.machine;

import dev.heddle.program.Location;

/** Says in the user's words what happens in the execution that a machine is in. */
public final class EventDescription {
  private final Machine machine;
  private final Code code;
  private final EventLog log;

  public EventDescription(Machine machine) {
    this.machine = machine;
    this.code = machine.code;
    this.log = machine.log;
  }

  /** Where in the user's source an event happens. */
  public Location locationOf(int event) {
    return locationOf(log.before[event]);
  }

  /** Where in the user's source a thread stands: library code counts as the call of it. */
  public Location locationOf(ThreadNode node) {
    return code.locations[code.userSite(node.state)];
  }

  /** The operation's name. */
  public String operation(int event) {
    return Opcode.name(log.before[event].opcode);
  }

  /** The operation, what it works on and whether it writes, without its result: for comparisons. */
  public String label(int event) {
    ThreadNode node = log.before[event];
    return Opcode.name(node.opcode)
        + Long.toHexString(node.address)
        + '/'
        + node.bytes
        + (Footprint.writes(log.footprint[event]) ? "w" : "")
        + Footprint.alternative(log.footprint[event]);
  }

  /** What an event works on. */
  public String target(int event) {
    ThreadNode node = log.before[event];
    return switch (node.opcode) {
      case Opcode.JOIN -> "thread " + (node.address - 1);
      case Opcode.CHOOSE, Opcode.ATOMIC_BEGIN -> "";
      default -> nameOf(node.address);
    };
  }

  /** Whether an event gives its thread a value from memory. */
  public boolean reads(int event) {
    return Opcode.givesContent(log.before[event].opcode);
  }

  /** The number an event read, or else wrote or chose; null if there is none. */
  public Long value(int event) {
    ThreadNode node = log.before[event];
    if (node.opcode == Opcode.STORE || node.opcode == Opcode.POKE) {
      return Arithmetic.signExtend(node.operand, 8 * node.bytes);
    }
    if (node.opcode == Opcode.CHOOSE) {
      return log.observed[event];
    }
    return reads(event) ? Arithmetic.signExtend(log.observed[event], 8 * node.bytes) : null;
  }

  /** The event from which a read took its value, -1 if none wrote there. */
  public int source(int event) {
    for (int e = event - 1; e >= 0; e--) {
      if (Footprint.writes(log.footprint[e])
          && !Footprint.isSection(log.footprint[e])
          && Footprint.conflict(log.footprint[e], log.footprint[event])) {
        return e;
      }
    }
    return -1;
  }

  /** How the user would name an address. */
  public String nameOf(long address) {
    int object = machine.memory.objectAt(address);
    if (object < 0) {
      return "0x" + Long.toHexString(address);
    }
    long offset = address - machine.memory.address(object);
    String name =
        object < code.program.globals().size()
            ? code.program.globals().get(object).name()
            : "object" + object;
    return offset == 0 ? name : name + "+" + offset;
  }

  /** What a thread that spins waits for, and what it sees instead. */
  public String awaited(int t) {
    ThreadNode node = machine.current(t);
    int pc = node.state.pc;
    boolean assumes = code.instructions[pc] == Opcode.ASSUME;
    String purpose = code.messages[code.instructions[pc + (assumes ? 2 : Opcode.PURPOSE_OF_AWAIT)]];
    if (assumes || node.status != ThreadNode.Status.READY) {
      return purpose;
    }
    long position = machine.memory.locate(node.object(machine.memory), node.address, node.bytes);
    long content = Arithmetic.signExtend(machine.memory.read(position, node.bytes), 8 * node.bytes);
    return purpose + ", but " + nameOf(node.address) + " is " + content;
  }

  /** All that the program has printed. */
  public String printed() {
    StringBuilder out = new StringBuilder(machine.printedAtStart);
    for (int e = 0; e < log.length; e++) {
      ThreadNode after = after(e);
      if (after.effects != null) {
        after.effects.appendOutputTo(out);
      }
    }
    return out.toString();
  }

  private ThreadNode after(int event) {
    for (int e = event + 1; e < log.length; e++) {
      if (log.thread[e] == log.thread[event]) {
        return log.before[e];
      }
    }
    return machine.current(log.thread[event]);
  }
}
