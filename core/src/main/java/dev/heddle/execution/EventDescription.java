package dev.heddle.execution;

import dev.heddle.machine.Arithmetic;
import dev.heddle.machine.Code;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.MemoryView;
import dev.heddle.machine.OperationKind;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.machine.WideNumbers;
import dev.heddle.program.Location;

/** Says in few words what the events of an execution do. */
public final class EventDescription {
  private final ExecutionView execution;
  private final Code code;

  public EventDescription(ExecutionView execution) {
    this.execution = execution;
    this.code = execution.code();
  }

  /** Where in the user's source an event happens. */
  public Location locationOf(int event) {
    return code.location(execution.operation(event));
  }

  /** Where in the user's source a thread stands: library code counts as the call of it. */
  public Location locationOf(ThreadNode node) {
    return code.location(node);
  }

  /** The operation's name. */
  public String operation(int event) {
    return execution.operation(event).kind().label();
  }

  /** The operation, what it works on and whether it writes, without its result: for comparisons. */
  public String label(int event) {
    ThreadNode node = execution.operation(event);
    return node.kind().label()
        + Long.toHexString(node.address())
        + '/'
        + node.bytes()
        + (execution.writes(event) ? "w" : "")
        + execution.alternative(event);
  }

  /** What an event works on. */
  public String target(int event) {
    ThreadNode node = execution.operation(event);
    return switch (node.kind()) {
      case JOIN -> "thread " + node.joined();
      case CHOOSE, ATOMIC_BEGIN, FENCE -> "";
      default -> nameOf(node.address());
    };
  }

  /** Whether an event gives its thread a value from memory. */
  public boolean reads(int event) {
    return execution.operation(event).kind().givesContent();
  }

  /**
   * The number an event read, or else wrote or chose; null if there is none, or it is too large.
   */
  public Long value(int event) {
    ThreadNode node = execution.operation(event);
    if (node.bytes() == WideNumbers.BYTES) {
      return null;
    }
    if (node.kind() == OperationKind.STORE || node.kind() == OperationKind.POKE) {
      return Arithmetic.signExtend(node.operand(), 8 * node.bytes());
    }
    if (node.kind() == OperationKind.CHOOSE) {
      return execution.observed(event);
    }
    return reads(event) ? Arithmetic.signExtend(execution.observed(event), 8 * node.bytes()) : null;
  }

  /** How the user would name an address. */
  public String nameOf(long address) {
    MemoryView memory = execution.memory();
    int object = memory.objectAt(address);
    if (object < 0) {
      return "0x" + Long.toHexString(address);
    }
    long offset = address - memory.address(object);
    String name =
        object < code.program().globals().size()
            ? code.program().globals().get(object).name()
            : "object" + object;
    return offset == 0 ? name : name + "+" + offset;
  }

  /** What a thread that spins waits for, and what it sees instead. */
  public String awaited(int t) {
    ThreadNode node = execution.current(t);
    if (node.status() == Status.CUT) {
      return "the end of a loop in which it changes nothing";
    }
    String purpose = code.purpose(node);
    if (node.status() != Status.READY) {
      return purpose;
    }
    long content = execution.memory().read(node.address(), node.bytes());
    return (purpose + ", but " + nameOf(node.address()) + " is ")
        + Arithmetic.signExtend(content, 8 * node.bytes());
  }

  /** All that the program has printed. */
  public String printed() {
    StringBuilder out = new StringBuilder(execution.printedAtStart());
    for (int place = 0; place < execution.length(); place++) {
      ThreadNode after = execution.after(execution.event(place));
      if (after.effects() != null) {
        after.effects().appendOutputTo(out);
      }
    }
    return out.toString();
  }
}
