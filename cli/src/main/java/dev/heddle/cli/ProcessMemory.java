package dev.heddle.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The memory that this process holds: all of it on Linux, the Java heap and code elsewhere. */
final class ProcessMemory {
  private static final String PEAK = "VmHWM:";
  private static final String NOW = "VmRSS:";

  /** The part of the heap that may be in use. */
  private static final double FULL = 0.95;

  private ProcessMemory() {}

  /** The most that it has held so far, in MiB, rounded up. */
  static long peakMebibytes() {
    long kibibytes = kibibytes("self", PEAK);
    return kibibytes >= 0
        ? (kibibytes + 1023) / 1024
        : (pools(pool -> pool.getUsed(), true) + (1 << 20) - 1) >> 20;
  }

  /** What it and the processes that it started hold now. */
  static long bytes() {
    long own = kibibytes("self", NOW);
    if (own < 0) {
      return pools(MemoryUsage::getCommitted, false);
    }
    LongStream others =
        ProcessHandle.current()
            .descendants()
            .mapToLong(process -> Math.max(0, kibibytes(Long.toString(process.pid()), NOW)));
    return (own + others.sum()) << 10;
  }

  /**
   * Whether little of the heap was free after the last collection. It can take very long from there
   * until memory runs out, as there is always a bit to collect.
   */
  static boolean isHeapFull() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .map(MemoryPoolMXBean::getCollectionUsage)
        .anyMatch(
            usage ->
                usage != null
                    && usage.getMax() > Runtime.getRuntime().maxMemory() / 2
                    && usage.getUsed() > FULL * usage.getMax());
  }

  private static long pools(ToLongFunction<MemoryUsage> amount, boolean atPeak) {
    Stream<MemoryUsage> usages =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .map(pool -> atPeak ? pool.getPeakUsage() : pool.getUsage());
    return usages.mapToLong(amount).sum();
  }

  /** The number in a line such as {@code VmHWM: 120 kB}; -1 if the system does not tell. */
  private static long kibibytes(String process, String field) {
    try (BufferedReader status = Files.newBufferedReader(Path.of("/proc", process, "status"))) {
      for (String line = status.readLine(); line != null; line = status.readLine()) {
        if (line.startsWith(field)) {
          String number = line.substring(field.length()).strip();
          return Long.parseLong(number.substring(0, number.indexOf(' ')));
        }
      }
      return -1;
    } catch (IOException | NumberFormatException e) {
      return -1; // Not Linux, a sandbox hides it, or the process has ended.
    }
  }
}
