package dev.heddle.explore.graph;

import dev.heddle.explore.TreeSize;
import java.util.Arrays;

/** The branches on the way to the graph that is explored, the earliest first. */
final class SearchPath {
  private final EventGraph graph;
  private BranchPoint[] branches = new BranchPoint[16];
  private int depth;

  SearchPath(EventGraph graph) {
    this.graph = graph;
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
      branches[depth] = new BranchPoint();
    }
    branches[depth].reset(graph.length, t);
    return branches[depth++];
  }

  void pop() {
    depth--;
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
    BranchPoint[] shared = Arrays.copyOf(branches, length);
    GraphPart.Entry[] entries = new GraphPart.Entry[length - 1];
    for (int i = 0; i < entries.length; i++) {
      entries[i] = entry(branches[i], branches[i + 1].base);
    }
    for (BranchPoint branch : shared) {
      branch.share();
    }
    return new GraphPart(revisits.inFrontOf(shared[length - 1].base), shared, entries);
  }

  /** What the graph has of the event of a branch, which lies in front of the given event. */
  private GraphPart.Entry entry(BranchPoint branch, int end) {
    if (end > branch.base && graph.branch[end - 1] == branch) {
      return GraphPart.Entry.REVISITABLE;
    }
    return graph.parked[branch.thread] == branch ? GraphPart.Entry.PARKED : GraphPart.Entry.SETTLED;
  }

  /** Goes to the last branch of a part, from the empty graph. */
  void take(GraphPart part, Extension extension) {
    depth = part.branches().length;
    reserve(depth);
    System.arraycopy(part.branches(), 0, branches, 0, depth);
    for (int i = 0; i < depth; i++) {
      while (graph.length < branches[i].base) {
        if (!part.events().add(graph.length, extension)) {
          throw new IllegalStateException("a graph that was consistent is so no longer");
        }
      }
      if (i > 0) {
        restore(branches[i - 1], part.entries()[i - 1]);
      }
    }
  }

  private void restore(BranchPoint branch, GraphPart.Entry entry) {
    switch (entry) {
      case REVISITABLE -> graph.branch[graph.length - 1] = branch;
      case PARKED -> graph.parked[branch.thread] = branch;
      case SETTLED -> {}
    }
  }
}
