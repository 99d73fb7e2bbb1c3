package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** What {@code contrib/ci} says about our lines fits the lines that we print. */
class ProblemMatcherTest {
  private static final Path ROOT = Path.of("..");

  @Test
  @SuppressWarnings("unchecked")
  void everyLineWithAPlaceIsAProblem() throws IOException {
    String json = Files.readString(ROOT.resolve("contrib/ci/heddle-problem-matcher.json"));
    Map<String, Object> file = new Yaml().load(json);
    Map<String, Object> matcher = ((List<Map<String, Object>>) file.get("problemMatcher")).get(0);
    Map<String, Object> pattern = ((List<Map<String, Object>>) matcher.get("pattern")).get(0);
    Pattern line = Pattern.compile((String) pattern.get("regexp"));
    RealConsole console = new RealConsole();
    String sample = ROOT.resolve("samples/03-lost-update.c").toString();
    assertEquals(1, console.run("check", "--format", "gcc", sample));
    List<String> found = new ArrayList<>();
    for (String printed : console.out().lines().toList()) {
      Matcher problem = line.matcher(printed);
      assertTrue(problem.matches(), printed);
      assertEquals(sample, problem.group((Integer) pattern.get("file")));
      found.add(
          problem.group((Integer) pattern.get("line"))
              + " "
              + problem.group((Integer) pattern.get("severity")));
      assertTrue(Integer.parseInt(problem.group((Integer) pattern.get("column"))) > 0);
    }
    assertEquals("31 error", found.get(0));
    assertEquals(9, found.stream().filter(one -> one.endsWith(" note")).count());
    Matcher error = line.matcher(console.out().lines().findFirst().orElseThrow());
    assertTrue(error.matches());
    assertEquals("assertion", error.group((Integer) pattern.get("code")));
  }

  @Test
  void workflowsAreYaml() throws IOException {
    for (String name : List.of("github-workflow.yml", "gitlab-ci.yml")) {
      Map<String, Object> workflow =
          new Yaml().load(Files.readString(ROOT.resolve("contrib/ci/" + name)));
      assertTrue(workflow.toString().contains("heddle check"), name);
    }
  }
}
