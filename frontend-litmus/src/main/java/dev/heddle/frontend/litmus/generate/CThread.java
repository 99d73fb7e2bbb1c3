package dev.heddle.frontend.litmus.generate;

import dev.heddle.frontend.litmus.generate.Cycle.CycleEvent;
import java.util.Map;

/** Statements of C. */
final class CThread extends ThreadWriter {
  private static final Map<String, String> FENCES =
      Map.of(
          "FenceSc", "seq_cst", "FenceAr", "acq_rel", "FenceAcq", "acquire", "FenceRel", "release");
  private static final Map<String, String> ORDERS =
      Map.of("Rlx", "relaxed", "Acq", "acquire", "Rel", "release", "Sc", "seq_cst");

  @Override
  String add(CycleEvent event, String previous) throws GenerationException {
    if (event.before() != null) {
      Edge edge = event.before();
      switch (edge.kind()) {
        case FENCE -> {
          if (!FENCES.containsKey(edge.fence())) {
            throw missing("C", "fence " + edge.fence());
          }
          line("atomic_thread_fence(memory_order_" + FENCES.get(edge.fence()) + ");");
        }
        case PROGRAM, COMMUNICATION -> {}
        default -> throw missing("C", "dependencies: a compiler need not keep them");
      }
    }
    String mark = event.mark() == null ? "Rlx" : event.mark();
    boolean isRight = mark.equals("Na") || ORDERS.containsKey(mark);
    if (!isRight || mark.equals(event.isWrite() ? "Acq" : "Rel")) {
      throw missing("C", (event.isWrite() ? "writes" : "reads") + " marked " + mark);
    }
    return event.isWrite() ? store(event, mark) : load(event, mark);
  }

  private String store(CycleEvent event, String mark) {
    line(
        mark.equals("Na")
            ? "*" + event.location() + " = " + event.value() + ";"
            : "atomic_store_explicit(%s, %d, memory_order_%s);"
                .formatted(event.location(), event.value(), ORDERS.get(mark)));
    return null;
  }

  private String load(CycleEvent event, String mark) {
    String result = "r" + fresh();
    line(
        mark.equals("Na")
            ? "int " + result + " = *" + event.location() + ";"
            : "int %s = atomic_load_explicit(%s, memory_order_%s);"
                .formatted(result, event.location(), ORDERS.get(mark)));
    return result;
  }
}
