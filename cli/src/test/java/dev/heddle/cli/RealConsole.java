package dev.heddle.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Command lines run inside the test as users run them, with the compiler and all algorithms. */
final class RealConsole {
  static final int COLUMNS = 120;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  int run(String... arguments) {
    Terminal terminal =
        new Terminal(
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, false, StandardCharsets.UTF_8),
            false,
            false,
            false,
            COLUMNS);
    return new Heddle(Toolbox.standard(), terminal, new Interruption()).run(arguments);
  }

  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
