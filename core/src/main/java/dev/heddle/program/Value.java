package dev.heddle.program;

/** An operand: a register or something known before the program runs. */
public sealed interface Value
    permits Register, Value.Constant, Value.GlobalAddress, Value.FunctionAddress, Value.Undefined {

  static Value of(long bits) {
    return new Constant(bits);
  }

  /** The bits of an integer, pointer or floating-point number, zero-extended to 64. */
  record Constant(long bits) implements Value {
    @Override
    public boolean equals(Object other) {
      return other instanceof Constant that && bits == that.bits;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(bits);
    }
  }

  /** The address {@code offset} bytes into a global. */
  record GlobalAddress(int global, long offset) implements Value {}

  /** The address of a function. */
  record FunctionAddress(int function) implements Value {}

  /** A value that the source leaves undefined, such as that of a local never assigned. */
  record Undefined() implements Value {}
}
