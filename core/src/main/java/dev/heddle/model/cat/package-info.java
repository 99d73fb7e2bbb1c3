/**
 * Memory models as files in the language cat: definitions of sets and relations of events, and
 * checks that an execution must pass. A file is read once per architecture into a graph of
 * relational expressions in which equal expressions are one node; executions are then judged by
 * evaluating that graph on bit matrices.
 *
 * <p>The language: Alglave, Cousot and Maranget, "Syntax and semantics of the weak consistency
 * model specification language cat", 2016.
 */
package dev.heddle.model.cat;
