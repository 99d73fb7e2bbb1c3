package dev.heddle.frontend.litmus.generate;

import dev.heddle.frontend.litmus.generate.Cycle.CycleEvent;
import java.util.Map;

/** Instructions of AArch64. */
final class Aarch64Thread extends ThreadWriter {
  private static final Map<String, String> FENCES =
      Map.of(
          "DMB.SY", "DMB SY", "DMB.LD", "DMB LD", "DMB.ST", "DMB ST", "DSB.SY", "DSB SY", "ISB",
          "ISB");

  @Override
  String add(CycleEvent event, String previous) throws GenerationException {
    String index = null;
    String stored = null;
    if (event.before() != null) {
      Edge edge = event.before();
      switch (edge.kind()) {
        case FENCE -> {
          if (!FENCES.containsKey(edge.fence())) {
            throw missing("AArch64", "fence " + edge.fence());
          }
          line(FENCES.get(edge.fence()));
        }
        case ADDRESS -> {
          index = "W" + fresh();
          line("EOR " + index + "," + narrow(previous) + "," + narrow(previous));
        }
        case DATA -> {
          stored = "W" + fresh();
          line("EOR " + stored + "," + narrow(previous) + "," + narrow(previous));
          line("ADD " + stored + "," + stored + ",#" + event.value());
        }
        case CONTROL, CONTROL_FENCE -> {
          String label = label(event.thread());
          line("CBNZ " + narrow(previous) + "," + label);
          line(label + ":");
          if (edge.kind() == Edge.Kind.CONTROL_FENCE) {
            if (!edge.text().startsWith("DpCtrlIsb")) {
              throw missing("AArch64", edge.text());
            }
            line("ISB");
          }
        }
        default -> {}
      }
    }
    return event.isWrite() ? store(event, index, stored) : load(event, index);
  }

  /** The lower half of a register. */
  private static String narrow(String register) {
    return "W" + register.substring(1);
  }

  private static String instruction(CycleEvent event) throws GenerationException {
    String mark = event.mark() == null ? "P" : event.mark();
    return switch ((event.isWrite() ? "W" : "R") + mark) {
      case "RP" -> "LDR";
      case "RA" -> "LDAR";
      case "RQ" -> "LDAPR";
      case "WP" -> "STR";
      case "WL" -> "STLR";
      default ->
          throw missing("AArch64", (event.isWrite() ? "writes" : "reads") + " marked " + mark);
    };
  }

  private String operand(CycleEvent event, String index) throws GenerationException {
    String pointer = pointer("X", event.location());
    if (index == null) {
      return "[" + pointer + "]";
    }
    if (event.mark() != null && !event.mark().equals("P")) {
      // These instructions have no second register.
      String sum = "X" + fresh();
      line("ADD " + sum + "," + pointer + "," + index + ",SXTW");
      return "[" + sum + "]";
    }
    return "[" + pointer + "," + index + ",SXTW]";
  }

  private String load(CycleEvent event, String index) throws GenerationException {
    int result = fresh();
    String operand = operand(event, index);
    line(instruction(event) + " W" + result + "," + operand);
    return "X" + result;
  }

  private String store(CycleEvent event, String index, String computed) throws GenerationException {
    String stored = computed;
    if (stored == null) {
      stored = "W" + fresh();
      line("MOV " + stored + ",#" + event.value());
    }
    String operand = operand(event, index);
    line(instruction(event) + " " + stored + "," + operand);
    return null;
  }
}
