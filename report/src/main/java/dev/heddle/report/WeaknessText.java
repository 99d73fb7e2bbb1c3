package dev.heddle.report;

import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Step;
import dev.heddle.verdict.Weakness;
import dev.heddle.verdict.Weakness.Link;
import dev.heddle.verdict.Weakness.Stronger;
import java.util.ArrayList;
import java.util.List;

/** Why no interleaving is an execution, and what would forbid it, in sentences. */
public final class WeaknessText {
  private final Violation violation;
  private final Weakness weakness;

  private WeaknessText(Violation violation) {
    this.violation = violation;
    this.weakness = violation.weakness();
  }

  /** Sentences, the links of the cycle on lines of their own; none if nothing is weak. */
  public static List<String> of(Violation violation) {
    return violation.weakness() == null ? List.of() : new WeaknessText(violation).lines();
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "No interleaving has this execution"
            + (weakness.cycle().isEmpty()
                ? "."
                : ": each step comes before the next, in a circle."));
    weakness.cycle().forEach(link -> lines.add("  " + describe(link)));
    if (weakness.existsSequentially() != null) {
      lines.add(
          weakness.existsSequentially()
              ? "The failure exists under sequential consistency, too: see --model sc."
              : "Under sequential consistency the failure does not exist.");
    }
    if (!weakness.remedy().isEmpty()) {
      String orders = Stronger.describe(weakness.remedy(), violation.location().file());
      lines.add("With " + orders + " this cannot happen.");
    }
    return lines;
  }

  /** Such as {@code #4 write flag = 1 → #6 read flag = 1: read from it}. */
  private String describe(Link link) {
    Step from = violation.trace().get(link.from());
    Step to = violation.trace().get(link.to());
    String why =
        switch (link.relation()) {
          case PROGRAM_ORDER ->
              from.thread() == to.thread()
                  ? "later in " + StepText.thread(to.thread())
                  : "by the start or the end of a thread";
          case READS_FROM -> "reads from it";
          case MODIFICATION_ORDER -> "overwrites it";
          case FROM_READ -> "was not seen by it";
        };
    return describe(link.from(), from) + "  →  " + describe(link.to(), to) + ": " + why;
  }

  private static String describe(int position, Step step) {
    return "#" + (position + 1) + " " + StepText.withoutSource(step);
  }

  /** Such as {@code , not #3} behind a read that did not see that write; else nothing. */
  static String unseen(Violation violation, int position) {
    if (violation.weakness() != null) {
      for (Weakness.Stale stale : violation.weakness().stale()) {
        if (stale.read() == position) {
          return ", not #" + (stale.unseen() + 1);
        }
      }
    }
    return "";
  }
}
