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
      case "llvm.x86" -> processor(call, name);
      case "llvm.readcyclecounter" -> operands.define(call, cycles());
      case "llvm.stacksave" -> operands.define(call, Value.of(0));
      case "llvm.is" ->
          operands.define(
              call, name.startsWith("llvm.is.fpclass") ? floatingPointClass(call) : Value.of(0));
      case "llvm.expect", "llvm.ptr", "llvm.annotation", "llvm.ssa" ->
          operands.define(call, operands.of(call, 0));
      case "llvm.eh" ->
          operands.define(call, Value.of(symbols.typeNumber(LLVMGetOperand(call, 0))));
      case "llvm.threadlocal" -> operands.define(call, threadLocal(call));
      case "llvm.va_start" -> startVariadic(operands.of(call, 0));
      case "llvm.va_end" -> {}
      case "llvm.va_copy" -> transfers.copyVariadic(operands.of(call, 0), operands.of(call, 1));
      case "llvm.memcpy" -> transfers.copy(call, false);
      case "llvm.memmove" -> transfers.copy(call, true);
      case "llvm.memset" -> transfers.fill(call);
      case "llvm.ubsantrap" ->
          builder.emit(
              SanitizerTrap.failure(
                  LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0)), builder.location()));
      case "llvm.trap", "llvm.debugtrap" ->
          builder.emit(
              new Instruction.Fail(FailureKind.ABORT, "__builtin_trap()", builder.location()));
      case "llvm.abs" -> operands.define(call, absolute(call));
      case "llvm.smax" -> operands.define(call, choose(call, Relation.SGT));
      case "llvm.smin" -> operands.define(call, choose(call, Relation.SLT));
      case "llvm.umax" -> operands.define(call, choose(call, Relation.UGT));
      case "llvm.umin" -> operands.define(call, choose(call, Relation.ULT));
      case "llvm.fabs" -> operands.define(call, absoluteFloatingPoint(call));
      case "llvm.copysign" -> operands.define(call, copySign(call));
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

  /** The builtins behind {@code <immintrin.h>} that concern the order of things. */
  private void processor(LLVMValueRef call, String name) {
    switch (name) {
      case "llvm.x86.rdtsc" -> operands.define(call, cycles());
      case "llvm.x86.sse2.pause", "llvm.x86.tpause" -> {}
      case "llvm.x86.sse2.mfence" -> fence(MemoryOrder.SEQUENTIALLY_CONSISTENT);
      case "llvm.x86.sse2.lfence" -> fence(MemoryOrder.ACQUIRE);
      case "llvm.x86.sse.sfence" -> fence(MemoryOrder.RELEASE);
      default ->
          throw new UnsupportedException("the processor's builtin '" + name + "' is not supported");
    }
  }

  private Value cycles() {
    return builder.call(symbols.runtimeFunction("__heddle_cycles"));
  }

  private void fence(MemoryOrder order) {
    builder.emit(new Instruction.Fence(order, builder.location()));
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
    int width = operands.bits(LLVMGetOperand(call, 0));
    Value withoutSign = Value.of((1L << (width - 1)) - 1);
    return builder.binary(BinaryOperator.AND, width, operands.of(call, 0), withoutSign);
  }

  private Value copySign(LLVMValueRef call) {
    int width = operands.bits(call);
    Value sign = Value.of(1L << (width - 1));
    Value signBit = builder.binary(BinaryOperator.AND, width, operands.of(call, 1), sign);
    return builder.binary(BinaryOperator.OR, width, absoluteFloatingPoint(call), signBit);
  }

  /** Whether a number is of one of the classes in a set, which LLVM numbers from 0 to 9. */
  private Value floatingPointClass(LLVMValueRef call) {
    int width = operands.bits(LLVMGetOperand(call, 0));
    long classes = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
    int fraction = width == 64 ? 52 : 23;
    Value number = operands.of(call, 0);
    Value magnitude = absoluteFloatingPoint(call);
    long infinite = ((1L << (width - 1 - fraction)) - 1) << fraction;
    long quiet = infinite | 1L << (fraction - 1);
    long normal = 1L << fraction;
    Value sign = builder.compare(Relation.SLT, width, number, Value.of(0));
    Value positive = builder.compare(Relation.EQ, 1, sign, Value.of(0));
    Value found = Value.of(0);
    long[] from = {infinite + 1, quiet, infinite, normal, 1, 0, 0, 1, normal, infinite};
    long[] to = {quiet, -1, infinite + 1, infinite, normal, 1, 1, normal, infinite, infinite + 1};
    for (int i = 0; i < from.length; i++) {
      if ((classes >> i & 1) != 0) {
        Value inside = builder.compare(Relation.UGE, width, magnitude, Value.of(from[i]));
        if (to[i] > 0) {
          Value below = builder.compare(Relation.ULT, width, magnitude, Value.of(to[i]));
          inside = builder.binary(BinaryOperator.AND, 1, inside, below);
        }
        if (i >= 2) {
          inside = builder.binary(BinaryOperator.AND, 1, inside, i < 6 ? sign : positive);
        }
        found = builder.binary(BinaryOperator.OR, 1, found, inside);
      }
    }
    return found;
  }

  private Value multiplyAndAdd(LLVMValueRef call) {
    int width = operands.bits(call);
    Value product =
        builder.binary(BinaryOperator.FMUL, width, operands.of(call, 0), operands.of(call, 1));
    return builder.binary(BinaryOperator.FADD, width, product, operands.of(call, 2));
  }
}
