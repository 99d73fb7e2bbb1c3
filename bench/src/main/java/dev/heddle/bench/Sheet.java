package dev.heddle.bench;

import dev.heddle.report.CheckSummary;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Measurements as tab-separated values: a line of column names, then one line per instance, each
 * written as soon as it is known.
 */
public final class Sheet {
  /** How a count compares with the published one. */
  public enum Comparison {
    OK("ok"),
    /** Less than others needed with their reductions. */
    FEWER("fewer"),
    DIFFERENT("DIFFERENT"),
    /** Nothing was published, or the exploration did not come to a count. */
    NONE("-");

    private final String label;

    Comparison(String label) {
      this.label = label;
    }
  }

  private static final String NOTHING = "-";

  private final PrintStream out;
  private final List<List<String>> lines = new ArrayList<>();

  public Sheet(PrintStream out) {
    this.out = out;
  }

  public void header(List<Peer> peers) {
    List<String> names = new ArrayList<>(List.of("benchmark", "n", "algorithm"));
    names.addAll(List.of("complete", "blocked", "seconds", "executions_per_second", "peak_MiB"));
    names.addAll(List.of("published", "comparison"));
    for (Peer peer : peers) {
      for (String column : List.of("complete", "blocked", "seconds", "ratio")) {
        names.add(peer.label() + "_" + column);
      }
    }
    line(names);
  }

  /**
   * Writes a line.
   *
   * @param peers in the order of the header. Their ratio is their time by that of Heddle: how many
   *     times faster Heddle answers
   */
  public Comparison row(
      Instance instance, CheckSummary measured, List<InstalledPeer.Result> peers) {
    Optional<Count> published = instance.published(measured.algorithm());
    Variant variant = instance.variant();
    Comparison comparison = compare(variant, measured, published);
    boolean exhaustive = isExhaustive(measured);
    List<String> cells = new ArrayList<>(List.of(instance.row().benchmark(), instance.row().n()));
    cells.add(variant.isPlain() ? measured.algorithm() : variant.name());
    cells.add(Long.toString(measured.complete()));
    cells.add(Long.toString(measured.blocked()));
    cells.add(decimal(measured.seconds()));
    cells.add(Long.toString(rate(measured)));
    cells.add(Long.toString(measured.peakMemoryMiB()));
    cells.add(count(published));
    cells.add(exhaustive ? comparison.label : measured.verdict());
    for (InstalledPeer.Result peer : peers) {
      cells.add(peer.counted() ? Long.toString(peer.complete()) : NOTHING);
      cells.add(peer.counted() ? Long.toString(peer.blocked()) : NOTHING);
      cells.add(decimal(peer.seconds()));
      cells.add(
          peer.counted() && exhaustive ? decimal(peer.seconds() / measured.seconds()) : NOTHING);
    }
    line(cells);
    return comparison;
  }

  private static Comparison compare(
      Variant variant, CheckSummary measured, Optional<Count> published) {
    if (published.isEmpty() || !isExhaustive(measured)) {
      return Comparison.NONE;
    }
    Count count = published.get();
    if (count.is(measured.complete(), measured.blocked())) {
      return Comparison.OK;
    }
    boolean fewer = measured.complete() + measured.blocked() < count.executions();
    return fewer && variant.isReduced() ? Comparison.FEWER : Comparison.DIFFERENT;
  }

  /** Whether the counts are those of the program and not only of a part of it. */
  private static boolean isExhaustive(CheckSummary measured) {
    return measured.verdict().equals("safe") || measured.verdict().equals("bounded");
  }

  private static long rate(CheckSummary measured) {
    long executions = measured.complete() + measured.blocked();
    return measured.seconds() == 0 ? 0 : Math.round(executions / measured.seconds());
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  public static String count(Optional<Count> published) {
    return published.map(Count::text).orElse(NOTHING);
  }

  /** The column names and all rows so far. */
  public List<List<String>> lines() {
    return List.copyOf(lines);
  }

  public void line(List<String> cells) {
    lines.add(List.copyOf(cells));
    out.print(String.join("\t", cells) + "\n");
    out.flush();
  }
}
