package dev.heddle.explore.overflow;

import dev.heddle.explore.overflow.Overflow.Extent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;

/**
 * A temporary file. It has no name while it is used, where the system allows that, so that nothing
 * is left behind however the process ends. It is read and not mapped, for mapped pages count as
 * memory of the process.
 */
final class OverflowFile {
  /** Pieces begin at multiples of this. */
  static final int PAGE = 4096;

  private final Path folder;
  private final FileChannel channel;
  private final ThreadLocal<ByteBuffer> pages =
      ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(PAGE));

  /** Pieces that are free: where they begin, and how long they are; no two lie side by side. */
  private final TreeMap<Long, Long> free = new TreeMap<>();

  private long end;

  OverflowFile(Path folder) {
    this.folder = folder;
    try {
      Path path = Files.createTempFile(folder, "heddle-", ".overflow");
      channel =
          FileChannel.open(
              path,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
    } catch (IOException e) {
      throw new OverflowException(folder, e);
    }
  }

  long size() {
    return end;
  }

  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // ---- Pieces, for one thread at a time -----------------------------------------------------

  /** The first free piece that is long enough, or one at the end. */
  Extent allocate(long bytes) {
    long length = (bytes + PAGE - 1) / PAGE * PAGE;
    Long offset = firstFree(length);
    if (offset == null) {
      end += length;
      return new Extent(end - length, length);
    }
    long left = free.remove(offset) - length;
    if (left > 0) {
      free.put(offset + length, left);
    }
    return new Extent(offset, length);
  }

  private Long firstFree(long length) {
    for (Map.Entry<Long, Long> piece : free.entrySet()) {
      if (piece.getValue() >= length) {
        return piece.getKey();
      }
    }
    return null;
  }

  void free(Extent extent) {
    long offset = extent.offset();
    long length = extent.length();
    Map.Entry<Long, Long> before = free.floorEntry(offset);
    if (before != null && before.getKey() + before.getValue() == offset) {
      offset = before.getKey();
      length += before.getValue();
    }
    Long behind = free.remove(extent.offset() + extent.length());
    free.put(offset, behind == null ? length : length + behind);
  }

  // ---- Content ------------------------------------------------------------------------------

  void write(long offset, ByteBuffer content) {
    try {
      for (long at = offset; content.hasRemaining(); ) {
        at += channel.write(content, at);
      }
    } catch (IOException e) {
      throw new OverflowException(folder, e);
    }
  }

  /** Reads until the target is full. */
  void read(long offset, ByteBuffer target) {
    try {
      for (long at = offset; target.hasRemaining(); ) {
        int count = channel.read(target, at);
        if (count < 0) {
          throw new IOException("it has become shorter");
        }
        at += count;
      }
    } catch (IOException e) {
      throw new OverflowException(folder, e);
    }
  }

  /** Reads some bytes at most a page long, valid until the thread reads the next ones. */
  ByteBuffer page(long offset, int bytes) {
    ByteBuffer page = pages.get();
    page.clear().limit(bytes);
    read(offset, page);
    return page.flip();
  }
}
