package dev.heddle.frontend.llvm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * A list of the files of a folder, which stands in the folder and tells whether they are still as
 * they were: by their sizes, and by a checksum of each.
 *
 * <p>Of a large file, the checksum covers blocks at equal distances and the last one. That finds
 * files that were cut off and ones that a crash of the machine left full of zeros, and takes a
 * millisecond for LLVM's quarter of a gigabyte, which has to be looked at on each start. The many
 * small files would take longer: they are on the disk before they are listed, so that no crash
 * harms them, and one that nobody has written to since then is as it was.
 */
final class Manifest {
  static final String NAME = "manifest";

  /**
   * Goes up when the lines change, so that versions of Heddle do not replace each other's files.
   */
  static final int FORMAT = 2;

  private static final int BLOCK = 4096;
  private static final int BLOCKS = 32;
  private static final int SMALL = BLOCK * BLOCKS;

  private Manifest() {}

  /** Writes the list of a folder into it. */
  static void write(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    byte[] buffer = new byte[SMALL];
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String name = folder.relativize(file).toString().replace('\\', '/');
        try (FileChannel content = FileChannel.open(file, StandardOpenOption.WRITE)) {
          content.force(true);
        }
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        long checksum = checksum(file, now.size(), buffer);
        lines.add(now.size() + " " + written(now) + " " + checksum + " " + name);
      }
    }
    Files.write(folder.resolve(NAME), lines);
  }

  /** Whether the files of a folder are those of its list. */
  static boolean holds(Path folder) {
    try {
      List<String> lines = Files.readAllLines(folder.resolve(NAME));
      byte[] buffer = new byte[SMALL];
      for (String line : lines) {
        if (!holds(folder, line, buffer)) {
          return false;
        }
      }
      return !lines.isEmpty();
    } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
      return false; // A file is missing, or the list itself is damaged.
    }
  }

  private static boolean holds(Path folder, String line, byte[] buffer) throws IOException {
    int size = line.indexOf(' ');
    int written = line.indexOf(' ', size + 1);
    int checksum = line.indexOf(' ', written + 1);
    Path file = folder.resolve(line.substring(checksum + 1));
    BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
    if (now.size() != Long.parseLong(line, 0, size, 10)) {
      return false;
    }
    boolean untouched =
        now.size() <= SMALL && written(now) == Long.parseLong(line, size + 1, written, 10);
    return untouched
        || checksum(file, now.size(), buffer) == Long.parseLong(line, written + 1, checksum, 10);
  }

  private static long written(BasicFileAttributes attributes) {
    return attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
  }

  private static long checksum(Path file, long size, byte[] buffer) throws IOException {
    CRC32 checksum = new CRC32();
    try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "r")) {
      if (size <= SMALL) {
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
      return checksum.getValue();
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
