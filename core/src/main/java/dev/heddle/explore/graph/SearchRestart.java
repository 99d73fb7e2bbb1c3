package dev.heddle.explore.graph;

/** The search has learnt something about the program that it should have known from the start. */
final class SearchRestart extends RuntimeException {
  SearchRestart() {
    super(null, null, false, false);
  }
}
