package dev.heddle.machine;

/** Nodes of one thread, of which no two are the same: a hash table with open addressing. */
final class NodeTable {
  private ThreadNode[] slots = new ThreadNode[64];
  private int[] hashes = new int[64];
  private int size;

  /** The node of the table that is the same as this one, which is added if there is none. */
  ThreadNode intern(ThreadNode node) {
    int hash = node.hash();
    int at = hash & (slots.length - 1);
    while (slots[at] != null) {
      if (hashes[at] == hash && slots[at].isSame(node)) {
        return slots[at];
      }
      at = (at + 1) & (slots.length - 1);
    }
    slots[at] = node;
    hashes[at] = hash;
    if (++size > slots.length / 2) {
      grow();
    }
    return node;
  }

  private void grow() {
    ThreadNode[] old = slots;
    int[] oldHashes = hashes;
    slots = new ThreadNode[2 * old.length];
    hashes = new int[slots.length];
    for (int i = 0; i < old.length; i++) {
      if (old[i] != null) {
        int at = oldHashes[i] & (slots.length - 1);
        while (slots[at] != null) {
          at = (at + 1) & (slots.length - 1);
        }
        slots[at] = old[i];
        hashes[at] = oldHashes[i];
      }
    }
  }
}
