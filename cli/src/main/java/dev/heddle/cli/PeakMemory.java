package dev.heddle.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** The most memory that this process has held so far. */
final class PeakMemory {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String PEAK = "VmHWM:";

  private PeakMemory() {}

  /** In MiB, rounded up: the whole process on Linux, the Java heap and code elsewhere. */
  static long mebibytes() {
    try (BufferedReader status = Files.newBufferedReader(STATUS)) {
      for (String line = status.readLine(); line != null; line = status.readLine()) {
        if (line.startsWith(PEAK)) {
          return (kibibytes(line) + 1023) / 1024;
        }
      }
    } catch (IOException | NumberFormatException e) {
      // Not Linux, or a sandbox hides it: the answer below is the next best one.
    }
    long bytes =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .mapToLong(pool -> pool.getPeakUsage().getUsed())
            .sum();
    return (bytes + (1 << 20) - 1) >> 20;
  }

  /** The number in a line such as {@code VmHWM: 120 kB}. */
  private static long kibibytes(String line) {
    String number = line.substring(PEAK.length()).strip();
    return Long.parseLong(number.substring(0, number.indexOf(' ')));
  }
}
