package dev.heddle.model.cat;

import dev.heddle.model.axiomatic.AxiomaticModel;
import dev.heddle.model.axiomatic.BitMatrix;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts the checks of a model to the candidates of one set of events. */
final class CatJudge implements AxiomaticModel.Judge {
  private final CatModel model;
  private final Evaluation evaluation;

  CatJudge(CatModel model, Evaluation evaluation) {
    this.model = model;
    this.evaluation = evaluation;
  }

  @Override
  public boolean mayBeAllowed() {
    for (Reading.Check check : model.checks()) {
      // More of co means more in the relation, so what fails now would fail then.
      boolean lasts = check.negated() ? check.node().shrinks : check.node().grows;
      if (check.use() == Syntax.Use.AXIOM && lasts && !passes(check)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean isAllowed() {
    return isAllowed(0);
  }

  /** Whether choices from this one on can be made such that all checks pass. */
  private boolean isAllowed(int choice) {
    if (choice == model.choices().size()) {
      return passesAll();
    }
    Node chosen = model.choices().get(choice);
    for (BitMatrix alternative : evaluation.alternatives(chosen)) {
      evaluation.choose(chosen, alternative);
      if (isAllowed(choice + 1)) {
        return true;
      }
    }
    return false;
  }

  private boolean passesAll() {
    for (Reading.Check check : model.checks()) {
      if (check.use() == Syntax.Use.AXIOM && !passes(check)) {
        return false;
      }
    }
    return true;
  }

  private boolean passes(Reading.Check check) {
    BitMatrix value = evaluation.value(check.node());
    boolean holds =
        switch (check.kind()) {
          case "acyclic" -> value.isAcyclic();
          case "irreflexive" -> value.isIrreflexive();
          default -> value.isEmpty();
        };
    return holds != check.negated();
  }

  @Override
  public List<String> flags() {
    Set<String> flags = new LinkedHashSet<>();
    addFlags(0, flags);
    return List.copyOf(flags);
  }

  /** Adds what is flagged with any choice that is allowed. */
  private void addFlags(int choice, Set<String> flags) {
    if (choice < model.choices().size()) {
      Node chosen = model.choices().get(choice);
      for (BitMatrix alternative : evaluation.alternatives(chosen)) {
        evaluation.choose(chosen, alternative);
        addFlags(choice + 1, flags);
      }
    } else if (model.choices().isEmpty() || passesAll()) {
      for (Reading.Check check : model.checks()) {
        boolean raised =
            switch (check.use()) {
              case AXIOM -> false;
              case FLAG -> passes(check);
              case UNDEFINED_UNLESS -> !passes(check);
            };
        if (raised && check.name() != null) {
          flags.add(check.name());
        }
        if (raised && (check.name() == null || check.use() == Syntax.Use.UNDEFINED_UNLESS)) {
          flags.add(UNDEFINED);
        }
      }
    }
  }

  @Override
  public Map<String, BitMatrix> shown() {
    if (!model.choices().isEmpty() && !isAllowed()) {
      throw new IllegalStateException("only executions that are allowed are shown");
    }
    Map<String, BitMatrix> values = new LinkedHashMap<>();
    model.shownNodes().forEach((name, node) -> values.put(name, evaluation.value(node)));
    return values;
  }
}
