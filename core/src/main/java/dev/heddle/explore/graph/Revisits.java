package dev.heddle.explore.graph;

/** Makes revisits out of the graph at hand and puts them where they belong, each once. */
final class Revisits {
  private final EventGraph graph;
  private final boolean isTotal;

  /** Where an event stands in the revisit under way, or -1. */
  private int[] newNumber = new int[64];

  private int[] kept = new int[64];
  private int keptCount;

  Revisits(EventGraph graph, boolean isTotal) {
    this.graph = graph;
    this.isTotal = isTotal;
  }

  /** The event of a branch reads from a write in the graph. */
  void ofWrite(BranchPoint branch, int w, int readerAlternatives) {
    keep(branch.base, w, -1);
    long key = isTotal ? totalKey(branch.base, graph.hashes.of(w), null, 0) : graph.hashes.of(w);
    if (!branch.note(key)) {
      return;
    }
    for (int a = 0; a < readerAlternatives; a++) {
      branch.add(new Revisit(kept(branch.base, 0), a, true, false));
    }
  }

  /**
   * The next operation of a thread takes the source of the event of a branch.
   *
   * @param follows whether the event of the branch then reads from the operation
   */
  void ofThief(
      BranchPoint branch,
      int t,
      Cell cell,
      int source,
      int alternative,
      boolean follows,
      int readerAlternatives) {
    keep(branch.base, graph.last(t) >= 0 ? graph.last(t) : graph.spawnedBy(t), source);
    long hash = graph.hashes.ofNext(t, cell, source, alternative);
    long key = isTotal ? totalKey(branch.base, hash, cell, source) : hash;
    if (!branch.note(key)) {
      return;
    }
    for (int a = 0; a < (follows ? readerAlternatives : 1); a++) {
      AddedEvents events = kept(branch.base, 1);
      int from = renumbered(source, branch.base);
      events.set(keptCount, t, from, alternative, Extension.ANYWHERE);
      branch.add(new Revisit(events, a, follows, true));
    }
  }

  /** Keeps the events from base on that are in the past of either event, which may be below 0. */
  private void keep(int base, int one, int other) {
    reserve();
    keptCount = 0;
    for (int x = base; x < graph.length; x++) {
      boolean isKept =
          (one >= 0 && x <= one && graph.isInPast(x, one))
              || (other >= 0 && x <= other && graph.isInPast(x, other));
      newNumber[x] = isKept ? base + keptCount : -1;
      if (isKept) {
        kept[keptCount++] = x;
      }
    }
  }

  private void reserve() {
    if (graph.length > newNumber.length) {
      newNumber = new int[2 * graph.length];
      kept = new int[2 * graph.length];
    }
  }

  /** What is kept from a base on, with room for more. */
  private AddedEvents kept(int base, int more) {
    AddedEvents events = new AddedEvents(keptCount + more);
    for (int i = 0; i < keptCount; i++) {
      int x = kept[i];
      int from = renumbered(graph.source(x), base);
      events.set(i, graph.thread(x), from, graph.alternative(x), place(x, base));
    }
    return events;
  }

  /** The events of the graph in front of one, as they were added. */
  AddedEvents inFrontOf(int end) {
    AddedEvents events = new AddedEvents(end);
    for (int x = 0; x < end; x++) {
      events.set(x, graph.thread(x), graph.source(x), graph.alternative(x), place(x, x));
    }
    return events;
  }

  private int renumbered(int e, int base) {
    return e < base ? e : newNumber[e];
  }

  /** The write right in front of a write, among those that are there when it is added again. */
  private int place(int x, int base) {
    if (!isTotal || graph.slot(x) < 0 || graph.reads(x)) {
      return Extension.ANYWHERE;
    }
    int predecessor = predecessor(x, base, x);
    return renumbered(predecessor, base);
  }

  /** The latest write in front of x in mo that stays and was added before an event; or -1. */
  private int predecessor(int x, int base, int before) {
    Cell cell = graph.cell(x);
    int best = Cell.INITIAL;
    for (int s = 1; s < cell.slots; s++) {
      int y = cell.event(s);
      boolean stays = y < base || (y < before && newNumber[y] >= 0);
      if (stays && cell.isBefore(s, graph.slot(x)) && (best == 0 || cell.isBefore(best, s))) {
        best = s;
      }
    }
    return cell.event(best);
  }

  /**
   * The hash of a past together with mo of its writes and those in front of the branch.
   *
   * @param cell the cell to which a thief writes, whose hash the given one is then; or null
   * @param robbed the write right behind which it comes
   */
  private long totalKey(int base, long hash, Cell cell, int robbed) {
    long key = cell == null ? hash : hash + pair(hash, hashOf(robbed));
    for (int i = 0; i < keptCount; i++) {
      int x = kept[i];
      if (graph.slot(x) >= 0) {
        int p = predecessor(x, base, graph.length);
        boolean isBehindThief = graph.cell(x) == cell && p == robbed;
        key += pair(graph.hashes.of(x), isBehindThief ? hash : hashOf(p));
      }
    }
    return key;
  }

  private long hashOf(int write) {
    return write < 0 ? write : graph.hashes.of(write);
  }

  private static long pair(long write, long predecessor) {
    return PastHashes.mix(write * 31 + PastHashes.mix(predecessor));
  }
}
