/**
 * Symbolic bounded checking: programs whose inputs range over all values become formulas, and an
 * SMT solver finds an execution that goes wrong, or shows that there is none.
 *
 * <p>{@code unroll} makes programs without loops and calls, {@code mat} finds which context
 * switches matter, {@code encode} makes formulas, {@code solve} asks the solver. {@link
 * dev.heddle.symbolic.SymbolicExploration} puts them together.
 */
package dev.heddle.symbolic;
