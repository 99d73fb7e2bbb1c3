package dev.heddle.report.page;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.heddle.program.Location;
import dev.heddle.report.CheckResult;
import dev.heddle.report.Conclusion;
import dev.heddle.report.JsonReport;
import dev.heddle.report.PlainText;
import dev.heddle.report.SourceText;
import dev.heddle.verdict.Violation;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What a page shows, as one JSON object: results, and the source files that they name. */
final class PageData {
  /** Sources beyond this many characters in all are left out, so that pages stay small. */
  private static final int SOURCES = 1_000_000;

  private PageData() {}

  static String of(List<CheckResult> results, String version) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("version", version);
      json.writeArrayFieldStart("results");
      for (CheckResult result : results) {
        json.writeStartObject();
        JsonReport.write(result, json);
        json.writeEndObject();
      }
      json.writeEndArray();
      writeSources(files(results), json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return PlainText.json(text.toString());
  }

  private static void writeSources(Set<String> files, JsonGenerator json) throws IOException {
    SourceText source = new SourceText();
    int room = SOURCES;
    json.writeObjectFieldStart("sources");
    for (String file : files) {
      List<String> lines = source.lines(file);
      room -= lines.stream().mapToInt(String::length).sum() + lines.size();
      if (!lines.isEmpty() && room >= 0) {
        json.writeArrayFieldStart(file);
        for (String line : lines) {
          json.writeString(line);
        }
        json.writeEndArray();
      }
    }
    json.writeEndObject();
  }

  private static Set<String> files(List<CheckResult> results) {
    Set<String> files = new TreeSet<>();
    for (CheckResult result : results) {
      if (result.conclusion() instanceof Conclusion.Explored explored) {
        for (Violation violation : explored.outcome().violations()) {
          add(files, violation.location());
          violation.trace().forEach(step -> add(files, step.location()));
          violation.waits().forEach(wait -> add(files, wait.location()));
        }
      }
    }
    return files;
  }

  private static void add(Set<String> files, Location location) {
    if (location.isKnown()) {
      files.add(location.file());
    }
  }
}
