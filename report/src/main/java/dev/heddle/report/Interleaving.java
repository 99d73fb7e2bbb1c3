package dev.heddle.report;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The execution of a violation as a table: one row per step in time order, one column per thread,
 * and the source line beside it. The rows of what goes wrong are marked.
 */
final class Interleaving {
  /** Room for every step, whether it matters or not. */
  static final int ALL = Integer.MAX_VALUE;

  private static final String FAILURE = "!";

  /** A row that belongs to no thread: it says how many steps are left out here. */
  private static final int NO_THREAD = -1;

  private record Row(String number, int thread, String cell, String line, String source) {}

  private final Violation violation;
  private final SourceText source;
  private final Ink ink;
  private final String mainFile;
  private final List<Row> rows = new ArrayList<>();

  /**
   * @param room how many rows there may be; what matters least gives way
   */
  Interleaving(Violation violation, SourceText source, Ink ink, int room) {
    this.violation = violation;
    this.source = source;
    this.ink = ink;
    this.mainFile = mainFile(violation);
    List<Row> failures = failures();
    List<Step> trace = violation.trace();
    BitSet chosen =
        room == ALL ? Selection.all(trace) : Selection.of(trace, room - failures.size());
    for (int i = 0; i < trace.size(); ) {
      int next = chosen.get(i) ? i : chosen.nextSetBit(i);
      next = next < 0 ? trace.size() : next;
      if (next > i) {
        rows.add(new Row("", NO_THREAD, "… " + Quantity.of(next - i, "step"), "", ""));
      } else {
        rows.add(row(i, trace.get(i)));
        next++;
      }
      i = next;
    }
    rows.addAll(failures);
  }

  /** All that is shown of the steps, to look for names in. */
  String cells() {
    return String.join("\n", rows.stream().map(Row::cell).toList());
  }

  /** Lines without indentation, each at most {@code width} characters long. */
  List<String> lines(int width) {
    int numbers = longest(rows.stream().map(Row::number).toList());
    int lines = longest(rows.stream().map(Row::line).toList());
    Lanes lanes = lanes(width - numbers - lines - 6);
    List<String> text = new ArrayList<>();
    String header = " ".repeat(numbers + 2) + lanes.header();
    text.add(ink.strong(header.stripTrailing()));
    for (Row row : rows) {
      text.add(render(row, lanes, numbers, lines, width));
    }
    return text;
  }

  private Lanes lanes(int width) {
    Lanes.Builder lanes = new Lanes.Builder(violation.threads());
    for (Row row : rows) {
      if (row.thread != NO_THREAD) {
        lanes.add(row.thread, row.cell);
      }
    }
    return lanes.fit(width, longest(rows.stream().map(Row::source).toList()));
  }

  private String render(Row row, Lanes lanes, int numbers, int lines, int width) {
    if (row.thread == NO_THREAD) {
      return ink.faint(" ".repeat(numbers + 2) + row.cell);
    }
    String cell = lanes.place(row.thread, row.cell);
    boolean failure = row.number.equals(FAILURE);
    StringBuilder line = new StringBuilder();
    line.append(ink.faint(right(row.number, numbers))).append("  ");
    line.append(failure ? ink.alarm(cell) : cell).append("  ");
    line.append(ink.faint(right(row.line, lines))).append("  ");
    int left = width - numbers - lanes.width() - lines - 6;
    line.append(Lanes.cut(row.source, left));
    return line.toString().stripTrailing();
  }

  private Row row(int position, Step step) {
    String number = step.fails() ? FAILURE : Integer.toString(position + 1);
    String failure = step.fails() ? ": " + violation.kind().label() : "";
    String text = StepText.of(step) + WeaknessText.unseen(violation, position) + failure;
    return row(number, step.thread(), text, step.location());
  }

  /** What goes wrong, unless it is one of the steps. */
  private List<Row> failures() {
    List<Row> failures = new ArrayList<>();
    for (Violation.Wait wait : violation.waits()) {
      failures.add(row(FAILURE, wait.thread(), StepText.of(wait), wait.location()));
    }
    boolean isStep = violation.trace().stream().anyMatch(Step::fails);
    if (failures.isEmpty() && !isStep && violation.thread() >= 0) {
      String label = violation.kind().label();
      String text = violation.kind() == FailureKind.ASSERTION ? label + " fails" : label;
      failures.add(row(FAILURE, violation.thread(), text, violation.location()));
    }
    return failures;
  }

  private Row row(String number, int thread, String cell, Location location) {
    String text = PlainText.line(cell);
    return new Row(number, thread, text, lineLabel(location), source.at(location));
  }

  /** The line number; with the file's name if that is not the one where the violation is. */
  private String lineLabel(Location location) {
    if (!location.isKnown()) {
      return "";
    }
    String file = location.file();
    return file.equals(mainFile)
        ? Integer.toString(location.line())
        : PlainText.line(file.substring(file.lastIndexOf('/') + 1)) + ":" + location.line();
  }

  private static String mainFile(Violation violation) {
    if (violation.location().isKnown()) {
      return violation.location().file();
    }
    return violation.trace().stream()
        .map(Violation.Step::location)
        .filter(Location::isKnown)
        .map(Location::file)
        .findFirst()
        .orElse("");
  }

  private static int longest(List<String> texts) {
    return texts.stream().mapToInt(String::length).max().orElse(0);
  }

  private static String right(String text, int width) {
    return " ".repeat(width - text.length()) + text;
  }
}
