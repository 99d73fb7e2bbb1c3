package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Conversion;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** Translates the instructions that only compute. */
final class Arithmetic {
  private final Layout layout;
  private final Operands operands;
  private final FunctionBuilder builder;
  private final AddressArithmetic addresses;
  private final VectorArithmetic vectors;
  private final WideArithmetic wide;

  Arithmetic(Layout layout, Operands operands, FunctionBuilder builder) {
    this.layout = layout;
    this.operands = operands;
    this.builder = builder;
    this.addresses = new AddressArithmetic(layout);
    this.vectors = new VectorArithmetic(layout, operands, builder);
    this.wide = new WideArithmetic(operands, builder);
  }

  /** Translates an instruction if it is one that only computes. */
  boolean translate(LLVMValueRef instruction, int opcode) {
    if (vectors.translate(instruction, opcode) || wide.translate(instruction, opcode)) {
      return true;
    }
    BinaryOperator operator = binaryOperator(opcode);
    if (operator != null) {
      Value left = operands.of(instruction, 0);
      Value right = operands.of(instruction, 1);
      define(instruction, builder.binary(operator, operands.bits(instruction), left, right));
      return true;
    }
    Conversion conversion = conversion(opcode);
    if (conversion != null) {
      define(instruction, convert(conversion, instruction));
      return true;
    }
    switch (opcode) {
      case LLVMICmp ->
          define(instruction, compare(instruction, relation(LLVMGetICmpPredicate(instruction))));
      case LLVMFCmp -> define(instruction, compareFloatingPoint(instruction));
      case LLVMFNeg -> define(instruction, negate(instruction));
      case LLVMBitCast, LLVMAddrSpaceCast, LLVMIntToPtr ->
          define(instruction, operands.of(instruction, 0));
      case LLVMPtrToInt -> define(instruction, pointerToInteger(instruction));
      case LLVMGetElementPtr -> {
        layout.bits(LLVMTypeOf(instruction));
        AddressArithmetic.Address address = addresses.address(instruction, operands, builder);
        if (AddressArithmetic.isOnlyStepped(instruction)) {
          operands.defer(instruction, address);
        } else {
          define(instruction, builder.add(address.base(), address.offset()));
        }
      }
      case LLVMSelect -> select(instruction);
      case LLVMFreeze -> freeze(instruction);
      case LLVMExtractValue -> extractValue(instruction);
      case LLVMInsertValue -> insertValue(instruction);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void define(LLVMValueRef instruction, Value value) {
    operands.define(instruction, value);
  }

  static BinaryOperator binaryOperator(int opcode) {
    return switch (opcode) {
      case LLVMAdd -> BinaryOperator.ADD;
      case LLVMSub -> BinaryOperator.SUB;
      case LLVMMul -> BinaryOperator.MUL;
      case LLVMUDiv -> BinaryOperator.UDIV;
      case LLVMSDiv -> BinaryOperator.SDIV;
      case LLVMURem -> BinaryOperator.UREM;
      case LLVMSRem -> BinaryOperator.SREM;
      case LLVMShl -> BinaryOperator.SHL;
      case LLVMLShr -> BinaryOperator.LSHR;
      case LLVMAShr -> BinaryOperator.ASHR;
      case LLVMAnd -> BinaryOperator.AND;
      case LLVMOr -> BinaryOperator.OR;
      case LLVMXor -> BinaryOperator.XOR;
      case LLVMFAdd -> BinaryOperator.FADD;
      case LLVMFSub -> BinaryOperator.FSUB;
      case LLVMFMul -> BinaryOperator.FMUL;
      case LLVMFDiv -> BinaryOperator.FDIV;
      case LLVMFRem -> BinaryOperator.FREM;
      default -> null;
    };
  }

  static Conversion conversion(int opcode) {
    return switch (opcode) {
      case LLVMTrunc -> Conversion.TRUNCATE;
      case LLVMZExt -> Conversion.ZERO_EXTEND;
      case LLVMSExt -> Conversion.SIGN_EXTEND;
      case LLVMFPToSI -> Conversion.FLOAT_TO_SIGNED;
      case LLVMFPToUI -> Conversion.FLOAT_TO_UNSIGNED;
      case LLVMSIToFP -> Conversion.SIGNED_TO_FLOAT;
      case LLVMUIToFP -> Conversion.UNSIGNED_TO_FLOAT;
      case LLVMFPTrunc, LLVMFPExt -> Conversion.FLOAT_TO_FLOAT;
      default -> null;
    };
  }

  private Value convert(Conversion conversion, LLVMValueRef instruction) {
    LLVMValueRef operand = LLVMGetOperand(instruction, 0);
    Value value = operands.of(operand);
    int from = operands.bits(operand);
    int to = operands.bits(instruction);
    // Registers hold zero-extended numbers already.
    return conversion == Conversion.ZERO_EXTEND
        ? value
        : builder.convert(conversion, from, to, value);
  }

  private Value pointerToInteger(LLVMValueRef instruction) {
    Value address = operands.of(instruction, 0);
    int bits = operands.bits(instruction);
    return bits == 64 ? address : builder.convert(Conversion.TRUNCATE, 64, bits, address);
  }

  private Value compare(LLVMValueRef instruction, Relation relation) {
    LLVMValueRef left = LLVMGetOperand(instruction, 0);
    Value right = operands.of(instruction, 1);
    return builder.compare(relation, operands.bits(left), operands.of(left), right);
  }

  private Value compareFloatingPoint(LLVMValueRef instruction) {
    int predicate = LLVMGetFCmpPredicate(instruction);
    return switch (predicate) {
      case LLVMRealPredicateFalse -> Value.of(0);
      case LLVMRealPredicateTrue -> Value.of(1);
      default -> compare(instruction, floatingPointRelation(predicate));
    };
  }

  static Relation relation(int predicate) {
    return switch (predicate) {
      case LLVMIntEQ -> Relation.EQ;
      case LLVMIntNE -> Relation.NE;
      case LLVMIntUGT -> Relation.UGT;
      case LLVMIntUGE -> Relation.UGE;
      case LLVMIntULT -> Relation.ULT;
      case LLVMIntULE -> Relation.ULE;
      case LLVMIntSGT -> Relation.SGT;
      case LLVMIntSGE -> Relation.SGE;
      case LLVMIntSLT -> Relation.SLT;
      case LLVMIntSLE -> Relation.SLE;
      default -> throw new IllegalArgumentException("integer predicate " + predicate);
    };
  }

  static Relation floatingPointRelation(int predicate) {
    return switch (predicate) {
      case LLVMRealOEQ -> Relation.FOEQ;
      case LLVMRealOGT -> Relation.FOGT;
      case LLVMRealOGE -> Relation.FOGE;
      case LLVMRealOLT -> Relation.FOLT;
      case LLVMRealOLE -> Relation.FOLE;
      case LLVMRealONE -> Relation.FONE;
      case LLVMRealORD -> Relation.FORD;
      case LLVMRealUNO -> Relation.FUNO;
      case LLVMRealUEQ -> Relation.FUEQ;
      case LLVMRealUGT -> Relation.FUGT;
      case LLVMRealUGE -> Relation.FUGE;
      case LLVMRealULT -> Relation.FULT;
      case LLVMRealULE -> Relation.FULE;
      case LLVMRealUNE -> Relation.FUNE;
      default -> throw new IllegalArgumentException("floating-point predicate " + predicate);
    };
  }

  /** Flips the sign, which is the highest bit. */
  private Value negate(LLVMValueRef instruction) {
    int bits = operands.bits(instruction);
    Value sign = Value.of(1L << (bits - 1));
    return builder.binary(BinaryOperator.XOR, bits, operands.of(instruction, 0), sign);
  }

  private void select(LLVMValueRef instruction) {
    Value condition = operands.of(instruction, 0);
    List<Value> ifTrue = operands.all(LLVMGetOperand(instruction, 1));
    List<Value> ifFalse = operands.all(LLVMGetOperand(instruction, 2));
    List<Value> chosen = new ArrayList<>();
    for (int i = 0; i < ifTrue.size(); i++) {
      chosen.add(builder.select(condition, ifTrue.get(i), ifFalse.get(i)));
    }
    operands.define(instruction, chosen);
  }

  /** Any value will do for an undefined one, as long as all uses see the same. */
  private void freeze(LLVMValueRef instruction) {
    List<Value> frozen = new ArrayList<>();
    for (Value value : operands.all(LLVMGetOperand(instruction, 0))) {
      frozen.add(value instanceof Value.Undefined ? Value.of(0) : value);
    }
    operands.define(instruction, frozen);
  }

  private void extractValue(LLVMValueRef instruction) {
    LLVMValueRef aggregate = LLVMGetOperand(instruction, 0);
    int first = layout.scalarsBefore(LLVMTypeOf(aggregate), indices(instruction));
    int count = layout.scalars(LLVMTypeOf(instruction)).size();
    operands.define(instruction, operands.all(aggregate).subList(first, first + count));
  }

  private void insertValue(LLVMValueRef instruction) {
    LLVMTypeRef type = LLVMTypeOf(instruction);
    List<Value> numbers = new ArrayList<>(operands.all(LLVMGetOperand(instruction, 0)));
    List<Value> inserted = operands.all(LLVMGetOperand(instruction, 1));
    int first = layout.scalarsBefore(type, indices(instruction));
    for (int i = 0; i < inserted.size(); i++) {
      numbers.set(first + i, inserted.get(i));
    }
    operands.define(instruction, numbers);
  }

  private static int[] indices(LLVMValueRef instruction) {
    int[] indices = new int[LLVMGetNumIndices(instruction)];
    IntPointer pointer = LLVMGetIndices(instruction);
    for (int i = 0; i < indices.length; i++) {
      indices[i] = pointer.get(i);
    }
    return indices;
  }
}
