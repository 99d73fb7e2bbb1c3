package dev.heddle.cli;

import dev.heddle.report.CheckResult;
import dev.heddle.report.JsonReport;
import dev.heddle.report.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** The file that takes the JSON lines. That it cannot be written ends no run, but is remembered. */
final class JsonFile implements Report, ResultFile {
  private final String name;
  private final UnfinishedFile file;
  private final JsonReport lines;
  private String problem;

  private JsonFile(String name, UnfinishedFile file) {
    this.name = name;
    this.file = file;
    this.lines = new JsonReport(file);
  }

  /** Begins the file, now that all that can be known of the run to be right is. */
  static JsonFile open(String name) throws OutputFile.UnwritableException {
    try {
      return new JsonFile(name, UnfinishedFile.at(Path.of(name)));
    } catch (IOException e) {
      throw new OutputFile.UnwritableException(name, OutputFile.reason(e));
    }
  }

  @Override
  public void add(CheckResult result) {
    tryTo(() -> lines.add(result));
  }

  @Override
  public void addUnchecked(List<CheckResult> results) {
    tryTo(() -> lines.addUnchecked(results));
  }

  @Override
  public void finish() {
    tryTo(file::finish);
    if (problem != null) {
      try {
        file.close();
      } catch (IOException e) {
        String also = "; " + OutputFile.reason(e);
        problem += problem.endsWith(also.substring(2)) ? "" : also;
      }
    }
  }

  /** Why the file is not there, or null. */
  @Override
  public String problem() {
    return problem;
  }

  private interface Attempt {
    void run() throws IOException;
  }

  private void tryTo(Attempt attempt) {
    if (problem == null) {
      try {
        attempt.run();
      } catch (UncheckedIOException e) {
        problem = message(e.getCause());
      } catch (IOException e) {
        problem = message(e);
      }
    }
  }

  private String message(IOException e) {
    return "cannot write " + name + ": " + OutputFile.reason(e);
  }
}
