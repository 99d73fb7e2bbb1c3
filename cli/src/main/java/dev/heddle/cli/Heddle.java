package dev.heddle.cli;

import dev.heddle.frontend.llvm.LlvmFrontend;
import dev.heddle.report.DefectNotice;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The entry of the process: puts the parts together and turns failures into exit codes. */
public final class Heddle {
  private static final int HELP_WIDTH = 90;
  private static final String JSON = "--json";

  /** The subcommands that read programs at once. */
  private static final Set<String> PRELOADING =
      Set.of("check", "test", "resume", "symbolic", "replay");

  private final Terminal terminal;

  /** By name; making one takes time, as it has many options. */
  private final Map<String, Supplier<Subcommand>> subcommands = new LinkedHashMap<>();

  Heddle(Toolbox toolbox, Terminal terminal, Interruption interruption) {
    this.terminal = terminal;
    subcommands.put("check", () -> new CheckCommand(toolbox, terminal, interruption));
    subcommands.put("resume", () -> CheckCommand.resuming(toolbox, terminal, interruption));
    subcommands.put("symbolic", () -> new SymbolicCommand(toolbox, terminal, interruption));
    subcommands.put("test", () -> new TestCommand(toolbox, terminal, interruption));
    subcommands.put("replay", () -> new ReplayCommand(toolbox, terminal));
    subcommands.put("serve", () -> new ServeCommand(toolbox, terminal, interruption));
    subcommands.put("consistency", () -> new ConsistencyCommand(terminal, interruption));
    subcommands.put("litmus", () -> new LitmusCommand(terminal, interruption));
    subcommands.put("bench", () -> new BenchCommand(toolbox, terminal, interruption));
    subcommands.put("completion", () -> new CompletionCommand(terminal, this::commandLine));
    subcommands.put("manual", () -> new ManualCommand(terminal, this::commandLine));
  }

  static {
    // Or picocli looks for Groovy in every jar of the class path.
    System.setProperty("picocli.disable.closures", "true");
  }

  public static void main(String[] args) {
    runProcess(
        Toolbox.standard(),
        () -> {
          if (args.length > 1 && PRELOADING.contains(args[0])) {
            LlvmFrontend.preload(); // loads while the command line is read
          }
        },
        args);
  }

  /** Runs one command line on the streams of the process, and ends the process. */
  static void runProcess(Toolbox toolbox, Runnable preparation, String[] args) {
    // First of all, as a signal may come at any time.
    Interruption interruption = new Interruption();
    OrderlyExit exit = OrderlyExit.install(interruption);
    if (Boolean.getBoolean("heddle.interrupted")) {
      interruption.request(); // one came while the launcher was at work
    }
    LauncherWatch.begin();
    preparation.run();
    int code = ExitCode.INTERNAL_ERROR.value();
    try {
      code = new Heddle(toolbox, Terminal.ofProcess(), interruption).run(args);
    } catch (LinkageError incomplete) {
      // Without this the virtual machine would end with 1, which says "violation".
      System.err.println("heddle: the installation is broken: " + incomplete);
    }
    exit.runEnded(code);
    System.exit(code);
  }

  /** Runs one command line and gives its exit code. */
  int run(String... args) {
    List<String> all = Arrays.asList(args);
    if (!all.isEmpty() && all.get(0).equals(CcCommand.NAME)) {
      return compile(all.subList(1, all.size()));
    }
    int end = all.indexOf("--") < 0 ? all.size() : all.indexOf("--");
    List<String> afterDashes = all.subList(Math.min(end + 1, all.size()), all.size());
    CommandLine line = commandLine(args);
    int code;
    try {
      ParseResult parsed = line.parseArgs(all.subList(0, end).toArray(String[]::new));
      code = run(parsed, afterDashes);
    } catch (ParameterException wrong) {
      terminal.complain(UsageMistake.explain(wrong));
      code = ExitCode.UNCHECKABLE.value();
    } catch (RuntimeException | Error defect) {
      DefectNotice.print(terminal.err(), "in the command line", Crash.of(defect), true);
      code = ExitCode.INTERNAL_ERROR.value();
    }
    boolean isTold =
        code == ExitCode.UNCHECKABLE.value() || code == ExitCode.INTERNAL_ERROR.value();
    if (terminal.out().checkError() && !isTold) {
      terminal.complain("cannot write to standard output");
      code = ExitCode.UNCHECKABLE.value();
    }
    terminal.err().flush();
    return code;
  }

