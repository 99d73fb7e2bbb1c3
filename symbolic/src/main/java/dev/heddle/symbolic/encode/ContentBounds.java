package dev.heddle.symbolic.encode;

import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.symbolic.encode.Cells.Cell;
import dev.heddle.symbolic.term.Operator;
import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.UpperBounds;
import dev.heddle.symbolic.unroll.Addresses;
import dev.heddle.symbolic.unroll.Step;
import dev.heddle.symbolic.unroll.StepSemantics;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How large the contents of cells can become, as unsigned numbers, and so what reads can give.
 *
 * <p>Each step happens at most once in an execution. So a value is computed from first contents by
 * a chain in which no write is twice, and as many rounds as there are writes that depend on reads
 * give bounds that hold, even where further rounds would give larger ones: ten increments of a
 * counter add ten at most.
 */
final class ContentBounds {
  /** Behind so many rounds, what still grows is taken to be anything. */
  private static final int MAX_ROUNDS = 256;

  private final Cells cells;
  private final List<Step> steps;
  private final Map<Term, Long> variables = new HashMap<>();
  private long[] bounds;

  ContentBounds(Cells cells, List<Step> steps) {
    this.cells = cells;
    this.steps = steps;
    bounds = new long[cells.all().size()];
    for (Cell cell : cells.all()) {
      bounds[cell.number()] = cell.isLife() ? 1 : cells.initial(cell);
    }
    for (Step step : steps) {
      if (read(step) != null) {
        variables.put(read(step), 0L);
      }
    }
    int writes = (int) steps.stream().filter(this::isComputed).count();
    // One more for writes of constants, with which chains begin, and one for the last reads.
    for (int round = 0; round < writes + 2; round++) {
      if (!advance(round >= MAX_ROUNDS)) {
        return;
      }
    }
  }

  /** The largest number that can stand in a cell. */
  long of(Cell cell) {
    return bounds[cell.number()];
  }

  /** The largest number that a step can find, if it gives its thread what it finds; else -1. */
  long found(Step step) {
    Term variable = read(step);
    return variable == null ? -1 : variables.get(variable);
  }

  /** The variable that stands for the content that a step finds, or null. */
  static Term read(Step step) {
    Term result = step.isDirect() ? null : step.result();
    if (result != null && result.operator() == Operator.ZERO_EXTEND) {
      result = result.part(0);
    }
    boolean givesContent =
        switch (step.kind()) {
          case LOAD, PEEK, READ_MODIFY_WRITE, COMPARE_EXCHANGE, AWAIT, ATTEMPT, SIGNAL -> true;
          default -> false;
        };
    return givesContent && result != null && result.operator() == Operator.VARIABLE ? result : null;
  }

  private boolean isComputed(Step step) {
    return StepSemantics.mayWrite(step)
        && !StepSemantics.isAboutObjects(step)
        && (step.replacement() == null || !step.replacement().isConstant());
  }

  /** One round: what reads find, then what writes make of it; false if nothing changes. */
  private boolean advance(boolean gives) {
    boolean changes = false;
    for (Step step : steps) {
      Term variable = read(step);
      if (variable != null) {
        long found = content(step);
        changes |= variables.put(variable, found) != found;
      }
    }
    UpperBounds terms = new UpperBounds(variable -> variables.getOrDefault(variable, -1L));
    long[] next = bounds.clone();
    for (Step step : steps) {
      if (!StepSemantics.mayWrite(step) || StepSemantics.isAboutObjects(step)) {
        continue;
      }
      long written = written(step, terms);
      for (Addresses.Place place : cells.places(step)) {
        for (Cell cell : cells.at(place.object(), place.offset(), step.bytes())) {
          int at = 8 * (cell.offset() - place.offset());
          long part = UpperBounds.part(written, at, 8 * cell.bytes());
          next[cell.number()] = UpperBounds.max(next[cell.number()], part);
        }
      }
    }
    for (int c = 0; c < next.length; c++) {
      if (gives && next[c] != bounds[c]) {
        next[c] = UpperBounds.largest(8 * cells.all().get(c).bytes());
      }
    }
    changes |= !Arrays.equals(next, bounds);
    bounds = next;
    return changes;
  }

  private long content(Step step) {
    long content = 0;
    for (Addresses.Place place : cells.places(step)) {
      long here = 0;
      for (Cell cell : cells.at(place.object(), place.offset(), step.bytes())) {
        here |= bounds[cell.number()] << (8 * (cell.offset() - place.offset()));
      }
      content = UpperBounds.max(content, here);
    }
    return content;
  }

  private long written(Step step, UpperBounds terms) {
    if (step.replacement() != null) {
      return terms.of(step.replacement());
    }
    int bits = 8 * step.bytes();
    if (step.kind() == Step.Kind.SIGNAL) {
      return content(step);
    }
    if (step.update() == null) {
      return UpperBounds.largest(bits);
    }
    long operand = terms.of(step.operand());
    RmwOperator update = step.update();
    return switch (update) {
      case ADD -> UpperBounds.sum(content(step), operand, bits);
      case AND -> content(step);
      case UMAX -> UpperBounds.max(content(step), operand);
      case UMIN -> content(step);
      default -> UpperBounds.largest(bits);
    };
  }
}
