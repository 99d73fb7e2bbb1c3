package dev.heddle.frontend.litmus.generate;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A step of a cycle from one event to the next, named as diy names it.
 *
 * @param text its name
 * @param isExternal whether it leads to another thread
 * @param isOther whether it leads to another location
 * @param from R or W
 * @param to R or W
 * @param kind what orders the two events
 * @param fence the name of the fence between them, or null
 * @param fromMark how the first event is marked, such as A or Acq; null for not at all
 * @param toMark the same for the second
 */
record Edge(
    String text,
    boolean isExternal,
    boolean isOther,
    char from,
    char to,
    Kind kind,
    String fence,
    String fromMark,
    String toMark) {
  /** What an edge is made of. */
  enum Kind {
    /** rf, fr or co. */
    COMMUNICATION,
    /** Program order alone. */
    PROGRAM,
    FENCE,
    ADDRESS,
    DATA,
    CONTROL,
    /** Control, and a fence of instructions behind the branch. */
    CONTROL_FENCE
  }

  private static final String MARKS = "(?<marks>(?:P|A|Q|L|Rlx|Acq|Rel|Sc|Na){2})?";
  private static final Pattern MARK = Pattern.compile("Rlx|Acq|Rel|Sc|Na|P|A|Q|L");
  private static final Pattern COMMUNICATION =
      Pattern.compile("(?<what>Rf|Fr|Co|Ws)(?<where>[ei])" + MARKS);
  private static final Pattern PROGRAM =
      Pattern.compile("(?<what>Po|[A-Z][A-Za-z.]*?)(?<where>[sd])(?<from>[RW])(?<to>[RW])" + MARKS);
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "Dp(?<what>Addr|Data|CtrlIsync|CtrlIsb|Ctrl)(?<where>[sd])(?<to>[RW])" + MARKS);
  private static final Map<String, Kind> DEPENDENCIES =
      Map.of(
          "Addr", Kind.ADDRESS,
          "Data", Kind.DATA,
          "Ctrl", Kind.CONTROL,
          "CtrlIsync", Kind.CONTROL_FENCE,
          "CtrlIsb", Kind.CONTROL_FENCE);

  /** Fences by the names that edges have. */
  static final List<String> FENCES =
      List.of(
          "Sync",
          "LwSync",
          "Eieio",
          "MFence",
          "DMB.SY",
          "DMB.LD",
          "DMB.ST",
          "DSB.SY",
          "ISB",
          "FenceSc",
          "FenceAr",
          "FenceAcq",
          "FenceRel");

  static Edge parse(String text) throws GenerationException {
    Matcher communication = COMMUNICATION.matcher(text);
    if (communication.matches()) {
      String what = communication.group("what");
      char from = what.equals("Fr") ? 'R' : 'W';
      char to = what.equals("Rf") ? 'R' : 'W';
      boolean isExternal = communication.group("where").equals("e");
      return of(text, isExternal, false, from, to, Kind.COMMUNICATION, null, communication);
    }
    Matcher dependency = DEPENDENCY.matcher(text);
    if (dependency.matches()) {
      char to = dependency.group("to").charAt(0);
      Kind kind = DEPENDENCIES.get(dependency.group("what"));
      if (kind == Kind.DATA && to == 'R') {
        throw new GenerationException(text + ": data dependencies lead to writes");
      }
      boolean isOther = dependency.group("where").equals("d");
      return of(text, false, isOther, 'R', to, kind, null, dependency);
    }
    Matcher program = PROGRAM.matcher(text);
    if (program.matches()) {
      String what = program.group("what");
      if (!what.equals("Po") && !FENCES.contains(what)) {
        throw new GenerationException(
            "'"
                + text
                + "': there is no fence "
                + what
                + "; known are "
                + String.join(", ", FENCES));
      }
      char from = program.group("from").charAt(0);
      char to = program.group("to").charAt(0);
      boolean isOther = program.group("where").equals("d");
      Kind kind = what.equals("Po") ? Kind.PROGRAM : Kind.FENCE;
      String fence = kind == Kind.FENCE ? what : null;
      return of(text, false, isOther, from, to, kind, fence, program);
    }
    throw new GenerationException(
        "'"
            + text
            + "' is no edge; edges are Rfe, Fre, Coe, Rfi, Fri, Coi, PodWR, SyncdWW, DpAddrdR and"
            + " others like them");
  }

  private static Edge of(
      String text,
      boolean isExternal,
      boolean isOther,
      char from,
      char to,
      Kind kind,
      String fence,
      Matcher found) {
    String fromMark = null;
    String toMark = null;
    if (found.group("marks") != null) {
      Matcher marks = MARK.matcher(found.group("marks"));
      fromMark = marks.find() ? marks.group() : null;
      toMark = marks.find() ? marks.group() : null;
    }
    return new Edge(text, isExternal, isOther, from, to, kind, fence, fromMark, toMark);
  }
}
