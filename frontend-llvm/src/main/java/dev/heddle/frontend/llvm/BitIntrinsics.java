package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Conversion;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Value;
import java.util.List;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** Spells out LLVM's functions on the bits of integers with the operators that a program has. */
final class BitIntrinsics {
  private final Operands operands;
  private final FunctionBuilder builder;

  BitIntrinsics(Operands operands, FunctionBuilder builder) {
    this.operands = operands;
    this.builder = builder;
  }

  boolean translate(LLVMValueRef call, String name) {
    String[] parts = name.split("\\.", -1);
    if (name.contains(".with.overflow.")) {
      return overflowing(call, parts[1]);
    }
    if (name.contains(".sat.")) {
      return saturating(call, parts[1]);
    }
    int width = operands.countOf(call) == 1 ? operands.bits(call) : 0;
    Value value = width == 0 ? null : operands.of(call, 0);
    switch (parts[1]) {
      case "ctpop" -> operands.define(call, countOnes(value));
      case "cttz" -> operands.define(call, countTrailingZeros(value, width));
      case "ctlz" -> operands.define(call, countLeadingZeros(value, width));
      case "ucmp" -> operands.define(call, compare(call, Relation.ULT, Relation.UGT));
      case "scmp" -> operands.define(call, compare(call, Relation.SLT, Relation.SGT));
      case "bitreverse" -> operands.define(call, reverse(value, width));
      case "fshl" -> operands.define(call, funnel(call, width, true));
      case "fshr" -> operands.define(call, funnel(call, width, false));
      case "bswap" -> operands.define(call, swapBytes(value, width));
      default -> {
        return false;
      }
    }
    return true;
  }

  private Value binary(BinaryOperator operator, Value left, Value right) {
    return builder.binary(operator, 64, left, right);
  }

  private Value shiftRight(Value value, int by) {
    return binary(BinaryOperator.LSHR, value, Value.of(by));
  }

  private Value and(Value value, long mask) {
    return binary(BinaryOperator.AND, value, Value.of(mask));
  }

  /** -1, 0 or 1, as the first number is below the second, equal, or above. */
  private Value compare(LLVMValueRef call, Relation below, Relation above) {
    int width = operands.bits(LLVMGetOperand(call, 0));
    int resultWidth = operands.bits(call);
    Value left = operands.of(call, 0);
    Value right = operands.of(call, 1);
    Value minusOne = Value.of(resultWidth == 64 ? -1 : (1L << resultWidth) - 1);
    Value isAbove = builder.compare(above, width, left, right);
    Value isBelow = builder.compare(below, width, left, right);
    return builder.select(isBelow, minusOne, isAbove);
  }

  /** Swaps neighbouring bits, then pairs, and so on up to the halves. */
  private Value reverse(Value value, int width) {
    Value reversed = value;
    long[] masks = {
      0x5555_5555_5555_5555L,
      0x3333_3333_3333_3333L,
      0x0f0f_0f0f_0f0f_0f0fL,
      0x00ff_00ff_00ff_00ffL,
      0x0000_ffff_0000_ffffL,
      0x0000_0000_ffff_ffffL
    };
    for (int i = 0; i < masks.length; i++) {
      Value upper = and(shiftRight(reversed, 1 << i), masks[i]);
      Value lower = binary(BinaryOperator.SHL, and(reversed, masks[i]), Value.of(1 << i));
      reversed = binary(BinaryOperator.OR, upper, lower);
    }
    return width == 64 ? reversed : shiftRight(reversed, 64 - width);
  }

  /** A sum or difference that stays at the limit of its type instead of wrapping around. */
  private boolean saturating(LLVMValueRef call, String operation) {
    BinaryOperator operator =
        switch (operation.substring(1)) {
          case "add" -> BinaryOperator.ADD;
          case "sub" -> BinaryOperator.SUB;
          default -> null;
        };
    if (operator == null) {
      return false;
    }
    int width = operands.bits(call);
    Value left = operands.of(call, 0);
    Value right = operands.of(call, 1);
    long all = width == 64 ? -1 : (1L << width) - 1;
    List<Value> result;
    Value limit;
    if (operation.startsWith("s")) {
      result = signedOverflow(operator, width, left, right);
      Value isNegative = builder.compare(Relation.SLT, width, left, Value.of(0));
      limit = builder.select(isNegative, Value.of(1L << (width - 1)), Value.of(all >>> 1 & all));
    } else {
      result = unsignedOverflow(operator, width, left, right);
      limit = Value.of(operator == BinaryOperator.ADD ? all : 0);
    }
    operands.define(call, builder.select(result.get(1), limit, result.get(0)));
    return true;
  }

  /**
   * Shifts two numbers side by side, and gives the upper half after a shift to the left and the
   * lower one after a shift to the right. With the same number twice, that is a rotation.
   */
  private Value funnel(LLVMValueRef call, int width, boolean isLeft) {
    Value high = operands.of(call, 0);
    Value low = operands.of(call, 1);
    Value by = builder.binary(BinaryOperator.UREM, width, operands.of(call, 2), Value.of(width));
    Value isZero = builder.compare(Relation.EQ, width, by, Value.of(0));
    // For a shift by nothing the other number would be shifted by its width, which is too far.
    Value rest = builder.binary(BinaryOperator.SUB, width, Value.of(width), by);
    Value safe = builder.select(isZero, Value.of(0), rest);
    Value left = builder.binary(BinaryOperator.SHL, width, high, isLeft ? by : safe);
    Value right = builder.binary(BinaryOperator.LSHR, width, low, isLeft ? safe : by);
    Value both = builder.binary(BinaryOperator.OR, width, left, right);
    return builder.select(isZero, isLeft ? high : low, both);
  }

