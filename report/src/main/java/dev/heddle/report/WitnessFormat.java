package dev.heddle.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Choice;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Witnesses as JSON: one object, whose {@code schedule} is a list of [thread, alternative], and
 * whose {@code sources} say beside it what each step reads from: the position of a step, {@code
 * "initial"}, or null if it reads nothing. Where there are no sources, as in files of earlier
 * versions, a read takes its value from the latest write before it.
 */
public final class WitnessFormat {
  private static final String KIND_OF_FILE = "heddle-witness";
  private static final String INITIAL = "initial";

  private WitnessFormat() {}

  /** Why a text is no witness. */
  public static final class DamagedException extends Exception {
    DamagedException(String message) {
      super(message);
    }
  }

  public static String write(Witness witness) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("format", KIND_OF_FILE);
      json.writeStringField("version", witness.version());
      json.writeStringField("file", witness.file());
      json.writeStringField("source", witness.source());
      json.writeStringField("program", witness.program());
      json.writeArrayFieldStart("clangArguments");
      for (String argument : witness.clangArguments()) {
        json.writeString(argument);
      }
      json.writeEndArray();
      json.writeStringField("model", witness.model());
      json.writeNumberField("unroll", witness.unroll());
      json.writeStringField("environment", witness.environment());
      json.writeStringField("reductions", witness.reductions());
      json.writeStringField("kind", witness.kind());
      json.writeStringField("place", witness.place());
      json.writeArrayFieldStart("schedule");
      for (Choice choice : witness.schedule()) {
        json.writeStartArray();
        json.writeNumber(choice.thread());
        json.writeNumber(choice.alternative());
        json.writeEndArray();
      }
      json.writeEndArray();
      if (!witness.sources().isEmpty()) {
        json.writeArrayFieldStart("sources");
        for (int source : witness.sources()) {
          writeSource(json, source);
        }
        json.writeEndArray();
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text + "\n";
  }

  private static void writeSource(JsonGenerator json, int source) throws IOException {
    switch (source) {
      case Violation.NOTHING -> json.writeNull();
      case Violation.INITIAL -> json.writeString(INITIAL);
      default -> json.writeNumber(source);
    }
  }

  public static Witness read(String text) throws DamagedException {
    try (JsonParser json = new JsonFactory().createParser(text)) {
      return new Reader(json).read();
    } catch (IOException e) {
      throw new DamagedException("it is no whole JSON object");
    }
  }

  private static final class Reader {
    private final JsonParser json;
    private final Set<String> fields = new HashSet<>();
    private String format = "";
    private String version = "";
    private String file = "";
    private String source = "";
    private String program = "";
    private final List<String> clangArguments = new ArrayList<>();
    private String model = "";
    private int unroll;
    private String environment = "";
    private String reductions = "";
    private String kind = "";
    private String place = "";
    private final List<Choice> schedule = new ArrayList<>();
    private final List<Integer> sources = new ArrayList<>();

    Reader(JsonParser json) {
      this.json = json;
    }

    Witness read() throws IOException, DamagedException {
      expect(json.nextToken(), JsonToken.START_OBJECT, "a JSON object");
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        readField(json.currentName());
      }
      expect(json.currentToken(), JsonToken.END_OBJECT, "the end of the object");
      if (json.nextToken() != null) {
        throw new DamagedException("something follows the JSON object");
      }
      if (!format.equals(KIND_OF_FILE)) {
        throw new DamagedException("it is no witness of Heddle");
      }
      for (String needed :
          List.of("version", "file", "source", "program", "model", "unroll", "kind", "place")) {
        require(needed);
      }
      require("environment");
      require("reductions");
      require("clangArguments");
      require("schedule");
      checkSources();
      return new Witness(
          version,
          file,
          source,
          program,
          clangArguments,
          model,
          unroll,
          environment,
          reductions,
          kind,
          place,
          schedule,
          sources);
    }

    private void checkSources() throws DamagedException {
      if (!fields.contains("sources")) {
        return;
      }
      if (sources.size() != schedule.size()) {
        throw new DamagedException(
            "it has " + sources.size() + " sources for " + schedule.size() + " steps");
      }
      for (int source : sources) {
        if (source >= schedule.size()) {
          throw new DamagedException("there is no step " + source + " to read from");
        }
      }
    }

    private void require(String field) throws DamagedException {
      if (!fields.contains(field)) {
        throw new DamagedException("it has no '" + field + "'");
      }
    }

    private void readField(String field) throws IOException, DamagedException {
      if (!fields.add(field)) {
        throw new DamagedException("it has '" + field + "' twice");
      }
      json.nextToken();
      switch (field) {
        case "format" -> format = text(field);
        case "version" -> version = text(field);
        case "file" -> file = text(field);
        case "source" -> source = text(field);
        case "program" -> program = text(field);
        case "model" -> model = text(field);
        case "environment" -> environment = text(field);
        case "reductions" -> reductions = text(field);
        case "kind" -> kind = text(field);
        case "place" -> place = text(field);
        case "unroll" -> unroll = number(field);
        case "clangArguments" -> {
          expect(json.currentToken(), JsonToken.START_ARRAY, "a list in '" + field + "'");
          while (json.nextToken() != JsonToken.END_ARRAY) {
            clangArguments.add(text(field));
          }
        }
        case "schedule" -> {
          expect(json.currentToken(), JsonToken.START_ARRAY, "a list in '" + field + "'");
          while (json.nextToken() != JsonToken.END_ARRAY) {
            schedule.add(choice());
          }
        }
        case "sources" -> {
          expect(json.currentToken(), JsonToken.START_ARRAY, "a list in '" + field + "'");
          while (json.nextToken() != JsonToken.END_ARRAY) {
            sources.add(source());
          }
        }
        default -> json.skipChildren();
      }
    }

    private Choice choice() throws IOException, DamagedException {
      expect(json.currentToken(), JsonToken.START_ARRAY, "pairs in 'schedule'");
      json.nextToken();
      int thread = number("schedule");
      json.nextToken();
      int alternative = number("schedule");
      expect(json.nextToken(), JsonToken.END_ARRAY, "pairs in 'schedule'");
      return new Choice(thread, alternative);
    }

    private int source() throws IOException, DamagedException {
      if (json.currentToken() == JsonToken.VALUE_NULL) {
        return Violation.NOTHING;
      }
      if (json.currentToken() == JsonToken.VALUE_STRING && json.getText().equals(INITIAL)) {
        return Violation.INITIAL;
      }
      return number("sources");
    }

    private String text(String field) throws IOException, DamagedException {
      expect(json.currentToken(), JsonToken.VALUE_STRING, "text in '" + field + "'");
      return json.getText();
    }

    private int number(String field) throws IOException, DamagedException {
      expect(json.currentToken(), JsonToken.VALUE_NUMBER_INT, "numbers in '" + field + "'");
      int number = json.getIntValue();
      if (number < 0) {
        throw new DamagedException("there is a negative number in '" + field + "'");
      }
      return number;
    }

    private static void expect(JsonToken found, JsonToken expected, String what)
        throws DamagedException {
      if (found != expected) {
        throw new DamagedException("expected " + what);
      }
    }
  }
}
