package dev.heddle.serve;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The checks that are under way, and the latest results. */
final class Jobs {
  private static final int AT_ONCE = 2;
  private static final int KEPT = 8;

  private final Checking checking;
  private final Path folder;
  private final Map<String, Job> jobs = new LinkedHashMap<>();
  private int running;

  /**
   * How to check.
   *
   * @param heddle the command that starts Heddle
   * @param headers the folder that the compiler's and Heddle's own headers are in
   * @param time after this a check is ended if it did not end by itself
   */
  record Checking(List<String> heddle, Path headers, Duration time) {}

  /**
   * @param folder takes what jobs write
   */
  Jobs(Checking checking, Path folder) {
    this.checking = checking;
    this.folder = folder;
  }

  /**
   * Starts a check and gives its name.
   *
   * @param options of {@code heddle check}, which somebody has looked at
   * @return null if there are as many checks under way as there may be
   */
  synchronized String start(String program, boolean isCpp, List<String> options)
      throws IOException {
    if (running >= AT_ONCE) {
      return null;
    }
    Path own = Files.createTempDirectory(folder, "job").toRealPath();
    String name = isCpp ? "program.cpp" : "program.c";
    Files.write(own.resolve(name), program.getBytes(StandardCharsets.UTF_8));
    Path overlay = own.resolve(Confinement.FILE);
    Files.writeString(overlay, Confinement.overlay(List.of(own, checking.headers)));
    List<String> command = new ArrayList<>(checking.heddle);
    command.addAll(List.of("check", "--json", "--progress", "json"));
    command.addAll(options);
    command.addAll(List.of(name, "--", "-ivfsoverlay", overlay.toString()));
    running++;
    String id = Gate.newToken();
    try {
      jobs.put(id, Job.start(own, command, checking.time, this::ended));
    } catch (IOException e) {
      running--;
      throw e;
    }
    jobs.keySet().stream().limit(Math.max(0, jobs.size() - KEPT)).toList().forEach(this::forget);
    return id;
  }

  private void forget(String id) {
    jobs.remove(id).stop("it was not asked for any longer");
  }

  private synchronized void ended() {
    running--;
  }

  /** The job of that name, or null. */
  synchronized Job get(String id) {
    return jobs.get(id);
  }

  synchronized void stopAll() {
    jobs.values().forEach(job -> job.stop("the server ends"));
  }
}
