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
 * shares are too large; and trees are often deep where they are entered first, so that the first
 * ones are far too small. The range that is told with each estimate has those of the time in which
 * the count doubled, and the size at which they end if they go on to move by the same factor each
 * time the count doubles. If they have ever moved, the branches are not of the same size, and the
 * range is widened by a part of its distance from what has been counted, on a logarithmic scale.
 */
public final class TreeSize {
  /** A sample is taken whenever the count has grown by a tenth; so many make it double. */
  private static final double STEP = 1.1;

  private static final int SAMPLES = 8;

  /** Logarithm of a factor by which estimates of even trees do not move. */
  private static final double MOVED = 0.05;

  /** The part by which ranges are widened; with it, most of those that were measured were right. */
  private static final double DOUBT = 2.0 / 3;

  private final double[] samples = new double[SAMPLES];
  private final long[] counts = new long[SAMPLES];
  private int taken;
  private double next = 1;

  /** Of all estimates so far. */
  private double smallest = Double.MAX_VALUE;

  private double largest;

  /** The estimate when so many executions have been counted in a share of the tree. */
  Estimate at(double share, long executions) {
    double size =
        Math.min(Math.max((double) executions, executions / share), (double) Long.MAX_VALUE);
    smallest = Math.min(smallest, size);
    largest = Math.max(largest, size);
    if (executions >= next) {
      counts[taken % SAMPLES] = executions;
      samples[taken++ % SAMPLES] = size;
      next = executions * STEP;
    }
    double end = end(size, executions);
    double low = Math.min(size, end);
    double high = Math.max(size, end);
    for (int i = 0; i < Math.min(taken, SAMPLES); i++) {
      low = Math.min(low, samples[i]);
      high = Math.max(high, samples[i]);
    }
    double doubt = DOUBT * Math.min(1, Math.log(largest / smallest) / MOVED);
    double larger = Math.max(size, end);
    low *= Math.pow(executions / low, doubt);
    high = Math.max(high, larger * Math.pow(larger / executions, doubt));
    return new Estimate(
        share, (long) size, Math.max(executions, (long) low), Math.max(executions, (long) high));
  }

  /** Where estimates and counts meet if both go on to grow as they have since the oldest sample. */
  private double end(double size, long executions) {
    int oldest = taken <= SAMPLES ? 0 : taken % SAMPLES;
    double grown = Math.log((double) executions / counts[oldest]);
    if (grown == 0) {
      return size;
    }
    double drift = Math.log(size / samples[oldest]) / grown;
    // Estimates that grow faster than what is counted have no end in sight.
    return drift >= 1
        ? (double) Long.MAX_VALUE
        : executions * Math.exp(Math.log(size / executions) / (1 - drift));
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
