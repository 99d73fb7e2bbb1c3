package dev.heddle.cli;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file in the making. It is written beside its place and takes it when it is complete, so that
 * whoever reads it sees the old content or the new one, and a run that ends early or a full disk
 * leaves the old one alone. What is not finished when it is closed goes away.
 *
 * <p>Devices and pipes are written as they are, and so is a file in a folder where no other can be
 * made.
 */
final class UnfinishedFile extends FilterOutputStream {
  private final Path place;

  /** Where the content is until it is complete; null if that is at its place. */
  private final Path part;

  private boolean over;

  private UnfinishedFile(OutputStream out, Path place, Path part) {
    super(new BufferedOutputStream(out));
    this.place = place;
    this.part = part;
  }

  static UnfinishedFile at(Path file) throws IOException {
    // A link stays a link: what it leads to is what is replaced.
    Path place = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    boolean isWrittenInPlace =
        Files.exists(place)
            && (!Files.isRegularFile(place) || !Files.isWritable(place.getParent()));
    if (isWrittenInPlace) {
      return new UnfinishedFile(Files.newOutputStream(place), place, null);
    }
    Path part = place.resolveSibling(place.getFileName() + ".part" + ProcessHandle.current().pid());
    // Whatever has this name is left over, or a link that somebody put there for us to follow.
    Files.deleteIfExists(part);
    OutputStream out =
        Files.newOutputStream(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    return new UnfinishedFile(out, place, part);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    out.write(bytes, offset, count);
  }

  /** Says that the content is complete, and puts it into its place. */
  void finish() throws IOException {
    if (!over) {
      out.close();
      if (part != null) {
        Files.move(
            part, place, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      }
      over = true;
    }
  }

  @Override
  public void close() throws IOException {
    if (!over) {
      over = true;
      try {
        out.close();
      } finally {
        if (part != null) {
          Files.deleteIfExists(part);
        }
      }
    }
  }
}
