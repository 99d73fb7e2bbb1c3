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

/** Translates computations on integers of 128 bits, which are two numbers: the lower one first. */
final class WideArithmetic {
  private static final Value ZERO = Value.of(0);

  private final Operands operands;
  private final FunctionBuilder builder;

  WideArithmetic(Operands operands, FunctionBuilder builder) {
    this.operands = operands;
    this.builder = builder;
  }

  /** Translates an instruction if it is one that only computes and has to do with such integers. */
  boolean translate(LLVMValueRef instruction, int opcode) {
    if (LLVMGetNumOperands(instruction) == 0 || !concernsWide(instruction)) {
      return false;
    }
    List<Value> first = operands.all(LLVMGetOperand(instruction, 0));
    switch (opcode) {
      case LLVMTrunc -> operands.define(instruction, truncated(first, operands.bits(instruction)));
      case LLVMZExt -> operands.define(instruction, List.of(first.get(0), ZERO));
      case LLVMSExt -> operands.define(instruction, signExtended(instruction, first.get(0)));
      case LLVMICmp -> operands.define(instruction, compare(instruction, first));
      case LLVMBitCast -> operands.define(instruction, first);
      default -> {
        BinaryOperator operator = Arithmetic.binaryOperator(opcode);
        if (operator == null) {
          return false;
        }
        List<Value> second = operands.all(LLVMGetOperand(instruction, 1));
        operands.define(instruction, binary(operator, first, second));
      }
    }
    return true;
  }

  private static boolean concernsWide(LLVMValueRef instruction) {
    return isWide(LLVMTypeOf(instruction)) || isWide(LLVMTypeOf(LLVMGetOperand(instruction, 0)));
  }

  static boolean isWide(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 128;
  }

  private Value truncated(List<Value> value, int bits) {
    Value low = value.get(0);
    return bits == 64 ? low : builder.convert(Conversion.TRUNCATE, 64, bits, low);
  }

  private List<Value> signExtended(LLVMValueRef instruction, Value value) {
    int bits = operands.bits(LLVMGetOperand(instruction, 0));
    Value low = bits == 64 ? value : builder.convert(Conversion.SIGN_EXTEND, bits, 64, value);
    return List.of(low, word(BinaryOperator.ASHR, low, Value.of(63)));
  }

  private Value word(BinaryOperator operator, Value left, Value right) {
    return builder.binary(operator, 64, left, right);
  }

  List<Value> binary(BinaryOperator operator, List<Value> left, List<Value> right) {
    return switch (operator) {
      case AND, OR, XOR ->
          List.of(
              word(operator, left.get(0), right.get(0)), word(operator, left.get(1), right.get(1)));
      case ADD, SUB -> sum(operator, left, right);
      case MUL -> product(left, right);
      case SHL, LSHR, ASHR -> shifted(operator, left, right.get(0));
      default -> throw new UnsupportedException("division of 128-bit integers is not supported");
    };
  }

  private List<Value> sum(BinaryOperator operator, List<Value> left, List<Value> right) {
    Value low = word(operator, left.get(0), right.get(0));
    Value carry =
        operator == BinaryOperator.ADD
            ? builder.compare(Relation.ULT, 64, low, left.get(0))
            : builder.compare(Relation.ULT, 64, left.get(0), right.get(0));
    return List.of(low, word(operator, word(operator, left.get(1), right.get(1)), carry));
  }

  /** The lower halves multiply to 128 bits, which four products of 32 bits each make. */
  private List<Value> product(List<Value> left, List<Value> right) {
    Value half = Value.of(0xffff_ffffL);
    Value by = Value.of(32);
    Value a = word(BinaryOperator.AND, left.get(0), half);
    Value b = word(BinaryOperator.LSHR, left.get(0), by);
    Value c = word(BinaryOperator.AND, right.get(0), half);
    Value d = word(BinaryOperator.LSHR, right.get(0), by);
    Value ac = word(BinaryOperator.MUL, a, c);
    Value middle =
        word(BinaryOperator.ADD, word(BinaryOperator.MUL, b, c), word(BinaryOperator.LSHR, ac, by));
    Value lowerMiddle =
        word(
            BinaryOperator.ADD,
            word(BinaryOperator.AND, middle, half),
            word(BinaryOperator.MUL, a, d));
    Value high =
        word(
            BinaryOperator.ADD,
            word(
                BinaryOperator.ADD,
                word(BinaryOperator.MUL, b, d),
                word(BinaryOperator.LSHR, middle, by)),
            word(BinaryOperator.LSHR, lowerMiddle, by));
    Value crossed =
        word(
            BinaryOperator.ADD,
            word(BinaryOperator.MUL, left.get(0), right.get(1)),
            word(BinaryOperator.MUL, left.get(1), right.get(0)));
    return List.of(
        word(BinaryOperator.MUL, left.get(0), right.get(0)),
        word(BinaryOperator.ADD, high, crossed));
  }

  /** A shift by 0 is a case of its own, as one by 64 means nothing for a word. */
  private List<Value> shifted(BinaryOperator operator, List<Value> value, Value by) {
    boolean left = operator == BinaryOperator.SHL;
    Value near = value.get(left ? 0 : 1);
    Value far = value.get(left ? 1 : 0);
    Value filling =
        operator == BinaryOperator.ASHR ? word(BinaryOperator.ASHR, near, Value.of(63)) : ZERO;
    Value within = word(BinaryOperator.AND, by, Value.of(63));
    Value rest = word(BinaryOperator.AND, word(BinaryOperator.SUB, ZERO, by), Value.of(63));
    BinaryOperator back = left ? BinaryOperator.LSHR : BinaryOperator.SHL;
    BinaryOperator logical = left ? BinaryOperator.SHL : BinaryOperator.LSHR;
    Value moved = word(operator, near, within);
    Value joined = word(BinaryOperator.OR, word(logical, far, within), word(back, near, rest));
    Value isZero = builder.compare(Relation.EQ, 64, within, ZERO);
    Value farWithin = builder.select(isZero, far, joined);
    Value isLong = builder.compare(Relation.UGE, 64, by, Value.of(64));
    Value newNear = builder.select(isLong, filling, moved);
    Value newFar = builder.select(isLong, moved, farWithin);
    return left ? List.of(newNear, newFar) : List.of(newFar, newNear);
  }

  private Value compare(LLVMValueRef instruction, List<Value> left) {
    List<Value> right = operands.all(LLVMGetOperand(instruction, 1));
    Relation relation = Arithmetic.relation(LLVMGetICmpPredicate(instruction));
    if (relation == Relation.EQ || relation == Relation.NE) {
      List<Value> differences = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        differences.add(word(BinaryOperator.XOR, left.get(i), right.get(i)));
      }
      Value all = word(BinaryOperator.OR, differences.get(0), differences.get(1));
      return builder.compare(relation, 64, all, ZERO);
    }
    Value isDecidedAbove = builder.compare(Relation.NE, 64, left.get(1), right.get(1));
    Value above = builder.compare(relation, 64, left.get(1), right.get(1));
    Value below = builder.compare(unsigned(relation), 64, left.get(0), right.get(0));
    return builder.select(isDecidedAbove, above, below);
  }

  private static Relation unsigned(Relation relation) {
    return switch (relation) {
      case SLT -> Relation.ULT;
      case SLE -> Relation.ULE;
      case SGT -> Relation.UGT;
      case SGE -> Relation.UGE;
      default -> relation;
    };
  }
}
