package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Conversion;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Translates computations on vectors, number by number. They appear even in programs that have no
 * vectors: LLVM makes them of small arrays, and the calling convention of small structs.
 */
final class VectorArithmetic {
  private final Layout layout;
  private final Operands operands;
  private final FunctionBuilder builder;

  VectorArithmetic(Layout layout, Operands operands, FunctionBuilder builder) {
    this.layout = layout;
    this.operands = operands;
    this.builder = builder;
  }

  /** Translates an instruction if it is one that only computes and has to do with vectors. */
  boolean translate(LLVMValueRef instruction, int opcode) {
    switch (opcode) {
      case LLVMExtractElement -> operands.define(instruction, extract(instruction));
      case LLVMInsertElement -> operands.define(instruction, insert(instruction));
      case LLVMShuffleVector -> operands.define(instruction, shuffle(instruction));
      default -> {
        if (LLVMGetNumOperands(instruction) == 0 || !concernsVectors(instruction)) {
          return false;
        }
        List<Value> numbers = compute(instruction, opcode);
        if (numbers == null) {
          return false;
        }
        operands.define(instruction, numbers);
      }
    }
    return true;
  }

  private static boolean concernsVectors(LLVMValueRef instruction) {
    return Layout.isVector(LLVMTypeOf(instruction))
        || Layout.isVector(LLVMTypeOf(LLVMGetOperand(instruction, 0)));
  }

  private List<Value> compute(LLVMValueRef instruction, int opcode) {
    LLVMValueRef operand = LLVMGetOperand(instruction, 0);
    LLVMTypeRef type = LLVMTypeOf(instruction);
    BinaryOperator operator = Arithmetic.binaryOperator(opcode);
    if (operator != null) {
      int bits = layout.elementBits(type);
      return each(instruction, (left, right) -> builder.binary(operator, bits, left, right));
    }
    Conversion conversion = Arithmetic.conversion(opcode);
    if (conversion != null) {
      return converted(operand, conversion, layout.elementBits(type));
    }
    switch (opcode) {
      case LLVMICmp -> {
        Relation relation = Arithmetic.relation(LLVMGetICmpPredicate(instruction));
        return compared(instruction, relation);
      }
      case LLVMFCmp -> {
        Relation relation = Arithmetic.floatingPointRelation(LLVMGetFCmpPredicate(instruction));
        return compared(instruction, relation);
      }
      case LLVMFNeg -> {
        int bits = layout.elementBits(type);
        List<Value> negated = new ArrayList<>();
        for (Value number : operands.all(operand)) {
          Value sign = Value.of(1L << (bits - 1));
          negated.add(builder.binary(BinaryOperator.XOR, bits, number, sign));
        }
        return negated;
      }
      case LLVMBitCast -> {
        return recut(operands.all(operand), layout.elementBits(LLVMTypeOf(operand)), type);
      }
      case LLVMSelect -> {
        return Layout.isVector(LLVMTypeOf(operand)) ? selected(instruction) : null;
      }
      default -> {
        return null;
      }
    }
  }

  private interface Combination {
    Value of(Value left, Value right);
  }

  private List<Value> each(LLVMValueRef instruction, Combination combination) {
    List<Value> left = operands.all(LLVMGetOperand(instruction, 0));
    List<Value> right = operands.all(LLVMGetOperand(instruction, 1));
    List<Value> results = new ArrayList<>();
    for (int i = 0; i < left.size(); i++) {
      results.add(combination.of(left.get(i), right.get(i)));
    }
    return results;
  }

  private List<Value> compared(LLVMValueRef instruction, Relation relation) {
    int bits = layout.elementBits(LLVMTypeOf(LLVMGetOperand(instruction, 0)));
    return each(instruction, (left, right) -> builder.compare(relation, bits, left, right));
  }

  private List<Value> converted(LLVMValueRef operand, Conversion conversion, int to) {
    int from = layout.elementBits(LLVMTypeOf(operand));
    List<Value> results = new ArrayList<>();
    for (Value number : operands.all(operand)) {
      results.add(
          conversion == Conversion.ZERO_EXTEND
              ? number
              : builder.convert(conversion, from, to, number));
    }
    return results;
  }

  private List<Value> selected(LLVMValueRef instruction) {
    List<Value> conditions = operands.all(LLVMGetOperand(instruction, 0));
    List<Value> ifTrue = operands.all(LLVMGetOperand(instruction, 1));
    List<Value> ifFalse = operands.all(LLVMGetOperand(instruction, 2));
    List<Value> chosen = new ArrayList<>();
    for (int i = 0; i < ifTrue.size(); i++) {
      chosen.add(builder.select(conditions.get(i), ifTrue.get(i), ifFalse.get(i)));
    }
    return chosen;
  }

  /** The same bits as numbers of another width. */
  private List<Value> recut(List<Value> numbers, int from, LLVMTypeRef type) {
    int to = layout.elementBits(type);
    List<Value> results = new ArrayList<>();
    for (int start = 0; start < numbers.size() * from; start += to) {
      Value result = Value.of(0);
      for (int i = start / from; i < numbers.size() && i * from < start + to; i++) {
        int shift = i * from - start;
        Value moved =
            shift >= 0
                ? builder.binary(BinaryOperator.SHL, 64, numbers.get(i), Value.of(shift))
                : builder.binary(BinaryOperator.LSHR, 64, numbers.get(i), Value.of(-shift));
        result =
            Library.isZero(result) ? moved : builder.binary(BinaryOperator.OR, 64, result, moved);
      }
      results.add(to >= 64 ? result : builder.convert(Conversion.TRUNCATE, 64, to, result));
    }
    return results;
  }

  private Value extract(LLVMValueRef instruction) {
    List<Value> numbers = operands.all(LLVMGetOperand(instruction, 0));
    LLVMValueRef index = LLVMGetOperand(instruction, 1);
    if (LLVMIsAConstantInt(index) != null) {
      return numbers.get((int) LLVMConstIntGetZExtValue(index));
    }
    Value chosen = numbers.get(0);
    for (int i = 1; i < numbers.size(); i++) {
      chosen = builder.select(isIndex(index, i), numbers.get(i), chosen);
    }
    return chosen;
  }

  private List<Value> insert(LLVMValueRef instruction) {
    List<Value> numbers = new ArrayList<>(operands.all(LLVMGetOperand(instruction, 0)));
    Value inserted = operands.of(instruction, 1);
    LLVMValueRef index = LLVMGetOperand(instruction, 2);
    if (LLVMIsAConstantInt(index) != null) {
      numbers.set((int) LLVMConstIntGetZExtValue(index), inserted);
      return numbers;
    }
    for (int i = 0; i < numbers.size(); i++) {
      numbers.set(i, builder.select(isIndex(index, i), inserted, numbers.get(i)));
    }
    return numbers;
  }

  private Value isIndex(LLVMValueRef index, int number) {
    return builder.compare(Relation.EQ, operands.bits(index), operands.of(index), Value.of(number));
  }

  private List<Value> shuffle(LLVMValueRef instruction) {
    List<Value> numbers = new ArrayList<>(operands.all(LLVMGetOperand(instruction, 0)));
    numbers.addAll(operands.all(LLVMGetOperand(instruction, 1)));
    List<Value> shuffled = new ArrayList<>();
    for (int i = 0; i < LLVMGetNumMaskElements(instruction); i++) {
      int place = LLVMGetMaskValue(instruction, i);
      shuffled.add(place < 0 ? new Value.Undefined() : numbers.get(place));
    }
    return shuffled;
  }
}
