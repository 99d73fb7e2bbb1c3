package dev.heddle.explore.rsmc;

import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.Replay;
import dev.heddle.machine.Replayer;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.program.Program;

/**
 * Follows executions under models of hardware: reads take their values from the sources they are
 * given, be they earlier steps or later ones.
 */
public final class RelaxedReplayer implements Replayer {
  @Override
  public Code code(Program program, int unroll) {
    return CodeGenerator.generateWithFences(program, unroll);
  }

  @Override
  public Replay start(Code code) {
    return new RelaxedReplay(ValueDrivenThreads.withPrologue(code));
  }

  private static final class RelaxedReplay implements Replay {
    private final ValueDrivenThreads threads;
    private final RecordedExecution execution;

    /** The steps that are to come; empty if none of them reads from a later one. */
    private int[] sources = {};

    /** For steps that read from a later one, what that writes. */
    private long[] ahead = {};

    RelaxedReplay(ValueDrivenThreads threads) {
      this.threads = threads;
      this.execution = new RecordedExecution(threads);
      execution.begin(true);
    }

    @Override
    public ExecutionView execution() {
      return execution;
    }

    /**
     * Finds what later steps are going to write by going through the steps until nothing changes.
     * What a store writes does not depend on loads that read what follows from it: dependencies and
     * reads-from have no cycle under the models. So each time at least one more store writes what
     * it should, whatever threads do meanwhile that have read something else.
     */
    @Override
    public void foresee(int[] who, int[] alternatives, int[] from) {
      sources = from.clone();
      ahead = new long[from.length];
      boolean hasChanged = true;
      for (int pass = 0; hasChanged && pass <= from.length; pass++) {
        int[] events = new int[from.length];
        for (int i = 0; i < from.length; i++) {
          events[i] = execution.length();
          int source = from[i] > i ? from[i] : from[i] < 0 ? from[i] : events[from[i]];
          if (!perform(who[i], alternatives[i], source, i)) {
            events[i] = -1;
          }
        }
        hasChanged = false;
        for (int i = 0; i < from.length; i++) {
          int event = from[i] > i ? events[from[i]] : -1;
          long written = event >= 0 && execution.writes(event) ? execution.written(event) : 0;
          hasChanged |= from[i] > i && written != ahead[i];
          ahead[i] = written;
        }
        execution.forget();
        execution.begin(true);
      }
    }

    @Override
    public boolean step(int t, int alternative, int source) {
      int at = execution.length();
      if (at < sources.length && source != sources[at]) {
        return false;
      }
      return perform(t, alternative, source, at) && isAsForeseen(at);
    }

    /** Whether a step wrote what earlier ones read from it. */
    private boolean isAsForeseen(int at) {
      for (int i = 0; i < at && i < sources.length; i++) {
        if (sources[i] == at && (!execution.writes(at) || execution.written(at) != ahead[i])) {
          return false;
        }
      }
      return true;
    }

    /**
     * @param at the number of the step
     */
    private boolean perform(int t, int alternative, int source, int at) {
      ThreadNode node = t >= 0 ? execution.current(t) : null;
      if (node == null || node.status() != Status.READY || alternative < 0) {
        return false;
      }
      return switch (node.kind()) {
        case JOIN, FREE, LEAVE, FENCE -> {
          boolean isPossible = execution.isEnabled(t);
          if (isPossible) {
            execution.add(t);
          }
          yield isPossible;
        }
        case CHOOSE -> {
          boolean isPossible = alternative <= node.desired() - node.operand();
          if (isPossible) {
            execution.choose(t, alternative);
          }
          yield isPossible;
        }
        case SIZE, ATOMIC_BEGIN, NONE -> false;
        default -> access(t, node, source, alternative, at);
      };
    }

    private boolean access(int t, ThreadNode node, int source, int alternative, int at) {
      boolean isAhead = at < sources.length && source > at && source == sources[at];
      if (execution.failure(t) != null) {
        execution.fail(t, execution.failure(t));
        return true;
      }
      if (source < ExecutionView.NOTHING
          || (!isAhead && source >= execution.length())
          || (!isAhead && source >= 0 && !execution.writes(source))) {
        return false;
      }
      long position = threads.locate(node);
      long content =
          source >= 0
              ? isAhead ? ahead[at] : execution.written(source)
              : source == ExecutionView.INITIAL
                  ? threads.initialContent(position, node.bytes())
                  : execution.last(node);
      int missing =
          source == ExecutionView.INITIAL ? threads.missingInitially(position, node.bytes()) : 0;
      if (alternative >= OperationSemantics.alternatives(node, content)) {
        return false;
      }
      execution.add(t, source, content, missing, alternative);
      return true;
    }
  }
}
