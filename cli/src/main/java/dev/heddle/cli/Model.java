package dev.heddle.cli;

import java.util.List;

/** The memory models that the command line knows by name. */
enum Model {
  SC(true),
  TSO(false),
  PSO(false),
  RA(false),
  SRA(false),
  WRA(false),
  RC20(false),
  RC11(false),
  RELAXED(false),
  POWER(false);

  static final Choice<Model> CHOICE =
      new Choice<>("model", List.of(values()), Model::label, model -> model.available);

  private final boolean available;

  Model(boolean available) {
    this.available = available;
  }

  String label() {
    return Choice.label(this);
  }
}
