package dev.heddle.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files that are read as a whole, if that can be: devices and pipes need not have an end, and a
 * file can be larger than all memory.
 */
public final class WholeFile {
  private WholeFile() {}

  /**
   * The content of a file.
   *
   * @param limit the most bytes that a file of this kind has
   * @throws IOException if it cannot be read or has no end within the limit; the message says why
   */
  public static byte[] read(Path file, int limit) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException("it is a folder, a device or a pipe, and not a file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] content = in.readNBytes(limit);
      if (content.length == limit && in.read() >= 0) {
        throw new IOException("it is larger than " + (limit >> 20) + " MiB");
      }
      return content;
    }
  }
}
