package dev.heddle.cli;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The samples, which are part of the program. */
final class SampleLibrary {
  private static final String FOLDER = "/dev/heddle/cli/samples";

  private SampleLibrary() {}

  /** Their texts by their names, sorted. */
  static Map<String, String> read() throws IOException {
    try {
      URI place = SampleLibrary.class.getResource(FOLDER).toURI();
      if (!place.getScheme().equals("jar")) {
        return read(Path.of(place));
      }
      try (FileSystem jar = FileSystems.newFileSystem(place, Map.of())) {
        return read(jar.getPath(FOLDER));
      }
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  private static Map<String, String> read(Path folder) throws IOException {
    Map<String, String> samples = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        samples.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return samples;
  }
}
