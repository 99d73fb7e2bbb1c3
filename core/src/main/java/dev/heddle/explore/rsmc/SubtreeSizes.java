package dev.heddle.explore.rsmc;

import java.util.Arrays;

/**
 * How many runs are behind a branch of the search, by the number of events that are committed with
 * it. Branches of one node are not taken to be of the same size, as elsewhere: a continuation
 * settles many events at once, so that little is left behind it, and a node may have thousands.
 */
final class SubtreeSizes {
  private long[] runs = new long[64];
  private long[] branches = new long[64];

  /** Takes in a branch that has been explored. */
  void add(int events, long explored) {
    if (events >= runs.length) {
      runs = Arrays.copyOf(runs, 2 * events);
      branches = Arrays.copyOf(branches, 2 * events);
    }
    runs[events] += explored;
    branches[events]++;
  }

  /**
   * By how much branches are larger that have one event less. The last events of a run mostly leave
   * nothing open, and do not count.
   */
  double growth() {
    int first = -1;
    int last = -1;
    for (int events = 0; events < runs.length; events++) {
      if (branches[events] > 0) {
        first = first < 0 ? events : first;
        last = last < 0 || runs[events] > branches[events] ? events : last;
      }
    }
    return first == last
        ? 1
        : Math.pow(Math.max(1, mean(first) / mean(last)), 1.0 / (last - first));
  }

  /**
   * The size to be expected of a branch.
   *
   * @param atMost what the branch of the same node that is explored now lets expect
   */
  double expected(int events, double atMost) {
    double size = Math.max(1, atMost);
    return events < runs.length && branches[events] > 0 ? Math.min(mean(events), size) : size;
  }

  private double mean(int events) {
    return (double) runs[events] / branches[events];
  }
}
