package dev.heddle.report;

import dev.heddle.program.Location;
import dev.heddle.program.MemoryOrder;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Step;
import dev.heddle.verdict.Weakness;
import dev.heddle.verdict.Weakness.Link;
import dev.heddle.verdict.Weakness.Stronger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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
      lines.add(remedy());
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

  /** Such as {@code With release at line 7 and acquire at line 11 this cannot happen.} */
  private String remedy() {
    Map<String, List<String>> places = new LinkedHashMap<>();
    for (Stronger stronger : weakness.remedy()) {
      List<String> known =
          places.computeIfAbsent(label(stronger.order()), order -> new ArrayList<>());
      String place = place(stronger.location());
      if (!known.contains(place)) {
        known.add(place);
      }
    }
    List<String> parts = new ArrayList<>();
    places.forEach((order, known) -> parts.add(order + " at " + Quantity.list(known)));
    return "With " + Quantity.list(parts) + " this cannot happen.";
  }

  private String place(Location location) {
    boolean isHere = location.file().equals(violation.location().file());
    return isHere ? "line " + location.line() : location.toString();
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

  /** As C calls an order, such as {@code seq_cst}. */
  public static String label(MemoryOrder order) {
    return switch (order) {
      case PLAIN -> "no order";
      case ACQUIRE_RELEASE -> "acq_rel";
      case SEQUENTIALLY_CONSISTENT -> "seq_cst";
      case RELAXED, ACQUIRE, RELEASE -> order.name().toLowerCase(Locale.ROOT);
    };
  }
}
