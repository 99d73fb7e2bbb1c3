package dev.heddle.frontend.llvm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
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
    byte[] buffer = new byte[BLOCK * BLOCKS];
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String name = folder.relativize(file).toString().replace('\\', '/');
        lines.add(describe(file, buffer) + " " + name);
      }
    }
    Files.write(folder.resolve(NAME), lines);
  }

  /** Whether the files of a folder are those of its list. */
  static boolean holds(Path folder) {
    try {
      List<String> lines = Files.readAllLines(folder.resolve(NAME));
      byte[] buffer = new byte[BLOCK * BLOCKS];
      for (String line : lines) {
        int size = line.indexOf(' ');
        int name = line.indexOf(' ', size + 1);
        Path file = folder.resolve(line.substring(name + 1));
        if (!describe(file, buffer).equals(line.substring(0, name))) {
          return false;
        }
      }
      return !lines.isEmpty();
    } catch (IOException | IndexOutOfBoundsException e) {
      return false; // A file is missing, or the list itself is damaged.
    }
  }

  /** Size and checksum. */
  private static String describe(Path file, byte[] buffer) throws IOException {
    CRC32 checksum = new CRC32();
    try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "r")) {
      long size = content.length();
      if (size <= buffer.length) {
        update(checksum, content, buffer, (int) size);
      } else {
        long distance = size / BLOCKS;
        for (int i = 0; i < BLOCKS; i++) {
          content.seek(i * distance);
          update(checksum, content, buffer, BLOCK);
        }
        content.seek(size - BLOCK);
        update(checksum, content, buffer, BLOCK);
      }
      return size + " " + Long.toHexString(checksum.getValue());
    }
  }

  private static void update(CRC32 checksum, RandomAccessFile content, byte[] buffer, int count)
      throws IOException {
    int read = 0;
    while (read < count) {
      int more = content.read(buffer, read, count - read);
      if (more < 0) {
        break; // Somebody is cutting it off right now; the checksum will tell.
      }
      read += more;
    }
    checksum.update(buffer, 0, read);
  }
}
