/**
 * Makes litmus tests from cycles of edges, as diy does: a {@link
 * dev.heddle.frontend.litmus.generate.Cycle} says which events there are and what they must see, an
 * {@link dev.heddle.frontend.litmus.generate.TestWriter} writes them down for an architecture.
 */
package dev.heddle.frontend.litmus.generate;
