package dev.heddle.frontend.llvm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * A list of the files of a folder, which stands in the folder and tells whether they are still as
 * they were: by their sizes, and by a checksum of each.
 *
 * <p>Of a large file, the checksum covers blocks at equal distances and the last one. That finds
 * files that were cut off and ones that a crash of the machine left full of zeros, and takes a
 * millisecond for LLVM's quarter of a gigabyte, which has to be looked at on each start.
 */
final class Manifest {
  static final String NAME = "manifest";

  private static final int BLOCK = 4096;
  private static final int BLOCKS = 32;

  private Manifest() {}

  /** Writes the list of a folder into it. */
  static void write(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String name = folder.relativize(file).toString().replace('\\', '/');
        lines.add(describe(file) + " " + name);
      }
    }
    Files.write(folder.resolve(NAME), lines);
  }

  /** Whether the files of a folder are those of its list. */
  static boolean holds(Path folder) {
    try {
      List<String> lines = Files.readAllLines(folder.resolve(NAME));
      for (String line : lines) {
        int size = line.indexOf(' ');
        int name = line.indexOf(' ', size + 1);
        if (!describe(folder.resolve(line.substring(name + 1))).equals(line.substring(0, name))) {
          return false;
        }
      }
      return !lines.isEmpty();
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException | IndexOutOfBoundsException e) {
      return false; // The list itself is damaged.
    }
  }

  /** Size and checksum. */
  private static String describe(Path file) throws IOException {
    CRC32 checksum = new CRC32();
    try (FileChannel channel = FileChannel.open(file)) {
      long size = channel.size();
      if (size <= (long) BLOCK * BLOCKS) {
        update(checksum, channel, 0, (int) size);
      } else {
        long distance = size / BLOCKS;
        for (int i = 0; i < BLOCKS; i++) {
          update(checksum, channel, i * distance, BLOCK);
        }
        update(checksum, channel, size - BLOCK, BLOCK);
      }
      return size + " " + Long.toHexString(checksum.getValue());
    }
  }

  private static void update(CRC32 checksum, FileChannel channel, long position, int count)
      throws IOException {
    ByteBuffer block = ByteBuffer.allocate(count);
    while (block.hasRemaining()) {
      if (channel.read(block, position + block.position()) < 0) {
        break; // Somebody is cutting it off right now; the checksum will tell.
      }
    }
    checksum.update(block.flip());
  }
}
