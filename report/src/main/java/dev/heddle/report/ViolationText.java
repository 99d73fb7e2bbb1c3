package dev.heddle.report;

import dev.heddle.program.Location;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Deed;
import dev.heddle.verdict.Violation.Frame;
import dev.heddle.verdict.Violation.MemoryObject;
import java.util.ArrayList;
import java.util.List;

/**
 * What goes wrong, in words, and the interleaving that leads to it. Unless all of it is wanted, it
 * fits on one screen together with the verdict.
 */
public final class ViolationText {
  private static final int SCREEN = 40;

  /** Lines of the report around this text: the verdict before, and an empty one after. */
  private static final int AROUND = 2;

  private static final int FEWEST_ROWS = 8;
  private static final int OUTPUT_LINES = 5;
  private static final int MENTIONED_OBJECTS = 5;
  private static final int WRAPPED_LINES = 4;
  private static final String INDENT = "  ";

  private final Violation violation;
  private final SourceText source;
  private final ConsoleReport.Style style;
  private final boolean whole;

  ViolationText(Violation violation, SourceText source, ConsoleReport.Style style, boolean whole) {
    this.violation = violation;
    this.source = source;
    this.style = style;
    this.whole = whole;
  }

  /** The usual text about a violation, with quotes from its source files. */
  public static List<String> of(Violation violation, ConsoleReport.Style style) {
    return new ViolationText(violation, new SourceText(), style, false).lines();
  }

  /** Lines without indentation. */
  List<String> lines() {
    List<String> head = head();
    List<String> output = output();
    List<String> weakness = new ArrayList<>();
    WeaknessText.of(violation).forEach(line -> addWrapped(weakness, line));
    int room = SCREEN - AROUND - head.size() - output.size() - weakness.size() - 3;
    int width = style.width() - INDENT.length();
    Interleaving interleaving = interleaving(room);
    List<String> objects = mentioned(interleaving.cells());
    if (!objects.isEmpty() && !whole) {
      interleaving = interleaving(room - objects.size() - 1);
      objects = mentioned(interleaving.cells());
    }
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.addAll(head);
    lines.add("");
    lines.addAll(interleaving.lines(width));
    addParagraph(lines, weakness);
    addParagraph(lines, objects);
    addParagraph(lines, output);
    return lines;
  }

  private static void addParagraph(List<String> lines, List<String> paragraph) {
    if (!paragraph.isEmpty()) {
      lines.add("");
      lines.addAll(paragraph);
    }
  }

  private Interleaving interleaving(int room) {
    int rows = whole ? Interleaving.ALL : Math.max(FEWEST_ROWS, room);
    return new Interleaving(violation, source, style.ink(), rows);
  }

  // ---- What goes wrong ----------------------------------------------------------------------

  private List<String> head() {
    List<String> lines = new ArrayList<>();
    String place = violation.location().isKnown() ? violation.location() + ": " : "";
    String label = violation.kind().label();
    String start = PlainText.line(place) + label;
    addWrapped(lines, start + ": " + violation.message() + inThread());
    if (lines.get(0).startsWith(start)) {
      String rest = lines.get(0).substring(start.length());
      lines.set(0, PlainText.line(place) + style.ink().alarm(label) + rest);
    }
    if (violation.stack().size() > 1 && violation.waits().isEmpty()) {
      addWrapped(lines, INDENT + "in " + calls(violation.stack()));
    }
    if (violation.object() != null) {
      addWrapped(lines, INDENT + describe(violation.object()));
    }
    for (Violation.Wait wait : violation.waits()) {
      addWrapped(lines, INDENT + describe(wait));
    }
    return lines;
  }

  /** Adds a sentence on as many lines as it needs, within reason. */
  private void addWrapped(List<String> lines, String sentence) {
    int width = style.width() - INDENT.length();
    String rest = Lanes.cut(PlainText.line(sentence), WRAPPED_LINES * (width - 10));
    for (String indent = ""; !rest.isEmpty(); indent = INDENT + INDENT) {
      int room = width - indent.length();
      int end = rest.length() <= room ? rest.length() : rest.lastIndexOf(' ', room);
      // A word that is longer than a line stays whole: it is a name.
      int next = end > INDENT.length() ? end : rest.indexOf(' ', room);
      String line = next < 0 ? rest : rest.substring(0, next);
      lines.add(indent + line);
      rest = rest.substring(line.length()).stripLeading();
    }
  }

  private String inThread() {
    if (violation.thread() < 0 || violation.waits().size() > 1) {
      return "";
    }
    return violation.thread() == 0 ? " (main thread)" : " (thread " + violation.thread() + ")";
  }

  /** Such as {@code pop, called by run at line 31}. */
  private String calls(List<Frame> stack) {
    StringBuilder text = new StringBuilder();
    String separator = "";
    for (Frame frame : stack) {
      text.append(separator).append(frame.function());
      text.append(separator.isEmpty() ? "" : place(frame.location(), " at "));
      separator = ", called by ";
    }
    return text.toString();
  }

  private String describe(MemoryObject object) {
    String text = object.name() + " has " + Quantity.of(object.bytes(), "byte");
    if (object.allocated() != null) {
      text += ", allocated" + describe(object.allocated());
    }
    return object.freed() == null ? text : text + ", freed" + describe(object.freed());
  }

  private String describe(Deed deed) {
    return place(deed.location(), " at ") + " by " + StepText.thread(deed.thread());
  }

  private String describe(Violation.Wait wait) {
    String text = StepText.thread(wait.thread()) + " waits for " + wait.target();
    text += place(wait.location(), " at ");
    if (wait.since() != null) {
      text += ", held by " + StepText.thread(wait.holder()) + place(wait.since(), " since ");
    }
    return wait.stack().size() > 1 ? text + "; in " + calls(wait.stack()) : text;
  }

  /** The file is only named if it is not that of the failure. */
  private String place(Location location, String before) {
    if (!location.isKnown()) {
      return "";
    }
    boolean isHere = location.file().equals(violation.location().file());
    return before + (isHere ? "line " + location.line() : location.toString());
  }

  private String cut(String line) {
    return Lanes.cut(PlainText.line(line), style.width() - INDENT.length());
  }

  // ---- Below the interleaving ---------------------------------------------------------------

  /** The objects that the cells name, other than the one already told about. */
  private List<String> mentioned(String cells) {
    List<String> lines = new ArrayList<>();
    for (MemoryObject object : violation.mentioned()) {
      boolean isTold =
          violation.object() != null && object.name().equals(violation.object().name());
      if (!isTold && isNamed(object.name(), cells)) {
        lines.add(cut(describe(object)));
      }
    }
    return whole || lines.size() <= MENTIONED_OBJECTS
        ? lines
        : new ArrayList<>(lines.subList(0, MENTIONED_OBJECTS));
  }

  /** Whether a name such as {@code node#1} occurs, and not only {@code node#12}. */
  private static boolean isNamed(String name, String cells) {
    for (int at = cells.indexOf(name); at >= 0; at = cells.indexOf(name, at + 1)) {
      int end = at + name.length();
      if (end == cells.length() || !Character.isDigit(cells.charAt(end))) {
        return true;
      }
    }
    return false;
  }

  private List<String> output() {
    List<String> printed = violation.output().lines().toList();
    if (printed.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    int left = whole ? 0 : Math.max(0, printed.size() - OUTPUT_LINES);
    lines.add("output of the program" + (left > 0 ? ", its last lines:" : ":"));
    printed.subList(left, printed.size()).forEach(line -> lines.add(cut("| " + line)));
    return lines;
  }
}
