package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Copies a struct that other threads may see into a local one field by field. Each field is read
 * once, as in the source, and padding is not; and as the local struct is then written like any
 * other, its fields can become registers.
 */
final class StructCopies {
  /** Where a larger struct is copied, that stays one instruction. */
  private static final int MAX_FIELDS = 32;

  /** So LLVM, too, calls what it reads to copy it. */
  private static final String READ_TO_COPY = "copyload";

  private final Layout layout;
  private final LLVMBuilderRef builder;
  private final LLVMTypeRef byteType;
  private final LLVMTypeRef offsetType;

  private record Field(LLVMTypeRef type, long offset) {}

  StructCopies(LLVMModuleRef module, Layout layout, LLVMBuilderRef builder) {
    this.layout = layout;
    this.builder = builder;
    LLVMContextRef context = LLVMGetModuleContext(module);
    byteType = LLVMInt8TypeInContext(context);
    offsetType = LLVMInt64TypeInContext(context);
  }

  /** Whether a load is one of a field that is copied, whoever made it. */
  static boolean isRead(LLVMValueRef load) {
    return NativeText.nameOf(load).contains(READ_TO_COPY);
  }

  /** Whether a load is of one field of a struct: it does not read more than the source does. */
  static boolean isOfField(LLVMValueRef load) {
    return isRead(load) && LLVMGetVolatile(load) != 0;
  }

  /** Replaces a copy by loads and stores of the fields, if they are known. */
  void split(LLVMValueRef copy) {
    List<Field> fields = fields(copy);
    if (fields == null) {
      return;
    }
    LLVMPositionBuilderBefore(builder, copy);
    for (Field field : fields) {
      LLVMValueRef from = place(LLVMGetOperand(copy, 1), field, copy);
      LLVMValueRef read = located(LLVMBuildLoad2(builder, field.type(), from, READ_TO_COPY), copy);
      LLVMSetVolatile(read, 1);
      LLVMValueRef to = place(LLVMGetOperand(copy, 0), field, copy);
      located(LLVMBuildStore(builder, read, to), copy);
    }
    LLVMInstructionEraseFromParent(copy);
  }

  private LLVMValueRef place(LLVMValueRef base, Field field, LLVMValueRef copy) {
    if (field.offset() == 0) {
      return base;
    }
    PointerPointer<LLVMValueRef> offset =
        new PointerPointer<>(new LLVMValueRef[] {LLVMConstInt(offsetType, field.offset(), 0)});
    return located(LLVMBuildGEP2(builder, byteType, base, offset, 1, ""), copy);
  }

  private static LLVMValueRef located(LLVMValueRef made, LLVMValueRef copy) {
    if (LLVMIsAInstruction(made) != null) {
      LLVMInstructionSetDebugLoc(made, LLVMInstructionGetDebugLoc(copy));
    }
    return made;
  }

  /** The fields that are copied; null if they are not known. */
  private List<Field> fields(LLVMValueRef copy) {
    LLVMValueRef length = LLVMGetOperand(copy, 2);
    LLVMTypeRef type = MemoryTransfer.typeAt(LLVMGetOperand(copy, 0));
    if (LLVMIsAConstantInt(length) == null
        || type == null
        || LLVMGetTypeKind(type) != LLVMStructTypeKind
        || layout.size(type) != LLVMConstIntGetZExtValue(length)) {
      return null;
    }
    List<Field> fields = new ArrayList<>();
    return collect(type, 0, fields) ? fields : null;
  }

  private boolean collect(LLVMTypeRef type, long at, List<Field> into) {
    switch (LLVMGetTypeKind(type)) {
      case LLVMStructTypeKind -> {
        if (MemoryTransfer.isUnion(type)) {
          return false;
        }
        for (int i = 0; i < LLVMCountStructElementTypes(type); i++) {
          LLVMTypeRef field = LLVMStructGetTypeAtIndex(type, i);
          if (!collect(field, at + layout.fieldOffset(type, i), into)) {
            return false;
          }
        }
        return true;
      }
      case LLVMArrayTypeKind -> {
        LLVMTypeRef element = LLVMGetElementType(type);
        for (long i = 0; i < LLVMGetArrayLength2(type); i++) {
          if (!collect(element, at + i * layout.size(element), into)) {
            return false;
          }
        }
        return true;
      }
      default -> {
        into.add(new Field(type, at));
        return into.size() <= MAX_FIELDS && isNumber(type);
      }
    }
  }

  /** Whether a type has as many bytes as can be read at once. */
  private static boolean isNumber(LLVMTypeRef type) {
    return switch (LLVMGetTypeKind(type)) {
      case LLVMIntegerTypeKind -> {
        int bits = LLVMGetIntTypeWidth(type);
        yield bits == 8 || bits == 16 || bits == 32 || bits == 64;
      }
      case LLVMPointerTypeKind, LLVMFloatTypeKind, LLVMDoubleTypeKind -> true;
      default -> false;
    };
  }
}
