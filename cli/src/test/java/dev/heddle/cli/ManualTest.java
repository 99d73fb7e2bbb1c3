package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manual page and the completions know every command and option. */
class ManualTest {
  private static final List<String> COMMANDS =
      List.of(
          "check",
          "test",
          "replay",
          "serve",
          "litmus",
          "consistency",
          "bench",
          "completion",
          "manual");

  @TempDir private Path folder;

  private static String printed(String... line) {
    Console console = new Console(Outcomes.SAFE);
    assertEquals(0, console.run(line), console::err);
    return console.out();
  }

  /** The long options that the help of a command shows. */
  private static Set<String> options(String command) {
    Set<String> options = new TreeSet<>();
    Matcher matcher =
        Pattern.compile("(?m)^ {2,6}(?:-\\w, )?(--[a-z-]+)").matcher(printed(command, "--help"));
    while (matcher.find()) {
      options.add(matcher.group(1));
    }
    return options;
  }

  @Test
  void everyOptionIsInTheManual() {
    String manual = printed("manual");
    for (String command : COMMANDS) {
      int start = manual.indexOf(".SH HEDDLE " + command.toUpperCase(Locale.ROOT));
      assertTrue(start > 0, command);
      int end = manual.indexOf(".SH ", start + 4);
      String section = manual.substring(start, end);
      for (String option : options(command)) {
        assertTrue(section.contains(option.replace("-", "\\-")), command + " " + option);
      }
    }
    assertTrue(options("check").size() > 20);
  }

  @Test
  void theSynopsisHasEveryCommand() {
    String manual = printed("manual");
    String synopsis =
        manual.substring(manual.indexOf(".SH SYNOPSIS"), manual.indexOf(".SH DESCRIPTION"));
    COMMANDS.forEach(command -> assertTrue(synopsis.contains("heddle " + command), command));
    assertTrue(synopsis.contains("heddle cc [CLANG\\-ARGUMENT...] FILE..."), synopsis);
  }

  @Test
  void aManualHasNoStrayRequests() {
    for (String line : printed("manual").lines().toList()) {
      assertFalse(line.startsWith("'"), line);
      assertTrue(!line.startsWith(".") || line.matches("\\.(TH|SH|TP|PP|br|nf|fi)( .*)?"), line);
    }
  }

  @Test
  void everyOptionIsCompleted() {
    String bash = printed("completion", "bash");
    String zsh = printed("completion", "zsh");
    for (String command : COMMANDS) {
      assertTrue(zsh.contains("\n    " + command + ")\n"), command);
      for (String option : options(command)) {
        assertTrue(bash.contains(option), command + " " + option);
        assertTrue(zsh.contains("'" + option), command + " " + option);
      }
    }
  }

  @Test
  void bashUnderstandsIt() throws IOException, InterruptedException {
    Optional<Path> bash = SearchPath.ofUser().find("bash");
    assertTrue(bash.isPresent(), "bash is needed for this test");
    Files.writeString(folder.resolve("heddle"), printed("completion", "bash"));
    Files.createFile(folder.resolve("a b.c"));
    Files.createFile(folder.resolve("rc.cat"));
    Map<String, String> offered = new LinkedHashMap<>();
    offered.put("che", "check");
    offered.put("check --sar", "--sarif");
    offered.put("check --progress ''", "auto always never json");
    offered.put("check -m r", "ra rc11 rc20 relaxed rc.cat");
    offered.put("check --model = ts", "tso");
    offered.put("check --checkpoint a", "a b.c");
    offered.put("check a", "a b.c");
    offered.put("check --timeout ''", "");
    offered.put("litmus -m ri", "riscv");
    offered.put("completion ''", "bash zsh");
    for (Map.Entry<String, String> entry : offered.entrySet()) {
      String program =
          ("compopt() { :; }; source heddle; COMP_WORDS=(heddle %s);"
                  + " COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 )); _heddle;"
                  + " IFS=' '; echo \"${COMPREPLY[*]}\"")
              .formatted(entry.getKey());
      Process process =
          new ProcessBuilder(bash.get().toString(), "--norc", "-c", program)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(0, process.waitFor(), output);
      assertEquals(entry.getValue(), output.strip(), entry.getKey());
    }
  }

  @Test
  void zshKnowsWordsAndFiles() {
    String zsh = printed("completion", "zsh");
    assertTrue(zsh.contains(":WHEN:(auto always never json)'"), zsh);
    assertTrue(zsh.contains(": _heddle_words_or_files sc tso "), zsh);
    assertTrue(zsh.contains("'*:argument:_files'"), zsh);
    assertTrue(zsh.contains("'*:argument:(bash zsh)'"), zsh);
  }

  @Test
  void anUnknownShellIsSaid() {
    Console console = new Console(Outcomes.SAFE);
    assertEquals(2, console.run("completion", "fish"));
    assertTrue(console.err().contains("there is no shell 'fish'"), console.err());
    assertEquals(2, new Console(Outcomes.SAFE).run("completion"));
  }

  @Test
  void versionsForScripts() {
    String json = printed("--version", "--json");
    assertTrue(json.startsWith("{\"name\":\"heddle\",\"version\":\""), json);
    assertTrue(json.contains("\"models\":[\"sc\""), json);
    assertTrue(json.contains("\"llvm\":\"19."), json);
    assertTrue(printed("--version").startsWith("heddle "));
  }
}
