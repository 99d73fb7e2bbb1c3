package dev.heddle.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints; the build fills the number in. */
final class VersionText implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    try (InputStream text = VersionText.class.getResourceAsStream("version.txt")) {
      String number = new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
      String java = System.getProperty("java.version");
      String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
      return new String[] {"heddle " + number + " (Java " + java + ", " + platform + ")"};
    }
  }
}
