package dev.heddle.explore.overflow;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A set of keys of 128 bits, from which none is taken out. It is a hash table, which goes to the
 * file when it is full and there is no memory for a larger one; what is in the file is merged now
 * and then, so that it is in few places: a log-structured merge tree. O'Neil, Cheng, Gawlick,
 * O'Neil: <em>The log-structured merge-tree</em>, Acta Informatica 33, 1996.
 *
 * <p>Keys must be hashes. The one of zeros is not allowed.
 */
public final class KeySet {
  /** Tables shorter than this do not count: every event of an execution may have one. */
  private static final int COUNTED = 1 << 11;

  /** From this length on, tables are filled by three quarters instead of a half, and doubled. */
  private static final int MANY_KEYS = 1 << 14;

  /** What is in the file is merged with what is less than so many times as large. */
  private static final int MERGE_FACTOR = 4;

  static final int SMALLEST = 8;

  private static final int LONGEST_TABLE = 1 << 29;

  /** More than any file has. */
  private static final long MAX_KEYS = 1L << 38;

  private final Overflow overflow;

  /** Both halves of each key, or zeros; the keys are near their places in the order. */
  private long[] table = new long[SMALLEST];

  private int inTable;
  private long size;

  /** Null as long as nothing is counted. */
  private Overflow.Share share;

  /** What is in the file, the largest first; null as long as nothing is. */
  private List<SortedKeys> inFile;

  private boolean given;

  public KeySet(Overflow overflow) {
    this.overflow = overflow;
  }

  public long size() {
    return size;
  }

  /** Adds a key; false if it was there. */
  public boolean add(long first, long second) {
    int at = slot(table, first, second);
    if (isTaken(table, at) || isInFile(first, second)) {
      return false;
    }
    if (given) {
      throw new IllegalStateException("the keys have been given up");
    }
    table[at] = first;
    table[at + 1] = second;
    inTable++;
    size++;
    if (inTable > mostKeys(table.length)) {
      makeRoom();
    }
    return true;
  }

  private static int mostKeys(int length) {
    return length < MANY_KEYS ? length / 4 : length / 8 * 3;
  }

  private static int nextLength(int length) {
    return (length < MANY_KEYS ? 4 : 2) * length;
  }

  /**
   * Whether a key is in the table. May be asked while another thread adds keys, and then miss some.
   */
  public boolean isInTable(long first, long second) {
    long[] current = table;
    int at = slot(current, first, second);
    return current[at] == first && current[at + 1] == second;
  }

  public boolean contains(long first, long second) {
    return isInTable(first, second) || isInFile(first, second);
  }

  private boolean isInFile(long first, long second) {
    for (int i = 0; inFile != null && i < inFile.size(); i++) {
      if (inFile.get(i).contains(first, second)) {
        return true;
      }
    }
    return false;
  }

  /** Empties the set, for another use. */
  public void clear() {
    if (size > 0) {
      giveUp();
      given = false;
      inFile = null;
      share = null;
      size = 0;
      inTable = 0;
      table = table.length > 64 ? new long[SMALLEST] : table;
      Arrays.fill(table, 0);
    }
  }

  /** Gives back what the set takes of memory and file, if nobody will ask it again. */
  public void giveUp() {
    given = true;
    if (share != null) {
      share.giveUp();
      table = new long[SMALLEST];
    }
  }

  // ---- Table --------------------------------------------------------------------------------

  private static boolean isTaken(long[] table, int at) {
    return table[at] != 0 || table[at + 1] != 0;
  }

  /** Where a key is or would be. */
  private static int slot(long[] table, long first, long second) {
    int mask = table.length - 2;
    int at = home(table, first);
    while ((table[at] != first || table[at + 1] != second) && isTaken(table, at)) {
      at = (at + 2) & mask;
    }
    return at;
  }

  /** Where a key belongs: the higher in the order, the further behind. */
  private static int home(long[] table, long first) {
    int shift = 33 + Integer.numberOfLeadingZeros(table.length);
    return (int) (SortedKeys.order(first) >>> shift) & -2;
  }

  private void makeRoom() {
    if (table.length >= overflow.leastTable()
        && overflow.isFull((long) table.length * Long.BYTES)) {
      moveToFile();
    } else {
      replace(new long[nextLength(table.length)]);
    }
  }

  private void replace(long[] larger) {
    for (int i = 0; i < table.length; i += 2) {
      if (isTaken(table, i)) {
        int at = slot(larger, table[i], table[i + 1]);
        larger[at] = table[i];
        larger[at + 1] = table[i + 1];
      }
    }
    count(counted(larger.length) - counted(table.length));
    table = larger;
  }

  private static long counted(int length) {
    return length < COUNTED ? 0 : (long) length * Long.BYTES;
  }

  private void count(long bytes) {
    if (bytes != 0) {
      share().take(bytes);
    }
  }

  private Overflow.Share share() {
    if (share == null) {
      share = overflow.share(this);
    }
    return share;
  }

  // ---- File ---------------------------------------------------------------------------------

