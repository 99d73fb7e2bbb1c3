package dev.heddle.symbolic;

import dev.heddle.symbolic.encode.Encoding;
import dev.heddle.symbolic.solve.Valuation;
import dev.heddle.symbolic.unroll.Step;
import dev.heddle.symbolic.unroll.UnrolledThread;
import java.util.ArrayList;
import java.util.List;

/** The inputs with which something goes wrong, in words. */
final class InputValues {
  /** Front ends choose wide numbers in pieces of so many bits; only the last one is shorter. */
  private static final int PIECE = 13;

  private InputValues() {}

  static List<String> of(Encoding encoding, Valuation values) {
    List<String> lines = new ArrayList<>();
    for (UnrolledThread thread : encoding.program().threads()) {
      long number = 0;
      int bits = 0;
      for (Step step : thread.steps()) {
        if (step.kind() != Step.Kind.CHOOSE || !values.holds(encoding.occurs(step))) {
          continue;
        }
        int width = step.width();
        if (width <= 0) {
          lines.add(line(step, values.value(step.result())));
          continue;
        }
        number |= values.value(step.result()) << bits;
        bits += width;
        if (width < PIECE) {
          lines.add(line(step, signed(number, bits)));
          number = 0;
          bits = 0;
        }
      }
    }
    return lines;
  }

  private static long signed(long number, int bits) {
    return bits >= 64 || bits == 1 ? number : number << (64 - bits) >> (64 - bits);
  }

  private static String line(Step step, long value) {
    String who = step.thread() == 0 ? "main" : "thread " + step.thread();
    return step.location() + ": the input of " + who + " is " + value;
  }
}
