package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Conversion;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.HashMap;
import java.util.Map;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMUseRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Makes sums and products of {@code getelementptr}, which knows types instead of offsets. At {@code
 * -O0} each step of {@code a->b[i].c} is an instruction of its own; known offsets are added up over
 * the steps, and the products of indices in one block are shared.
 */
final class AddressArithmetic {
  private final Layout layout;

  /** The products in the current block, by register and factor. */
  private final Map<Long, Value> products = new HashMap<>();

  private int productsBlock = -1;

  AddressArithmetic(Layout layout) {
    this.layout = layout;
  }

  /** An address that is a known distance away from another. */
  record Address(Value base, long offset) {}

  /** Gives the values of operands. */
  interface Operands {
    Value of(LLVMValueRef operand);

    /** The address that an operand is, possibly as a sum that has not been computed. */
    default Address address(LLVMValueRef operand) {
      return new Address(of(operand), 0);
    }
  }

  /**
   * The address that an instruction or constant expression computes. The last addition is left to
   * the caller.
   *
   * @param builder where to put what is not known before the program runs; null if it all is
   */
  Address address(LLVMValueRef elementPointer, Operands operands, FunctionBuilder builder) {
    Address start = operands.address(LLVMGetOperand(elementPointer, 0));
    Value base = start.base();
    long offset = start.offset();
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
        base = sum(base, scaled(index, size, operands, builder), builder);
      }
    }
    return new Address(base, offset);
  }

  /** Whether nothing but other such instructions start from an address. */
  static boolean isOnlyStepped(LLVMValueRef elementPointer) {
    for (LLVMUseRef use = LLVMGetFirstUse(elementPointer); use != null; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      boolean isStep =
          LLVMIsAGetElementPtrInst(user) != null
              && LLVMGetOperand(user, 0).address() == elementPointer.address();
      if (!isStep) {
        return false;
      }
    }
    return true;
  }

  static Value sum(Value address, Value offset, FunctionBuilder builder) {
    Value folded = FunctionBuilder.fold(BinaryOperator.ADD, 64, address, offset);
    if (folded != null) {
      return folded;
    }
    if (builder == null) {
      throw new UnsupportedException("an address inside a function is not supported");
    }
    return builder.binary(BinaryOperator.ADD, 64, address, offset);
  }

  private Value scaled(LLVMValueRef index, long size, Operands operands, FunctionBuilder builder) {
    if (builder == null) {
      throw new UnsupportedException("an address that depends on another address is not supported");
    }
    Value value = operands.of(index);
    int bits = layout.bits(LLVMTypeOf(index));
    if (bits < 64) {
      value = builder.convert(Conversion.SIGN_EXTEND, bits, 64, value);
    }
    if (!(value instanceof Register register) || size != (int) size) {
      return builder.binary(BinaryOperator.MUL, 64, value, Value.of(size));
    }
    if (productsBlock != builder.currentBlock()) {
      products.clear();
      productsBlock = builder.currentBlock();
    }
    long key = (long) register.index() << 32 | size;
    Value product = products.get(key);
    if (product == null) {
      product = builder.binary(BinaryOperator.MUL, 64, value, Value.of(size));
      products.put(key, product);
    }
    return product;
  }
}
