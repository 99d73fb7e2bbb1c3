package dev.heddle.explore.graph;

import dev.heddle.explore.Counter;
import dev.heddle.explore.Frontier;
import dev.heddle.explore.SharedSearch;
import dev.heddle.explore.Tally;

/**
 * A {@link GraphSearch} that counts what it visits, and may share its branches with others: parts
 * begin at the earliest branch that has something left.
 */
final class SharedGraphSearch extends SharedSearch<GraphPart> {
  private static final int STEPS_PER_LOOK = 1024;

  private final GraphView view;
  private final GraphSearch search;
  private final Tally tally;
  private final EndlessLoops endless;
  private int steps;

  /**
   * @param listener is shown each execution in the thread that found it
   */
  SharedGraphSearch(
      EventGraph graph,
      GraphModel model,
      boolean isTotal,
      Frontier<GraphPart> frontier,
      Tally tally,
      GraphListener listener) {
    super(frontier);
    this.tally = tally;
    this.view = new GraphView(graph);
    this.endless = new EndlessLoops(view);
    Counter counter = tally.counter();
    UnsynchronizedAccesses unsynchronized = UnsynchronizedAccesses.of(graph, model);
    this.search =
        new GraphSearch(
            graph,
            model,
            isTotal,
            frontier.overflow(),
            g -> {
              listener.visited(g);
              unsynchronized.tell();
              boolean goesOn = counter.count(view);
              view.close();
              graph.trim();
              if (!goesOn) {
                frontier.close();
              }
              return goesOn;
            });
    counter.watch(search::explored);
  }

  /** Executions may be long, and many graphs have no consistent end. */
  private void look() {
    if (++steps % STEPS_PER_LOOK == 0 && !tally.lookAtTheClock(view)) {
      frontier.close();
    }
    endless.look();
  }

  @Override
  protected void explore() {
    search.run(this::look, this::goesOn);
  }

  @Override
  protected void explore(GraphPart part) {
    search.run(part, this::look, this::goesOn);
  }

  @Override
  protected void share() {
    GraphPart part = search.share();
    if (part != null) {
      frontier.offer(part);
    }
  }

  @Override
  protected GraphPart left() {
    return search.left();
  }
}
