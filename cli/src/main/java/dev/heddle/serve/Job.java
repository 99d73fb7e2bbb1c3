package dev.heddle.serve;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One check under way, or its result. */
final class Job {
  /** How a job stands. */
  enum State {
    RUNNING,
    DONE,
    FAILED
  }

  /**
   * How a job stands, and what there is to say about it: the latest event of progress, the result,
   * or what went wrong.
   */
  record Status(State state, String text) {}

  private static final long LAST_WORDS_MILLISECONDS = 1_000;
  private static final int LARGEST_RESULT = 64 << 20;
  private static final int LONGEST_MESSAGE = 4_000;

  private final Path folder;
  private final Duration time;
  private final Process process;
  private Status status = new Status(State.RUNNING, "");
  private String reason;

  private Job(Path folder, Duration time, Process process) {
    this.folder = folder;
    this.time = time;
    this.process = process;
  }

  /**
   * Starts one.
   *
   * @param folder where it runs and writes; it is deleted in the end
   * @param time after this it is ended, whatever it does
   * @param whenEnded is called once
   */
  static Job start(Path folder, List<String> command, Duration time, Runnable whenEnded)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.redirectOutput(folder.resolve("result.json").toFile());
    Process process = builder.start();
    process.getOutputStream().close();
    Job job = new Job(folder, time, process);
    thread("job", () -> job.watch(whenEnded));
    return job;
  }

  private static Thread thread(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  synchronized Status status() {
    return status;
  }

  /** Ends it soon, with a reason. */
  synchronized void stop(String why) {
    if (reason == null && status.state == State.RUNNING) {
      reason = why;
      end();
    }
  }

  private void end() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private void watch(Runnable whenEnded) {
    StringBuilder messages = new StringBuilder();
    Thread reader = thread("job reader", () -> read(messages));
    try {
      if (!process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS)) {
        stop("the time limit is reached");
        process.waitFor();
      }
      reader.join(LAST_WORDS_MILLISECONDS);
      finish(messages);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      end();
      delete(folder);
      whenEnded.run();
    }
  }

  /** Takes in what the process says: events, and perhaps complaints. */
  private void read(StringBuilder messages) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("{\"event\":")) {
          show(line);
        } else if (messages.length() < LONGEST_MESSAGE) {
          messages.append(line).append('\n');
        }
      }
    } catch (IOException e) {
      messages.append(e.getMessage()); // What is lost is words about a run that ended anyway.
    }
  }

  private synchronized void show(String event) {
    if (status.state == State.RUNNING) {
      status = new Status(State.RUNNING, event);
    }
  }

  private synchronized void finish(StringBuilder messages) {
    try {
      Path result = folder.resolve("result.json");
      long size = Files.size(result);
      if (reason != null) {
        status = new Status(State.FAILED, reason);
      } else if (size > LARGEST_RESULT) {
        status = new Status(State.FAILED, "the result is too large to be shown");
      } else if (size == 0) {
        status = new Status(State.FAILED, "there is no result: " + messages.toString().strip());
      } else {
        // Messages name the program, and not the folder that it happens to be in.
        String inside = folder + File.separator;
        status = new Status(State.DONE, Files.readString(result).replace(inside, ""));
      }
    } catch (IOException e) {
      status = new Status(State.FAILED, "the result cannot be read: " + e.getMessage());
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      System.err.println("heddle: cannot delete " + folder + ": " + e.getMessage());
    }
  }
}
