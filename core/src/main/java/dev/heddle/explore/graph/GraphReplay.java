package dev.heddle.explore.graph;

import dev.heddle.machine.Code;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.Replay;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.machine.ValueDrivenThreads;
import java.util.ArrayList;
import java.util.List;

/** Follows an execution under a model: reads take their values from the sources they are given. */
final class GraphReplay implements Replay {
  private final Code code;
  private final GraphModel rules;
  private final GraphView view;

  /** Thread, alternative and source of each step so far. */
  private final List<int[]> steps = new ArrayList<>();

  private EventGraph graph;
  private Extension extension;

  /**
   * @param code made with fences
   */
  GraphReplay(Code code, GraphModel rules) {
    this.code = code;
    this.rules = rules;
    begin(new CellTable());
    view = new GraphView(graph);
  }

  /** Begins with what is known of memory; that may grow, and then it is from the beginning. */
  private void begin(CellTable known) {
    CellTable cells = known;
    while (true) {
      try {
        graph = new EventGraph(ValueDrivenThreads.withPrologue(code), cells, rules.ordering());
        extension = new Extension(graph, rules);
        for (int[] step : steps) {
          extension.add(step[0], step[2], step[1], Extension.ANYWHERE);
        }
        return;
      } catch (SearchRestart e) {
        cells = cells.fresh();
      }
    }
  }

  @Override
  public ExecutionView execution() {
    return view;
  }

  @Override
  public boolean step(int t, int alternative, int source) {
    view.close();
    while (true) {
      try {
        boolean isPossible = tryStep(t, alternative, source);
        if (isPossible) {
          steps.add(new int[] {t, alternative, source});
        }
        return isPossible;
      } catch (SearchRestart e) {
        begin(graph.cells.fresh());
        view.show(graph);
      }
    }
  }

  private boolean tryStep(int t, int alternative, int source) {
    ThreadNode node = t >= 0 && t < graph.threadCount ? graph.current(t) : null;
    if (node == null || node.status() != Status.READY) {
      return false;
    }
    if (source == BY_ORDER || source >= graph.length || alternative < 0) {
      return false;
    }
    if (OperationSemantics.isAccess(node) && extension.failure(t, node) == null) {
      boolean reads = OperationSemantics.reads(node);
      boolean isVainLook = source == EventGraph.NO_SOURCE && extension.waitingRace(t, node) != null;
      if (reads && !isVainLook && !canRead(t, node, source, alternative)) {
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
    boolean isMissing =
        node.missing(graph.missing(cell, slot)) != 0 && OperationSemantics.needsContent(node);
    return isMissing
        || (graph.semantics.isPossible(node, t, content)
            && alternative < OperationSemantics.alternatives(node, content));
  }
}
