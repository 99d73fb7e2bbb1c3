/**
 * Memory models as consistency checkers: given a recorded execution with its reads-from relation,
 * is there a modification order that the model allows? A yes comes with that order, a no with the
 * steps that rule every order out.
 */
package dev.heddle.model;
