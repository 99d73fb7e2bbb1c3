package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.BitSet;
import java.util.List;

/**
 * Variables of a loop that hold what was last read from some place in memory: by a load right in
 * front of the loop, and within it by a load, or by a compare-exchange that fails. Such a loop is
 * the same as one that begins with the load. An iteration that does nothing but read the place anew
 * is pure, though the variable changes: the load in front could have read that value at once. Under
 * weak memory that holds only if the load in front has no stronger order than the read within: it
 * must not learn more by the value than the iteration that is left out.
 */
final class Rereading {
  private final Function function;
  private final Loop loop;
  private final Definitions definitions;
  private final boolean oneMemory;

  /** The variables whose new value has made an iteration pure. */
  private final BitSet used = new BitSet();

  /**
   * @param oneMemory whether orders of accesses do not matter
   */
  Rereading(Function function, Loop loop, Definitions definitions, boolean oneMemory) {
    this.oneMemory = oneMemory;
    this.function = function;
    this.loop = loop;
    this.definitions = definitions;
  }

  /** Whether a value is that of a phi within the loop, which depends on the way to it. */
  boolean isOpen(Value value) {
    Point point = definitions.pointOf(value);
    return point != null
        && point.index() < 0
        && point.block() != loop.header()
        && loop.contains(point.block());
  }

  /** Whether a value was read from where the value of a variable was read. */
  boolean of(Value value, Register variable) {
    MemoryRead read = read(value);
    Point point = definitions.pointOf(value);
    if (read == null || point == null || !loop.contains(point.block()) || !isFree(variable)) {
      return false;
    }
    for (Block.Phi phi : function.blocks().get(loop.header()).phis()) {
      if (phi.result().equals(variable) && comesFrom(phi, read)) {
        used.set(variable.index());
        return true;
      }
    }
    return false;
  }

  /** Whether some iteration is pure only because a variable was read anew. */
  boolean isUsed() {
    return !used.isEmpty();
  }

  /** Only one variable can be read last in front of the loop. */
  private boolean isFree(Register variable) {
    return used.isEmpty() || used.get(variable.index());
  }

  private record MemoryRead(Value address, int bytes, MemoryOrder order) {
    /** Whether another read of the same bytes can take the place of this one. */
    boolean canBe(MemoryRead other, boolean oneMemory) {
      return address.equals(other.address)
          && bytes == other.bytes
          && (oneMemory || other.order.compareTo(order) <= 0);
    }
  }

  private MemoryRead read(Value value) {
    Instruction read = definitions.of(value);
    if (read instanceof Instruction.Load i) {
      return new MemoryRead(i.address(), i.bytes(), i.order());
    }
    return read instanceof Instruction.CompareExchange i && value.equals(i.old())
        ? new MemoryRead(i.address(), i.bytes(), i.failureOrder())
        : null;
  }

  /** Whether on all ways into the loop the variable is loaded last, and from that place. */
  private boolean comesFrom(Block.Phi phi, MemoryRead within) {
    for (int from : phi.predecessors()) {
      if (!loop.contains(from)) {
        Value value = phi.valueFrom(from);
        boolean isLoad = definitions.of(value) instanceof Instruction.Load;
        if (!isLoad || !within.canBe(read(value), oneMemory) || !isLast(value, from)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isLast(Value value, int from) {
    Point point = definitions.pointOf(value);
    List<Instruction> code = function.blocks().get(from).instructions();
    return point.block() == from
        && code.subList(point.index() + 1, code.size()).stream()
            .allMatch(Instruction::isComputation);
  }
}
