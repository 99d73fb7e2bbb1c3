package dev.heddle.cli;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.Traces;
import dev.heddle.model.ExplanationText;
import dev.heddle.model.MemoryModel;
import dev.heddle.model.ModificationOrder;
import dev.heddle.report.TraceProgress;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The files of {@code heddle consistency}. */
final class TraceFiles {
  private static final String STANDARD_INPUT = "-";

  private TraceFiles() {}

  /** A file cannot be written; the message says which and why. */
  static final class UnwritableException extends IOException {
    private static final long serialVersionUID = 1;

    UnwritableException(String file, Exception cause) {
      super("cannot write " + file + ": " + OutputFile.reason(cause), cause);
    }
  }

  /** Where those traces are that come from files. */
  static List<Path> paths(List<String> files) {
    return files.stream().filter(file -> !file.equals(STANDARD_INPUT)).map(Path::of).toList();
  }

  /**
   * Reads a trace from a file or from standard input.
   *
   * @param stopped whether to end by a {@link TraceProgress.StoppedException}
   */
  static ExecutionGraph read(String file, TraceProgress progress, BooleanSupplier stopped)
      throws IOException {
    if (file.equals(STANDARD_INPUT)) {
      return Traces.read(progress.watch(System.in, -1, stopped));
    }
    Path path = Path.of(file);
    if (Files.isDirectory(path)) {
      throw new IOException("it is a folder");
    }
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new IOException(
          "it is a pipe or a device, which need not have an end; to read from it anyway: heddle"
              + " consistency - < "
              + file);
    }
    try (InputStream in = Files.newInputStream(path)) {
      return Traces.read(progress.watch(in, Files.size(path), stopped));
    }
  }

  /** Writes a trace in the form that the name of the file asks for. */
  static void write(String file, ExecutionGraph graph) throws UnwritableException {
    try (UnfinishedFile out = UnfinishedFile.at(Path.of(file))) {
      Traces.write(graph, file, out);
      out.finish();
    } catch (IOException | InvalidPathException e) {
      throw new UnwritableException(file, e);
    }
  }

  /** Writes one line per location: its name and its writes in modification order. */
  static void writeWitness(
      String file, String trace, MemoryModel model, ExecutionGraph graph, ModificationOrder order)
      throws UnwritableException {
    try (UnfinishedFile unfinished = UnfinishedFile.at(Path.of(file));
        Writer out =
            new BufferedWriter(new OutputStreamWriter(unfinished, StandardCharsets.UTF_8))) {
      out.write("# modification order of " + trace + " under " + model.id() + "\n");
      List<int[]> orders = order.byLocation();
      for (int x = 0; x < orders.size(); x++) {
        out.write("mo " + graph.names().location(x) + ":");
        for (int w : orders.get(x)) {
          out.write(' ');
          out.write(ExplanationText.name(graph, w).replace(' ', '-'));
        }
        out.write('\n');
      }
      out.flush();
      unfinished.finish();
    } catch (IOException | InvalidPathException e) {
      throw new UnwritableException(file, e);
    }
  }
}
