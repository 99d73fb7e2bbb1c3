package dev.heddle.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * JSON objects, one line each, in UTF-8. A line is built in memory and written at once, so that a
 * reader never sees half of one, even when the run is interrupted.
 */
public final class JsonLines {
  /** Writes one object. */
  public interface Content {
    void write(JsonGenerator json) throws IOException;
  }

  private final JsonFactory json = new JsonFactory();
  private final OutputStream out;

  public JsonLines(OutputStream out) {
    this.out = out;
  }

  public void add(Content object) {
    try {
      // A Writer and not a stream of bytes: the latter refuses unpaired surrogates, which the
      // output of a checked program may contain.
      StringWriter line = new StringWriter();
      try (JsonGenerator generator = json.createGenerator(line)) {
        generator.writeStartObject();
        object.write(generator);
        generator.writeEndObject();
      }
      line.write('\n');
      out.write(PlainText.json(line.toString()).getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Microseconds are kept, so that the rate of a very short exploration can still be computed. */
  public static void seconds(String field, long nanoseconds, JsonGenerator json)
      throws IOException {
    json.writeFieldName(field);
    json.writeNumber(BigDecimal.valueOf(nanoseconds / 1000, 6).toPlainString());
  }
}
