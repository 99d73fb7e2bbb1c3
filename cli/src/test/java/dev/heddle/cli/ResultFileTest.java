package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResultFileTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** Takes nothing, as a full disk does. */
  private static final class FullDisk extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      throw new IOException("no space left");
    }
  }

  private record Written(String problem, String message) implements ResultFile {}

  @Test
  void whatIsWrittenIsSaidAndTheCodeStays() {
    Written witness = new Written(null, "witness.json leads to it again");
    assertEquals(ExitCode.VIOLATION, settle(working(), List.of(), witness, null));
    assertEquals("heddle: witness.json leads to it again", said());
  }

  @Test
  void aFileThatIsNotWrittenIsAFailure() {
    Written witness = new Written("cannot write witness.json", "never said");
    assertEquals(ExitCode.UNCHECKABLE, settle(working(), List.of(), witness));
    assertEquals("heddle: cannot write witness.json", said());
  }

  @Test
  void lostStandardOutputIsAFailure() {
    Terminal terminal = terminal(new FullDisk());
    terminal.out().println("violation");
    assertEquals(ExitCode.UNCHECKABLE, settle(terminal, List.of("cannot write a.dot")));
    assertTrue(said().contains("cannot write a.dot"), said());
    assertTrue(said().contains("results are lost"), said());
  }

  @ParameterizedTest
  @CsvSource({
    "check ../samples/01-store-buffering.c",
    "test ../samples/01-store-buffering.c",
    "symbolic ../samples/01-store-buffering.c"
  })
  void everyCommandNoticesThatItsResultsAreLost(String line) {
    Terminal terminal = terminal(new FullDisk());
    Heddle heddle = new Heddle(Toolbox.standard(), terminal, new Interruption());
    assertEquals(ExitCode.UNCHECKABLE.value(), heddle.run(line.split(" ")));
    assertTrue(said().contains("results are lost"), said());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--version", "--version --json", "check --help", "manual", "completion zsh"})
  void whatOnlySpeaksNoticesThatNobodyHears(String line) {
    Terminal terminal = terminal(new FullDisk());
    Heddle heddle = new Heddle(Toolbox.standard(), terminal, new Interruption());
    assertEquals(ExitCode.UNCHECKABLE.value(), heddle.run(line.split(" ")));
    assertTrue(said().contains("cannot write to standard output"), said());
  }

  private Terminal working() {
    return terminal(new ByteArrayOutputStream());
  }

  private Terminal terminal(OutputStream out) {
    return new Terminal(
        new PrintStream(out, false, StandardCharsets.UTF_8),
        new PrintStream(err, false, StandardCharsets.UTF_8),
        false,
        false,
        false,
        100);
  }

  private static ExitCode settle(Terminal terminal, List<String> problems, ResultFile... files) {
    return ResultFile.settle(terminal, ExitCode.VIOLATION, problems, files);
  }

  private String said() {
    return err.toString(StandardCharsets.UTF_8).strip();
  }
}
