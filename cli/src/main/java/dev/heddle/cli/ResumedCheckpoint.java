package dev.heddle.cli;

import dev.heddle.explore.Limits;
import dev.heddle.frontend.llvm.Environment;
import dev.heddle.frontend.llvm.InputException;
import dev.heddle.frontend.llvm.LlvmFrontend;
import dev.heddle.report.Checkpoint;
import dev.heddle.report.CheckpointFormat;
import dev.heddle.report.PlainText;
import dev.heddle.report.WholeFile;
import dev.heddle.transform.Reductions;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.TypeConversionException;

/** A checkpoint to go on from. Like a witness, it is data: it does not decide what runs. */
final class ResumedCheckpoint {
  private static final int LONGEST_LINE = 1 << 20;

  private final String name;
  private final Checkpoint checkpoint;
  private final List<String> clangArguments;
  private final Environment environment;
  private final Reductions reductions;

  /** Why an exploration cannot go on, in words for the user. */
  static final class RefusedException extends Exception {
    RefusedException(String message) {
      super(message);
    }
  }

  private ResumedCheckpoint(String name, Checkpoint checkpoint, List<String> clangArguments)
      throws RefusedException {
    this.name = name;
    this.checkpoint = checkpoint;
    this.clangArguments = clangArguments;
    this.environment = EnvironmentText.parse(checkpoint.environment());
    this.reductions = ReductionsText.parse(checkpoint.reductions());
    if (environment == null || reductions == null) {
      throw new RefusedException(name + ": the checkpoint is damaged");
    }
  }

  /**
   * Reads a checkpoint and compares versions and hashes; nothing is compiled yet.
   *
   * @param given the compiler's options from the command line; if there are none, the checkpoint's
   */
  static ResumedCheckpoint read(String name, List<String> given) throws RefusedException {
    Checkpoint checkpoint;
    boolean isWhole;
    try {
      Path path = Path.of(name);
      if (Files.exists(path) && !Files.isRegularFile(path)) {
        throw new RefusedException(name + ": it is a folder, a device or a pipe, and not a file");
      }
      try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
        checkpoint = CheckpointFormat.read(line(in));
        isWhole = isOfThisVersion(checkpoint) && CheckpointState.isWhole(in);
      }
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new RefusedException(name + ": no such file");
    } catch (CheckpointFormat.DamagedException e) {
      throw new RefusedException(name + ": not a checkpoint, or a damaged one: " + e.getMessage());
    } catch (IOException e) {
      throw new RefusedException(name + ": cannot be read: " + e.getMessage());
    }
    if (!isOfThisVersion(checkpoint)) {
      throw new RefusedException(
          (name + ": the checkpoint is from version " + checkpoint.version() + ", and this is ")
              + VersionText.number());
    }
    if (!isWhole) {
      throw new RefusedException(name + ": the checkpoint is damaged");
    }
    return new ResumedCheckpoint(name, checkpoint, options(name, checkpoint, given));
  }

  private static boolean isOfThisVersion(Checkpoint checkpoint) {
    return checkpoint.version().equals(VersionText.number());
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0 && b != '\n' && line.size() < LONGEST_LINE; b = in.read()) {
      line.write(b);
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  private static List<String> options(String name, Checkpoint checkpoint, List<String> given)
      throws RefusedException {
    String source = checkpoint.file();
    try {
      Path path = Path.of(source);
      String hash = Fingerprint.of(WholeFile.read(path, LlvmFrontend.LARGEST_FILE));
      if (!hash.equals(checkpoint.source())) {
        throw new RefusedException(
            name + ": " + source + " has changed since; check it from the beginning");
      }
      String other =
          given.isEmpty() ? HarmlessOptions.firstOther(checkpoint.clangArguments(), path) : null;
      if (other != null) {
        throw new RefusedException(
            name
                + ": it asks for the compiler's option '"
                + PlainText.line(other)
                + "', which a checkpoint may not decide; if you want it, repeat all options that"
                + " the compiler had: heddle resume "
                + name
                + " -- OPTION...");
      }
      return given.isEmpty() ? checkpoint.clangArguments() : given;
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new RefusedException(
          name + ": its program " + source + " is not here; run heddle in the folder as before");
    } catch (IOException e) {
      throw new RefusedException(
          name + ": its program " + source + " cannot be read: " + e.getMessage());
    }
  }

  String name() {
    return name;
  }

  /** Where to leave what is left again, and as often as before. */
  CheckpointPlace place() {
    return new CheckpointPlace(name, new TimeSpan(checkpoint.interval()));
  }

  /** The program, as the user named it. */
  String file() {
    return checkpoint.file();
  }

  /** What is left to explore, as the exploration wrote it. */
  InputStream openState() throws IOException {
    InputStream file = new BufferedInputStream(Files.newInputStream(Path.of(name)));
    line(file);
    return CheckpointState.open(file);
  }

  /** How to check: as before, but for limits and the number of threads. */
  CheckRun.Setup setup(CheckOptions options) throws RefusedException {
    Limits wanted = options.limits();
    try {
      return new CheckRun.Setup(
          ModelChoice.EXPLORED.convert(checkpoint.model()),
          Algorithm.CHOICE.convert(checkpoint.algorithm()),
          options.jobs(),
          new Limits(
              checkpoint.unroll(),
              checkpoint.keepGoing(),
              wanted.executions(),
              wanted.nanoseconds(),
              checkpoint.checkLiveness()),
          options.memory(),
          Property.EVERYTHING,
          options.estimates(),
          reductions,
          checkpoint.checkRaces(),
          clangArguments,
          environment);
    } catch (TypeConversionException e) {
      throw new RefusedException(name + ": the checkpoint is damaged: " + e.getMessage());
    }
  }

  /** Refuses another program than the one that was explored. */
  void requireProgram(String fingerprint) throws InputException {
    if (!fingerprint.equals(checkpoint.program())) {
      throw new InputException(
          name
              + ": the checkpoint is for other options or included files than "
              + checkpoint.file()
              + " has now; check it from the beginning");
    }
  }
}
