package dev.heddle.explore.overflow;

import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * The memory that the tables and packs of an exploration may take together, and the file for all
 * that does not fit. Several threads may use it.
 */
public final class Overflow implements AutoCloseable {
  private static final long MAX_BUDGET = 64L << 20;

  /** Tables of fewer numbers stay in memory: every event of an execution may have one. */
  private static final int MIN_TABLE = 1 << 13;

  private static final int PACK_BYTES = 1 << 16;
  private static final int GROUP = 64;

  private final long budget;
  private final Path folder;
  private long inMemory;
  private long inFilters;

  /** Null as long as all fits into memory. */
  private OverflowFile file;

  /** Shares are mostly given up; but what several threads know of just becomes garbage. */
  private Cleaner cleaner;

  private boolean closed;

  /**
   * @param budget so many bytes of tables and packs stay in memory; half of that again is for
   *     filters
   */
  public Overflow(long budget) {
    this(budget, Path.of(System.getProperty("java.io.tmpdir")));
  }

  /** The same with the file in a certain folder. */
  Overflow(long budget, Path folder) {
    this.budget = budget;
    this.folder = folder;
  }

  /** What a usual exploration keeps in memory, on this machine. */
  public static long usualBudget() {
    return Math.min(MAX_BUDGET, Runtime.getRuntime().maxMemory() / 6);
  }

  /** How long the file has become; 0 if there is none. */
  public synchronized long fileSize() {
    return file == null ? 0 : file.size();
  }

  /** Ends the file. Whoever looks something up from now on fails. */
  @Override
  public synchronized void close() {
    closed = true;
    if (file != null) {
      file.close();
    }
  }

  /** Whether so many bytes more are too much. */
  synchronized boolean isFull(long more) {
    return inMemory + more > budget;
  }

  /** From which length on tables may go to the file. */
  int leastTable() {
    return isTiny() ? KeySet.SMALLEST : MIN_TABLE;
  }

  /** A pack is made of so many bytes. */
  int packBytes() {
    return isTiny() ? 64 : PACK_BYTES;
  }

  /** So many packs go to the file together. */
  int packsPerGroup() {
    return isTiny() ? 2 : GROUP;
  }

  /** With hardly any memory, everything may go to the file. */
  private boolean isTiny() {
    return budget < MIN_TABLE;
  }

  synchronized OverflowFile file() {
    if (file == null) {
      file = new OverflowFile(folder);
    }
    return file;
  }

  /** A share of memory and file for somebody, who is only asked whether it still exists. */
  synchronized Share share(Object owner) {
    if (cleaner == null) {
      cleaner = Cleaner.create();
    }
    Share share = new Share();
    share.cleanable = cleaner.register(owner, share::freeAll);
    return share;
  }

  /** What one owner takes of memory and file. */
  final class Share {
    private Cleaner.Cleanable cleanable;
    private long memory;
    private long filters;
    private final Set<Extent> extents = new HashSet<>();

    /** Takes bytes of memory, or gives back if the number is below 0. */
    void take(long bytes) {
      synchronized (Overflow.this) {
        memory += bytes;
        inMemory += bytes;
      }
    }

    /** A filter for so many keys, or null if there is no memory for it. */
    KeyFilter filter(long keys) {
      synchronized (Overflow.this) {
        KeyFilter filter = KeyFilter.of(keys, (budget / 2 - inFilters) / 2);
        take(filter);
        return filter;
      }
    }

    void take(KeyFilter filter) {
      change(filter, 1);
    }

    void give(KeyFilter filter) {
      change(filter, -1);
    }

    private void change(KeyFilter filter, int sign) {
      if (filter != null) {
        synchronized (Overflow.this) {
          filters += sign * filter.bytes();
          inFilters += sign * filter.bytes();
        }
      }
    }

    /** A piece of the file. */
    Extent allocate(long bytes) {
      OverflowFile target = file();
      synchronized (Overflow.this) {
        Extent extent = target.allocate(bytes);
        extents.add(extent);
        return extent;
      }
    }

    void free(Extent extent) {
      synchronized (Overflow.this) {
        extents.remove(extent);
        file.free(extent);
      }
    }

    /** Gives all back, at once. */
    void giveUp() {
      cleanable.clean();
    }

    private void freeAll() {
      synchronized (Overflow.this) {
        inMemory -= memory;
        inFilters -= filters;
        if (!closed && file != null) {
          extents.forEach(file::free);
        }
      }
    }
  }

  /** A piece of the file. */
  record Extent(long offset, long length) {}

  /** A buffer for writing to or reading from the file in large pieces. */
  static ByteBuffer buffer(long bytes) {
    return ByteBuffer.allocate((int) Math.min(bytes, 1 << 16));
  }
}
