/**
 * Makes violations understandable: looks for an execution with the same failure that is easier to
 * follow, runs it once more, and tells which of its steps matter.
 */
package dev.heddle.explain;
