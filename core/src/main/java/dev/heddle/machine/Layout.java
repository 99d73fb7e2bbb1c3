package dev.heddle.machine;

import dev.heddle.program.Global;
import dev.heddle.program.Program;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.stream.IntStream;

/** Where the globals of a program lie, and thereby what its constants are. */
final class Layout {
  private final int[] firstSlot;
  private final int slots;
  private final int[] threadLocals;
  private final Program program;

  Layout(Program program) {
    firstSlot = new int[program.globals().size()];
    int slot = Addresses.FIRST_GLOBAL_SLOT;
    for (int g = 0; g < firstSlot.length; g++) {
      Global global = program.globals().get(g);
      firstSlot[g] = slot;
      slot += Addresses.slots(global.bytes().length);
    }
    slots = slot;
    this.program = program;
    threadLocals =
        IntStream.range(0, firstSlot.length)
            .filter(g -> program.globals().get(g).threadLocal())
            .toArray();
  }

  /** One more than the last slot of a global. */
  int slots() {
    return slots;
  }

  int firstSlot(int global) {
    return firstSlot[global];
  }

  /** The globals of which each thread has a copy. */
  int[] threadLocals() {
    return threadLocals;
  }

  /** Which object of a thread, counted from 0, its copy of a thread-local global is. */
  int threadLocalNumber(int global) {
    int number = 0;
    for (int t : threadLocals) {
      if (t == global) {
        return number;
      }
      number += Addresses.slots(program.globals().get(t).bytes().length);
    }
    throw new IllegalArgumentException("global " + global + " is not thread-local");
  }

  long addressOf(int global) {
    return (long) firstSlot[global] << Addresses.SLOT_BITS;
  }

  long valueOf(Value value) {
    if (value instanceof Value.Constant constant) {
      return constant.bits();
    } else if (value instanceof Value.GlobalAddress address) {
      return addressOf(address.global()) + address.offset();
    } else if (value instanceof Value.FunctionAddress address) {
      return Addresses.ofFunction(address.function());
    } else if (value instanceof Value.Undefined) {
      return 0;
    }
    throw new AssertionError("register " + ((Register) value).index() + " is no constant");
  }
}
