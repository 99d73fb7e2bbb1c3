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
    return PageParts.page(
        title(results), table(results), PageData.of(results, version), "start", List.of(), "");
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
