package dev.heddle.cli;

import dev.heddle.transform.Reductions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The reductions of a check as the text that a witness keeps: such as {@code purity await}. */
final class ReductionsText {
  private ReductionsText() {}

  static String of(Reductions reductions) {
    List<String> names = new ArrayList<>();
    if (reductions.purity()) {
      names.add("purity");
    }
    if (reductions.await()) {
      names.add("await");
    }
    if (reductions.ifaa()) {
      names.add("ifaa");
    }
    if (reductions.races()) {
      names.add("races");
    }
    if (reductions.rounds()) {
      names.add("rounds");
    }
    return names.isEmpty() ? "none" : String.join(" ", names);
  }

  /** The reductions, or null if the text is of none. */
  static Reductions parse(String text) {
    Set<String> names = Set.of(text.split(" "));
    Reductions reductions =
        new Reductions(
            names.contains("purity"),
            names.contains("await"),
            names.contains("ifaa"),
            names.contains("races"),
            names.contains("rounds"),
            false);
    return text.equals(of(reductions)) ? reductions : null;
  }
}