  /** Stands in for a compiler, whose options are its own. */
  private int compile(List<String> arguments) {
    int code = new CcCommand(terminal).run(arguments);
    terminal.out().flush();
    terminal.err().flush();
    return code;
  }

  private int run(ParseResult parsed, List<String> afterDashes) {
    if (parsed.isVersionHelpRequested() && parsed.hasMatchedOption(JSON)) {
      VersionText.report().write(terminal.out());
      return ExitCode.NO_VIOLATION.value();
    }
    if (asksForHelp(parsed)) {
      OptionLabels.showIn(parsed.commandSpec().commandLine());
    }
    Integer helped = CommandLine.executeHelpRequest(parsed);
    if (helped != null) {
      return helped;
    }
    if (!parsed.hasSubcommand()) {
      throw new ParameterException(
          parsed.commandSpec().commandLine(), "say what to do, as in: heddle check stack.c");
    }
    Subcommand chosen = (Subcommand) parsed.subcommand().commandSpec().userObject();
    return chosen.run(afterDashes);
  }

  private static boolean asksForHelp(ParseResult parsed) {
    return parsed.isUsageHelpRequested()
        || (parsed.hasSubcommand() && parsed.subcommand().isUsageHelpRequested());
  }

  private CommandLine commandLine(String... args) {
    CommandSpec heddle = withHelp(CommandSpec.create().name("heddle"));
    heddle.addOption(
        OptionSpec.builder(JSON)
            .type(boolean.class)
            .description("with --version: as one JSON object")
            .build());
    UsageMessageSpec usage = heddle.usageMessage();
    usage.header("Heddle checks concurrent C programs.", "");
    usage.customSynopsis("heddle COMMAND [OPTIONS] ...");
    usage.description(
        "",
        "It explores one execution per equivalence class, and either proves that no assertion"
            + " fails, nothing deadlocks and no memory is misused, or shows the interleaving that"
            + " goes wrong.");
    usage.footerHeading("%nExamples:%n");
    usage.footer(
        "  heddle check stack.c          check one program",
        "  heddle check --help           all options, exit codes, more examples",
        "  heddle symbolic transfer.c    check it for all values of its inputs",
        "  heddle test big.c             run it at random where there is too much to explore",
        "  heddle serve                  the same in a browser",
        "  make CC='heddle cc'           build what 'heddle check' then checks, of several files",
        "  heddle consistency trace.txt  check a recorded execution against a memory model",
        "  heddle litmus sb.litmus       outcomes of a litmus test under a memory model",
        "  heddle bench                  measure, and compare with published numbers",
        "");
    for (String name : needed(args)) {
      CommandSpec spec = withHelp(subcommands.get(name).get().spec().name(name));
      heddle.addSubcommand(name, new CommandLine(spec));
    }
    CommandLine line = new CommandLine(heddle);
    line.setExpandAtFiles(false); // an argument is an argument, whatever it starts with
    line.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8));
    line.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    line.setUsageHelpWidth(HELP_WIDTH);
    return line;
  }

  /** The subcommand that is called for; all if that is not clear, for help and advice. */
  private Set<String> needed(String... args) {
    return args.length > 0 && subcommands.containsKey(args[0])
        ? Set.of(args[0])
        : subcommands.keySet();
  }

  private static CommandSpec withHelp(CommandSpec spec) {
    spec.usageMessage().sortOptions(false).optionListHeading("%nOptions:%n");
    spec.usageMessage().commandListHeading("%nCommands:%n");
    spec.versionProvider(new VersionText());
    spec.addOption(
        OptionSpec.builder("-h", "--help")
            .usageHelp(true)
            .type(boolean.class)
            .description("show this help")
            .build());
    spec.addOption(
        OptionSpec.builder("-V", "--version")
            .versionHelp(true)
            .type(boolean.class)
            .description("show the version")
            .build());
    return spec;
  }
}
