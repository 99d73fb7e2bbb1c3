package dev.heddle.bench;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What can be left out of an exploration; each has a switch. */
public enum Reduction {
  /** Iterations of loops that do nothing. */
  PURITY("--no-partial-loop-purity"),
  /** Assumptions that fail because they are looked at too early. */
  AWAIT("--no-assume-await"),
  /** Orders of fetch-and-adds whose results are not used. */
  IFAA("--no-commute-rmws");

  private final String nidhuggSwitch;

  Reduction(String nidhuggSwitch) {
    this.nidhuggSwitch = nidhuggSwitch;
  }

  /** The option of {@code heddle check} that does without it. */
  public String switchOff() {
    return "--no-" + name().toLowerCase(Locale.ROOT);
  }

  /** The option of Nidhugg that does without it. */
  String nidhuggSwitch() {
    return nidhuggSwitch;
  }

  /** All but these. */
  public static Set<Reduction> without(Set<Reduction> reductions) {
    Set<Reduction> others = EnumSet.allOf(Reduction.class);
    others.removeAll(reductions);
    return others;
  }
}
