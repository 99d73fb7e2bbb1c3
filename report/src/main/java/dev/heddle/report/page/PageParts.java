package dev.heddle.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/** The style and the scripts that pages are made of. */
final class PageParts {
  /** In the order in which they need each other. */
  private static final List<String> SCRIPTS =
      List.of("dom", "trace", "graphs", "steps", "source", "violation", "page");

  private PageParts() {}

  static String style() {
    return text("page.css");
  }

  /** All scripts that show results, and then {@code last}, which says what to do with them. */
  static String scripts(String last) {
    StringBuilder scripts = new StringBuilder();
    SCRIPTS.forEach(name -> scripts.append(text(name + ".js")));
    return scripts.append(text(last + ".js")).toString();
  }

  /** What a content security policy calls a style or script that is part of the page. */
  static String hash(String content) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // Every Java has it.
    }
  }

  static String text(String resource) {
    try (InputStream in = PageParts.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
