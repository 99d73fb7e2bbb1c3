package dev.heddle.explore.overflow;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Items that will not be looked at soon. Those of one branch are much alike, so that compressed
 * they take a small part of what they take as objects.
 */
final class Pack {
  private final byte[] packed;
  private final int plainBytes;
  private final int count;

  private Pack(byte[] packed, int plainBytes, int count) {
    this.packed = packed;
    this.plainBytes = plainBytes;
    this.count = count;
  }

  static <T> Pack of(Collection<T> items, Backlog.Form<T> form) {
    int bytes = 0;
    for (T item : items) {
      bytes += form.bytes(item);
    }
    ByteBuffer plain = ByteBuffer.allocate(bytes);
    for (T item : items) {
      form.put(item, plain);
    }
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    deflater.setInput(plain.array());
    deflater.finish();
    byte[] target = new byte[bytes / 8 + 64];
    int end = 0;
    while (!deflater.finished()) {
      if (end == target.length) {
        target = Arrays.copyOf(target, 2 * end);
      }
      end += deflater.deflate(target, end, target.length - end);
    }
    deflater.end();
    return new Pack(Arrays.copyOf(target, end), bytes, items.size());
  }

  /** How many items these are. */
  int count() {
    return count;
  }

  /** How many bytes the pack has. */
  int bytes() {
    return packed.length;
  }

  /** Puts the items behind others, in their order. */
  <T> void unpack(Backlog.Form<T> form, ArrayDeque<T> target) {
    byte[] plain = new byte[plainBytes];
    Inflater inflater = new Inflater();
    inflater.setInput(packed);
    try {
      for (int end = 0; end < plainBytes; ) {
        int more = inflater.inflate(plain, end, plainBytes - end);
        if (more == 0) {
          throw new IllegalStateException("a pack is too short");
        }
        end += more;
      }
    } catch (DataFormatException e) {
      throw new IllegalStateException("what was packed here is not what is unpacked", e);
    } finally {
      inflater.end();
    }
    ByteBuffer bytes = ByteBuffer.wrap(plain);
    for (int i = 0; i < count; i++) {
      target.addLast(form.get(bytes));
    }
  }

  /** How many bytes {@link #store} puts. */
  int storedBytes() {
    return 3 * Integer.BYTES + packed.length;
  }

  void store(ByteBuffer target) {
    target.putInt(count).putInt(plainBytes).putInt(packed.length).put(packed);
  }

  static Pack load(ByteBuffer source) {
    int count = source.getInt();
    int plainBytes = source.getInt();
    byte[] packed = new byte[source.getInt()];
    source.get(packed);
    return new Pack(packed, plainBytes, count);
  }

  void write(DataOutputStream out) throws IOException {
    ByteBuffer stored = ByteBuffer.allocate(storedBytes());
    store(stored);
    out.write(stored.array());
  }

  static Pack read(DataInputStream in) throws IOException {
    int count = in.readInt();
    int plainBytes = in.readInt();
    byte[] packed = in.readNBytes(in.readInt());
    if (count <= 0) {
      throw new IOException("a pack of nothing");
    }
    return new Pack(packed, plainBytes, count);
  }
}
