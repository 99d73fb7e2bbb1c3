package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Operands;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts stack objects that no other thread can reach into registers, as far as they are only loaded
 * and stored as a whole, and never loaded before they are stored. The compiler has left them in
 * memory because their address was handed to a function, or because they are volatile; when that
 * function has been inlined, one can see which iterations of a loop need their values.
 *
 * <p>Braun and others: <em>Simple and Efficient Construction of Static Single Assignment Form</em>,
 * CC 2013, algorithms 1 to 3; all blocks are known from the start.
 */
final class PrivateVariables {
  /** Values are looked up recursively, from block to block. */
  private static final int MAX_BLOCKS = 2_000;

  private final Function function;
  private final List<List<Integer>> predecessors;

  /** The bytes of each variable that can go into a register, by the register of its address. */
  private final Map<Register, Integer> variables = new LinkedHashMap<>();

  private final Substitution loaded = new Substitution();
  private final Map<Integer, List<Block.Phi>> phis = new HashMap<>();
  private int registers;

  private PrivateVariables(Function function) {
    this.function = function;
    this.predecessors = Loop.predecessorsOf(function);
    this.registers = function.registers();
  }

  /** The function with such variables in registers; itself if it has none. */
  static Function inRegisters(Function function) {
    if (function.blocks().size() > MAX_BLOCKS) {
      return function;
    }
    PrivateVariables pass = new PrivateVariables(function);
    pass.collect();
    pass.variables.keySet().removeIf(variable -> !pass.isStoredBeforeLoads(variable));
    if (pass.variables.isEmpty()) {
      return function;
    }
    for (Register variable : pass.variables.keySet()) {
      pass.new Renaming(variable).run();
    }
    return pass.rebuilt();
  }

  // ---- Which variables ----------------------------------------------------------------------

  private void collect() {
    for (Instruction instruction : function.blocks().get(0).instructions()) {
      if (instruction instanceof Instruction.StackAllocate i && i.isPrivate()) {
        variables.put(i.result(), 0);
      }
    }
    for (Block block : function.blocks()) {
      block.phis().forEach(phi -> phi.values().forEach(variables::remove));
      block.instructions().forEach(this::use);
      variables.remove(Operands.of(block.terminator()));
    }
    variables.values().removeIf(bytes -> bytes == 0);
  }

  private void use(Instruction instruction) {
    if (instruction instanceof Instruction.Load i) {
      access(i.address(), i.bytes());
    } else if (instruction instanceof Instruction.Peek i) {
      access(i.address(), i.bytes());
    } else if (instruction instanceof Instruction.Store i) {
      access(i.address(), i.bytes());
      variables.remove(i.value());
    } else {
      Operands.forEach(instruction, variables::remove);
    }
  }

  private void access(Value address, int bytes) {
    Integer known = variables.get(address);
    if (known != null && known != 0 && known != bytes) {
      variables.remove(address);
    } else if (known != null) {
      variables.put((Register) address, bytes);
    }
  }

  /** Whether no path leads from the entry to a load without a store on it. */
  private boolean isStoredBeforeLoads(Register variable) {
    BitSet reached = new BitSet();
    List<Integer> open = new ArrayList<>(List.of(0));
    while (!open.isEmpty()) {
      int b = open.remove(open.size() - 1);
      if (reached.get(b)) {
        continue;
      }
      reached.set(b);
      Instruction first = null;
      for (Instruction instruction : function.blocks().get(b).instructions()) {
        first = first == null && accesses(instruction, variable) ? instruction : first;
      }
      if (first != null && loads(first, variable)) {
        return false;
      }
      if (first == null) {
        open.addAll(function.blocks().get(b).terminator().successors());
      }
    }
    return true;
  }

  private static boolean accesses(Instruction instruction, Register variable) {
    return loads(instruction, variable)
        || (instruction instanceof Instruction.Store i && i.address().equals(variable));
  }

  private static boolean loads(Instruction instruction, Register variable) {
    return (instruction instanceof Instruction.Load i && i.address().equals(variable))
        || (instruction instanceof Instruction.Peek j && j.address().equals(variable));
  }

