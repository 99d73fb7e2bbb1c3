package dev.heddle.report.drawing;

import dev.heddle.report.StepText;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Step;
import dev.heddle.verdict.Weakness;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The arrows of an execution. */
public final class Arrows {
  private final List<Arrow> arrows = new ArrayList<>();

  /** By the name of a thread: the step with which it was created, until its first own one. */
  private final Map<String, Integer> created = new HashMap<>();

  private final Map<String, Integer> latestOfThread = new HashMap<>();
  private final Map<String, Integer> unlocked = new HashMap<>();

  private Arrows() {}

  /** In the order of the steps that they lead to; what makes the execution weak comes last. */
  public static List<Arrow> of(Violation violation) {
    Arrows arrows = new Arrows();
    for (int i = 0; i < violation.trace().size(); i++) {
      arrows.add(i, violation.trace().get(i));
    }
    if (violation.weakness() != null) {
      violation.weakness().cycle().forEach(arrows::add);
    }
    return arrows.arrows;
  }

  /** What of a cycle cannot be read off the steps. */
  private void add(Weakness.Link link) {
    switch (link.relation()) {
      case MODIFICATION_ORDER ->
          arrows.add(new Arrow(Arrow.Kind.MODIFICATION_ORDER, link.from(), link.to()));
      case FROM_READ -> arrows.add(new Arrow(Arrow.Kind.FROM_READ, link.from(), link.to()));
      case PROGRAM_ORDER, READS_FROM -> {
        // Drawn for all steps.
      }
    }
  }

  private void add(int position, Step step) {
    String thread = StepText.thread(step.thread());
    synchronize(created.remove(thread), position);
    switch (step.operation()) {
      case "create" -> created.put(step.target(), position);
      case "join" -> synchronize(latestOfThread.get(step.target()), position);
      case "unlock" -> unlocked.put(step.target(), position);
      case "lock", "trylock" -> synchronize(unlocked.remove(step.target()), position);
      default -> {
        // What else orders steps is reading.
      }
    }
    if (step.readsFrom() >= 0) {
      arrows.add(new Arrow(Arrow.Kind.READS_FROM, step.readsFrom(), position));
    }
    latestOfThread.put(thread, position);
  }

  private void synchronize(Integer from, int to) {
    if (from != null) {
      arrows.add(new Arrow(Arrow.Kind.SYNCHRONIZATION, from, to));
    }
  }
}
