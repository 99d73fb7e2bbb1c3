package dev.heddle.frontend.litmus.generate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The shapes that have a name in the literature: cycles with holes for what orders the events of a
 * thread. Alglave, Maranget, Sarkar, Sewell: Fences in weak memory models, CAV 2010, and Maranget,
 * Sarkar, Sewell: A tutorial introduction to the ARM and POWER relaxed memory models, 2012.
 */
final class Family {
  /** Communication edges, and holes as the kinds of the two events that they are between. */
  private static final Map<String, String> SHAPES =
      Map.ofEntries(
          Map.entry("MP", "WW Rfe RR Fre"),
          Map.entry("SB", "WR Fre WR Fre"),
          Map.entry("LB", "RW Rfe RW Rfe"),
          Map.entry("S", "WW Rfe RW Coe"),
          Map.entry("R", "WW Coe WR Fre"),
          Map.entry("2+2W", "WW Coe WW Coe"),
          Map.entry("WRC", "Rfe RW Rfe RR Fre"),
          Map.entry("RWC", "Rfe RR Fre WR Fre"),
          Map.entry("WWC", "Rfe RW Rfe RW Coe"),
          Map.entry("WRW+WR", "Rfe RW Coe WR Fre"),
          Map.entry("WRW+2W", "Rfe RW Coe WW Coe"),
          Map.entry("WRR+2W", "Rfe RR Fre WW Coe"),
          Map.entry("IRIW", "Rfe RR Fre Rfe RR Fre"),
          Map.entry("IRRWIW", "Rfe RR Fre Rfe RW Coe"),
          Map.entry("IRWIW", "Rfe RW Coe Rfe RW Coe"),
          Map.entry("ISA2", "WW Rfe RW Rfe RR Fre"),
          Map.entry("W+RWC", "WW Rfe RR Fre WR Fre"),
          Map.entry("Z6.0", "WW Rfe RW Coe WR Fre"),
          Map.entry("Z6.1", "WW Coe WW Rfe RW Coe"),
          Map.entry("Z6.2", "WW Rfe RW Rfe RW Coe"),
          Map.entry("Z6.3", "WW Coe WW Rfe RR Fre"),
          Map.entry("Z6.4", "WW Coe WR Fre WR Fre"),
          Map.entry("Z6.5", "WW Coe WW Coe WR Fre"),
          Map.entry("3.2W", "WW Coe WW Coe WW Coe"),
          Map.entry("3.SB", "WR Fre WR Fre WR Fre"),
          Map.entry("3.LB", "RW Rfe RW Rfe RW Rfe"));

  private static final Map<String, String> FENCES =
      Map.ofEntries(
          Map.entry("sync", "Sync"),
          Map.entry("lwsync", "LwSync"),
          Map.entry("eieio", "Eieio"),
          Map.entry("mfence", "MFence"),
          Map.entry("dmb", "DMB.SY"),
          Map.entry("dmb.sy", "DMB.SY"),
          Map.entry("dmb.ld", "DMB.LD"),
          Map.entry("dmb.st", "DMB.ST"),
          Map.entry("dsb", "DSB.SY"),
          Map.entry("isb", "ISB"),
          Map.entry("fencesc", "FenceSc"),
          Map.entry("fencear", "FenceAr"),
          Map.entry("fenceacq", "FenceAcq"),
          Map.entry("fencerel", "FenceRel"));

  private Family() {}

  static List<String> names() {
    return SHAPES.keySet().stream().sorted().toList();
  }

  /** The edges of a test by its name, such as {@code MP+lwsync+addr} or {@code SB+mfences}. */
  static List<Edge> edges(String name) throws GenerationException {
    String family =
        SHAPES.keySet().stream()
            .filter(shape -> name.equals(shape) || name.startsWith(shape + "+"))
            .max((a, b) -> Integer.compare(a.length(), b.length()))
            .orElse(null);
    if (family == null) {
      throw new GenerationException(
          "'" + name + "' has no family; families are " + String.join(", ", names()));
    }
    String[] shape = SHAPES.get(family).split(" ", -1);
    List<String> holes = new ArrayList<>();
    for (String step : shape) {
      if (step.length() == 2) {
        holes.add(step);
      }
    }
    List<String> words = words(name, name.substring(family.length()), holes.size());
    List<Edge> edges = new ArrayList<>();
    int hole = 0;
    for (String step : shape) {
      edges.add(Edge.parse(step.length() == 2 ? edge(name, words.get(hole++), step) : step));
    }
    return edges;
  }

  /** What fills each hole: a word for each, or one for all with an s behind it. */
  private static List<String> words(String name, String rest, int holes)
      throws GenerationException {
    if (rest.isEmpty()) {
      return Collections.nCopies(holes, "po");
    }
    List<String> words = List.of(rest.substring(1).toLowerCase(Locale.ROOT).split("\\+", -1));
    if (words.size() == 1 && words.get(0).endsWith("s") && holes > 1) {
      String word = words.get(0).substring(0, words.get(0).length() - 1);
      return Collections.nCopies(holes, word);
    }
    if (words.size() != holes) {
      throw new GenerationException(
          name
              + " needs "
              + holes
              + " parts behind its family, or one with an s; it has "
              + words.size());
    }
    return words;
  }

  private static String edge(String name, String word, String step) throws GenerationException {
    if (FENCES.containsKey(word)) {
      return FENCES.get(word) + "d" + step;
    }
    boolean isOfRead = step.charAt(0) == 'R';
    String to = step.substring(1);
    return switch (word) {
      case "po" -> "Pod" + step;
      case "addr", "data", "ctrl", "ctrlisync", "ctrlisb" -> {
        if (!isOfRead) {
          throw new GenerationException(
              name
                  + ": '"
                  + word
                  + "' stands where a thread writes first; only reads have dependencies");
        }
        yield switch (word) {
          case "addr" -> "DpAddrd" + to;
          case "data" -> "DpDatad" + to;
          case "ctrl" -> "DpCtrld" + to;
          case "ctrlisync" -> "DpCtrlIsyncd" + to;
          default -> "DpCtrlIsbd" + to;
        };
      }
      default ->
          throw new GenerationException(
              name
                  + ": '"
                  + word
                  + "' is unknown; known are po, addr, data, ctrl, ctrlisync, ctrlisb, "
                  + String.join(", ", FENCES.keySet().stream().sorted().toList()));
    };
  }
}
