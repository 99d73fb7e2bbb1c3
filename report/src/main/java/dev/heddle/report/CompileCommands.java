package dev.heddle.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A compilation database ({@code compile_commands.json}): how a build compiles each of its files.
 * Format: clang.llvm.org/docs/JSONCompilationDatabase.html.
 */
public final class CompileCommands {
  /**
   * How one file is compiled.
   *
   * @param arguments the command's words, or empty if there is only its text
   * @param output the file that it makes; empty if the database does not tell
   */
  public record Entry(
      String directory, String file, String command, List<String> arguments, String output) {
    public Entry {
      arguments = List.copyOf(arguments);
    }

    public Path path() {
      return Path.of(directory).resolve(file).toAbsolutePath().normalize();
    }
  }

  private CompileCommands() {}

  /**
   * @throws IOException if it is not a compilation database; the message says why
   */
  public static List<Entry> parse(String text) throws IOException {
    List<Entry> entries = new ArrayList<>();
    try (JsonParser json = new JsonFactory().createParser(text)) {
      require(json.nextToken() == JsonToken.START_ARRAY, "not a list of commands");
      while (json.nextToken() == JsonToken.START_OBJECT) {
        entries.add(entry(json));
      }
      require(json.currentToken() == JsonToken.END_ARRAY, "not a list of commands");
    } catch (JsonProcessingException e) {
      throw new IOException(
          "line " + e.getLocation().getLineNr() + ": " + e.getOriginalMessage(), e);
    }
    require(!entries.isEmpty(), "there is no command in it");
    return entries;
  }

  private static Entry entry(JsonParser json) throws IOException {
    String directory = "";
    String file = null;
    String command = "";
    String output = "";
    List<String> arguments = new ArrayList<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      json.nextToken();
      switch (field) {
        case "directory" -> directory = json.getText();
        case "file" -> file = json.getText();
        case "command" -> command = json.getText();
        case "output" -> output = json.getText();
        case "arguments" -> {
          require(json.currentToken() == JsonToken.START_ARRAY, "'arguments' is not a list");
          while (json.nextToken() == JsonToken.VALUE_STRING) {
            arguments.add(json.getText());
          }
        }
        default -> json.skipChildren();
      }
    }
    require(file != null, "a command without 'file'");
    return new Entry(directory, file, command, arguments, output);
  }

  private static void require(boolean condition, String otherwise) throws IOException {
    if (!condition) {
      throw new IOException(otherwise);
    }
  }
}
