package dev.heddle.explore;

/**
 * A search that may share an exploration with others: what it leaves to them, and they to it, goes
 * through the {@link Frontier}.
 *
 * @param <P> a part of the exploration that anybody can take up
 */
public abstract class SharedSearch<P> {
  protected final Frontier<P> frontier;

  /** Whether somebody has called for a look at the frontier. */
  private volatile boolean called;

  protected SharedSearch(Frontier<P> frontier) {
    this.frontier = frontier;
  }

  /** Explores from the first execution on, as long as {@link #goesOn}. */
  protected abstract void explore();

  /** Explores a part, as long as {@link #goesOn}. */
  protected abstract void explore(P part);

  /** Offers a part of what is under way to the frontier, if there is one to spare. */
  protected abstract void share();

  /** All that is under way, while this rests between two executions; null if nothing is. */
  protected abstract P left();

  final void runFromTheBeginning() {
    explore();
    runParts();
  }

  /** Explores what others leave to this search, until nothing is left. */
  final void runParts() {
    for (P part = frontier.take(); part != null; part = frontier.take()) {
      explore(part);
    }
  }

  /** Calls for a look at the frontier, from whatever thread. */
  final void call() {
    called = true;
  }

  /**
   * Answers the frontier, between two executions; false if that is closed. Searches look at it only
   * when called: what they do in every execution should touch nothing that they have in common.
   */
  protected final boolean goesOn() {
    if (!called) {
      return true;
    }
    called = false;
    if (frontier.isPausing()) {
      frontier.rest();
    }
    if (frontier.isHungry()) {
      share();
      if (frontier.isHungry()) {
        called = true; // there was nothing to share yet
      }
    }
    return !frontier.isClosed();
  }
}
