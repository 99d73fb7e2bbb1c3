package dev.heddle.cli;

import dev.heddle.bench.InstalledPeer;
import dev.heddle.bench.Instance;
import dev.heddle.bench.Peer;
import dev.heddle.bench.Programs;
import dev.heddle.bench.Row;
import dev.heddle.bench.Selection;
import dev.heddle.bench.Sheet;
import dev.heddle.bench.Subprocess;
import dev.heddle.bench.Table;
import dev.heddle.bench.consistency.ConsistencyBenchmark;
import dev.heddle.frontend.llvm.InputException;
import dev.heddle.model.MemoryModel;
import dev.heddle.report.page.BenchPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** {@code heddle bench}: how fast, and as many executions as published? */
final class BenchCommand implements Subcommand {
  /** Most tables are about this model. */
  private static final MemoryModel MODEL = MemoryModel.SC;

  private final Toolbox toolbox;
  private final Terminal terminal;
  private final Interruption interruption;
  private final BenchOptions options = new BenchOptions();
  private CommandSpec spec;

  BenchCommand(Toolbox toolbox, Terminal terminal, Interruption interruption) {
    this.toolbox = toolbox;
    this.terminal = terminal;
    this.interruption = interruption;
  }

  @Override
  public CommandSpec spec() {
    spec = CommandSpec.wrapWithoutInspection(this);
    options.addTo(spec);
    HelpText.of(
            spec,
            "Measures Heddle on benchmarks and compares with published numbers.",
            "heddle bench [OPTIONS] [NAME[:N,...]...]")
        .description(
            "Prints tab-separated values, one line per row of a table. The programs come with Heddle.")
        .exitCodes(null, exitCodes())
        .examples(
            "  heddle bench                            the published table",
            "  heddle bench lastzero:9,15 readers      two sizes of one, all usual sizes of another",
            "  heddle bench --html page.html readers   with plots",
            "  heddle bench --peers fib-bench:5        beside other model checkers",
            "  heddle bench --max-count 10000000       large rows too",
            "  heddle bench --table await mutex        what each reduction does to spin loops",
            "  heddle bench --table power              programs on POWER, explored by RSMC",
            "  heddle bench --table symbolic E1S E4S   pairs and times of symbolic checks",
            "  heddle bench --table weak fib-bench     consistency checks within an exploration",
            "  heddle bench --table online mpmc        checks within random runs, and their speed",
            "  heddle bench --consistency events rc20  how checking a trace scales with its length");
    return spec;
  }

  private static Map<ExitCode, String> exitCodes() {
    return Map.of(
        ExitCode.NO_VIOLATION,
        "no count is another or, with reductions, higher than the published one",
        ExitCode.VIOLATION,
        "a count differs, or a program has a violation",
        ExitCode.UNCHECKABLE,
        "wrong usage, or a program that cannot be checked",
        ExitCode.INCONCLUSIVE,
        "a limit or Ctrl-C came first");
  }

  @Override
  public int run(List<String> afterDashes) {
    if (!afterDashes.isEmpty()) {
      throw mistake("nothing follows -- here: the programs are compiled as they are");
    }
    if (options.html() != null) {
      requireTable();
    }
    if (options.consistency() != null) {
      return consistency();
    }
    if (options.symbolic()) {
      return symbolic();
    }
    if (options.weak()) {
      return ofPrograms(new WeakTable(toolbox, terminal.out(), options.timeout())::run);
    }
    if (options.online()) {
      return ofPrograms(new OnlineTable(toolbox, terminal.out())::run);
    }
    if (options.list()) {
      options.tables().forEach(this::list);
      return ExitCode.NO_VIOLATION.value();
    }
    Selection selection = selection();
    mentionLeftOut(selection);
    try (Programs programs = Programs.unpacked()) {
      Subprocess subprocess = new Subprocess();
      BenchRun run =
          new BenchRun(
              new BenchRun.Setup(options.timeout(), peers()),
              selection.instances(),
              programs,
              subprocess,
              checker(subprocess),
              terminal);
      interruption.watch(run);
      ExitCode measured = run.run();
      return (options.html() == null ? measured : measured.and(writePage(run))).value();
    } catch (IOException e) {
      terminal.complain("cannot write the programs: " + e.getMessage());
      return ExitCode.UNCHECKABLE.value();
    }
  }

