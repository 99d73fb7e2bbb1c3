package dev.heddle.cli;

import dev.heddle.frontend.llvm.LlvmFrontend;
import dev.heddle.report.VersionReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints; the build fills the number in. */
final class VersionText implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"heddle " + number() + " (Java " + java() + ", " + system() + ")"};
  }

  /** The same and more, for scripts. */
  static VersionReport report() {
    return new VersionReport(
        number(),
        java(),
        system(),
        LlvmFrontend.LLVM_VERSION,
        ModelChoice.EXPLORED.availableLabels(),
        Algorithm.CHOICE.availableLabels());
  }

  private static String java() {
    return System.getProperty("java.version");
  }

  private static String system() {
    return System.getProperty("os.name") + " " + System.getProperty("os.arch");
  }

  static String number() {
    try (InputStream text = VersionText.class.getResourceAsStream("version.txt")) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
