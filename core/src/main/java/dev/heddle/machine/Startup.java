package dev.heddle.machine;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;

/**
 * Runs the first thread of a machine alone, up to where it starts another one, has to wait or
 * leaves something open. What it does is no event: nobody else is there to see it.
 */
final class Startup {
  /** A program that does so much before it starts a thread is taken to be endless. */
  private static final int MAX_STEPS = 10_000_000;

  private final Machine machine;
  private final Prologue prologue;
  private final StringBuilder printed = new StringBuilder();

  /**
   * @param prologue gets to know what happens, unless it is null
   */
  Startup(Machine machine, Prologue prologue) {
    this.machine = machine;
    this.prologue = prologue;
  }

  /** Gives what the thread has printed. */
  String run() {
    Code code = machine.code;
    ThreadNode root = machine.graph.root(0, code.program.main(), 0);
    machine.running.start(0, root, -1);
    keep(root.effects);
    int steps = 0;
    while (isAlone() && machine.isEnabled(0) && machine.current(0).opcode != Opcode.CHOOSE) {
      ThreadNode node = machine.current(0);
      if (++steps > MAX_STEPS) {
        throw new EndlessException(code, node.state);
      }
      ThreadNode next = step(node);
      machine.running.move(0, node, next);
      if (next.effects != null) {
        machine.running.apply(next.effects, -1);
        keep(next.effects);
      }
    }
    machine.operations.forgetFrees();
    return printed.toString();
  }

  private boolean isAlone() {
    return machine.running.started() == 1;
  }

  /** Performs an operation; where the first event will be in the log, there is room for it. */
  private ThreadNode step(ThreadNode node) {
    EventLog log = machine.log;
    Location place =
        prologue == null ? null : machine.code.locations[machine.code.userSite(node.state)];
    FailureKind failure = machine.perform(0, node, 0, 0);
    if (prologue != null) {
      prologue.add(node, place, log.footprint(0), log.observed(0), machine);
    }
    return failure == null
        ? machine.graph.nextOnce(0, node, log.observed(0), log.missing(0))
        : ThreadNode.failed(node, new Failure(failure));
  }

  private void keep(Effects effects) {
    if (effects == null) {
      return;
    }
    effects.appendOutputTo(printed);
    if (prologue != null) {
      prologue.effects.add(effects);
    }
  }
}
