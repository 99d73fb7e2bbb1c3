package dev.heddle.report;

import dev.heddle.program.Location;
import dev.heddle.verdict.Violation;
import java.util.ArrayList;
import java.util.List;

/**
 * The execution of a violation as a table: one row per step in time order, one column per thread,
 * and the source line beside it. The failure itself is the last row.
 */
final class Interleaving {
  /** What {@link Violation.Step#readsFrom} holds for a read of the initial value. */
  private static final int INITIAL = -1;

  /** Traces above this length are shown without their middle unless all of it is wanted. */
  private static final int LONG = 200;

  private static final int FIRST_OF_LONG = 30;
  private static final int LAST_OF_LONG = 120;

  /** A row that belongs to no thread: it says how many steps are left out here. */
  private static final int NO_THREAD = -1;

  private record Row(String number, int thread, String cell, String line, String source) {}

  private final Violation violation;
  private final SourceText source;
  private final Ink ink;
  private final String mainFile;
  private final List<Row> rows = new ArrayList<>();

  Interleaving(Violation violation, SourceText source, Ink ink, boolean whole) {
    this.violation = violation;
    this.source = source;
    this.ink = ink;
    this.mainFile = mainFile(violation);
    int steps = violation.trace().size();
    if (whole || steps <= LONG) {
      addSteps(0, steps);
    } else {
      addSteps(0, FIRST_OF_LONG);
      int left = steps - FIRST_OF_LONG - LAST_OF_LONG;
      rows.add(new Row("", NO_THREAD, "... " + left + " steps, shown with --verbose ...", "", ""));
      addSteps(steps - LAST_OF_LONG, steps);
    }
    if (violation.thread() >= 0) {
      addRow("!", violation.thread(), violation.kind().label(), violation.location());
    }
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
    Lanes.Builder lanes = new Lanes.Builder();
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
    boolean failure = row.number.equals("!");
    StringBuilder line = new StringBuilder();
    line.append(ink.faint(right(row.number, numbers))).append("  ");
    line.append(failure ? ink.alarm(cell) : cell).append("  ");
    line.append(ink.faint(right(row.line, lines))).append("  ");
    int left = width - numbers - lanes.width() - lines - 6;
    line.append(Lanes.cut(row.source, left));
    return line.toString().stripTrailing();
  }

  private void addSteps(int from, int to) {
    for (int i = from; i < to; i++) {
      Violation.Step step = violation.trace().get(i);
      addRow(Integer.toString(i + 1), step.thread(), cell(step), step.location());
    }
  }

  private void addRow(String number, int thread, String cell, Location location) {
    rows.add(
        new Row(number, thread, SourceText.plain(cell), lineLabel(location), source.at(location)));
  }

  /** Such as {@code load x = 1 from #3}, where 3 is the number of the row with the write. */
  private static String cell(Violation.Step step) {
    StringBuilder cell = new StringBuilder(step.operation());
    if (!step.target().isEmpty()) {
      cell.append(' ').append(step.target());
    }
    if (step.value() != null) {
      cell.append(" = ").append(number(step.value()));
    }
    if (step.readsFrom() == INITIAL) {
      cell.append(" from init");
    } else if (step.readsFrom() >= 0) {
      cell.append(" from #").append(step.readsFrom() + 1);
    }
    return cell.toString();
  }

  /** Addresses are far beyond the numbers that programs count with, and read better in hex. */
  private static String number(long value) {
    return value < 1L << 40 ? Long.toString(value) : "0x" + Long.toHexString(value);
  }

  /** The line number; with the file's name if that is not the one where the violation is. */
  private String lineLabel(Location location) {
    if (!location.isKnown()) {
      return "";
    }
    String file = location.file();
    return file.equals(mainFile)
        ? Integer.toString(location.line())
        : SourceText.plain(file.substring(file.lastIndexOf('/') + 1)) + ":" + location.line();
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
