package dev.heddle.explore.graph;

/**
 * What to add at a branch instead of what was added there first: the past of a write in po ∪ rf as
 * far as it lies behind the branch, the write itself, and then the event of the branch, which reads
 * from it.
 *
 * <p>Sources and places are events; those from the branch's base on are counted as they are added.
 */
final class Revisit {
  final int[] thread;
  final int[] source;
  final int[] alternative;

  /** The write right behind which each write comes in mo, where mo is total. */
  final int[] place;

  /** Which alternative the event of the branch takes. */
  final int readerAlternative;

  /** Whether the event of the branch follows; else its source has been taken away. */
  final boolean hasReader;

  /** Whether the last event before the reader has never been in the graph before. */
  final boolean hasThief;

  Revisit(int length, int readerAlternative, boolean hasReader, boolean hasThief) {
    thread = new int[length];
    source = new int[length];
    alternative = new int[length];
    place = new int[length];
    this.readerAlternative = readerAlternative;
    this.hasReader = hasReader;
    this.hasThief = hasThief;
  }
}
