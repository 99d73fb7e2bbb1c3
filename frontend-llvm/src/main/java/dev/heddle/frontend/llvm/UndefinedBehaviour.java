package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Value;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Keeps what is undefined in C, and an error to be found by Heddle, from being optimised away: LLVM
 * takes it as something that cannot happen.
 *
 * <p>A division by what may be zero becomes the call of a function that LLVM knows nothing about. A
 * local variable that is accessed outside its bounds is handed to another such function, so that it
 * stays in memory. The translation turns the first back and drops the second.
 */
final class UndefinedBehaviour {
  private static final String PREFIX = "heddle.";
  private static final String KEEP = PREFIX + "keep";

  private final LLVMModuleRef module;
  private final Layout layout;
  private final AddressArithmetic addresses;
  private final LLVMBuilderRef builder;

  UndefinedBehaviour(LLVMModuleRef module, Layout layout, LLVMBuilderRef builder) {
    this.module = module;
    this.layout = layout;
    this.addresses = new AddressArithmetic(layout);
    this.builder = builder;
  }

  // ---- Divisions ----------------------------------------------------------------------------

  /** Replaces an instruction by a call if it is a division that could be one by zero. */
  void hideDivision(LLVMValueRef instruction) {
    String operation = division(LLVMGetInstructionOpcode(instruction));
    LLVMTypeRef type = LLVMTypeOf(instruction);
    if (operation == null || LLVMGetTypeKind(type) != LLVMIntegerTypeKind) {
      return;
    }
    LLVMValueRef divisor = LLVMGetOperand(instruction, 1);
    if (LLVMIsAConstantInt(divisor) != null && LLVMIsNull(divisor) == 0) {
      return;
    }
    String name = PREFIX + operation + "." + LLVMGetIntTypeWidth(type);
    LLVMTypeRef functionType = LLVMFunctionType(type, array(type, type), 2, 0);
    LLVMPositionBuilderBefore(builder, instruction);
    PointerPointer<Pointer> operands = array(LLVMGetOperand(instruction, 0), divisor);
    LLVMValueRef call =
        LLVMBuildCall2(builder, functionType, function(name, functionType), operands, 2, "");
    LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(instruction));
    LLVMReplaceAllUsesWith(instruction, call);
    LLVMInstructionEraseFromParent(instruction);
  }

  private static String division(int opcode) {
    return switch (opcode) {
      case LLVMUDiv -> "udiv";
      case LLVMSDiv -> "sdiv";
      case LLVMURem -> "urem";
      case LLVMSRem -> "srem";
      default -> null;
    };
  }

  /** The constructor with one pointer would take that as the address of the array. */
  private static PointerPointer<Pointer> array(Pointer... elements) {
    PointerPointer<Pointer> array = new PointerPointer<>(elements.length);
    for (int i = 0; i < elements.length; i++) {
      array.put(i, elements[i]);
    }
    return array;
  }

  private LLVMValueRef function(String name, LLVMTypeRef type) {
    LLVMValueRef known = LLVMGetNamedFunction(module, name);
    return known != null ? known : LLVMAddFunction(module, name, type);
  }

  // ---- Bounds -------------------------------------------------------------------------------

  /** Keeps the local variable that an instruction accesses outside its bounds, if it does. */
  void keepOutOfBounds(LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
      case LLVMLoad ->
          keepOutOfBounds(LLVMGetOperand(instruction, 0), layout.size(LLVMTypeOf(instruction)));
      case LLVMStore -> {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(instruction, 0));
        keepOutOfBounds(LLVMGetOperand(instruction, 1), layout.size(type));
      }
      case LLVMCall -> {
        if (LLVMIsAMemIntrinsic(instruction) != null
            && LLVMIsAConstantInt(LLVMGetOperand(instruction, 2)) != null) {
          long size = LLVMConstIntGetZExtValue(LLVMGetOperand(instruction, 2));
          keepOutOfBounds(LLVMGetOperand(instruction, 0), size);
          if (LLVMIsAMemSetInst(instruction) == null) {
            keepOutOfBounds(LLVMGetOperand(instruction, 1), size);
          }
        }
      }
      default -> {}
    }
  }

  /** Gives all addresses as zero, so that what is computed is the distance from them. */
  private static final class Distance implements AddressArithmetic.Operands {
    @Override
    public Value of(LLVMValueRef operand) {
      return Value.of(0);
    }
  }

  private void keepOutOfBounds(LLVMValueRef address, long size) {
    LLVMValueRef base = address;
    long offset = 0;
    while (LLVMIsAGetElementPtrInst(base) != null) {
      for (int i = 1; i < LLVMGetNumOperands(base); i++) {
        if (LLVMIsAConstantInt(LLVMGetOperand(base, i)) == null) {
          return; // LLVM leaves such variables alone.
        }
      }
      offset += addresses.address(base, new Distance(), null).offset();
      base = LLVMGetOperand(base, 0);
    }
    if (LLVMIsAAllocaInst(base) == null
        || LLVMIsAConstantInt(LLVMGetOperand(base, 0)) == null
        || isInside(offset, size, base)) {
      return;
    }
    LLVMTypeRef pointer = LLVMTypeOf(base);
    LLVMTypeRef type =
        LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(module)), array(pointer), 1, 0);
    LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(base));
    LLVMBuildCall2(builder, type, function(KEEP, type), array(base), 1, "");
  }

  private boolean isInside(long offset, long size, LLVMValueRef variable) {
    long count = LLVMConstIntGetZExtValue(LLVMGetOperand(variable, 0));
    long available = count * layout.size(LLVMGetAllocatedType(variable));
    return offset >= 0 && offset + size <= available;
  }

  // ---- Translation --------------------------------------------------------------------------

  static boolean isPlaceholder(String function) {
    return function.startsWith(PREFIX);
  }

  /** Makes of a placeholder what it stands for. */
  static void translate(
      LLVMValueRef call, String function, Operands operands, FunctionBuilder builder) {
    if (function.equals(KEEP)) {
      return;
    }
    BinaryOperator operator =
        switch (function.substring(PREFIX.length(), function.lastIndexOf('.'))) {
          case "udiv" -> BinaryOperator.UDIV;
          case "sdiv" -> BinaryOperator.SDIV;
          case "urem" -> BinaryOperator.UREM;
          case "srem" -> BinaryOperator.SREM;
          default -> throw new UnsupportedException(Calls.notModelled(function));
        };
    Value left = operands.of(call, 0);
    Value right = operands.of(call, 1);
    operands.define(call, builder.binary(operator, operands.bits(call), left, right));
  }
}
