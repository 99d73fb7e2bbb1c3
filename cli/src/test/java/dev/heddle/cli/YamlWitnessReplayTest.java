package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** A witness for others tells the same execution as our own does when it is replayed. */
class YamlWitnessReplayTest {
  private static final Path SAMPLES = Path.of("..", "samples");

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> stepsAreThoseOfTheReplay() {
    return Stream.of("03-lost-update.c", "08-double-checked-locking.c", "11-use-after-free.c")
        .map(name -> dynamicTest(name, () -> compare(SAMPLES.resolve(name).toString())));
  }

  private void compare(String program) throws IOException {
    String yaml = folder.resolve("w.yml").toString();
    String ours = folder.resolve("w.json").toString();
    check(program, "--witness", yaml, "--witness-format", "yaml");
    check(program, "--witness", ours);
    RealConsole replay = new RealConsole();
    assertEquals(1, replay.run("replay", "--json", ours), replay::err);
    List<String> waypoints = waypoints(Files.readString(Path.of(yaml)));
    List<String> replayed = replayed(replay.out());
    assertTrue(replayed.size() > 5, replay::out);
    assertEquals(replayed, waypoints);
  }

  private static void check(String program, String... options) {
    List<String> arguments = new ArrayList<>(List.of("check", "--quiet"));
    arguments.addAll(List.of(options));
    arguments.add(program);
    RealConsole console = new RealConsole();
    assertEquals(1, console.run(arguments.toArray(String[]::new)), console::err);
  }

  /** Thread and line of each waypoint, the target last. */
  @SuppressWarnings("unchecked")
  private static List<String> waypoints(String text) {
    List<Map<String, Object>> entries = new Yaml().load(text);
    List<String> waypoints = new ArrayList<>();
    for (Map<String, Object> part : (List<Map<String, Object>>) entries.get(0).get("content")) {
      for (Map<String, Object> one : (List<Map<String, Object>>) part.get("segment")) {
        Map<String, Object> waypoint = (Map<String, Object>) one.get("waypoint");
        Map<String, Object> place = (Map<String, Object>) waypoint.get("location");
        waypoints.add(waypoint.get("thread_id") + " at " + place.get("line"));
      }
    }
    return waypoints;
  }

  /** Thread and line of each step of the replayed execution, and of the failure. JSON is YAML. */
  @SuppressWarnings("unchecked")
  private static List<String> replayed(String json) {
    Map<String, Object> result = new Yaml().load(json);
    Map<String, Object> violation = ((List<Map<String, Object>>) result.get("violations")).get(0);
    List<String> steps = new ArrayList<>();
    for (Map<String, Object> step : (List<Map<String, Object>>) violation.get("trace")) {
      if (!step.containsKey("fails")) {
        steps.add(place(step));
      }
    }
    steps.add(place(violation));
    return steps;
  }

  @SuppressWarnings("unchecked")
  private static String place(Map<String, Object> step) {
    return step.get("thread") + " at " + ((Map<String, Object>) step.get("location")).get("line");
  }
}
