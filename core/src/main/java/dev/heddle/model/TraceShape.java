package dev.heddle.model;

/**
 * What a synthetic trace looks like.
 *
 * @param threads k
 * @param events n
 * @param locations d
 * @param rmwShare the share of RMWs among the events, from 0 to 1
 * @param fenceShare the share of fences among the events, from 0 to 1
 * @param model the trace is consistent in this model and all weaker ones; below SC it has reads
 *     that are stale
 * @param violation a read that no model allows is put into it
 * @param window SC only: how many events are under way at a time, that is, how far the order of the
 *     trace may differ from an interleaving that it comes from; 1 keeps the interleaving
 * @param seed the source of all random choices
 */
public record TraceShape(
    int threads,
    int events,
    int locations,
    double rmwShare,
    double fenceShare,
    MemoryModel model,
    boolean violation,
    int window,
    long seed) {

  public TraceShape {
    if (threads < 1 || locations < 1 || window < 1) {
      throw new IllegalArgumentException("a trace has threads, locations and a window");
    }
    if (events < 3) {
      throw new IllegalArgumentException("a synthetic trace has at least 3 events");
    }
    if (!(rmwShare >= 0 && fenceShare >= 0 && rmwShare + fenceShare <= 1)) {
      throw new IllegalArgumentException("the shares of RMWs and fences are between 0 and 1");
    }
  }

  /** Consistent in every model; a tenth of the events are RMWs, a hundredth fences. */
  public static TraceShape of(int threads, int events, int locations) {
    return new TraceShape(
        threads, events, locations, 0.1, 0.01, MemoryModel.SC, false, 8 * threads, 1);
  }

  public TraceShape withRmwShare(double share) {
    return new TraceShape(
        threads, events, locations, share, fenceShare, model, violation, window, seed);
  }

  public TraceShape withFenceShare(double share) {
    return new TraceShape(
        threads, events, locations, rmwShare, share, model, violation, window, seed);
  }

  public TraceShape withModel(MemoryModel newModel) {
    return new TraceShape(
        threads, events, locations, rmwShare, fenceShare, newModel, violation, window, seed);
  }

  public TraceShape withViolation(boolean planted) {
    return new TraceShape(
        threads, events, locations, rmwShare, fenceShare, model, planted, window, seed);
  }

  public TraceShape withWindow(int newWindow) {
    return new TraceShape(
        threads, events, locations, rmwShare, fenceShare, model, violation, newWindow, seed);
  }

  public TraceShape withSeed(long newSeed) {
    return new TraceShape(
        threads, events, locations, rmwShare, fenceShare, model, violation, window, newSeed);
  }
}
