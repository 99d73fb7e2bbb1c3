package dev.heddle.serve;

import java.nio.file.Path;
import java.util.List;

/**
 * The file system that the compiler sees: the folder of one program and that of Heddle's own
 * headers. Without this, {@code #include} would quote any file of the user in a message.
 */
final class Confinement {
  /** The name of the file with {@link #overlay}. */
  static final String FILE = "overlay.yaml";

  private Confinement() {}

  /** What clang is told: folders that stand for themselves, and nothing beyond them. */
  static String overlay(List<Path> folders) {
    StringBuilder text = new StringBuilder();
    text.append(
        "{\"version\": 0, \"fallthrough\": false, \"case-sensitive\": \"true\", \"roots\": [");
    String separator = "";
    for (Path folder : folders) {
      String name = quoted(folder.toString());
      text.append(separator).append("{\"type\": \"directory-remap\", \"name\": ").append(name);
      text.append(", \"external-contents\": ").append(name).append('}');
      separator = ", ";
    }
    return text.append("]}\n").toString();
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
