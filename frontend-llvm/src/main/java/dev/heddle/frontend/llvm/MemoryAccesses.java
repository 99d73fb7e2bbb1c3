package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Conversion;
import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** Translates the instructions that make or access memory. */
final class MemoryAccesses {
  private final Layout layout;
  private final Operands operands;

  /** Parts of structs that have been read to be copied, with their bytes that are missing. */
  private final Map<LLVMValueRef, Register> missingOfCopied = new HashMap<>();

  private final FunctionBuilder builder;
  private final Symbols symbols;
  private final PartialReads partialReads;
  private final WideAtomics wideAtomics;
  private final WideArithmetic wideArithmetic;

  MemoryAccesses(Layout layout, Operands operands, FunctionBuilder builder, Symbols symbols) {
    this.symbols = symbols;
    this.partialReads = new PartialReads(layout);
    this.wideAtomics = new WideAtomics(builder);
    this.wideArithmetic = new WideArithmetic(operands, builder);
    this.layout = layout;
    this.operands = operands;
    this.builder = builder;
  }

  /** Translates an instruction if it is one that makes or accesses memory. */
  boolean translate(LLVMValueRef instruction, int opcode) {
    switch (opcode) {
      case LLVMAlloca -> allocate(instruction);
      case LLVMLoad -> {
        LLVMTypeRef type = LLVMTypeOf(instruction);
        MemoryOrder order = order(LLVMGetOrdering(instruction));
        Value address = operands.of(instruction, 0);
        if (partialReads.isPartOfCopy(instruction)) {
          operands.define(instruction, loadCopied(instruction, address, type));
          return true;
        }
        operands.define(
            instruction,
            order == MemoryOrder.PLAIN && partialReads.mayBePartial(instruction)
                ? loadPartly(address, type)
                : load(address, type, order));
      }
      case LLVMStore -> {
        LLVMValueRef value = LLVMGetOperand(instruction, 0);
        MemoryOrder order = order(LLVMGetOrdering(instruction));
        Register missing = missingOfCopied.get(value);
        if (missing != null && order == MemoryOrder.PLAIN) {
          int bytes = (int) layout.size(LLVMTypeOf(value));
          Value to = operands.of(instruction, 1);
          builder.emit(
              new Instruction.Poke(to, operands.of(value), missing, bytes, builder.location()));
          return true;
        }
        store(operands.of(instruction, 1), operands.all(value), LLVMTypeOf(value), order);
      }
      case LLVMAtomicRMW -> readModifyWrite(instruction);
      case LLVMAtomicCmpXchg -> compareExchange(instruction);
      case LLVMFence -> {
        if (LLVMIsAtomicSingleThread(instruction) == 0) {
          MemoryOrder order = order(LLVMGetOrdering(instruction));
          builder.emit(new Instruction.Fence(order, builder.location()));
        }
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void allocate(LLVMValueRef instruction) {
    long size = layout.size(LLVMGetAllocatedType(instruction));
    LLVMValueRef count = LLVMGetOperand(instruction, 0);
    Value total = builder.binary(BinaryOperator.MUL, 64, operands.of(count), Value.of(size));
    Register result = builder.newRegister();
    operands.define(instruction, result);
    builder.emit(
        new Instruction.StackAllocate(
            result, total, false, sourceName(instruction), builder.location()));
  }

  /**
   * The name of a variable. Clang adds {@code .addr} to the copy that it makes of a parameter, and
   * LLVM {@code .sroa.} and a number to the parts of a struct.
   */
  private static String sourceName(LLVMValueRef variable) {
    String name = NativeText.nameOf(variable);
    int end = name.endsWith(".addr") ? name.length() - ".addr".length() : name.indexOf(".sroa.");
    return end > 0 ? name.substring(0, end) : name;
  }

  /** Reads a value of a type, number by number if it has several. */
  List<Value> load(Value address, LLVMTypeRef type, MemoryOrder order) {
    if (order.isAtomic() && WideArithmetic.isWide(type)) {
      return wideAtomics.load(address, order);
    }
    List<Value> numbers = new ArrayList<>();
    for (Layout.Scalar scalar : layout.scalars(type)) {
      numbers.add(load(builder.add(address, scalar.offset()), scalar.bits(), order));
    }
    return numbers;
  }

  private Value load(Value address, int bits, MemoryOrder order) {
    int bytes = (bits + 7) / 8;
    if (address instanceof Value.GlobalAddress place) {
      Value content = symbols.constantContent(place, bytes);
      if (content != null) {
        return content;
      }
    }
    Register result = builder.newRegister();
    builder.emit(new Instruction.Load(result, address, bytes, order, builder.location()));
    return bits % 8 == 0 ? result : builder.convert(Conversion.TRUNCATE, 8 * bytes, bits, result);
  }

  /** Reads a value of which some bytes may not be initialised; they become 0. */
  private List<Value> loadPartly(Value address, LLVMTypeRef type) {
    List<Value> numbers = new ArrayList<>();
    for (Layout.Scalar scalar : layout.scalars(type)) {
      Register content = builder.newRegister();
      Value place = builder.add(address, scalar.offset());
      builder.emit(
          new Instruction.Peek(
              content, builder.newRegister(), place, scalar.bytes(), builder.location()));
      numbers.add(
          scalar.bits() % 8 == 0
              ? content
              : builder.convert(Conversion.TRUNCATE, 8 * scalar.bytes(), scalar.bits(), content));
    }
    return numbers;
  }

  /** Reads a part of a struct that is copied, and remembers which bytes are not initialised. */
  private Value loadCopied(LLVMValueRef load, Value address, LLVMTypeRef type) {
    int bytes = (int) layout.size(type);
    if (address instanceof Value.GlobalAddress place) {
      Value content = symbols.constantContent(place, bytes);
      if (content != null) {
        return content;
      }
    }
    Register content = builder.newRegister();
    Register missing = builder.newRegister();
    builder.emit(new Instruction.Peek(content, missing, address, bytes, builder.location()));
    missingOfCopied.put(load, missing);
    return content;
  }

  /** Which bytes of what was read to be copied are not initialised; 0 if that is known of none. */
  Value missingOf(LLVMValueRef load) {
    Register missing = missingOfCopied.get(load);
    return missing == null ? Value.of(0) : missing;
  }

  /** Writes a value of a type, number by number if it has several. */
  void store(Value address, List<Value> numbers, LLVMTypeRef type, MemoryOrder order) {
    if (order.isAtomic() && WideArithmetic.isWide(type)) {
      wideAtomics.store(address, numbers, order);
      return;
    }
    List<Layout.Scalar> scalars = layout.scalars(type);
    for (int i = 0; i < numbers.size(); i++) {
      Layout.Scalar scalar = scalars.get(i);
      Value place = builder.add(address, scalar.offset());
      builder.emit(
          new Instruction.Store(place, numbers.get(i), scalar.bytes(), order, builder.location()));
    }
  }

  /** Copies a value of a type from one place to another; it need not be initialised. */
  void copy(Value to, Value from, LLVMTypeRef type) {
    long size = layout.size(type);
    for (long at = 0; at < size; at += 8) {
      int bytes = (int) Math.min(8, size - at);
      copy(builder.add(to, at), builder.add(from, at), bytes, builder);
    }
  }

  /** Copies at most 8 bytes that need not be initialised. */
  static void copy(Value to, Value from, int bytes, FunctionBuilder builder) {
    Register content = builder.newRegister();
    Register missing = builder.newRegister();
    builder.emit(new Instruction.Peek(content, missing, from, bytes, builder.location()));
    builder.emit(new Instruction.Poke(to, content, missing, bytes, builder.location()));
  }

  private void readModifyWrite(LLVMValueRef instruction) {
    RmwOperator operator = operator(LLVMGetAtomicRMWBinOp(instruction));
    Value address = operands.of(instruction, 0);
    if (WideArithmetic.isWide(LLVMTypeOf(instruction))) {
      List<Value> operand = operands.all(LLVMGetOperand(instruction, 1));
      MemoryOrder order = order(LLVMGetOrdering(instruction));
      operands.define(
          instruction,
          wideAtomics.readModifyWrite(address, old -> updated(operator, old, operand), order));
      return;
    }
    Value value = operands.of(instruction, 1);
    int bytes = wholeBytes(instruction);
    Register old = builder.newRegister();
    operands.define(instruction, old);
    builder.emit(
        new Instruction.ReadModifyWrite(
            old,
            operator,
            address,
            value,
            bytes,
            order(LLVMGetOrdering(instruction)),
            builder.location()));
  }

  private List<Value> updated(RmwOperator operator, List<Value> old, List<Value> operand) {
    return switch (operator) {
      case EXCHANGE -> operand;
      case ADD, SUB, AND, OR, XOR ->
          wideArithmetic.binary(BinaryOperator.valueOf(operator.name()), old, operand);
      default ->
          throw new UnsupportedException(
              "this atomic operation on " + WideAtomics.BYTES + " bytes is not supported");
    };
  }

  private void compareExchange(LLVMValueRef instruction) {
    if (LLVMGetWeak(instruction) != 0 && !builder.isLibrary()) {
      symbols.noteWeakExchange();
    }
    Value address = operands.of(instruction, 0);
    if (WideArithmetic.isWide(LLVMTypeOf(LLVMGetOperand(instruction, 1)))) {
      WideAtomics.Exchange exchange =
          wideAtomics.compareExchange(
              address,
              operands.all(LLVMGetOperand(instruction, 1)),
              operands.all(LLVMGetOperand(instruction, 2)),
              order(LLVMGetCmpXchgSuccessOrdering(instruction)),
              order(LLVMGetCmpXchgFailureOrdering(instruction)));
      List<Value> results = new ArrayList<>(exchange.old());
      results.add(exchange.success());
      operands.define(instruction, results);
      return;
    }
    Value expected = operands.of(instruction, 1);
    Value desired = operands.of(instruction, 2);
    Register old = builder.newRegister();
    Register success = builder.newRegister();
    operands.define(instruction, List.of(old, success));
    builder.emit(
        new Instruction.CompareExchange(
            old,
            success,
            address,
            expected,
            desired,
            wholeBytes(LLVMGetOperand(instruction, 1)),
            order(LLVMGetCmpXchgSuccessOrdering(instruction)),
            order(LLVMGetCmpXchgFailureOrdering(instruction)),
            builder.location()));
  }

  private int wholeBytes(LLVMValueRef value) {
    int bits = operands.bits(value);
    if (bits % 8 != 0) {
      throw new UnsupportedException("an atomic operation on " + bits + " bits is not supported");
    }
    return bits / 8;
  }

  private static RmwOperator operator(int operation) {
    return switch (operation) {
      case LLVMAtomicRMWBinOpXchg -> RmwOperator.EXCHANGE;
      case LLVMAtomicRMWBinOpAdd -> RmwOperator.ADD;
      case LLVMAtomicRMWBinOpSub -> RmwOperator.SUB;
      case LLVMAtomicRMWBinOpAnd -> RmwOperator.AND;
      case LLVMAtomicRMWBinOpNand -> RmwOperator.NAND;
      case LLVMAtomicRMWBinOpOr -> RmwOperator.OR;
      case LLVMAtomicRMWBinOpXor -> RmwOperator.XOR;
      case LLVMAtomicRMWBinOpMax -> RmwOperator.MAX;
      case LLVMAtomicRMWBinOpMin -> RmwOperator.MIN;
      case LLVMAtomicRMWBinOpUMax -> RmwOperator.UMAX;
      case LLVMAtomicRMWBinOpUMin -> RmwOperator.UMIN;
      case LLVMAtomicRMWBinOpFAdd -> RmwOperator.FADD;
      case LLVMAtomicRMWBinOpFSub -> RmwOperator.FSUB;
      default ->
          throw new UnsupportedException(
              "an atomic operation on floating-point numbers is not supported");
    };
  }

  private static MemoryOrder order(int ordering) {
    return switch (ordering) {
      case LLVMAtomicOrderingNotAtomic -> MemoryOrder.PLAIN;
      case LLVMAtomicOrderingUnordered, LLVMAtomicOrderingMonotonic -> MemoryOrder.RELAXED;
      case LLVMAtomicOrderingAcquire -> MemoryOrder.ACQUIRE;
      case LLVMAtomicOrderingRelease -> MemoryOrder.RELEASE;
      case LLVMAtomicOrderingAcquireRelease -> MemoryOrder.ACQUIRE_RELEASE;
      case LLVMAtomicOrderingSequentiallyConsistent -> MemoryOrder.SEQUENTIALLY_CONSISTENT;
      default -> throw new IllegalArgumentException("memory order " + ordering);
    };
  }
}