  // ---- Their values -------------------------------------------------------------------------

  /** Finds for each load of one variable the value that was stored last. */
  private final class Renaming {
    private final Register variable;
    private final Map<Integer, Value> atBegin = new HashMap<>();
    private final Map<Integer, Value> atEnd = new HashMap<>();

    Renaming(Register variable) {
      this.variable = variable;
    }

    void run() {
      for (int b = 0; b < function.blocks().size(); b++) {
        for (Instruction instruction : function.blocks().get(b).instructions()) {
          if (instruction instanceof Instruction.Store i && i.address().equals(variable)) {
            atEnd.put(b, i.value());
          }
        }
      }
      for (int b = 0; b < function.blocks().size(); b++) {
        Value current = null;
        for (Instruction instruction : function.blocks().get(b).instructions()) {
          if (instruction instanceof Instruction.Store i && i.address().equals(variable)) {
            current = i.value();
          } else if (loads(instruction, variable)) {
            current = current == null ? atBegin(b) : current;
            gives(instruction, current);
          }
        }
      }
    }

    /** What has been stored as a whole has no byte that is missing. */
    private void gives(Instruction load, Value value) {
      if (load instanceof Instruction.Peek i) {
        loaded.put(i.result(), value);
        loaded.put(i.missing(), Value.of(0));
      } else {
        loaded.put(((Instruction.Load) load).result(), value);
      }
    }

    private Value atEnd(int block) {
      Value stored = atEnd.get(block);
      return stored == null ? atBegin(block) : stored;
    }

    private Value atBegin(int block) {
      Value known = atBegin.get(block);
      if (known != null) {
        return known;
      }
      List<Integer> from = predecessors.get(block);
      Value value;
      if (from.isEmpty()) {
        value = new Value.Undefined();
      } else if (from.size() == 1) {
        value = atEnd(from.get(0));
      } else {
        Register merged = new Register(registers++);
        atBegin.put(block, merged);
        List<Value> values = from.stream().map(this::atEnd).toList();
        phis.computeIfAbsent(block, b -> new ArrayList<>())
            .add(new Block.Phi(merged, from, values));
        return merged;
      }
      atBegin.put(block, value);
      return value;
    }
  }

  // ---- The new function ---------------------------------------------------------------------

  private Function rebuilt() {
    while (removeTrivialPhi()) {
      // Each one that is gone may make others trivial.
    }
    List<Block> blocks = new ArrayList<>();
    for (int b = 0; b < function.blocks().size(); b++) {
      Block block = function.blocks().get(b);
      List<Block.Phi> all = new ArrayList<>(block.phis());
      all.addAll(phis.getOrDefault(b, List.of()));
      List<Instruction> kept =
          block.instructions().stream().filter(i -> !isGone(i)).map(loaded::in).toList();
      blocks.add(
          new Block(
              block.label(),
              all.stream().map(loaded::in).toList(),
              kept,
              loaded.in(block.terminator())));
    }
    return new Function(
        function.name(), function.parameters(), registers, blocks, function.library());
  }

  private boolean isGone(Instruction instruction) {
    return (instruction instanceof Instruction.StackAllocate a && variables.containsKey(a.result()))
        || (instruction instanceof Instruction.Load l && variables.containsKey(l.address()))
        || (instruction instanceof Instruction.Peek p && variables.containsKey(p.address()))
        || (instruction instanceof Instruction.Store s && variables.containsKey(s.address()));
  }

  /** A phi of which all values are the same, or the phi itself, stands for that value. */
  private boolean removeTrivialPhi() {
    for (List<Block.Phi> ofBlock : phis.values()) {
      for (Block.Phi phi : ofBlock) {
        List<Value> others =
            phi.values().stream()
                .map(loaded::of)
                .filter(value -> !value.equals(phi.result()))
                .distinct()
                .toList();
        if (others.size() == 1) {
          loaded.put(phi.result(), others.get(0));
          ofBlock.remove(phi);
          return true;
        }
      }
    }
    return false;
  }
}
