package dev.heddle.explore;

/**
 * Estimates the size of a search tree while it is explored depth first.
 *
 * <p>Kilby, Slaney, Thiébaux, Walsh: <em>Estimating search tree size</em>, AAAI 2006, the weighted
 * backtrack estimator: all branches of a node are taken to be of the same size, so that the weights
 * of the nodes on the way to a leaf are the products of one over the numbers of branches. The share
 * of the tree that has been explored is the weight of what has been left for good; what was counted
 * by its share is the estimate.
 *
 * <p>Deviation: the branches of a node are not all known when it is entered, because a partial
 * order reduction finds them in executions below it. Those known at the moment count, so the first
 * shares are too large. How far estimates have moved while the count doubled is told with each.
 */
public final class TreeSize {
  /** A sample is taken whenever the count has grown by a tenth; so many make it double. */
  private static final double STEP = 1.1;

  private static final int SAMPLES = 8;

  private final double[] samples = new double[SAMPLES];
  private int taken;
  private double next = 1;

  /** The estimate when so many executions have been counted in a share of the tree. */
  Estimate at(double share, long executions) {
    double size = Math.max((double) executions, executions / share);
    if (executions >= next) {
      samples[taken++ % SAMPLES] = size;
      next = executions * STEP;
    }
    double low = size;
    double high = size;
    for (int i = 0; i < Math.min(taken, SAMPLES); i++) {
      low = Math.min(low, samples[i]);
      high = Math.max(high, samples[i]);
    }
    return new Estimate(
        share, (long) size, Math.max(executions, (long) low), Math.max(executions, (long) high));
  }

  /** Adds up the share of a tree along the way to a leaf. */
  public static final class Path {
    private double share;
    private double weight = 1;

    /** The way goes on through a node of which some branches are done and some are to come. */
    public void enter(int done, int pending) {
      double branches = done + 1.0 + pending;
      share += weight * done / branches;
      weight /= branches;
    }

    /** The share that is explored with this leaf. */
    public double withLeaf() {
      return share + weight;
    }
  }
}
