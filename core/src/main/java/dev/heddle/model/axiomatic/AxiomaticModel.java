package dev.heddle.model.axiomatic;

import java.util.List;
import java.util.Map;

/** A memory model that judges candidate executions by their relations. */
public interface AxiomaticModel {
  String name();

  /**
   * Whether the model allows only executions that are sequentially consistent at each location. The
   * search then looks at no others.
   */
  boolean isCoherent();

  /** Starts to judge candidates that have these events in common. */
  Judge judge(CandidateExecution execution);

  /** Judges the candidates of one set of events, as the execution shows them one after another. */
  interface Judge {
    /** False if no coherence order that holds what {@code co} holds now makes this allowed. */
    boolean mayBeAllowed();

    /** Whether the execution is allowed; {@code co} is complete. */
    boolean isAllowed();

    /** The flag of executions that have no meaning, as herd calls it. */
    String UNDEFINED = "*undef*";

    /**
     * The names of the flags that the model raises for the execution, which it allows, and {@link
     * #UNDEFINED} for those that have no name or come from {@code undefined_unless}.
     */
    List<String> flags();

    /** The relations that the model wants to be shown with an execution, by name. */
    Map<String, BitMatrix> shown();
  }
}
