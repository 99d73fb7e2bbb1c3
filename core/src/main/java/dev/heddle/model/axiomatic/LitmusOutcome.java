package dev.heddle.model.axiomatic;

import java.util.List;
import java.util.Map;

/**
 * What a memory model says about a litmus test.
 *
 * @param states the final values of what the test observes, and how many executions end so
 * @param positive how many allowed executions satisfy the proposition of the condition
 * @param negative how many do not
 * @param flags what the model flagged in some execution, such as a race
 * @param cut whether a loop would have gone on beyond the bound, so that executions may be missing
 * @param stray whether executions were left out that access what is no location
 * @param confirmed whether the condition, with its quantifier, holds
 */
public record LitmusOutcome(
    Map<long[], Long> states,
    long positive,
    long negative,
    List<String> flags,
    boolean cut,
    boolean stray,
    boolean confirmed) {
  /** Sometimes, Always or Never: how often the proposition holds. */
  public String observation() {
    if (positive == 0) {
      return "Never";
    }
    return negative == 0 ? "Always" : "Sometimes";
  }
}
