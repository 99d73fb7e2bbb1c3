package dev.heddle.symbolic.mat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Threads written as text: {@code R(x) W(y) #}, where {@code #} is an end of its own. */
final class Threads {
  private Threads() {}

  /** Threads without branches. */
  static ConcurrentGraph of(String... threads) {
    ConcurrentGraph.Builder builder = new ConcurrentGraph.Builder();
    List<String> accesses = new ArrayList<>();
    for (String thread : threads) {
      int t = builder.thread();
      int before = -1;
      for (String access : thread.trim().split(" ", -1)) {
        int node = builder.node(t);
        accesses.add(access);
        if (before < 0) {
          builder.entry(node);
        } else {
          builder.edge(before, node);
        }
        before = node;
      }
      builder.last(before);
    }
    return withConflicts(builder, accesses);
  }

  static ConcurrentGraph withConflicts(ConcurrentGraph.Builder builder, List<String> accesses) {
    ConcurrentGraph bare = builder.build();
    for (int a = 0; a < accesses.size(); a++) {
      for (int b = a + 1; b < accesses.size(); b++) {
        if (bare.threadOf(a) != bare.threadOf(b) && conflict(accesses.get(a), accesses.get(b))) {
          builder.depend(a, b);
        }
      }
    }
    return builder.build();
  }

  private static boolean conflict(String a, String b) {
    return !a.equals("#")
        && !b.equals("#")
        && a.substring(1).equals(b.substring(1))
        && (a.startsWith("W") || b.startsWith("W"));
  }

  static String randomAccess(Random random, int variables) {
    return (random.nextBoolean() ? "R(" : "W(") + (char) ('u' + random.nextInt(variables)) + ")";
  }

  /** A thread of some length without branches. */
  static String random(Random random, int length, int variables) {
    StringBuilder thread = new StringBuilder();
    for (int i = 0; i < length; i++) {
      thread.append(randomAccess(random, variables)).append(' ');
    }
    return thread.toString();
  }

  /** Threads with branches: behind each access, control may skip some of the following ones. */
  static ConcurrentGraph branching(Random random, int[] lengths, int variables) {
    ConcurrentGraph.Builder builder = new ConcurrentGraph.Builder();
    List<String> accesses = new ArrayList<>();
    for (int length : lengths) {
      int t = builder.thread();
      int first = accesses.size();
      for (int k = 0; k < length; k++) {
        builder.node(t);
        accesses.add(randomAccess(random, variables));
      }
      builder.entry(first);
      if (length > 1 && random.nextInt(3) == 0) {
        builder.entry(first + 1);
      }
      for (int k = 0; k < length; k++) {
        boolean isLast = k == length - 1;
        if (isLast || random.nextInt(5) == 0) {
          builder.last(first + k);
        }
        if (!isLast) {
          builder.edge(first + k, first + k + 1);
          if (k + 2 < length && random.nextInt(3) == 0) {
            builder.edge(first + k, first + k + 2);
          }
        }
      }
    }
    return withConflicts(builder, accesses);
  }
}
