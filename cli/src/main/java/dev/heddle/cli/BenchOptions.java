package dev.heddle.cli;

import static dev.heddle.cli.OptionForms.flag;
import static dev.heddle.cli.OptionForms.isSet;
import static dev.heddle.cli.OptionForms.longCount;
import static dev.heddle.cli.OptionForms.nanoseconds;
import static dev.heddle.cli.OptionForms.text;
import static dev.heddle.cli.OptionForms.time;
import static dev.heddle.cli.OptionForms.value;

import dev.heddle.bench.Table;
import dev.heddle.bench.consistency.ConsistencyBenchmark;
import dev.heddle.bench.consistency.OnlineRuns;
import dev.heddle.bench.consistency.WeakBenchmark;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The options of {@code heddle bench}. */
final class BenchOptions {
  private static final Choice<String> TABLE =
      new Choice<>(
          "table",
          Stream.concat(
                  Table.NAMES.stream(),
                  Stream.of(SymbolicBenchmark.NAME, WeakBenchmark.NAME, OnlineRuns.NAME))
              .toList(),
          Function.identity(),
          name -> true);

  private static final Choice<ConsistencyBenchmark.Table> CONSISTENCY =
      new Choice<>(
          "table",
          List.of(ConsistencyBenchmark.Table.values()),
          ConsistencyBenchmark.Table::id,
          table -> true);

  private final PositionalParamSpec names =
      OptionForms.arguments("NAME[:N,...]", "what to run: a benchmark, or sizes of one");

  private final OptionSpec table =
      value("NAME", String.class, TABLE.converter(), "--table")
          .description(
              "explored, the numbers of executions published for reads-from exploration;%nextended,"
                  + " further programs and sizes;%nawait, programs with spin loops, with fewer and"
                  + " with more reductions;%npower, programs as machine code for POWER;%nlength,"
                  + " executions of different lengths under weak memory;%nsymbolic,"
                  + " token-passing pairs of heddle symbolic, with and without reduction;%nweak,"
                  + " consistency checks of executions under RA and RC20, nearly linear and cubic"
                  + " (--timeout is for each exploration);%nonline, consistency checks of random"
                  + " runs event by event, and how fast such runs are.%nWithout"
                  + " NAMEs, explored is run; NAMEs are looked up in all tables")
          .build();

  private final OptionSpec maxCount =
      longCount("N", "--max-count")
          .defaultValue("400000")
          .description(
              "leave out rows with more published executions, unless named with their size"
                  + " (default: 400000)")
          .build();

  private final OptionSpec algorithm =
      value("NAME", Algorithm.class, Algorithm.CHOICE.converter(), "-a", "--algorithm")
          .defaultValue("auto")
          .description("as for heddle check; by default, all variants of table await are run")
          .build();

  private final OptionSpec timeout =
      time("--timeout").description("give up on a row after TIME, and so for each peer").build();

  private final OptionSpec peers =
      flag("--peers")
          .description("also run genmc and nidhuggc, if they are in the PATH, on the same files")
          .build();

  private final OptionSpec inProcess =
      flag("--in-process")
          .description(
              "run all rows in this process; by default each gets a process of its own, and its"
                  + " time includes the start")
          .build();

  private final OptionSpec consistency =
      value("TABLE", ConsistencyBenchmark.Table.class, CONSISTENCY.converter(), "--consistency")
          .description(
              "measure the checkers of recorded executions instead: throughput, events, threads,"
                  + " locations (NAMEs are models), baseline, online (NAMEs are benchmarks)")
          .build();

  private final OptionSpec html =
      text("FILE", "--html")
          .description("also write a page with plots of executions and time")
          .build();

  private final OptionSpec list =
      flag("--list").description("show the tables and run nothing").build();

  void addTo(CommandSpec command) {
    command.addPositional(names);
    Subcommand.add(
        command, table, maxCount, algorithm, timeout, peers, inProcess, consistency, html, list);
  }

  List<String> names() {
    return names.getValue();
  }

  /** Whether the table of symbolic checks is asked for, which has rows of its own. */
  boolean symbolic() {
    return SymbolicBenchmark.NAME.equals(table.getValue());
  }

  /** Whether the table of consistency checks while exploring is asked for. */
  boolean weak() {
    return WeakBenchmark.NAME.equals(table.getValue());
  }

  /** Whether the table of random runs is asked for. */
  boolean online() {
    return OnlineRuns.NAME.equals(table.getValue());
  }

  /** The tables to pick rows from. */
  List<Table> tables() {
    String name = table.getValue();
    if (name != null) {
      return List.of(Table.named(name));
    }
    List<String> all = names().isEmpty() && !list() ? Table.NAMES.subList(0, 1) : Table.NAMES;
    return all.stream().map(Table::named).toList();
  }

  long maxCount() {
    return maxCount.<Bound>getValue().value();
  }

  Algorithm algorithm() {
    return algorithm.getValue();
  }

  /** Nanoseconds, or 0 for no limit. */
  long timeout() {
    return nanoseconds(timeout);
  }

  boolean peers() {
    return isSet(peers);
  }

  boolean inProcess() {
    return isSet(inProcess);
  }

  /** What to measure of the checkers of recorded executions, or null. */
  ConsistencyBenchmark.Table consistency() {
    return consistency.getValue();
  }

  /** Where to write a page about the measurements, or null. */
  String html() {
    return html.getValue();
  }

  boolean list() {
    return isSet(list);
  }
}
