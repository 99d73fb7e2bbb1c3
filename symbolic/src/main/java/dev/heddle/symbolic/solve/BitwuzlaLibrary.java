package dev.heddle.symbolic.solve;

import dev.heddle.machine.MachineException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Objects;

/** The native library of Bitwuzla, which this module brings for several platforms. */
final class BitwuzlaLibrary {
  private BitwuzlaLibrary() {}

  /** Loaded once, when this class is. */
  private static final class Loaded {
    static final Path FILE = unpack();

    private static Path unpack() {
      try (InputStream content = BitwuzlaLibrary.class.getResourceAsStream(resource())) {
        Path file = Files.createTempFile("heddle-bitwuzla", ".library");
        file.toFile().deleteOnExit();
        Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
        System.load(file.toString());
        return file;
      } catch (IOException e) {
        throw new UncheckedIOException("cannot unpack the library of Bitwuzla", e);
      }
    }
  }

  /**
   * Loads the library, if that has not happened yet.
   *
   * @throws MachineException if there is none for this platform
   */
  static void load() {
    if (BitwuzlaLibrary.class.getResource(resource()) == null) {
      throw new MachineException(
          "the solver Bitwuzla has no library for " + platform() + "; choose --solver z3");
    }
    Objects.requireNonNull(Loaded.FILE);
  }

  private static String resource() {
    return "bitwuzlaj-" + platform();
  }

  private static String platform() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).split(" ", 2)[0];
    String processor = System.getProperty("os.arch");
    return system + "-" + (processor.equals("x86_64") ? "amd64" : processor);
  }
}
