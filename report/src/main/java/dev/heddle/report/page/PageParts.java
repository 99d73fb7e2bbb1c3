package dev.heddle.report.page;

import dev.heddle.report.document.XmlText;
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

  /**
   * A whole page.
   *
   * @param fallback markup for browsers that run no scripts
   * @param data what it shows, as JSON
   * @param last the script that says what to do with the others
   * @param styles further ones
   * @param policy what the page may do besides, such as {@code connect-src 'self';}
   */
  static String page(
      String title, String fallback, String data, String last, List<String> styles, String policy) {
    String style =
        text("page.css") + String.join("", styles.stream().map(PageParts::text).toList());
    String script = scripts(last);
    StringBuilder html = new StringBuilder("<!doctype html>\n<html lang=\"en\">\n<head>\n");
    html.append(
        "<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"");
    html.append("default-src 'none'; base-uri 'none'; form-action 'none'; ").append(policy);
    html.append(" style-src ").append(hash(style)).append("; script-src ").append(hash(script));
    html.append("\">\n");
    html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html.append("<title>").append(XmlText.of(title)).append("</title>\n");
    html.append("<style>").append(style).append("</style>\n</head>\n<body>\n");
    html.append("<div id=\"page\">\n<noscript>\n").append(fallback).append("</noscript>\n");
    html.append("</div>\n<script id=\"data\" type=\"application/json\">");
    // Within a script, only these could end it or begin a comment; in JSON they are in strings.
    html.append(data.replace("<", "\\u003c")).append("</script>\n");
    html.append("<script>").append(script).append("</script>\n</body>\n</html>\n");
    return html.toString();
  }

  private static String scripts(String last) {
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

  private static String text(String resource) {
    try (InputStream in = PageParts.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
