package dev.heddle.frontend.llvm;

import dev.heddle.program.Location;
import dev.heddle.program.Value;

/** A call of a library function, as its model sees it. */
interface LibraryCall {
  /** Where to put the instructions. */
  FunctionBuilder builder();

  int arguments();

  /** An argument that is a single number. */
  Value argument(int index);

  /** Whether an argument is an address that is certainly not null. */
  boolean isObject(int index);

  /** The text that an argument points to, if it is a constant, and else an empty one. */
  String text(int index);

  /** The address of a constant string of the model's own. */
  Value newText(String text);

  /** Whether the call is in the function {@code main}. */
  boolean isInMain();

  default Location location() {
    return builder().location();
  }
}
