package dev.heddle.report.drawing;

import dev.heddle.report.StepText;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Step;
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

  /** In the order of the steps that they lead to. */
  public static List<Arrow> of(Violation violation) {
    Arrows arrows = new Arrows();
    for (int i = 0; i < violation.trace().size(); i++) {
      arrows.add(i, violation.trace().get(i));
    }
    return arrows.arrows;
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
