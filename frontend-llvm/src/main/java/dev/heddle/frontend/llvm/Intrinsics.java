package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Value;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** Translates calls of LLVM's own functions, whose names begin with {@code llvm.}. */
final class Intrinsics {
  private final Operands operands;
  private final FunctionBuilder builder;
  private final MemoryTransfer transfers;
  private final Symbols symbols;
  private final CallingConvention convention;
  private final BitIntrinsics bits;

  Intrinsics(
      Operands operands,
      FunctionBuilder builder,
      MemoryTransfer transfers,
      Symbols symbols,
      CallingConvention convention) {
    this.operands = operands;
    this.builder = builder;
    this.transfers = transfers;
    this.symbols = symbols;
    this.convention = convention;
    this.bits = new BitIntrinsics(operands, builder);
  }

  void translate(LLVMValueRef call, String name) {
    switch (family(name)) {
      case "llvm.dbg",
          "llvm.lifetime",
          "llvm.invariant",
          "llvm.experimental",
          "llvm.donothing",
          "llvm.assume",
          "llvm.prefetch",
          "llvm.stackrestore",
          "llvm.var",
          "llvm.pseudoprobe",
          "llvm.sideeffect" -> {}
      case "llvm.stacksave", "llvm.is" -> operands.define(call, Value.of(0));
      case "llvm.expect", "llvm.ptr", "llvm.annotation", "llvm.ssa" ->
          operands.define(call, operands.of(call, 0));
      case "llvm.threadlocal" -> operands.define(call, threadLocal(call));
      case "llvm.va_start" -> startVariadic(operands.of(call, 0));
      case "llvm.va_end" -> {}
      case "llvm.va_copy" -> transfers.copyVariadic(operands.of(call, 0), operands.of(call, 1));
      case "llvm.memcpy" -> transfers.copy(call, false);
      case "llvm.memmove" -> transfers.copy(call, true);
      case "llvm.memset" -> transfers.fill(call);
      case "llvm.trap", "llvm.debugtrap", "llvm.ubsantrap" ->
          builder.emit(
              new Instruction.Fail(FailureKind.ABORT, "__builtin_trap()", builder.location()));
      case "llvm.abs" -> operands.define(call, absolute(call));
      case "llvm.smax" -> operands.define(call, choose(call, Relation.SGT));
      case "llvm.smin" -> operands.define(call, choose(call, Relation.SLT));
      case "llvm.umax" -> operands.define(call, choose(call, Relation.UGT));
      case "llvm.umin" -> operands.define(call, choose(call, Relation.ULT));
      case "llvm.fabs" -> operands.define(call, absoluteFloatingPoint(call));
      case "llvm.fmuladd" -> operands.define(call, multiplyAndAdd(call));
      default -> {
        if (!bits.translate(call, name)) {
          throw new UnsupportedException("LLVM's function '" + name + "' is not supported");
        }
      }
    }
  }

  /** The first two parts of a name: the rest are types and variants. */
  private static String family(String name) {
    int end = name.indexOf('.', "llvm.".length());
    return end < 0 ? name : name.substring(0, end);
  }

  private Value threadLocal(LLVMValueRef call) {
    LLVMValueRef variable = LLVMGetOperand(call, 0);
    while (LLVMIsAGlobalAlias(variable) != null) {
      variable = LLVMAliasGetAliasee(variable);
    }
    return builder.threadLocal(symbols.global(variable));
  }

  /**
   * Fills the structure through which a function reads its variable arguments, as x86-64 has it:
   * offsets into two areas of saved registers, the address of the arguments in memory, and that of
   * the areas. The offsets say that all registers have been read already, so that all arguments are
   * taken from memory.
   */
  private void startVariadic(Value list) {
    storeNumber(list, Value.of(48), 4);
    storeNumber(builder.add(list, 4), Value.of(176), 4);
    storeNumber(builder.add(list, 8), convention.variadicPlace(), 8);
    storeNumber(builder.add(list, 16), Value.of(0), 8);
  }

  private void storeNumber(Value address, Value number, int bytes) {
    builder.emit(
        new Instruction.Store(address, number, bytes, MemoryOrder.PLAIN, builder.location()));
  }

  private Value absolute(LLVMValueRef call) {
    int width = operands.bits(call);
    Value value = operands.of(call, 0);
    Value negated = builder.binary(BinaryOperator.SUB, width, Value.of(0), value);
    Value isNegative = builder.compare(Relation.SLT, width, value, Value.of(0));
    return builder.select(isNegative, negated, value);
  }

  private Value choose(LLVMValueRef call, Relation relation) {
    Value left = operands.of(call, 0);
    Value right = operands.of(call, 1);
    Value isLeft = builder.compare(relation, operands.bits(call), left, right);
    return builder.select(isLeft, left, right);
  }

  private Value absoluteFloatingPoint(LLVMValueRef call) {
    int width = operands.bits(call);
    Value withoutSign = Value.of((1L << (width - 1)) - 1);
    return builder.binary(BinaryOperator.AND, width, operands.of(call, 0), withoutSign);
  }

  private Value multiplyAndAdd(LLVMValueRef call) {
    int width = operands.bits(call);
    Value product =
        builder.binary(BinaryOperator.FMUL, width, operands.of(call, 0), operands.of(call, 1));
    return builder.binary(BinaryOperator.FADD, width, product, operands.of(call, 2));
  }
}
