package dev.heddle.cli;

import java.util.List;

/** The algorithms that the command line knows by name. */
enum Algorithm {
  AUTO(true),
  RF(true),
  OPTIMAL(true),
  RSMC(false),
  NAIVE(true);

  static final Choice<Algorithm> CHOICE =
      new Choice<>(
          "algorithm", List.of(values()), Algorithm::label, algorithm -> algorithm.available);

  private final boolean available;

  Algorithm(boolean available) {
    this.available = available;
  }

  String label() {
    return Choice.label(this);
  }

  /** The algorithm to begin with: {@link #AUTO} stands for the best one for the model. */
  Algorithm resolve(Model model) {
    if (this != AUTO) {
      return this;
    }
    return switch (model) {
      case SC -> RF;
      case TSO, PSO, RA, SRA, WRA, RC20, RC11, RELAXED, POWER -> OPTIMAL;
    };
  }
}
