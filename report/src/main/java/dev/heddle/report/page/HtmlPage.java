package dev.heddle.report.page;

import dev.heddle.report.CheckResult;
import dev.heddle.report.document.Document;
import dev.heddle.report.document.XmlText;
import java.util.List;

/**
 * One page that holds everything: it asks no network for anything, and its own policy forbids it
 * to. Results are in it as data, never as markup, so nothing in a program or its messages can
 * become part of the page.
 */
public final class HtmlPage implements Document {
  private final String version;

  /**
   * @param version of Heddle
   */
  public HtmlPage(String version) {
    this.version = version;
  }

  @Override
  public String text(List<CheckResult> results) {
    String style = PageParts.style();
    String script = PageParts.scripts("start");
    String policy =
        "default-src 'none'; base-uri 'none'; form-action 'none'; style-src "
            + PageParts.hash(style)
            + "; script-src "
            + PageParts.hash(script);
    StringBuilder html = new StringBuilder("<!doctype html>\n<html lang=\"en\">\n<head>\n");
    html.append(
        "<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"");
    html.append(policy).append("\">\n");
    html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html.append("<title>").append(XmlText.of(title(results))).append("</title>\n");
    html.append("<style>").append(style).append("</style>\n</head>\n<body>\n");
    html.append("<div id=\"page\">\n<noscript>\n").append(table(results)).append("</noscript>\n");
    html.append("</div>\n<script id=\"data\" type=\"application/json\">");
    // Within a script, only these could end it or begin a comment; in JSON they are in strings.
    html.append(PageData.of(results, version).replace("<", "\\u003c")).append("</script>\n");
    html.append("<script>").append(script).append("</script>\n</body>\n</html>\n");
    return html.toString();
  }

  private static String title(List<CheckResult> results) {
    if (results.size() != 1) {
      return "Heddle: " + results.size() + " inputs";
    }
    return results.get(0).conclusion().label() + ": " + results.get(0).file();
  }

  /** For browsers that run no scripts. */
  private static String table(List<CheckResult> results) {
    StringBuilder table = new StringBuilder("<p>Steps are shown by scripts.</p>\n<table>\n");
    for (CheckResult result : results) {
      String reason = result.conclusion().reason();
      table.append("<tr><td>").append(result.conclusion().label()).append("</td><td>");
      table.append(XmlText.of(result.file())).append("</td><td>");
      table.append(reason == null ? "" : XmlText.of(reason)).append("</td></tr>\n");
    }
    return table.append("</table>\n").toString();
  }
}
