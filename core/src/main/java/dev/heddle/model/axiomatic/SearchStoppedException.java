package dev.heddle.model.axiomatic;

/** The search was ended from outside before it was complete. */
public final class SearchStoppedException extends RuntimeException {
  private static final long serialVersionUID = 1;
}
