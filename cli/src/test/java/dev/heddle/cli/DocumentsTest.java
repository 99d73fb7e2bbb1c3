package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What documents show of Heddle's output is what it prints, but for times. */
class DocumentsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern EXAMPLE =
      Pattern.compile("```\\n\\$ \\./heddle (?<command>.*)\\n(?<output>(.*\\n)*?)```\\n");
  private static final String SEPARATOR = "----\n";

  @Test
  void examplesAreTrue() throws IOException, InterruptedException {
    Map<String, String> shown = examples(Files.readString(ROOT.resolve("docs/tutorial.md")));
    assertTrue(shown.size() > 10);
    shown.putAll(examples(Files.readString(ROOT.resolve("README.md"))));
    // An empty line at the end is not worth one in a document.
    List<String> printed =
        Stream.of(printed(shown.keySet()).split(SEPARATOR))
            .map(DocumentsTest::withoutTimes)
            .toList();
    assertEquals(String.join(SEPARATOR, shown.values()), String.join(SEPARATOR, printed));
  }

  @Test
  void theTutorialIsAboutEverySample() throws IOException {
    String tutorial = Files.readString(ROOT.resolve("docs/tutorial.md"));
    try (Stream<Path> samples = Files.list(ROOT.resolve("samples"))) {
      for (Path sample : samples.filter(file -> file.toString().endsWith(".c")).toList()) {
        assertTrue(
            tutorial.contains("(../samples/" + sample.getFileName() + ")"), () -> "" + sample);
      }
    }
  }

  /** Outputs by command line. */
  private static Map<String, String> examples(String document) {
    Map<String, String> examples = new LinkedHashMap<>();
    for (Matcher matcher = EXAMPLE.matcher(document); matcher.find(); ) {
      examples.put(matcher.group("command"), withoutTimes(matcher.group("output")));
    }
    return examples;
  }

  private static String withoutTimes(String output) {
    return output.replaceAll("  [0-9.]+ m?s\\b", "  TIME").stripTrailing() + "\n";
  }

  private static String printed(Iterable<String> commands)
      throws IOException, InterruptedException {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                CommandLines.class.getName()));
    commands.forEach(line::add);
    Process process =
        new ProcessBuilder(line)
            .directory(ROOT.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(0, process.waitFor());
      return printed;
    } finally {
      process.destroyForcibly();
    }
  }

  /** Runs command lines in the folder in which readers run them, which a test is not in. */
  static final class CommandLines {
    private CommandLines() {}

    public static void main(String[] commands) {
      PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
      Terminal terminal = new Terminal(out, System.err, false, false, false, Terminal.width(null));
      String separator = "";
      for (String command : commands) {
        out.print(separator);
        new Heddle(Toolbox.standard(), terminal, new Interruption()).run(command.split(" "));
        separator = SEPARATOR;
      }
      out.flush();
      System.exit(0);
    }
  }
}
