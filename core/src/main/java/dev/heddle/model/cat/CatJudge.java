package dev.heddle.model.cat;

import dev.heddle.model.axiomatic.AxiomaticModel;
import dev.heddle.model.axiomatic.BitMatrix;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
    List<String> flags = new ArrayList<>();
    for (Reading.Check check : model.checks()) {
      boolean raised =
          switch (check.use()) {
            case AXIOM -> false;
            case FLAG -> passes(check);
            case UNDEFINED_UNLESS -> !passes(check);
          };
      if (raised) {
        flags.add(check.name() == null ? "undefined" : check.name());
      }
    }
    return flags;
  }

  @Override
  public Map<String, BitMatrix> shown() {
    Map<String, BitMatrix> values = new LinkedHashMap<>();
    model.shownNodes().forEach((name, node) -> values.put(name, evaluation.value(node)));
    return values;
  }
}
