package dev.heddle.explore;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Gives the accesses of a program other memory orders, and puts fences between them. */
public final class RandomOrders {
  private static final MemoryOrder[] ORDERS = MemoryOrder.values();

  private final Random random;
  private final boolean fences;

  private RandomOrders(long seed, boolean fences) {
    this.random = new Random(seed);
    this.fences = fences;
  }

  /** The program with orders that depend on the seed; and if so wished, with fences. */
  public static Program in(Program program, long seed, boolean fences) {
    RandomOrders orders = new RandomOrders(seed, fences);
    return program.withFunctions(program.functions().stream().map(orders::change).toList());
  }

  private Function change(Function function) {
    List<Block> blocks = new ArrayList<>();
    for (Block block : function.blocks()) {
      List<Instruction> instructions = new ArrayList<>();
      for (Instruction instruction : block.instructions()) {
        if (fences && random.nextInt(3) == 0) {
          instructions.add(new Instruction.Fence(fence(), instruction.location()));
        }
        instructions.add(change(instruction));
      }
      blocks.add(new Block(block.label(), block.phis(), instructions, block.terminator()));
    }
    return new Function(
        function.name(), function.parameters(), function.registers(), blocks, function.library());
  }

  private Instruction change(Instruction instruction) {
    if (instruction instanceof Instruction.Load i) {
      return new Instruction.Load(i.result(), i.address(), i.bytes(), any(), i.location());
    } else if (instruction instanceof Instruction.Store i) {
      return new Instruction.Store(i.address(), i.value(), i.bytes(), any(), i.location());
    } else if (instruction instanceof Instruction.ReadModifyWrite i) {
      return new Instruction.ReadModifyWrite(
          i.result(), i.operator(), i.address(), i.value(), i.bytes(), atomic(), i.location());
    } else if (instruction instanceof Instruction.Add i) {
      return new Instruction.Add(i.address(), i.value(), i.bytes(), atomic(), i.location());
    } else if (instruction instanceof Instruction.CompareExchange i) {
      return new Instruction.CompareExchange(
          i.old(),
          i.success(),
          i.address(),
          i.expected(),
          i.desired(),
          i.bytes(),
          atomic(),
          atomic(),
          i.location());
    } else if (instruction instanceof Instruction.Await i) {
      return new Instruction.Await(
          i.result(),
          i.address(),
          i.bytes(),
          i.guard(),
          i.update(),
          i.operand(),
          i.purpose(),
          i.loop(),
          i.writesInVain(),
          atomic(),
          i.location());
    } else if (instruction instanceof Instruction.Attempt i) {
      return new Instruction.Attempt(
          i.old(),
          i.success(),
          i.address(),
          i.bytes(),
          i.guard(),
          i.update(),
          i.operand(),
          atomic(),
          i.location());
    } else if (instruction instanceof Instruction.Signal i) {
      return new Instruction.Signal(i.result(), i.address(), atomic(), i.location());
    }
    return instruction;
  }

  private MemoryOrder any() {
    return ORDERS[random.nextInt(ORDERS.length)];
  }

  private MemoryOrder atomic() {
    return ORDERS[1 + random.nextInt(ORDERS.length - 1)];
  }

  private MemoryOrder fence() {
    return ORDERS[2 + random.nextInt(ORDERS.length - 2)];
  }
}
