package dev.heddle.explore;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * How many branches have been left for good at each depth of the current execution. Only depths
 * with such branches take room and time: most have none.
 */
final class DoneBranches {
  private int[] depths = new int[16];
  private int[] counts = new int[16];
  private int size;

  /** The search has come back to a depth, from which it goes on with another branch. */
  void leave(int depth) {
    while (size > 0 && depths[size - 1] > depth) {
      size--;
    }
    if (size == 0 || depths[size - 1] < depth) {
      if (size == depths.length) {
        depths = Arrays.copyOf(depths, 2 * size);
        counts = Arrays.copyOf(counts, 2 * size);
      }
      depths[size] = depth;
      counts[size++] = 0;
    }
    counts[size - 1]++;
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(size);
    for (int i = 0; i < size; i++) {
      out.writeInt(depths[i]);
      out.writeInt(counts[i]);
    }
  }

  void read(DataInputStream in) throws IOException {
    for (int i = in.readInt(); i > 0; i--) {
      leave(in.readInt());
      counts[size - 1] = in.readInt();
    }
  }

  int size() {
    return size;
  }

  int depth(int i) {
    return depths[i];
  }

  int count(int i) {
    return counts[i];
  }
}
