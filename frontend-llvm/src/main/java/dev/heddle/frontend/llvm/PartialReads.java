package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMUseRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Finds the reads of memory that C's rules allow even if not all bytes are initialised, because the
 * source reads less than the machine code does: of a bit-field's neighbours and of the padding in a
 * struct that is passed as a number.
 */
final class PartialReads {
  private final Layout layout;

  PartialReads(Layout layout) {
    this.layout = layout;
  }

  boolean mayBePartial(LLVMValueRef load) {
    return isOfBitField(load)
        || isOfEmptyObject(load)
        || (!StructCopies.isOfField(load) && isOfSeveralFields(load));
  }

  /**
   * Whether bytes are only handed on that are all of an object, or a part that LLVM has made of
   * one. Objects of C++ without any member have such bytes, for example functions that capture
   * nothing, and nobody writes to them.
   */
  private boolean isOfEmptyObject(LLVMValueRef load) {
    LLVMValueRef address = LLVMGetOperand(load, 0);
    LLVMTypeRef type = MemoryTransfer.typeAt(address);
    boolean isPart =
        LLVMIsAAllocaInst(address) != null && NativeText.nameOf(address).contains(".sroa.");
    boolean isWhole =
        type != null
            && LLVMTypeIsSized(type) != 0
            && isAggregate(type)
            && layout.size(type) == 1
            && layout.size(LLVMTypeOf(load)) == 1;
    if (!isPart && !isWhole) {
      return false;
    }
    for (LLVMUseRef use = LLVMGetFirstUse(load); use != null; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      boolean isHandedOn =
          LLVMIsACallInst(user) != null
              || LLVMIsAInvokeInst(user) != null
              || LLVMIsAStoreInst(user) != null
              || LLVMIsAReturnInst(user) != null;
      if (!isHandedOn) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a part of a struct is read because the struct is copied, from or to a local one that
   * LLVM has split: padding and fields that nobody has set are copied, too.
   */
  boolean isPartOfCopy(LLVMValueRef load) {
    if (LLVMIsALoadInst(load) == null
        || LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic
        || !isNumberOfBytes(LLVMTypeOf(load))) {
      return false;
    }
    if (isOnlyStored(load)) {
      return StructCopies.isRead(load) || (isOfLocal(load) && LLVMGetFirstUse(load) != null);
    }
    return StructCopies.isRead(load) && !mayBePartial(load);
  }

  private boolean isNumberOfBytes(LLVMTypeRef type) {
    return switch (LLVMGetTypeKind(type)) {
      case LLVMIntegerTypeKind -> LLVMGetIntTypeWidth(type) % 8 == 0 && layout.size(type) <= 8;
      case LLVMPointerTypeKind, LLVMFloatTypeKind, LLVMDoubleTypeKind -> true;
      default -> false;
    };
  }

  private static boolean isOfLocal(LLVMValueRef load) {
    LLVMValueRef place = LLVMGetOperand(load, 0);
    return LLVMIsAAllocaInst(place) != null && NativeText.nameOf(place).contains(".sroa.");
  }

  /** Whether nobody looks at what is read before it is in memory again. */
  static boolean isOnlyStored(LLVMValueRef load) {
    for (LLVMUseRef use = LLVMGetFirstUse(load); use != null; use = LLVMGetNextUse(use)) {
      if (!isPlainStoreOf(load, LLVMGetUser(use))) {
        return false;
      }
    }
    return true;
  }

  static boolean isPlainStoreOf(LLVMValueRef value, LLVMValueRef user) {
    return LLVMIsAStoreInst(user) != null
        && value.equals(LLVMGetOperand(user, 0))
        && LLVMGetOrdering(user) == LLVMAtomicOrderingNotAtomic;
  }

  /** Whether nothing but operations on the bits see what is read. */
  private static boolean isOfBitField(LLVMValueRef load) {
    if (LLVMGetTypeKind(LLVMTypeOf(load)) != LLVMIntegerTypeKind) {
      return false;
    }
    boolean isUsed = false;
    for (LLVMUseRef use = LLVMGetFirstUse(load); use != null; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      int opcode = LLVMIsAInstruction(user) == null ? 0 : LLVMGetInstructionOpcode(user);
      switch (opcode) {
        case LLVMAnd, LLVMShl, LLVMLShr, LLVMAShr -> {
          if (LLVMIsAConstantInt(LLVMGetOperand(user, 1)) == null) {
            return false;
          }
          isUsed = true;
        }
        default -> {
          return false;
        }
      }
    }
    return isUsed;
  }

  /** Whether a single number is read where the type of the object has others. */
  private boolean isOfSeveralFields(LLVMValueRef load) {
    LLVMTypeRef type = MemoryTransfer.typeAt(LLVMGetOperand(load, 0));
    if (type == null || LLVMTypeIsSized(type) == 0) {
      return false;
    }
    while (isAggregate(type)) {
      boolean isStruct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
      int components =
          isStruct ? LLVMCountStructElementTypes(type) : (int) LLVMGetArrayLength2(type);
      if (components == 0) {
        return false;
      }
      type = isStruct ? LLVMStructGetTypeAtIndex(type, 0) : LLVMGetElementType(type);
    }
    return layout.size(LLVMTypeOf(load)) > layout.size(type);
  }

  private static boolean isAggregate(LLVMTypeRef type) {
    int kind = LLVMGetTypeKind(type);
    return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind;
  }
}
