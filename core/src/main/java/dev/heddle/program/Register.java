package dev.heddle.program;

/** A register of the current frame. It is assigned by one instruction, phi or parameter. */
public record Register(int index) implements Value {
  // What records have by themselves is slow to start, and registers are compared everywhere.

  @Override
  public boolean equals(Object other) {
    return other instanceof Register that && index == that.index;
  }

  @Override
  public int hashCode() {
    return index;
  }
}
