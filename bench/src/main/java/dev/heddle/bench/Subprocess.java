package dev.heddle.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs other programs, one at a time, and can end the one that runs from another thread. */
public final class Subprocess {
  /**
   * How a program ended.
   *
   * @param seconds from before its start to after its end
   * @param finished whether it ended by itself in time
   */
  public record Result(String output, String errors, double seconds, boolean finished) {}

  private static final long NO_LIMIT = Long.MAX_VALUE;

  private Process running;
  private boolean stopped;

  /**
   * Runs {@code command} to its end, with nothing to read.
   *
   * @param folder where what it writes is kept until then
   * @param nanoseconds end it after this long; 0 for no limit
   */
  public Result run(List<String> command, Path folder, long nanoseconds)
      throws IOException, InterruptedException {
    // Files and not pipes, which somebody would have to read while the program runs.
    Path output = folder.resolve("output.txt");
    Path errors = folder.resolve("errors.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
    long start = System.nanoTime();
    boolean finished = finishes(builder, nanoseconds == 0 ? NO_LIMIT : nanoseconds);
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Result(text(output), text(errors), seconds, finished);
  }

  /** What the file holds, with replacements for what is no text. */
  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  private boolean finishes(ProcessBuilder builder, long nanoseconds)
      throws IOException, InterruptedException {
    Process process = start(builder);
    try {
      return process.waitFor(nanoseconds, TimeUnit.NANOSECONDS) && !isStopped();
    } finally {
      end(process);
      process.waitFor();
    }
  }

  private synchronized Process start(ProcessBuilder builder) throws IOException {
    running = builder.start();
    running.getOutputStream().close();
    if (stopped) {
      end(running);
    }
    return running;
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  /** Ends the program that runs, and each that is started later. */
  public synchronized void stop() {
    stopped = true;
    if (running != null) {
      end(running);
    }
  }

  /** Scripts leave their work to children, so ending a script alone would not end the work. */
  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
