package dev.heddle.machine;

import dev.heddle.program.Global;
import dev.heddle.program.Program;
import dev.heddle.program.Register;
import dev.heddle.program.Value;

/** Where the globals of a program lie, and thereby what its constants are. */
final class Layout {
  private final int[] firstSlot;
  private final int slots;

  Layout(Program program) {
    firstSlot = new int[program.globals().size()];
    int slot = Addresses.FIRST_GLOBAL_SLOT;
    for (int g = 0; g < firstSlot.length; g++) {
      Global global = program.globals().get(g);
      firstSlot[g] = slot;
      slot += Addresses.slots(global.bytes().length);
    }
    slots = slot;
  }

  /** One more than the last slot of a global. */
  int slots() {
    return slots;
  }

  int firstSlot(int global) {
    return firstSlot[global];
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
