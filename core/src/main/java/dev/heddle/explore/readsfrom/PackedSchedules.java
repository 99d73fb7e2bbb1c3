package dev.heddle.explore.readsfrom;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Schedules that will not be looked at soon. Those of one prefix are much alike, so that compressed
 * they take a small part of what they take as objects.
 */
final class PackedSchedules {
  private final byte[] packed;
  private final int length;
  private final int count;

  /** Packs the first schedules of an array. */
  PackedSchedules(Schedule[] schedules, int count) {
    int bytes = 0;
    for (int i = 0; i < count; i++) {
      bytes += schedules[i].bytes();
    }
    ByteBuffer plain = ByteBuffer.allocate(bytes);
    for (int i = 0; i < count; i++) {
      schedules[i].put(plain);
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
    packed = Arrays.copyOf(target, end);
    length = bytes;
    this.count = count;
  }

  /** The schedules, in their order. */
  Schedule[] unpack() {
    byte[] plain = new byte[length];
    Inflater inflater = new Inflater();
    inflater.setInput(packed);
    try {
      for (int end = 0; end < length; ) {
        end += inflater.inflate(plain, end, length - end);
      }
    } catch (DataFormatException e) {
      throw new IllegalStateException("what was packed here is not what is unpacked", e);
    } finally {
      inflater.end();
    }
    ByteBuffer bytes = ByteBuffer.wrap(plain);
    Schedule[] schedules = new Schedule[count];
    for (int i = 0; i < count; i++) {
      schedules[i] = Schedule.get(bytes);
    }
    return schedules;
  }
}
