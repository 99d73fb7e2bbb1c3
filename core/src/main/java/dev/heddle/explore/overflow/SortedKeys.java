package dev.heddle.explore.overflow;

import dev.heddle.explore.overflow.Overflow.Extent;
import java.nio.ByteBuffer;

/**
 * Keys in the file, in their order and never changed. A page is found by a look at the first key of
 * each, which are in memory, and a filter mostly says that no page needs to be read.
 */
final class SortedKeys {
  static final int KEY_BYTES = 2 * Long.BYTES;

  private static final int KEYS_PER_PAGE = OverflowFile.PAGE / KEY_BYTES;

  /** Spreads keys; what is multiplied by it is their order. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final OverflowFile file;
  private final Extent extent;
  private final long count;

  /** The place in the order of the first key of each page. */
  private final long[] firstOfPage;

  /** Null if there was no room for one. */
  private final KeyFilter filter;

  private SortedKeys(Writer writer) {
    this.file = writer.file;
    this.extent = writer.extent;
    this.count = writer.written;
    this.firstOfPage = writer.firstOfPage;
    this.filter = writer.filter;
  }

  /** Where a key stands, apart from keys with the same first half; as an unsigned number. */
  static long order(long first) {
    return first * SPREAD;
  }

  static int compare(long first, long second, long otherFirst, long otherSecond) {
    int order = Long.compareUnsigned(order(first), order(otherFirst));
    return order != 0 ? order : Long.compareUnsigned(second, otherSecond);
  }

  long count() {
    return count;
  }

  void giveUp(Overflow.Share share) {
    share.give(filter);
    share.free(extent);
  }

  boolean contains(long first, long second) {
    if (filter != null && !filter.mayContain(first, second)) {
      return false;
    }
    long order = order(first);
    // Keys with the same first half may begin on the page before.
    for (int page = pageBefore(order); page < firstOfPage.length; page++) {
      if (Long.compareUnsigned(firstOfPage[page], order) > 0) {
        return false;
      }
      if (isOnPage(page, first, second)) {
        return true;
      }
    }
    return false;
  }

  /** The last page that begins in front of a place in the order, or the first page. */
  private int pageBefore(long order) {
    int low = 0;
    int high = firstOfPage.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (Long.compareUnsigned(firstOfPage[middle], order) < 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private boolean isOnPage(int page, long first, long second) {
    long before = (long) page * KEYS_PER_PAGE;
    int keys = (int) Math.min(KEYS_PER_PAGE, count - before);
    ByteBuffer content = file.page(extent.offset() + before * KEY_BYTES, keys * KEY_BYTES);
    int low = 0;
    int high = keys - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order =
          compare(
              content.getLong(middle * KEY_BYTES),
              content.getLong(middle * KEY_BYTES + Long.BYTES),
              first,
              second);
      if (order == 0) {
        return true;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return false;
  }

  // ---- Reading and writing all --------------------------------------------------------------

  /** Goes through the keys in their order. */
  final class Cursor implements KeyCursor {
    private final ByteBuffer buffer = Overflow.buffer(count * KEY_BYTES);
    private long read;
    private long first;
    private long second;

    Cursor() {
      buffer.limit(0);
    }

    @Override
    public boolean next() {
      if (!buffer.hasRemaining()) {
        long left = (count - read) * KEY_BYTES;
        if (left == 0) {
          return false;
        }
        buffer.clear().limit((int) Math.min(buffer.capacity(), left));
        file.read(extent.offset() + read * KEY_BYTES, buffer);
        buffer.flip();
      }
      first = buffer.getLong();
      second = buffer.getLong();
      read++;
      return true;
    }

    @Override
    public long first() {
      return first;
    }

    @Override
    public long second() {
      return second;
    }
  }

  /** Writes keys in their order. */
  static final class Writer {
    private final OverflowFile file;
    private final Extent extent;
    private final long[] firstOfPage;
    private final KeyFilter filter;
    private final ByteBuffer buffer;
    private long written;
    private long flushed;

    /**
     * @param count how many keys it will be
     */
    Writer(Overflow overflow, Overflow.Share share, long count) {
      file = overflow.file();
      extent = share.allocate(count * KEY_BYTES);
      firstOfPage = new long[(int) ((count + KEYS_PER_PAGE - 1) / KEYS_PER_PAGE)];
      filter = share.filter(count);
      buffer = Overflow.buffer(count * KEY_BYTES);
    }

    void add(long first, long second) {
      if (written % KEYS_PER_PAGE == 0) {
        firstOfPage[(int) (written / KEYS_PER_PAGE)] = order(first);
      }
      if (filter != null) {
        filter.add(first, second);
      }
      if (!buffer.hasRemaining()) {
        flush();
      }
      buffer.putLong(first).putLong(second);
      written++;
    }

    private void flush() {
      buffer.flip();
      int bytes = buffer.remaining();
      file.write(extent.offset() + flushed, buffer);
      flushed += bytes;
      buffer.clear();
    }

    SortedKeys finish() {
      flush();
      return new SortedKeys(this);
    }
  }
}
