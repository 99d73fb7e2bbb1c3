package dev.heddle.report.document;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;

/** Names of files as references in the sense of RFC 3986. */
final class ArtifactUri {
  private ArtifactUri() {}

  /** Relative names stay relative, so that they mean the same on the machine that reads them. */
  static String of(String file) {
    // Unpaired surrogates, which no encoding has, become question marks on the way.
    String name =
        new String(file.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
            .replace('\\', '/');
    boolean isWindows = name.matches("[A-Za-z]:/.*");
    try {
      if (name.startsWith("/") || isWindows) {
        return new URI("file", "", isWindows ? "/" + name : name, null).toASCIIString();
      }
      // The first part of a relative reference must not look like a scheme.
      int slash = name.indexOf('/');
      String first = slash < 0 ? name : name.substring(0, slash);
      String path = first.contains(":") || name.isEmpty() ? "./" + name : name;
      return new URI(null, null, path, null).toASCIIString();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e); // The constructor quotes what is not allowed.
    }
  }
}