  /** The table goes to the file, together with what is there and not much larger. */
  private void moveToFile() {
    if (inFile == null) {
      inFile = new ArrayList<>(1);
    }
    List<KeyCursor> merged = new ArrayList<>();
    merged.add(new TableCursor(sorted()));
    List<SortedKeys> old = new ArrayList<>();
    long count = inTable;
    while (!inFile.isEmpty() && last().count() < MERGE_FACTOR * count) {
      SortedKeys smallest = inFile.remove(inFile.size() - 1);
      old.add(smallest);
      merged.add(smallest.new Cursor());
      count += smallest.count();
    }
    SortedKeys.Writer writer = new SortedKeys.Writer(overflow, share(), count);
    merge(merged, writer::add);
    inFile.add(writer.finish());
    old.forEach(keys -> keys.giveUp(share));
    // A smaller table next time leaves memory to others, and grows if they do not want it.
    long[] next = new long[Math.max(overflow.leastTable(), table.length / 4)];
    count(counted(next.length) - counted(table.length));
    table = next;
    inTable = 0;
  }

  private SortedKeys last() {
    return inFile.get(inFile.size() - 1);
  }

  /** Takes keys in their order. */
  private interface Target<E extends Exception> {
    void add(long first, long second) throws E;
  }

  private static <E extends Exception> void merge(List<KeyCursor> cursors, Target<E> target)
      throws E {
    cursors.removeIf(cursor -> !cursor.next());
    while (!cursors.isEmpty()) {
      KeyCursor least = cursors.get(0);
      for (int i = 1; i < cursors.size(); i++) {
        KeyCursor other = cursors.get(i);
        boolean isLess =
            SortedKeys.compare(other.first(), other.second(), least.first(), least.second()) < 0;
        least = isLess ? other : least;
      }
      target.add(least.first(), least.second());
      if (!least.next()) {
        cursors.remove(least);
      }
    }
  }

  /** The keys of the table in their order, from which they are not far away there. */
  private long[] sorted() {
    int start = 0;
    while (isTaken(table, start)) {
      start += 2;
    }
    long[] keys = new long[2 * inTable];
    // What was pushed over the end of the table is at its beginning and comes last.
    int end = insert(keys, 0, 0, start, false);
    end = insert(keys, end, start, table.length, false);
    insert(keys, end, 0, start, true);
    return keys;
  }

  /** Inserts a part of the table, either what belongs to its end or what does not. */
  private int insert(long[] keys, int sorted, int from, int to, boolean isPushed) {
    int end = sorted;
    for (int at = from; at < to; at += 2) {
      if (isTaken(table, at) && (home(table, table[at]) > at) == isPushed) {
        end = insert(keys, end, table[at], table[at + 1]);
      }
    }
    return end;
  }

  private static int insert(long[] keys, int end, long first, long second) {
    int at = end;
    while (at > 0 && SortedKeys.compare(keys[at - 2], keys[at - 1], first, second) > 0) {
      keys[at] = keys[at - 2];
      keys[at + 1] = keys[at - 1];
      at -= 2;
    }
    keys[at] = first;
    keys[at + 1] = second;
    return end + 2;
  }

  private static final class TableCursor implements KeyCursor {
    private final long[] keys;
    private int at = -2;

    TableCursor(long[] keys) {
      this.keys = keys;
    }

    @Override
    public boolean next() {
      at += 2;
      return at < keys.length;
    }

    @Override
    public long first() {
      return keys[at];
    }

    @Override
    public long second() {
      return keys[at + 1];
    }
  }

  // ---- State --------------------------------------------------------------------------------

  /** Writes all keys in their order, while nobody adds any. */
  public void write(DataOutputStream out) throws IOException {
    out.writeLong(size);
    List<KeyCursor> all = new ArrayList<>();
    all.add(new TableCursor(sorted()));
    for (SortedKeys keys : inFile == null ? List.<SortedKeys>of() : inFile) {
      all.add(keys.new Cursor());
    }
    merge(
        all,
        (first, second) -> {
          out.writeLong(first);
          out.writeLong(second);
        });
  }

  /**
   * Takes what was written, if the set is empty. In a table that grows meanwhile, keys in their
   * order would all want the places at its beginning, so it gets its length at once; and if there
   * is no memory for that, keys go to the file as they come.
   */
  public void read(DataInputStream in) throws IOException {
    long keys = in.readLong();
    if (keys < 0 || keys > MAX_KEYS) {
      throw new IOException("there cannot be " + keys + " keys");
    }
    if (keys == 0) {
      return;
    }
    int length = table.length;
    while (mostKeys(length) < keys && length < LONGEST_TABLE) {
      length = nextLength(length);
    }
    boolean fits = mostKeys(length) >= keys && !overflow.isFull((long) length * Long.BYTES);
    if (fits || length < overflow.leastTable()) {
      replace(new long[length]);
      for (long i = 0; i < keys; i++) {
        add(in.readLong(), in.readLong());
      }
    } else {
      readToFile(in, keys);
    }
  }

  private void readToFile(DataInputStream in, long keys) throws IOException {
    SortedKeys.Writer writer = new SortedKeys.Writer(overflow, share(), keys);
    long lastFirst = 0;
    long lastSecond = 0;
    for (long i = 0; i < keys; i++) {
      long first = in.readLong();
      long second = in.readLong();
      if (i > 0 && SortedKeys.compare(lastFirst, lastSecond, first, second) >= 0) {
        throw new IOException("keys are not in their order");
      }
      writer.add(first, second);
      lastFirst = first;
      lastSecond = second;
    }
    inFile = new ArrayList<>(List.of(writer.finish()));
    size = keys;
  }
}
