package dev.heddle.frontend.litmus.generate;

import dev.heddle.frontend.litmus.generate.Cycle.CycleEvent;
import java.util.Map;

/** Instructions of POWER. */
final class PpcThread extends ThreadWriter {
  private static final Map<String, String> FENCES =
      Map.of("Sync", "sync", "LwSync", "lwsync", "Eieio", "eieio");

  @Override
  String add(CycleEvent event, String previous) throws GenerationException {
    requireUnmarked("PPC", event);
    String index = null;
    String stored = null;
    if (event.before() != null) {
      Edge edge = event.before();
      switch (edge.kind()) {
        case FENCE -> line(fence(edge));
        case ADDRESS -> {
          index = "r" + fresh();
          line("xor " + index + "," + previous + "," + previous);
        }
        case DATA -> {
          stored = "r" + fresh();
          line("xor " + stored + "," + previous + "," + previous);
          line("addi " + stored + "," + stored + "," + event.value());
        }
        case CONTROL, CONTROL_FENCE -> {
          String label = label(event.thread());
          line("cmpw " + previous + "," + previous);
          line("beq " + label);
          line(label + ":");
          if (edge.kind() == Edge.Kind.CONTROL_FENCE) {
            if (!edge.text().startsWith("DpCtrlIsync")) {
              throw missing("PPC", edge.text());
            }
            line("isync");
          }
        }
        default -> {}
      }
    }
    return event.isWrite() ? store(event, index, stored) : load(event, index);
  }

  private static String fence(Edge edge) throws GenerationException {
    String fence = FENCES.get(edge.fence());
    if (fence == null) {
      throw missing("PPC", "fence " + edge.fence());
    }
    return fence;
  }

  private String load(CycleEvent event, String index) {
    String result = "r" + fresh();
    String pointer = pointer("r", event.location());
    line(
        index == null
            ? "lwz " + result + ",0(" + pointer + ")"
            : "lwzx " + result + "," + index + "," + pointer);
    return result;
  }

  private String store(CycleEvent event, String index, String computed) {
    String stored = computed;
    if (stored == null) {
      stored = "r" + fresh();
      line("li " + stored + "," + event.value());
    }
    String pointer = pointer("r", event.location());
    line(
        index == null
            ? "stw " + stored + ",0(" + pointer + ")"
            : "stwx " + stored + "," + index + "," + pointer);
    return null;
  }
}
