package dev.heddle.explore.graph;

import dev.heddle.machine.Code;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.Replay;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.machine.ValueDrivenThreads;

/** Follows an execution under a model: reads take their values from the sources they are given. */
final class GraphReplay implements Replay {
  private final EventGraph graph;
  private final Extension extension;
  private final GraphView view;

  /**
   * @param code made with fences
   */
  GraphReplay(Code code, GraphModel rules) {
    graph =
        new EventGraph(ValueDrivenThreads.withPrologue(code), new CellTable(), rules.ordering());
    extension = new Extension(graph, rules);
    view = new GraphView(graph);
  }

  @Override
  public ExecutionView execution() {
    return view;
  }

  @Override
  public boolean step(int t, int alternative, int source) {
    view.close();
    ThreadNode node = t >= 0 && t < graph.threadCount ? graph.current[t] : null;
    if (node == null || node.status() != Status.READY) {
      return false;
    }
    if (source == BY_ORDER || source >= graph.length || alternative < 0) {
      return false;
    }
    if (OperationSemantics.isAccess(node) && extension.failure(t, node) == null) {
      boolean reads = OperationSemantics.reads(node);
      if (reads && !canRead(t, node, source, alternative)) {
        return false;
      }
    }
    try {
      return extension.add(t, source, alternative, Extension.ANYWHERE);
    } catch (UnsupportedUnderModelException e) {
      return false; // The execution was found under another model, which gives it a meaning.
    }
  }

  private boolean canRead(int t, ThreadNode node, int source, int alternative) {
    Cell cell = extension.cell(node);
    if (source < EventGraph.INITIAL || graph.slotOf(cell, source) < cell.floor()) {
      return false;
    }
    int slot = graph.slotOf(cell, source);
    long content = graph.content(cell, slot);
    boolean isMissing = graph.missing(cell, slot) != 0 && OperationSemantics.needsContent(node);
    return isMissing
        || (graph.semantics.isPossible(node, t, content)
            && alternative < OperationSemantics.alternatives(node, content));
  }
}
