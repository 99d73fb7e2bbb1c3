package dev.heddle.frontend.llvm;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The headers that the C library of this machine brings, glibc's or musl's. Those of other systems
 * are not for the target that programs are compiled for.
 */
final class SystemHeaders {
  /** In the order in which a compiler looks; empty on a machine without them. */
  static final List<Path> FOLDERS =
      Files.exists(Path.of("/usr/include/stdlib.h")) && isLinux()
          ? Stream.of(
                  "/usr/local/include",
                  "/usr/include/x86_64-linux-gnu",
                  "/usr/include/" + System.getProperty("os.arch") + "-linux-gnu",
                  "/usr/include")
              .map(Path::of)
              .filter(Files::isDirectory)
              .toList()
          : List.of();

  private SystemHeaders() {}

  private static boolean isLinux() {
    return System.getProperty("os.name").equals("Linux");
  }

  /** Whether a file is one of them. */
  static boolean contain(Path file) {
    return FOLDERS.stream().anyMatch(file::startsWith);
  }
}
