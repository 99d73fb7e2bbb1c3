package dev.heddle.litmus;

import java.util.List;
import java.util.function.ToLongFunction;

/** A statement about one final state. */
public sealed interface Proposition {
  record And(List<Proposition> parts) implements Proposition {
    @Override
    public boolean holds(ToLongFunction<Observed> state) {
      for (Proposition part : parts) {
        if (!part.holds(state)) {
          return false;
        }
      }
      return true;
    }

    @Override
    public String text() {
      return parts.isEmpty() ? "true" : joined(parts, " /\\ ");
    }
  }

  record Or(List<Proposition> parts) implements Proposition {
    @Override
    public boolean holds(ToLongFunction<Observed> state) {
      for (Proposition part : parts) {
        if (part.holds(state)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public String text() {
      return parts.isEmpty() ? "false" : joined(parts, " \\/ ");
    }
  }

  record Not(Proposition part) implements Proposition {
    @Override
    public boolean holds(ToLongFunction<Observed> state) {
      return !part.holds(state);
    }

    @Override
    public String text() {
      return "not (" + part.text() + ")";
    }
  }

  /**
   * @param right how the test writes the value
   * @param wide whether all 64 bits are known to count
   */
  record Equal(Observed left, long value, String right, boolean wide) implements Proposition {
    public Equal(Observed left, long value, String right) {
      this(left, value, right, false);
    }

    @Override
    public boolean holds(ToLongFunction<Observed> state) {
      long actual = state.applyAsLong(left);
      // A negative number means the same in a register that is 32 bits wide.
      return actual == value || (!wide && value < 0 && actual == (value & 0xFFFFFFFFL));
    }

    @Override
    public String text() {
      return left.text() + "=" + right;
    }
  }

  /** Two things have the same final value. */
  record Same(Observed left, Observed right) implements Proposition {
    @Override
    public boolean holds(ToLongFunction<Observed> state) {
      return state.applyAsLong(left) == state.applyAsLong(right);
    }

    @Override
    public String text() {
      return left.text() + "=" + right.text();
    }
  }

  boolean holds(ToLongFunction<Observed> state);

  String text();

  private static String joined(List<Proposition> parts, String operator) {
    StringBuilder text = new StringBuilder();
    for (Proposition part : parts) {
      boolean nested = part instanceof And || part instanceof Or;
      text.append(text.length() == 0 ? "" : operator)
          .append(nested ? "(" + part.text() + ")" : part.text());
    }
    return text.toString();
  }
}
