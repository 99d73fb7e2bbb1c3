package dev.heddle.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The first line of a checkpoint: one JSON object. The state follows it. */
public final class CheckpointFormat {
  private static final String KIND_OF_FILE = "heddle-checkpoint";

  private CheckpointFormat() {}

  /** Why a text is not the beginning of a checkpoint. */
  public static final class DamagedException extends Exception {
    DamagedException(String message) {
      super(message);
    }
  }

  /** The line, without its end. */
  public static String write(Checkpoint checkpoint) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("format", KIND_OF_FILE);
      json.writeStringField("version", checkpoint.version());
      json.writeStringField("file", checkpoint.file());
      json.writeStringField("source", checkpoint.source());
      json.writeStringField("program", checkpoint.program());
      json.writeArrayFieldStart("clangArguments");
      for (String argument : checkpoint.clangArguments()) {
        json.writeString(argument);
      }
      json.writeEndArray();
      json.writeStringField("model", checkpoint.model());
      json.writeStringField("algorithm", checkpoint.algorithm());
      json.writeStringField("unroll", Integer.toString(checkpoint.unroll()));
      json.writeStringField("environment", checkpoint.environment());
      json.writeStringField("reductions", checkpoint.reductions());
      json.writeStringField("keepGoing", Boolean.toString(checkpoint.keepGoing()));
      json.writeStringField("checkLiveness", Boolean.toString(checkpoint.checkLiveness()));
      json.writeStringField("checkRaces", Boolean.toString(checkpoint.checkRaces()));
      json.writeStringField("interval", Long.toString(checkpoint.interval()));
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return PlainText.json(text.toString());
  }

  public static Checkpoint read(String line) throws DamagedException {
    Map<String, String> texts = new HashMap<>();
    List<String> clangArguments = new ArrayList<>();
    try (JsonParser json = new JsonFactory().createParser(line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new DamagedException("it does not begin with a JSON object");
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        JsonToken value = json.nextToken();
        if (field.equals("clangArguments") && value == JsonToken.START_ARRAY) {
          while (json.nextToken() == JsonToken.VALUE_STRING) {
            clangArguments.add(json.getText());
          }
        } else if (value == JsonToken.VALUE_STRING) {
          texts.put(field, json.getText());
        } else {
          throw new DamagedException("'" + field + "' is not a text");
        }
      }
      if (!KIND_OF_FILE.equals(texts.get("format"))) {
        throw new DamagedException("it is no checkpoint of Heddle");
      }
      return new Checkpoint(
          text(texts, "version"),
          text(texts, "file"),
          text(texts, "source"),
          text(texts, "program"),
          clangArguments,
          text(texts, "model"),
          text(texts, "algorithm"),
          Integer.parseUnsignedInt(text(texts, "unroll")),
          text(texts, "environment"),
          text(texts, "reductions"),
          truth(texts, "keepGoing"),
          truth(texts, "checkLiveness"),
          truth(texts, "checkRaces"),
          interval(texts));
    } catch (IOException | NumberFormatException e) {
      throw new DamagedException("its first line is no whole JSON object");
    }
  }

  private static long interval(Map<String, String> texts) throws DamagedException {
    long interval = Long.parseLong(text(texts, "interval"));
    if (interval < 1) {
      throw new DamagedException("'interval' is no time");
    }
    return interval;
  }

  private static boolean truth(Map<String, String> texts, String field) throws DamagedException {
    String text = text(texts, field);
    if (!text.equals("true") && !text.equals("false")) {
      throw new DamagedException("'" + field + "' is neither true nor false");
    }
    return text.equals("true");
  }

  private static String text(Map<String, String> texts, String field) throws DamagedException {
    String text = texts.get(field);
    if (text == null) {
      throw new DamagedException("it has no '" + field + "'");
    }
    return text;
  }
}
