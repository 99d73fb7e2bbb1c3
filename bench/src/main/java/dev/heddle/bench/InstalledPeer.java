package dev.heddle.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** A peer that this machine has. */
public record InstalledPeer(Peer peer, Path executable) {
  /**
   * What it made of a program.
   *
   * @param problem why there are no counts, or null
   */
  public record Result(long complete, long blocked, double seconds, String problem) {
    static Result failed(double seconds, String problem) {
      return new Result(0, 0, seconds, problem);
    }

    public boolean counted() {
      return problem == null;
    }
  }

  private static final int SHOWN = 500;

  /** Runs it on the file that Heddle runs on. */
  public Result run(
      Instance instance, Path program, Subprocess subprocess, Path folder, long nanoseconds)
      throws InterruptedException {
    List<String> command = new ArrayList<>(List.of(executable.toString()));
    command.addAll(peer.arguments(instance, program.toString()));
    Subprocess.Result ended;
    try {
      ended = subprocess.run(command, folder, nanoseconds);
    } catch (IOException e) {
      return Result.failed(0, e.getMessage());
    }
    if (!ended.finished()) {
      return Result.failed(ended.seconds(), "timeout");
    }
    String output = ended.output() + "\n" + ended.errors();
    OptionalLong complete = peer.complete(output);
    if (complete.isEmpty()) {
      return Result.failed(ended.seconds(), "prints no count:\n" + start(output));
    }
    return new Result(complete.getAsLong(), peer.blocked(output), ended.seconds(), null);
  }

  private static String start(String output) {
    return output.length() <= SHOWN ? output : output.substring(0, SHOWN) + "…";
  }
}
