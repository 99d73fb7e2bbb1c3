package dev.heddle.explore.graph;

import dev.heddle.explore.TreeSize;
import dev.heddle.explore.overflow.Overflow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The branches on the way to the graph that is explored, the earliest first. */
final class SearchPath {
  private final EventGraph graph;
  private final Overflow overflow;
  private BranchPoint[] branches = new BranchPoint[16];
  private int depth;

  SearchPath(EventGraph graph, Overflow overflow) {
    this.graph = graph;
    this.overflow = overflow;
  }

  boolean isEmpty() {
    return depth == 0;
  }

  BranchPoint last() {
    return branches[depth - 1];
  }

  /** A new branch for the next event of a thread. */
  BranchPoint push(int t) {
    reserve(depth + 1);
    if (branches[depth] == null || branches[depth].isShared()) {
      branches[depth] = new BranchPoint(overflow);
    }
    branches[depth].reset(graph.length, t);
    return branches[depth++];
  }

  void pop() {
    depth--;
    branches[depth].leave();
  }

  private void reserve(int size) {
    if (size > branches.length) {
      branches = Arrays.copyOf(branches, 2 * size);
    }
  }

  /** The share of the tree that is explored with the current graph. */
  double explored() {
    TreeSize.Path path = new TreeSize.Path();
    for (int i = 0; i < depth; i++) {
      path.enter(branches[i].done(), branches[i].pending());
    }
    return path.withLeaf();
  }

  // ---- Parts --------------------------------------------------------------------------------

  /** All that is left on the way; null if nothing can be. */
  GraphPart left(Revisits revisits) {
    return depth == 0 ? null : part(depth, revisits);
  }

  /** What is left at the earliest branch where something is, and in front of it; or null. */
  GraphPart earliest(Revisits revisits) {
    for (int i = 0; i < depth; i++) {
      if (branches[i].pending() > 0) {
        return part(i + 1, revisits);
      }
    }
    return null;
  }

  private GraphPart part(int length, Revisits revisits) {
    List<BranchPoint> shared = List.of(Arrays.copyOf(branches, length));
    shared.forEach(BranchPoint::share);
    List<GraphPart.Entry> entries = new ArrayList<>();
    for (int i = 0; i < length - 1; i++) {
      entries.add(entry(branches[i], branches[i + 1].base));
    }
    return new GraphPart(revisits.inFrontOf(branches[length - 1].base), shared, entries);
  }

  /** What the graph has of the event of a branch, which lies in front of the given event. */
  private GraphPart.Entry entry(BranchPoint branch, int end) {
    if (end > branch.base && graph.branch(end - 1) == branch) {
      return GraphPart.Entry.REVISITABLE;
    }
    return graph.parked(branch.thread) == branch ? GraphPart.Entry.PARKED : GraphPart.Entry.SETTLED;
  }

  /** Goes to the last branch of a part, from the empty graph. */
  void take(GraphPart part, Extension extension) {
    depth = part.branches().size();
    reserve(depth);
    for (int i = 0; i < depth; i++) {
      branches[i] = part.branches().get(i);
      while (graph.length < branches[i].base) {
        if (!part.events().add(graph.length, extension)) {
          throw new IllegalStateException("a graph that was consistent is so no longer");
        }
      }
      if (i > 0) {
        restore(branches[i - 1], part.entries().get(i - 1));
      }
    }
  }

  private void restore(BranchPoint branch, GraphPart.Entry entry) {
    switch (entry) {
      case REVISITABLE -> graph.setBranch(graph.length - 1, branch);
      case PARKED -> graph.park(branch.thread, branch);
      case SETTLED -> {}
    }
  }
}
