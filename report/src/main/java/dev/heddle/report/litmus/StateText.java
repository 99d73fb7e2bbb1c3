package dev.heddle.report.litmus;

import dev.heddle.litmus.LitmusLocation;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.litmus.Observed;
import java.util.List;

/** Final states in words: {@code 0:r1=1; [x]=2;}. */
public final class StateText {
  private StateText() {}

  public static String of(LitmusTest test, long[] state) {
    StringBuilder text = new StringBuilder();
    List<Observed> observed = test.observed();
    for (int i = 0; i < state.length; i++) {
      text.append(text.length() == 0 ? "" : " ")
          .append(observed.get(i).text())
          .append("=")
          .append(value(test, state[i]))
          .append(";");
    }
    return text.toString();
  }

  /** A value; an address by the name of its location. */
  static String value(LitmusTest test, long value) {
    long number = LitmusLocation.number(value);
    boolean isAddress =
        LitmusLocation.offset(value) == 0 && number >= 0 && number < test.objects().size();
    return isAddress ? test.objects().get((int) number).name() : Long.toString(value);
  }
}
