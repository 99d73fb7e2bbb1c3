package dev.heddle.frontend.llvm;

import dev.heddle.program.Location;
import dev.heddle.program.Value;

/** A call of a library function, as its model sees it. */
interface LibraryCall {
  /** Where to put the instructions. */
  FunctionBuilder builder();

  Symbols symbols();

  int arguments();

  /** An argument that is a single number. */
  Value argument(int index);

  /** Whether an argument is an address that is certainly not null. */
  boolean isObject(int index);

  /** The text that an argument points to, if it is a constant, and else an empty one. */
  String text(int index);

  default Location location() {
    return builder().location();
  }

  default Environment environment() {
    return symbols().environment();
  }

  /** The address of a constant string of the model's own. */
  default Value newText(String text) {
    return new Value.GlobalAddress(symbols().text(text), 0);
  }

  /** Notes that not all that the source could do is part of the program. */
  default void bound(String description) {
    symbols().bound(description);
  }

  /** Calls a function of the runtime library; gives its result. */
  default Value callRuntime(String function, Value... arguments) {
    return builder().call(symbols().runtimeFunction(function), arguments);
  }
}
