package dev.heddle.explore.graph;

import dev.heddle.machine.WideNumbers;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * What all searches of a program know of its memory: at which addresses writes have been met that
 * are no read-modify-writes, where the searches have relied on there being none, and which 16 bytes
 * are one location.
 */
final class PlainWrites {
  private final Set<Long> met = new HashSet<>();
  private final Set<Long> takenAsPure = new HashSet<>();

  /** Where operations on 16 bytes have been met; accesses to some of these bytes are like them. */
  private final Set<Long> wide = new HashSet<>();

  private static long key(long address, int bytes) {
    return address << 5 | bytes;
  }

  /**
   * Relies on there being no plain writes to some bytes; false if there are.
   *
   * @param bytes how many, at most 16
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

  /**
   * An operation on 16 bytes has been met.
   *
   * @throws SearchRestart if that is new: accesses to some of them may have been taken otherwise
   */
  synchronized void meetWide(long address) {
    if (wide.add(address)) {
      throw new SearchRestart();
    }
  }

  /** Where the 16 bytes begin that an access is about, or -1 if it is about no such ones. */
  synchronized long wideAt(long address, int bytes) {
    long word = address & -8;
    for (long begin = word; begin >= word - 8; begin -= 8) {
      if (wide.contains(begin) && address + bytes <= begin + WideNumbers.BYTES) {
        return begin;
      }
    }
    return -1;
  }

  /** The search starts again, and relies on nothing but what it knows. */
  synchronized void restart() {
    takenAsPure.clear();
  }

  synchronized void write(DataOutputStream out) throws IOException {
    write(met, out);
    write(takenAsPure, out);
    write(wide, out);
  }

  synchronized void read(DataInputStream in) throws IOException {
    read(met, in);
    read(takenAsPure, in);
    read(wide, in);
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
