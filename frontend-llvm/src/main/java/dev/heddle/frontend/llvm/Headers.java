package dev.heddle.frontend.llvm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Heddle's own C headers, which declare what it models. They are used instead of the machine's, so
 * that a program means the same everywhere and a machine without a C library's headers will do.
 */
final class Headers {
  private static final List<String> NAMES =
      List.of(
          "assert.h",
          "errno.h",
          "heddle.h",
          "pthread.h",
          "sched.h",
          "stdio.h",
          "stdlib.h",
          "string.h",
          "unistd.h");

  private Headers() {}

  /** The folder that has them as files. */
  static Path unpacked(CacheFolder cache) throws IOException {
    Map<String, byte[]> headers = new LinkedHashMap<>();
    // FNV-1a; a cryptographic digest would cost more than everything else here at start-up.
    long hash = 0xcbf29ce484222325L;
    for (String name : NAMES) {
      try (InputStream in = Headers.class.getResourceAsStream("include/" + name)) {
        byte[] text = in.readAllBytes();
        headers.put(name, text);
        for (byte b : text) {
          hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
      }
    }
    return cache.entry(
        "headers-" + Long.toHexString(hash),
        folder -> {
          for (Map.Entry<String, byte[]> header : headers.entrySet()) {
            Files.write(folder.resolve(header.getKey()), header.getValue());
          }
        });
  }
}
