package dev.heddle.symbolic;

import dev.heddle.symbolic.encode.EncodingOptions;
import dev.heddle.symbolic.solve.Solver;

/**
 * How to check a program symbolically.
 *
 * @param deepest the largest loop bound that is tried if none is given
 */
public record SymbolicOptions(EncodingOptions encoding, Solver.Name solver, int deepest) {
  public static final SymbolicOptions USUAL =
      new SymbolicOptions(EncodingOptions.USUAL, Solver.Name.Z3, 64);
}
