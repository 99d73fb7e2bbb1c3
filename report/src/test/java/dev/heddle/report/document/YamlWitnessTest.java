package dev.heddle.report.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.report.Samples;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Step;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class YamlWitnessTest {
  private static final YamlWitness.Task TASK =
      new YamlWitness.Task(
          "1.2", "a \"b\"\\ü\u0007😀.c", "00ff", Instant.parse("2026-03-04T05:06:07.89Z"));

  private static JsonNode read(Violation violation) throws IOException {
    JsonNode entries = new YAMLMapper().readTree(YamlWitness.write(TASK, violation));
    assertEquals(1, entries.size());
    return entries.get(0);
  }

  @Test
  void metadata() throws IOException {
    JsonNode entry = read(Samples.messagePassing("c.c"));
    assertEquals("violation_sequence", entry.get("entry_type").asText());
    JsonNode metadata = entry.get("metadata");
    assertEquals("2.2", metadata.get("format_version").asText());
    assertEquals("2026-03-04T05:06:07Z", metadata.get("creation_time").asText());
    assertEquals("Heddle", metadata.get("producer").get("name").asText());
    JsonNode task = metadata.get("task");
    assertEquals(TASK.file(), task.get("input_files").get(0).asText());
    assertEquals("00ff", task.get("input_file_hashes").get(TASK.file()).asText());
    assertEquals(
        "CHECK( init(main()), LTL(G ! call(reach_error())) )", task.get("specification").asText());
    assertEquals("LP64", task.get("data_model").asText());
  }

  @Test
  void segmentsAreTheInterleaving() throws IOException {
    Violation violation = Samples.messagePassing("c.c");
    List<String> expected = new ArrayList<>();
    for (Step step : violation.trace()) {
      expected.add("assumption " + step.thread() + " c.c:" + step.location().line());
    }
    expected.add("target 2 c.c:9");
    List<String> found = new ArrayList<>();
    for (JsonNode segment : read(violation).get("content")) {
      assertEquals(1, segment.get("segment").size());
      JsonNode waypoint = segment.get("segment").get(0).get("waypoint");
      assertEquals("follow", waypoint.get("action").asText());
      JsonNode place = waypoint.get("location");
      found.add(
          waypoint.get("type").asText()
              + " "
              + waypoint.get("thread_id").asInt()
              + " "
              + place.get("file_name").asText()
              + ":"
              + place.get("line").asInt());
    }
    assertEquals(expected, found);
  }

  @Test
  void choicesAreResults() throws IOException {
    Location place = new Location("c.c", 3, 7);
    Violation violation =
        new Violation(
            FailureKind.REACH_ERROR,
            "",
            new Location("c.c", 5, 1),
            0,
            List.of(new Step(0, "choose", "", -2L, Violation.NOTHING, place)),
            "");
    JsonNode waypoint = read(violation).get("content").get(0).get("segment").get(0).get("waypoint");
    assertEquals("function_return", waypoint.get("type").asText());
    assertEquals("\\result == -2", waypoint.get("constraint").get("value").asText());
    assertEquals("acsl_expression", waypoint.get("constraint").get("format").asText());
  }

  @Test
  void sameWitnessSameName() throws IOException {
    JsonNode first = read(Samples.messagePassing("c.c")).get("metadata").get("uuid");
    assertEquals(first, read(Samples.messagePassing("c.c")).get("metadata").get("uuid"));
  }

  @Test
  void notEverythingIsAProperty() {
    assertNull(YamlWitness.specification(FailureKind.DEADLOCK));
    assertThrows(
        IllegalArgumentException.class, () -> YamlWitness.write(TASK, Samples.crowd(2, 2)));
  }
}
