package dev.heddle.report.page;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.heddle.report.PlainText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/**
 * A page to write programs on and to check them; it talks to the server that it comes from.
 *
 * @param version of Heddle
 * @param models to choose from, the usual one first
 * @param algorithms to choose from, the usual one first
 * @param samples programs by their names
 */
public record PlayPage(
    String version, List<String> models, List<String> algorithms, Map<String, String> samples) {
  /**
   * The whole page.
   *
   * @param token what the page has to show to the server
   */
  public String text(String token) {
    String fallback = "<p>This page needs scripts.</p>\n";
    return PageParts.page(
        "Heddle", fallback, data(token), "play", List.of("play.css"), "connect-src 'self';");
  }

  private String data(String token) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("version", version);
      json.writeStringField("token", token);
      write("models", models, json);
      write("algorithms", algorithms, json);
      json.writeObjectFieldStart("samples");
      for (Map.Entry<String, String> sample : samples.entrySet()) {
        json.writeStringField(sample.getKey(), sample.getValue());
      }
      json.writeEndObject();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return PlainText.json(text.toString());
  }

  private static void write(String field, List<String> names, JsonGenerator json)
      throws IOException {
    json.writeArrayFieldStart(field);
    for (String name : names) {
      json.writeString(name);
    }
    json.writeEndArray();
  }
}
