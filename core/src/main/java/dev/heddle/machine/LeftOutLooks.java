package dev.heddle.machine;

import dev.heddle.program.ClaimKind;
import java.util.Arrays;

/**
 * Whether a data race may be missed because iterations of loops that do nothing are left out.
 *
 * <p>Let an access r in such an iteration of thread t race with an access w. Take out all other
 * such iterations: what is left is an execution. If w does not depend, by po ∪ rf, on anything that
 * t does behind r, there is an execution that ends with r and w, and it is explored, for a thread
 * is not stopped in front of an access that may race. Else take out the iteration of r, too. What
 * is left is an execution that is explored; in it w depends on an event of t that does not happen
 * before w. So there is no such race if no access that conflicts with a look of t depends on t
 * without synchronising, with the loop of the look between what happens before the access and what
 * it depends on. Looks are known as soon as a thread gets there.
 *
 * <p>Several searches may share one of these.
 */
public final class LeftOutLooks {
  // Bits of the bytes of a word, by what has been done there.
  private static final int PLAIN_LOOKS = 0;
  private static final int ATOMIC_LOOKS = 8;
  private static final int VAIN_UPDATES = 16;
  private static final int PLAIN_READS = 24;
  private static final int PLAIN_WRITES = 32;
  private static final int ATOMIC_WRITES = 40;

  /** By word and looking thread; 0 for none. */
  private long[] keys = new long[64];

  private long[] accesses = new long[64];
  private int size;

  LeftOutLooks() {}

  /** A thread is about to look somewhere in an iteration that may be left out. */
  void look(ClaimKind kind, long address, int bytes, int thread) {
    int lane =
        switch (kind) {
          case PLAIN_LOOK -> PLAIN_LOOKS;
          case ATOMIC_LOOK -> ATOMIC_LOOKS;
          default -> VAIN_UPDATES;
        };
    note(lane, address, bytes, thread);
  }

  /**
   * An access of another thread depends on what a thread has done, not all of which happens before
   * it.
   */
  public void access(int thread, long address, int bytes, boolean isPlain, boolean writes) {
    if (isPlain || writes) {
      int lane = isPlain ? writes ? PLAIN_WRITES : PLAIN_READS : ATOMIC_WRITES;
      note(lane, address, bytes, thread);
    }
  }

  private synchronized void note(int lane, long address, int bytes, int thread) {
    for (long at = address; at < address + bytes; at = (at | 7) + 1) {
      long end = Math.min(address + bytes, (at | 7) + 1);
      long mask = ((1L << (end - at)) - 1) << (at & 7);
      note(at >>> 3, mask << lane, thread);
    }
  }

  private void note(long word, long bits, int thread) {
    long key = (word << 10) + thread + 1;
    int slot = slot(key);
    if (keys[slot] == 0) {
      keys[slot] = key;
      if (2 * ++size > keys.length) {
        grow();
        slot = slot(key);
      }
    }
    accesses[slot] |= bits;
    if (isRefuted(accesses[slot])) {
      throw new ClaimRefutedException(true);
    }
  }

  private static boolean isRefuted(long word) {
    long looks = word >>> PLAIN_LOOKS;
    long plainWrites = word >>> PLAIN_WRITES;
    long refuted =
        (looks & (plainWrites | word >>> ATOMIC_WRITES))
            | (word >>> ATOMIC_LOOKS & plainWrites)
            | (word >>> VAIN_UPDATES & (plainWrites | word >>> PLAIN_READS));
    return (refuted & 0xff) != 0;
  }

  /** Where the key is, or would be. */
  private int slot(long key) {
    int mask = keys.length - 1;
    int slot = (int) ((key * 0x9e3779b97f4a7c15L) >>> 32) & mask;
    while (keys[slot] != 0 && keys[slot] != key) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    long[] oldAccesses = accesses;
    keys = new long[2 * oldKeys.length];
    accesses = Arrays.copyOf(keys, keys.length);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        accesses[slot] = oldAccesses[i];
      }
    }
  }
}
