/**
 * The models by their definitions: relations as bit matrices, the axioms as they are written, every
 * modification order and every interleaving tried. For small executions, and to hold the fast
 * checkers against.
 */
package dev.heddle.model.naive;
