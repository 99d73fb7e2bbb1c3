package dev.heddle.cli;

import static dev.heddle.cli.OptionForms.count;
import static dev.heddle.cli.OptionForms.memorySize;
import static dev.heddle.cli.OptionForms.nanoseconds;
import static dev.heddle.cli.OptionForms.number;
import static dev.heddle.cli.OptionForms.time;

import dev.heddle.frontend.llvm.LlvmFrontend;
import dev.heddle.report.page.PlayPage;
import dev.heddle.serve.LocalServer;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** {@code heddle serve}: checks in a browser, on this machine only. */
final class ServeCommand implements Subcommand {
  private static final long MIN_MEMORY = 256;
  private static final long LARGEST_PORT = 65_535;
  private static final long MAX_SECONDS = 3_600;

  private final Toolbox toolbox;
  private final Terminal terminal;
  private final Interruption interruption;
  private CommandSpec spec;

  private final OptionSpec port =
      count("N", "--port").description("the port to listen to (default: one that is free)").build();

  private final OptionSpec timeout =
      time("--timeout")
          .defaultValue("30s")
          .description("give up on a check after TIME (default: 30s)")
          .build();

  private final OptionSpec memory =
      memorySize("--memory")
          .defaultValue("2G")
          .description("give up on a check that needs more (default: 2G)")
          .build();

  ServeCommand(Toolbox toolbox, Terminal terminal, Interruption interruption) {
    this.toolbox = toolbox;
    this.terminal = terminal;
    this.interruption = interruption;
  }

  @Override
  public CommandSpec spec() {
    spec = CommandSpec.wrapWithoutInspection(this);
    Subcommand.add(spec, port, timeout, memory);
    HelpText.of(
            spec, "Checks programs in a browser, on this machine only.", "heddle serve [OPTIONS]")
        .description(
            "Prints an address to open. Only who has the whole address, with its token, can use it, and"
                + " only from this machine. A program that is entered there sees no other file. Ctrl-C"
                + " ends the server.");
    return spec;
  }

  @Override
  public int run(List<String> afterDashes) {
    String problem = problem();
    if (problem != null) {
      throw new ParameterException(spec.commandLine(), problem);
    }
    try {
      Path folder = Files.createTempDirectory("heddle-serve");
      try (LocalServer server = LocalServer.start(setup(), folder)) {
        terminal.out().println(server.address());
        terminal.out().flush();
        terminal.complain("open the address above in a browser; Ctrl-C ends the server");
        waitForEnd();
      } finally {
        deleteWhenEmpty(folder);
      }
      return ExitCode.NO_VIOLATION.value();
    } catch (BindException e) {
      terminal.complain("cannot listen to port " + portNumber() + ": " + e.getMessage());
    } catch (IOException e) {
      terminal.complain("cannot serve: " + e);
    }
    return ExitCode.UNCHECKABLE.value();
  }

  private String problem() {
    if (portNumber() > LARGEST_PORT) {
      return "--port takes at most " + LARGEST_PORT;
    }
    if (mebibytes() < MIN_MEMORY) {
      return "--memory takes at least " + MIN_MEMORY + "M";
    }
    if (seconds() < 1 || seconds() > MAX_SECONDS) {
      return "--timeout takes between 1s and 1h";
    }
    return null;
  }

  private int portNumber() {
    return (int) number(port, 0);
  }

  private long seconds() {
    return nanoseconds(timeout) / 1_000_000_000;
  }

  private long mebibytes() {
    return memory.<MemorySize>getValue().bytes() >> 20;
  }

  private LocalServer.Setup setup() throws IOException {
    long mebibytes = mebibytes();
    PlayPage page =
        new PlayPage(
            VersionText.number(),
            ModelChoice.EXPLORED.availableLabels(),
            Algorithm.CHOICE.availableLabels(),
            SampleLibrary.read());
    return new LocalServer.Setup(
        portNumber(),
        heddle(mebibytes),
        LlvmFrontend.cacheFolder(),
        mebibytes,
        (int) seconds(),
        page::text);
  }

  /** The command that starts Heddle with a heap that is no larger than what it may hold. */
  private List<String> heddle(long mebibytes) {
    List<String> command = new ArrayList<>(toolbox.heddle());
    command.removeIf(
        option -> Stream.of("-Xm", "-XX:MaxRAMPercentage").anyMatch(option::startsWith));
    command.add(1, "-Xmx" + mebibytes + "m");
    return command;
  }

  private void waitForEnd() {
    CountDownLatch end = new CountDownLatch(1);
    interruption.watch(
        new Interruption.Interruptible() {
          @Override
          public void stop(String reason) {
            end.countDown();
          }

          @Override
          public ExitCode abandon(String reason) {
            return ExitCode.NO_VIOLATION;
          }
        });
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Checks that are being ended delete what is theirs. */
  private static void deleteWhenEmpty(Path folder) throws IOException {
    for (int attempt = 0; attempt < 20; attempt++) {
      try (Stream<Path> files = Files.list(folder)) {
        if (files.findAny().isEmpty()) {
          break;
        }
        Thread.sleep(100);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    try (Stream<Path> files = Files.list(folder)) {
      if (files.findAny().isEmpty()) {
        Files.delete(folder);
      }
    }
  }
}