  /** Adds up bits, pairs, nibbles, and then all bytes with one product. */
  private Value countOnes(Value value) {
    Value odd = and(shiftRight(value, 1), 0x5555_5555_5555_5555L);
    Value pairs = binary(BinaryOperator.SUB, value, odd);
    Value nibbles =
        binary(
            BinaryOperator.ADD,
            and(pairs, 0x3333_3333_3333_3333L),
            and(shiftRight(pairs, 2), 0x3333_3333_3333_3333L));
    Value bytes =
        and(binary(BinaryOperator.ADD, nibbles, shiftRight(nibbles, 4)), 0x0f0f_0f0f_0f0f_0f0fL);
    Value sum = binary(BinaryOperator.MUL, bytes, Value.of(0x0101_0101_0101_0101L));
    return shiftRight(sum, 56);
  }

  /** The ones below the lowest one, of which zero has as many as it is wide. */
  private Value countTrailingZeros(Value value, int width) {
    Value below = binary(BinaryOperator.SUB, value, Value.of(1));
    Value inverted = binary(BinaryOperator.XOR, value, Value.of(-1));
    Value zeros = binary(BinaryOperator.AND, inverted, below);
    return countOnes(width == 64 ? zeros : and(zeros, (1L << width) - 1));
  }

  /** The zeros that remain when each one has been copied to all places below it. */
  private Value countLeadingZeros(Value value, int width) {
    Value smeared = value;
    for (int by = 1; by < width; by *= 2) {
      smeared = binary(BinaryOperator.OR, smeared, shiftRight(smeared, by));
    }
    return binary(BinaryOperator.SUB, Value.of(width), countOnes(smeared));
  }

  private Value swapBytes(Value value, int width) {
    Value swapped = Value.of(0);
    for (int at = 0; at < width; at += 8) {
      Value one = and(shiftRight(value, at), 0xff);
      Value moved = binary(BinaryOperator.SHL, one, Value.of(width - 8 - at));
      swapped = at == 0 ? moved : binary(BinaryOperator.OR, swapped, moved);
    }
    return swapped;
  }

  /** The result wraps around; the second number tells whether it did. */
  private boolean overflowing(LLVMValueRef call, String operation) {
    Value left = operands.of(call, 0);
    Value right = operands.of(call, 1);
    int width = operands.bits(LLVMGetOperand(call, 0));
    BinaryOperator operator =
        switch (operation.substring(1)) {
          case "add" -> BinaryOperator.ADD;
          case "sub" -> BinaryOperator.SUB;
          case "mul" -> BinaryOperator.MUL;
          default -> null;
        };
    if (operator == null) {
      return false;
    }
    boolean signed = operation.startsWith("s");
    if (operator == BinaryOperator.MUL && width > 32) {
      operands.define(call, wideProduct(width, left, right, signed));
      return true;
    }
    operands.define(
        call,
        signed
            ? signedOverflow(operator, width, left, right)
            : unsignedOverflow(operator, width, left, right));
    return true;
  }

  /** A product that no wider one can be compared with: dividing it must give back the factor. */
  private List<Value> wideProduct(int width, Value left, Value right, boolean signed) {
    Value product = builder.binary(BinaryOperator.MUL, width, left, right);
    Value isZero = builder.compare(Relation.EQ, width, left, Value.of(0));
    Value divisor = builder.select(isZero, Value.of(1), left);
    BinaryOperator division = signed ? BinaryOperator.SDIV : BinaryOperator.UDIV;
    Value quotient = builder.binary(division, width, product, divisor);
    Value overflow = builder.compare(Relation.NE, width, quotient, right);
    if (signed) {
      // The least number is its own negation, and so is what its product with -1 wraps to.
      long mask = width == 64 ? -1 : (1L << width) - 1;
      Value isNegation = builder.compare(Relation.EQ, width, left, Value.of(mask));
      Value isLeast = builder.compare(Relation.EQ, width, right, Value.of(1L << (width - 1)));
      Value wraps = builder.binary(BinaryOperator.AND, 1, isNegation, isLeast);
      overflow = builder.binary(BinaryOperator.OR, 1, overflow, wraps);
    }
    return List.of(product, builder.select(isZero, Value.of(0), overflow));
  }

  private List<Value> unsignedOverflow(
      BinaryOperator operator, int width, Value left, Value right) {
    Value result = builder.binary(operator, width, left, right);
    Value overflow =
        switch (operator) {
          case ADD -> builder.compare(Relation.ULT, width, result, left);
          case SUB -> builder.compare(Relation.ULT, width, left, right);
          default -> builder.compare(Relation.NE, 64, result, binary(operator, left, right));
        };
    return List.of(result, overflow);
  }

  private List<Value> signedOverflow(BinaryOperator operator, int width, Value left, Value right) {
    Value result = builder.binary(operator, width, left, right);
    if (operator == BinaryOperator.MUL || width < 64) {
      Value exact = binary(operator, extended(left, width), extended(right, width));
      return List.of(result, builder.compare(Relation.NE, 64, exact, extended(result, width)));
    }
    // The result has another sign than it must: than both terms, or than the minuend only.
    Value changed = binary(BinaryOperator.XOR, left, result);
    Value other =
        operator == BinaryOperator.ADD
            ? binary(BinaryOperator.XOR, right, result)
            : binary(BinaryOperator.XOR, left, right);
    return List.of(result, shiftRight(binary(BinaryOperator.AND, changed, other), 63));
  }

  private Value extended(Value value, int width) {
    return builder.convert(Conversion.SIGN_EXTEND, width, 64, value);
  }
}
