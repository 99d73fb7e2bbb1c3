package dev.heddle.frontend.llvm;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Conversion;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Location;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A function under construction. Instructions go to the end of the current block and take the
 * current location.
 */
final class FunctionBuilder {
  private static final class OpenBlock {
    final String label;
    final List<Block.Phi> phis = new ArrayList<>();
    final List<Instruction> instructions = new ArrayList<>();
    Terminator terminator;

    OpenBlock(String label) {
      this.label = label;
    }
  }

  private final String name;
  private final int parameters;
  private final boolean library;
  private final List<OpenBlock> blocks = new ArrayList<>();
  private final List<Instruction> prologue = new ArrayList<>();
  private final Map<Register, Integer> typeBehind = new HashMap<>();
  private Register variadicArguments;
  private long variadicBytes;
  private int registers;
  private int current;
  private Location location = Location.NONE;

  FunctionBuilder(String name, int parameters, boolean library) {
    this.name = name;
    this.parameters = parameters;
    this.library = library;
    this.registers = parameters;
  }

  /** Whether the function is part of the model of a library. */
  boolean isLibrary() {
    return library;
  }

  Function build() {
    if (variadicArguments != null) {
      prologue.add(
          new Instruction.StackAllocate(
              variadicArguments, Value.of(variadicBytes), false, "arguments", Location.NONE));
    }
    List<Block> closed = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      OpenBlock block = blocks.get(i);
      if (i == 0) {
        block.instructions.addAll(0, prologue);
      }
      block.instructions.replaceAll(this::described);
      // A block that something unsupported left open is not gone through.
      Terminator end =
          block.terminator == null ? new Terminator.Unreachable(Location.NONE) : block.terminator;
      closed.add(new Block(block.label, block.phis, block.instructions, end));
    }
    return new Function(name, parameters, registers, closed, library);
  }

  // ---- Types --------------------------------------------------------------------------------

  /** Says what is in the memory that an instruction with this result makes. */
  void describe(Register address, int type) {
    typeBehind.put(address, type);
  }

  private Instruction described(Instruction instruction) {
    if (instruction instanceof Instruction.HeapAllocate i && typeBehind.containsKey(i.result())) {
      return new Instruction.HeapAllocate(
          i.result(), i.size(), i.zeroed(), i.location(), typeBehind.get(i.result()));
    }
    if (instruction instanceof Instruction.StackAllocate i && typeBehind.containsKey(i.result())) {
      int type = typeBehind.get(i.result());
      return new Instruction.StackAllocate(
          i.result(), i.size(), i.isPrivate(), i.name(), i.location(), type);
    }
    return instruction;
  }

  // ---- Blocks -------------------------------------------------------------------------------

  /** Adds an empty block; the first one added is the entry. */
  int newBlock(String label) {
    blocks.add(new OpenBlock(label));
    return blocks.size() - 1;
  }

  /** What is emitted from now on goes to the end of {@code block}. */
  void continueAt(int block) {
    current = block;
  }

  int currentBlock() {
    return current;
  }

  String currentLabel() {
    return blocks.get(current).label;
  }

  void addPhi(int block, Block.Phi phi) {
    blocks.get(block).phis.add(phi);
  }

  void end(Terminator terminator) {
    blocks.get(current).terminator = terminator;
  }

  // ---- Instructions -------------------------------------------------------------------------

  void at(Location place) {
    location = place;
  }

  Location location() {
    return location;
  }

  Register newRegister() {
    return new Register(registers++);
  }

  /** Something comes here that cannot be checked: an error for executions that get here. */
  void emitUnsupported(String message) {
    emit(new Instruction.Unsupported(message, location));
  }

  void emit(Instruction instruction) {
    blocks.get(current).instructions.add(instruction);
  }

  /**
   * Where the function puts the arguments for variadic functions that it calls. One place is enough
   * for all, as it is used from right before a call to its end.
   */
  Register variadicArguments(long bytes) {
    if (variadicArguments == null) {
      variadicArguments = newRegister();
    }
    variadicBytes = Math.max(variadicBytes, bytes);
    return variadicArguments;
  }

  /** Puts an instruction before everything else in the function, whatever the current block. */
  void emitAtEntry(Instruction instruction) {
    prologue.add(instruction);
  }

  /** Calls a function of the program by its position. */
  Register call(int function, Value... arguments) {
    Register result = newRegister();
    Value callee = new Value.FunctionAddress(function);
    emit(new Instruction.Call(result, callee, List.of(arguments), location));
    return result;
  }

  /** The address of the current thread's copy of a global. */
  Register threadLocal(int global) {
    Register address = newRegister();
    emit(new Instruction.ThreadLocalAddress(address, global, location));
    return address;
  }

  Value binary(BinaryOperator operator, int bits, Value left, Value right) {
    Value folded = fold(operator, bits, left, right);
    if (folded != null) {
      return folded;
    }
    Register result = newRegister();
    emit(new Instruction.Binary(result, operator, bits, left, right, location));
    return result;
  }

  Value compare(Relation relation, int bits, Value left, Value right) {
    if (left instanceof Value.Constant a && right instanceof Value.Constant b) {
      // What the models of library functions give is often constant: most never fail.
      if (relation == Relation.EQ || relation == Relation.NE) {
        return Value.of((a.bits() == b.bits()) == (relation == Relation.EQ) ? 1 : 0);
      }
    }
    Register result = newRegister();
    emit(new Instruction.Compare(result, relation, bits, left, right, location));
    return result;
  }

  Value convert(Conversion conversion, int fromBits, int toBits, Value value) {
    if (value instanceof Value.Constant number) {
      if (conversion == Conversion.TRUNCATE) {
        return constant(number.bits(), toBits);
      }
      if (conversion == Conversion.SIGN_EXTEND) {
        int unused = 64 - fromBits;
        return constant(number.bits() << unused >> unused, toBits);
      }
    }
    Register result = newRegister();
    emit(new Instruction.Convert(result, conversion, fromBits, toBits, value, location));
    return result;
  }

  Value select(Value condition, Value ifTrue, Value ifFalse) {
    Register result = newRegister();
    emit(new Instruction.Select(result, condition, ifTrue, ifFalse, location));
    return result;
  }

  Value add(Value value, long constant) {
    return binary(BinaryOperator.ADD, 64, value, Value.of(constant));
  }

  /** What address arithmetic comes to when it is known before the program runs, else null. */
  static Value fold(BinaryOperator operator, int bits, Value left, Value right) {
    if (left instanceof Value.Constant a && right instanceof Value.Constant b) {
      return switch (operator) {
        case ADD -> constant(a.bits() + b.bits(), bits);
        case SUB -> constant(a.bits() - b.bits(), bits);
        case MUL -> constant(a.bits() * b.bits(), bits);
        case XOR -> constant(a.bits() ^ b.bits(), bits);
        default -> null;
      };
    }
    if (bits != 64) {
      return null;
    }
    if (operator == BinaryOperator.ADD && left instanceof Value.Constant) {
      return fold(operator, bits, right, left);
    }
    if (right instanceof Value.Constant b) {
      boolean isSum = operator == BinaryOperator.ADD || operator == BinaryOperator.SUB;
      if ((b.bits() == 0 && isSum) || (b.bits() == 1 && operator == BinaryOperator.MUL)) {
        return left;
      }
      if (left instanceof Value.GlobalAddress base && isSum) {
        long offset = operator == BinaryOperator.ADD ? b.bits() : -b.bits();
        return new Value.GlobalAddress(base.global(), base.offset() + offset);
      }
    }
    if (operator == BinaryOperator.SUB
        && left instanceof Value.GlobalAddress a
        && right instanceof Value.GlobalAddress b
        && a.global() == b.global()) {
      return Value.of(a.offset() - b.offset());
    }
    return null;
  }

  static Value constant(long value, int bits) {
    return Value.of(bits == 64 ? value : value & ((1L << bits) - 1));
  }
}
