package dev.heddle.explore.graph;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * What all searches of a program know of its memory: at which addresses writes have been met that
 * are no read-modify-writes, and where the searches have relied on there being none.
 */
final class PlainWrites {
  private final Set<Long> met = new HashSet<>();
  private final Set<Long> takenAsPure = new HashSet<>();

  private static long key(long address, int bytes) {
    return address << 4 | bytes;
  }

  /**
   * Relies on there being no plain writes to some bytes; false if there are.
   *
   * @param bytes how many, at most 8
   */
  synchronized boolean takeAsPure(long address, int bytes) {
    long key = key(address, bytes);
    return !met.contains(key) && (takenAsPure.add(key) || takenAsPure.contains(key));
  }

  /**
   * A plain write has been met.
   *
   * @throws SearchRestart if a search has taken it that there is none
   */
  synchronized void meet(long address, int bytes) {
    long key = key(address, bytes);
    met.add(key);
    if (takenAsPure.contains(key)) {
      throw new SearchRestart();
    }
  }

  /** The search starts again, and relies on nothing but what it knows. */
  synchronized void restart() {
    takenAsPure.clear();
  }

  synchronized void write(DataOutputStream out) throws IOException {
    write(met, out);
    write(takenAsPure, out);
  }

  synchronized void read(DataInputStream in) throws IOException {
    read(met, in);
    read(takenAsPure, in);
  }

  private static void write(Set<Long> keys, DataOutputStream out) throws IOException {
    out.writeInt(keys.size());
    for (long key : keys) {
      out.writeLong(key);
    }
  }

  private static void read(Set<Long> keys, DataInputStream in) throws IOException {
    for (int i = in.readInt(); i > 0; i--) {
      keys.add(in.readLong());
    }
  }
}
