/**
 * Explores executions as graphs, under memory models in which po ∪ rf has no cycle.
 *
 * <p>The way of an event: {@link dev.heddle.explore.graph.GraphSearch} picks a thread and makes a
 * {@link dev.heddle.explore.graph.BranchPoint} with the ways in which its next event can be added;
 * {@link dev.heddle.explore.graph.Sources} says what a read can read from. {@link
 * dev.heddle.explore.graph.Extension} adds the event to the {@link
 * dev.heddle.explore.graph.EventGraph}: its value leads the thread on, {@link
 * dev.heddle.explore.graph.HappensBeforeClocks} learns what comes before it, its {@link
 * dev.heddle.explore.graph.Cell} grows by what the modification order must be ({@link
 * dev.heddle.explore.graph.ModificationOrders}), {@link dev.heddle.explore.graph.RaceDetection}
 * looks for accesses that nothing orders, and the {@link dev.heddle.explore.graph.GraphModel} says
 * whether the graph is consistent. A write that has been added is offered to earlier reads as a
 * {@link dev.heddle.explore.graph.Revisit}.
 *
 * <p>{@link dev.heddle.explore.graph.RandomExploration} lets graphs grow at random instead, one
 * {@link dev.heddle.explore.graph.RandomRun} after the other.
 *
 * <p>A model is a {@link dev.heddle.explore.graph.GraphModel} and a line in {@link
 * dev.heddle.explore.graph.GraphModels}.
 */
package dev.heddle.explore.graph;
