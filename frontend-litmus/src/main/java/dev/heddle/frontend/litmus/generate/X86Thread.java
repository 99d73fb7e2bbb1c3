package dev.heddle.frontend.litmus.generate;

import dev.heddle.frontend.litmus.generate.Cycle.CycleEvent;

/** Instructions of X86. */
final class X86Thread extends ThreadWriter {
  private static final String[] REGISTERS = {"EAX", "EBX", "ECX", "EDX"};

  @Override
  String add(CycleEvent event, String previous) throws GenerationException {
    requireUnmarked("X86", event);
    if (event.before() != null) {
      Edge edge = event.before();
      switch (edge.kind()) {
        case FENCE -> {
          if (!edge.fence().equals("MFence")) {
            throw missing("X86", "fence " + edge.fence());
          }
          line("MFENCE");
        }
        case PROGRAM, COMMUNICATION -> {}
        default -> throw missing("X86", "use for dependencies: it keeps the order of reads");
      }
    }
    if (event.isWrite()) {
      line("MOV [" + event.location() + "],$" + event.value());
      return null;
    }
    int number = fresh();
    if (number == REGISTERS.length) {
      throw new GenerationException("a thread of X86 has at most four reads here");
    }
    line("MOV " + REGISTERS[number] + ",[" + event.location() + "]");
    return REGISTERS[number];
  }
}
