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
 * given. An execution in which a read comes before the write that it reads from cannot be followed
 * step by step.
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

    RelaxedReplay(ValueDrivenThreads threads) {
      this.threads = threads;
      this.execution = new RecordedExecution(threads);
      execution.begin(true);
    }

    @Override
    public ExecutionView execution() {
      return execution;
    }

    @Override
    public boolean step(int t, int alternative, int source) {
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
        default -> access(t, node, source, alternative);
      };
    }

    private boolean access(int t, ThreadNode node, int source, int alternative) {
      if (execution.failure(t) != null) {
        execution.fail(t, execution.failure(t));
        return true;
      }
      if (source >= execution.length()
          || source < ExecutionView.NOTHING
          || (source >= 0 && !execution.writes(source))) {
        return false;
      }
      long position = threads.locate(node);
      long content =
          source >= 0
              ? execution.written(source)
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
