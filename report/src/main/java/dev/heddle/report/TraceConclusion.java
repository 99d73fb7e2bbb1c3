package dev.heddle.report;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.model.Consistency;

/** How the check of one recorded execution ended; as {@link Conclusion} for programs. */
public sealed interface TraceConclusion {
  /** The word that reports show. */
  String label();

  /** Why there is no answer; null if there is one. */
  String reason();

  /** There is an answer. */
  record Decided(ExecutionGraph graph, Consistency consistency) implements TraceConclusion {
    @Override
    public String label() {
      return consistency.isConsistent() ? "consistent" : "inconsistent";
    }

    @Override
    public String reason() {
      return null;
    }
  }

  /** Memory or the user's patience ended first. */
  record Inconclusive(String reason) implements TraceConclusion {
    @Override
    public String label() {
      return "inconclusive";
    }
  }

  /** The input or Heddle is at fault. */
  record Failed(Conclusion failure) implements TraceConclusion {
    @Override
    public String label() {
      return failure.label();
    }

    @Override
    public String reason() {
      return failure.reason();
    }
  }
}
