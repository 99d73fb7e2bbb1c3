package dev.heddle.cli;

import static dev.heddle.cli.OptionForms.value;

import dev.heddle.explore.graph.RandomExploration.Plan;
import dev.heddle.explore.random.SourcePreference;
import dev.heddle.explore.random.Strategy;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;

/** What to do when an exploration reaches a limit. */
enum OnLimit {
  STOP,
  TEST;

  /** How 'heddle test' tests if nobody says otherwise. */
  static final Plan PLAN =
      new Plan(Strategy.AUTO, SourcePreference.AUTO, 1, TestOptions.DEFAULT_EVENTS);

  /** What an exploration that has reached a limit suggests. */
  static final String HINT =
      "a limit ended the exploration; 'heddle test' goes on with random runs, as --on-limit test"
          + " does";

  private static final Choice<OnLimit> CHOICE =
      new Choice<>("choice", List.of(values()), Choice::label, choice -> true);

  static OptionSpec option() {
    return value("WHAT", OnLimit.class, CHOICE.converter(), "--on-limit")
        .defaultValue("stop")
        .description(
            "at a limit of executions or time: stop (default), or test, go on with random runs as"
                + " 'heddle test' does; of a limit of time each gets half")
        .build();
  }
}