  private void requireTable() {
    if (options.consistency() != null || options.symbolic() || options.list()) {
      throw mistake("--html shows rows of programs; it does not go with other tables");
    }
    try {
      OutputFile.require("--html", options.html(), List.of());
    } catch (OutputFile.UnwritableException e) {
      throw mistake(e.getMessage());
    }
  }

  private ExitCode writePage(BenchRun run) {
    try {
      OutputFile.write(options.html(), BenchPage.of(run.sheet().lines()));
      return ExitCode.NO_VIOLATION;
    } catch (IOException e) {
      terminal.complain("cannot write " + options.html() + ": " + OutputFile.reason(e));
      return ExitCode.UNCHECKABLE;
    }
  }

  private int consistency() {
    try {
      new ConsistencyBenchmark(terminal.out()).run(options.consistency(), options.names());
      return ExitCode.NO_VIOLATION.value();
    } catch (IllegalArgumentException e) {
      throw mistake(e.getMessage());
    } catch (IOException e) {
      terminal.complain("cannot write a trace to measure: " + e.getMessage());
      return ExitCode.UNCHECKABLE.value();
    }
  }

  private int symbolic() {
    try {
      boolean asPublished =
          new SymbolicBenchmark(toolbox, terminal.out(), options.timeout()).run(options.names());
      return (asPublished ? ExitCode.NO_VIOLATION : ExitCode.VIOLATION).value();
    } catch (IllegalArgumentException e) {
      throw mistake(e.getMessage());
    } catch (IOException | InputException e) {
      terminal.complain("cannot read the programs: " + e.getMessage());
      return ExitCode.UNCHECKABLE.value();
    }
  }

  /** A table that has rows of its own, and compiles programs for them. */
  private interface ProgramTable {
    void run(List<String> names) throws IOException, InputException;
  }

  private int ofPrograms(ProgramTable table) {
    try {
      table.run(options.names());
      return ExitCode.NO_VIOLATION.value();
    } catch (IllegalArgumentException e) {
      throw mistake(e.getMessage());
    } catch (IOException | InputException e) {
      terminal.complain("cannot read the programs: " + e.getMessage());
      return ExitCode.UNCHECKABLE.value();
    }
  }

  private Selection selection() {
    Selection.Wish wish =
        new Selection.Wish(
            options.algorithm().resolve(MODEL).label(),
            options.algorithm() == Algorithm.AUTO,
            options.maxCount());
    try {
      return Selection.of(options.tables(), options.names(), wish);
    } catch (Selection.UnknownBenchmarkException e) {
      throw mistake(e.getMessage());
    }
  }

  private ParameterException mistake(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private void mentionLeftOut(Selection selection) {
    if (!selection.leftOut().isEmpty()) {
      List<String> labels = selection.leftOut().stream().map(Instance::label).distinct().toList();
      terminal.complain(
          "left out, as they take more than "
              + options.maxCount()
              + " executions: "
              + String.join(", ", labels));
    }
  }

  private BenchRun.Checker checker(Subprocess subprocess) {
    return options.inProcess()
        ? new CheckHere(toolbox)
        : new CheckInNewProcess(toolbox.heddle(), subprocess);
  }

  private List<InstalledPeer> peers() {
    List<InstalledPeer> installed = new ArrayList<>();
    if (options.peers()) {
      for (Peer peer : Peer.values()) {
        Optional<Path> executable = toolbox.executable(peer.executable());
        executable.ifPresent(path -> installed.add(new InstalledPeer(peer, path)));
      }
      if (installed.isEmpty()) {
        terminal.complain("there is no genmc and no nidhuggc in the PATH");
      }
    }
    return installed;
  }

  private void list(Table table) {
    List<String> header = new ArrayList<>(List.of("table", "benchmark", "n"));
    table.variants().forEach(variant -> header.add(variant.name()));
    Sheet sheet = new Sheet(terminal.out());
    sheet.line(header);
    for (Row row : table.rows()) {
      if (options.names().isEmpty() || options.names().contains(row.benchmark())) {
        List<String> cells = new ArrayList<>(List.of(table.name(), row.benchmark(), row.n()));
        table.variants().forEach(variant -> cells.add(Sheet.count(row.published(variant.name()))));
        sheet.line(cells);
      }
    }
  }
}
