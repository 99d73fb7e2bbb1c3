package dev.heddle.machine;

/** Where a node leads to by the value that its operation gave: open addressing, powers of two. */
final class EdgeTable {
  private long[] values = new long[8];
  private byte[] missing = new byte[8];
  private ThreadNode[] nodes = new ThreadNode[8];
  private int size;

  /** The node for a value with missing bytes, or null. */
  ThreadNode get(long value, byte missingBytes) {
    return nodes[slot(value, missingBytes)];
  }

  void put(long value, byte missingBytes, ThreadNode node) {
    if (4 * ++size > 3 * nodes.length) {
      grow();
    }
    set(value, missingBytes, node);
  }

  private void set(long value, byte missingBytes, ThreadNode node) {
    int at = slot(value, missingBytes);
    values[at] = value;
    missing[at] = missingBytes;
    nodes[at] = node;
  }

  private int slot(long value, byte missingBytes) {
    long hash = value * 0x9E3779B97F4A7C15L;
    int at = (int) (hash >>> 40) & (nodes.length - 1);
    while (nodes[at] != null && (values[at] != value || missing[at] != missingBytes)) {
      at = (at + 1) & (nodes.length - 1);
    }
    return at;
  }

  private void grow() {
    long[] oldValues = values;
    byte[] oldMissing = missing;
    ThreadNode[] oldNodes = nodes;
    int length = 2 * oldNodes.length;
    values = new long[length];
    missing = new byte[length];
    nodes = new ThreadNode[length];
    for (int i = 0; i < oldNodes.length; i++) {
      if (oldNodes[i] != null) {
        set(oldValues[i], oldMissing[i], oldNodes[i]);
      }
    }
  }
}
