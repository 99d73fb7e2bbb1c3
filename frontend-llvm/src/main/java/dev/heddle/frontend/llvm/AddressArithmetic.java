package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Conversion;
import dev.heddle.program.Value;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** Makes sums and products of {@code getelementptr}, which knows types instead of offsets. */
final class AddressArithmetic {
  private final Layout layout;

  AddressArithmetic(Layout layout) {
    this.layout = layout;
  }

  /** Gives the value of an operand. */
  interface Operands {
    Value of(LLVMValueRef operand);
  }

  /**
   * The address that an instruction or constant expression computes.
   *
   * @param builder where to put what is not known before the program runs; null if it all is
   */
  Value address(LLVMValueRef elementPointer, Operands operands, FunctionBuilder builder) {
    Value address = operands.of(LLVMGetOperand(elementPointer, 0));
    long offset = 0;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(elementPointer);
    int count = LLVMGetNumOperands(elementPointer);
    for (int i = 1; i < count; i++) {
      LLVMValueRef index = LLVMGetOperand(elementPointer, i);
      if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        int field = (int) LLVMConstIntGetZExtValue(index);
        offset += layout.fieldOffset(type, field);
        type = LLVMStructGetTypeAtIndex(type, field);
        continue;
      }
      if (i > 1) {
        type = LLVMGetElementType(type);
      }
      long size = layout.size(type);
      if (LLVMIsAConstantInt(index) != null) {
        offset += size * LLVMConstIntGetSExtValue(index);
      } else {
        address = add(address, scaled(index, size, operands, builder), builder);
      }
    }
    return add(address, Value.of(offset), builder);
  }

  private Value scaled(LLVMValueRef index, long size, Operands operands, FunctionBuilder builder) {
    Value value = operands.of(index);
    int bits = layout.bits(LLVMTypeOf(index));
    if (builder == null) {
      throw new UnsupportedException("an address that depends on another address is not supported");
    }
    if (bits < 64) {
      value = builder.convert(Conversion.SIGN_EXTEND, bits, 64, value);
    }
    return builder.binary(BinaryOperator.MUL, 64, value, Value.of(size));
  }

  private static Value add(Value address, Value offset, FunctionBuilder builder) {
    Value folded = FunctionBuilder.fold(BinaryOperator.ADD, 64, address, offset);
    if (folded != null) {
      return folded;
    }
    if (builder == null) {
      throw new UnsupportedException("an address inside a function is not supported");
    }
    return builder.binary(BinaryOperator.ADD, 64, address, offset);
  }
}
