package dev.heddle.frontend.litmus.generate;

import dev.heddle.frontend.litmus.generate.Cycle.CycleEvent;
import dev.heddle.litmus.Architecture;
import java.util.ArrayList;
import java.util.List;

/** Writes the test of a cycle for an architecture. */
public final class TestWriter {
  private final String name;
  private final Architecture architecture;
  private final Cycle cycle;
  private final List<ThreadWriter> threads = new ArrayList<>();
  private final List<String> condition = new ArrayList<>();

  private TestWriter(String name, Architecture architecture, Cycle cycle)
      throws GenerationException {
    this.name = name;
    this.architecture = architecture;
    this.cycle = cycle;
    for (int t = 0; t < cycle.threads(); t++) {
      threads.add(thread());
    }
    String previous = null;
    for (CycleEvent event : cycle.events()) {
      previous = threads.get(event.thread()).add(event, previous);
      if (previous != null) {
        condition.add(event.thread() + ":" + previous + "=" + event.value());
      }
    }
    List<String> locations = cycle.locations();
    for (int i = 0; i < locations.size(); i++) {
      if (cycle.writes(i) == 2) {
        condition.add("[" + locations.get(i) + "]=2");
      }
    }
  }

  /**
   * The text of a test.
   *
   * @param what the name of a test, such as {@code MP+lwsync+addr}, or edges with blanks between
   *     them, such as {@code PodWW Rfe DpAddrdR Fre}
   * @param architecture null for one that has all that the test needs
   */
  public static String text(String what, Architecture architecture) throws GenerationException {
    if (architecture != null) {
      return write(what, architecture);
    }
    GenerationException first = null;
    for (Architecture each :
        List.of(Architecture.PPC, Architecture.AARCH64, Architecture.X86, Architecture.C)) {
      try {
        return write(what, each);
      } catch (GenerationException e) {
        first = first == null ? e : first;
      }
    }
    throw first;
  }

  /** The name of the test that {@link #text} makes. */
  public static String name(String what) throws GenerationException {
    return isCycle(what) ? Cycle.name(edges(what)) : what;
  }

  /** Whether a word is an edge of cycles, and not the name of a test. */
  public static boolean isEdge(String word) {
    try {
      return Edge.parse(word) != null;
    } catch (GenerationException e) {
      return false;
    }
  }

  private static boolean isCycle(String what) {
    return what.contains(" ") || isEdge(what);
  }

  private static List<Edge> edges(String what) throws GenerationException {
    if (!isCycle(what)) {
      return Family.edges(what);
    }
    List<Edge> edges = new ArrayList<>();
    for (String word : what.strip().split("\\s+", -1)) {
      edges.add(Edge.parse(word));
    }
    return edges;
  }

  private static String write(String what, Architecture architecture) throws GenerationException {
    return new TestWriter(name(what), architecture, new Cycle(edges(what))).text();
  }

  private ThreadWriter thread() throws GenerationException {
    return switch (architecture) {
      case PPC -> new PpcThread();
      case X86 -> new X86Thread();
      case AARCH64 -> new Aarch64Thread();
      case C -> new CThread();
      case RISCV -> throw new GenerationException("tests of RISCV are not generated");
    };
  }

  private String text() {
    String first = architecture == Architecture.AARCH64 ? "AArch64" : architecture.name();
    String head = first + " " + name + "\n\"" + cycle.text() + "\"\n";
    String body = architecture == Architecture.C ? functions() : initialState() + columns();
    return head + body + "exists (" + String.join(" /\\ ", condition) + ")\n";
  }

  private String functions() {
    StringBuilder text = new StringBuilder("{ }\n");
    for (int t = 0; t < threads.size(); t++) {
      int number = t;
      List<String> used =
          cycle.events().stream()
              .filter(event -> event.thread() == number)
              .map(event -> "atomic_int* " + event.location())
              .distinct()
              .toList();
      text.append("\nP").append(t).append(" (").append(String.join(", ", used)).append(") {\n");
      threads.get(t).lines.forEach(line -> text.append("  ").append(line).append("\n"));
      text.append("}\n");
    }
    return text.append("\n").toString();
  }

  private String initialState() {
    StringBuilder text = new StringBuilder("{\n");
    for (int t = 0; t < threads.size(); t++) {
      List<String> registers = new ArrayList<>();
      int number = t;
      threads
          .get(t)
          .initial
          .forEach((register, location) -> registers.add(number + ":" + register + "=" + location));
      if (!registers.isEmpty()) {
        text.append(String.join("; ", registers)).append(";\n");
      }
    }
    return text.append("}\n").toString();
  }

  private String columns() {
    int rows = threads.stream().mapToInt(thread -> thread.lines.size()).max().orElse(0);
    StringBuilder text = new StringBuilder();
    for (int row = -1; row < rows; row++) {
      for (int t = 0; t < threads.size(); t++) {
        List<String> lines = threads.get(t).lines;
        int width = Math.max(2, lines.stream().mapToInt(String::length).max().orElse(0));
        String cell = row < 0 ? "P" + t : row < lines.size() ? lines.get(row) : "";
        text.append(t == 0 ? " " : " | ").append(cell).append(" ".repeat(width - cell.length()));
      }
      text.append(" ;\n");
    }
    return text.toString();
  }
}
