package dev.heddle.explore.graph;

import dev.heddle.machine.MachineException;
import dev.heddle.model.axiomatic.AxiomaticModel;
import dev.heddle.model.cat.CatModel;
import java.util.List;

/**
 * A model in a file. Whatever is added, the graph is turned into relations and the whole file is
 * evaluated: that is slow, and as obvious as can be.
 *
 * <p>Read-modify-writes are atomic whatever the file says, and coherence is kept as the search
 * needs it anyway; {@link CatModel#obstacleToExploration} has seen that the file asks for it.
 */
final class CatGraphModel implements GraphModel {
  private final CatModel file;
  private final Ordering ordering;
  private final OrderSearch search = new OrderSearch(this::hasNoContradiction);

  CatGraphModel(CatModel file) {
    this.file = file;
    this.ordering = file.usesCoherence() ? Ordering.UNSYNCHRONIZED : Ordering.UNORDERED;
  }

  @Override
  public Ordering ordering() {
    return ordering;
  }

  @Override
  public boolean isLocal() {
    return false;
  }

  @Override
  public boolean isConsistent(EventGraph graph) {
    return ordering.hasCoherence() ? search.exists(graph) : judge(graph).isAllowed();
  }

  private boolean hasNoContradiction(EventGraph graph) {
    AxiomaticModel.Judge judge = judge(graph);
    return OrderSearch.isTotal(graph) ? judge.isAllowed() : judge.mayBeAllowed();
  }

  @Override
  public String flag(EventGraph graph) {
    List<String> flags = file.hasFlags() ? judge(graph).flags() : List.of();
    return flags.isEmpty() ? null : String.join(", ", flags);
  }

  /** The search takes it that there is always a way; else it would miss executions. */
  @Override
  public void isStuck(EventGraph graph, int thread) {
    throw new MachineException(
        graph.threads.code().userLocation(graph.current(thread))
            + ": the memory model "
            + file.name()
            + " allows no way at all to go on here, so that executions would be missed;"
            + " it cannot be used for this program");
  }

  private AxiomaticModel.Judge judge(EventGraph graph) {
    return file.judge(GraphRelations.of(graph));
  }
}
